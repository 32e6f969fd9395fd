import tomllib

import pytest

from ludens.cli.calibrate.robot_file import section_text, write_section
from ludens.core.configuration import Configuration, ConfigurationError
from ludens.core.setup import CyclerPlan, Node, Setup
from ludens.estimation.camera_placer import CameraPlacer, CameraPlacerParameters

SETUP = Setup("eyes", (CyclerPlan("body", "body", (Node(CameraPlacer),)),))
VALUES = {"top.roll_rad": 0.01, "bottom.focal_px": 590.5}


def test_what_is_written_is_loaded_by_setups(tmp_path):
    write_section(tmp_path / "robot" / "rosa.toml", "camera_placer", VALUES)
    configuration = Configuration.load(SETUP.sections(), directory=tmp_path, robot_names={"": "rosa"})
    parameters = configuration.parameters("camera_placer")
    assert isinstance(parameters, CameraPlacerParameters)
    assert parameters.top.roll_rad == 0.01
    assert parameters.bottom.focal_px == 590.5
    assert parameters.top.focal_px == CameraPlacerParameters().top.focal_px


def test_a_new_calibration_replaces_the_old_one_and_nothing_else(tmp_path):
    path = tmp_path / "rosa.toml"
    path.write_text(
        "# Rosa limps.\n[walk]\nstep = 1\n\n[camera_placer]\ntop.yaw_rad = 9.0\n\n[drive]\nmargin = 2\n"
    )
    write_section(path, "camera_placer", VALUES)
    write_section(path, "camera_placer", VALUES)
    text = path.read_text()
    assert text.startswith("# Rosa limps.\n")
    assert tomllib.loads(text) == {
        "walk": {"step": 1},
        "drive": {"margin": 2},
        "camera_placer": {"top": {"roll_rad": 0.01}, "bottom": {"focal_px": 590.5}},
    }


def test_a_file_that_is_no_toml_is_left_alone(tmp_path):
    path = tmp_path / "rosa.toml"
    path.write_text("[walk\n")
    with pytest.raises(ConfigurationError, match="not valid TOML"):
        write_section(path, "camera_placer", VALUES)
    assert path.read_text() == "[walk\n"


def test_keys_of_nested_parameters_are_dotted():
    assert section_text("a/b", {"c.d": 1.5}) == "[a.b]\nc.d = 1.5\n"
