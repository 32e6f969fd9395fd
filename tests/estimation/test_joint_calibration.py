import numpy as np
import pytest

from ludens.core.configuration import Configuration, ConfigurationError
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.module_check import check_module
from ludens.estimation.joint_calibration import (
    JointCalibrationError,
    JointCalibrator,
    JointCalibratorParameters,
)
from ludens.messages import BodyHealth, JointOffsetsLearnt, JointReadings
from ludens.robots.nao.joints import INDEX, JOINTS


def readings(time_s: float = 0.0) -> JointReadings:
    many = np.linspace(0.0, 1.0, len(JOINTS))
    return JointReadings(
        time_s=time_s,
        position_rad=many,
        stiffness=many,
        current_a=many,
        temperature_c=many,
        status=np.zeros(len(JOINTS), dtype=np.int64),
    )


def test_it_keeps_the_promises_of_a_module() -> None:
    check_module(JointCalibrator, [{"joints": readings(0.0)}, {"joints": readings(0.012)}])


def test_known_offsets_are_taken_off_and_told() -> None:
    calibrator = JointCalibrator(JointCalibratorParameters(offsets_rad={"LKneePitch": 0.05}))
    calibrated, calibration = calibrator.cycle(readings(3.0))
    assert calibrated is not None
    expected_rad = readings().position_rad.copy()
    expected_rad[INDEX["LKneePitch"]] -= 0.05
    np.testing.assert_allclose(calibrated.position_rad, expected_rad)
    assert calibrated.time_s == calibration.time_s == 3.0
    assert calibration.offset_rad[INDEX["LKneePitch"]] == 0.05
    assert np.count_nonzero(calibration.offset_rad) == 1


def test_of_a_frame_that_cannot_be_believed_there_are_no_joints() -> None:
    calibrator = JointCalibrator()
    assert calibrator.cycle(readings(), BodyHealth(time_s=0.0, frame_is_sound=False))[0] is None
    assert calibrator.cycle(readings(), BodyHealth(time_s=0.0, frame_is_sound=True))[0] is not None


def test_damage_is_told() -> None:
    _, calibration = JointCalibrator(JointCalibratorParameters(damaged=("RHand",))).cycle(readings())
    assert calibration.damaged == ("RHand",)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"offsets_rad": {"LKneePich": 0.1}}, "no joint 'LKneePich'; did you mean 'LKneePitch'"),
        ({"damaged": ("LeftHand",)}, "no joint 'LeftHand'"),
        ({"offsets_rad": {"LKneePitch": 0.6}}, "LKneePitch cannot be off by 0.6 rad"),
        ({"offsets_rad": {"LKneePitch": float("nan")}}, "cannot be off by nan"),
    ],
    ids=str,
)
def test_what_cannot_be_meant_is_refused(parameters, words: str) -> None:
    with pytest.raises(JointCalibrationError, match=words):
        JointCalibratorParameters(**parameters)


def test_a_robot_s_file_holds_its_calibration(tmp_path) -> None:
    sections = Setup("body", (CyclerPlan("body", "body", (Node(JointCalibrator),)),)).sections()
    folder = tmp_path / "robot"
    folder.mkdir()
    (folder / "nao-7.toml").write_text(
        '[joint_calibrator]\ndamaged = ["LElbowRoll"]\noffsets_rad = { LKneePitch = 0.02 }\n'
    )
    loaded = Configuration.load(sections, directory=tmp_path, robot_names={"": "nao-7"})
    assert loaded.parameters("joint_calibrator") == JointCalibratorParameters(
        offsets_rad={"LKneePitch": 0.02}, damaged=("LElbowRoll",)
    )
    (folder / "nao-7.toml").write_text('[joint_calibrator]\ndamaged = ["LElbow"]\n')
    with pytest.raises(ConfigurationError, match=r"nao-7\.toml.*no joint 'LElbow'; did you mean"):
        Configuration.load(sections, directory=tmp_path, robot_names={"": "nao-7"})


def test_what_is_learnt_while_playing_is_taken_over_slowly_and_wins() -> None:
    calibrator = JointCalibrator(
        JointCalibratorParameters(offsets_rad={"LKneePitch": 0.05, "LElbowRoll": 0.01})
    )
    learnt = JointOffsetsLearnt(time_s=0.0, offsets_rad={"LElbowRoll": 0.03, "HeadYaw": -0.005})
    calibrator.cycle(readings(0.0))
    _, first = calibrator.cycle(readings(0.1), None, learnt)
    assert first.offset_rad[INDEX["LElbowRoll"]] == pytest.approx(0.02)  # no joint jumps
    assert first.offset_rad[INDEX["HeadYaw"]] == pytest.approx(-0.005)
    _, later = calibrator.cycle(readings(1.0))
    assert later.offset_rad[INDEX["LElbowRoll"]] == pytest.approx(0.03)
    assert later.offset_rad[INDEX["LKneePitch"]] == pytest.approx(0.05)
