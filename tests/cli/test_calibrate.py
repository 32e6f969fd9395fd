import tomllib

import pytest

from ludens.cli.calibrate.robot_file import section_text, write_section
from ludens.core.configuration import Configuration, ConfigurationError
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.estimation.camera_pose import CameraPoseEstimator, CameraPoseEstimatorParameters

SETUP = Setup("eyes", (CyclerPlan("body", "body", (Node(CameraPoseEstimator),)),))
VALUES = {"top.roll_rad": 0.01, "bottom.focal_px": 590.5}


def test_what_is_written_is_loaded_by_setups(tmp_path):
    write_section(tmp_path / "robot" / "rosa.toml", "camera_pose_estimator", VALUES)
    configuration = Configuration.load(SETUP.sections(), directory=tmp_path, robot_names={"": "rosa"})
    parameters = configuration.parameters("camera_pose_estimator")
    assert isinstance(parameters, CameraPoseEstimatorParameters)
    assert parameters.top.roll_rad == 0.01
    assert parameters.bottom.focal_px == 590.5
    assert parameters.top.focal_px == CameraPoseEstimatorParameters().top.focal_px


def test_a_new_calibration_replaces_the_old_one_and_nothing_else(tmp_path):
    path = tmp_path / "rosa.toml"
    path.write_text(
        "# Rosa limps.\n[walk]\nstep = 1\n\n[camera_pose_estimator]\ntop.yaw_rad = 9.0\n"
        "\n[drive]\nmargin = 2\n"
    )
    write_section(path, "camera_pose_estimator", VALUES)
    write_section(path, "camera_pose_estimator", VALUES)
    text = path.read_text()
    assert text.startswith("# Rosa limps.\n")
    assert tomllib.loads(text) == {
        "walk": {"step": 1},
        "drive": {"margin": 2},
        "camera_pose_estimator": {"top": {"roll_rad": 0.01}, "bottom": {"focal_px": 590.5}},
    }


def test_a_file_that_is_no_toml_is_left_alone(tmp_path):
    path = tmp_path / "rosa.toml"
    path.write_text("[walk\n")
    with pytest.raises(ConfigurationError, match="not valid TOML"):
        write_section(path, "camera_pose_estimator", VALUES)
    assert path.read_text() == "[walk\n"


def test_keys_of_nested_parameters_are_dotted():
    assert section_text("a/b", {"c.d": 1.5}) == "[a.b]\nc.d = 1.5\n"
