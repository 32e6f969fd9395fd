"""A robot that is bent joint by joint, and the file that its postures become."""

from pathlib import Path

import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.messages import CalibratedJoints, MotionWeights, RemoteCommand
from ludens.motion.files import MotionLibrary
from ludens.robots.nao import INDEX, SPEED_RADPS
from ludens.robots.nao.kinematics.stance import stance
from ludens.workbench.posing import MotionFileRecorder, Posing

HEAD_YAW = INDEX["HeadYaw"]
POSING = MotionWeights(time_s=0.0, motion="pose", weights={"pose": 1.0})


def joints(time_s: float = 0.0, **angles_rad: float) -> CalibratedJoints:
    position_rad = stance()
    for name, angle_rad in angles_rad.items():
        position_rad[INDEX[name]] = angle_rad
    still = np.zeros(25)
    return CalibratedJoints(
        time_s=time_s,
        position_rad=position_rad,
        stiffness=still,
        current_a=still,
        temperature_c=still,
        status=still.astype(np.int64),
    )


def set_to(head_yaw_rad: float) -> RemoteCommand:
    posed_rad = stance()
    posed_rad[HEAD_YAW] = head_yaw_rad
    return RemoteCommand(time_s=0.0, motion="pose", posed_rad=tuple(posed_rad.tolist()))


def test_a_slider_leads_its_joint_slowly_and_not_beyond_its_limits():
    posing = Posing()
    path_rad = []
    for cycle in range(300):
        played = posing.cycle(POSING, joints(0.012 * cycle), (set_to(9.0),) if cycle == 0 else ())
        assert played is not None
        assert played.may_leave
        path_rad.append(played.position_rad[HEAD_YAW])
    assert path_rad[0] == joints().position_rad[HEAD_YAW]
    assert max(np.diff(path_rad)) < 0.2 * SPEED_RADPS[HEAD_YAW] * 0.012
    assert path_rad[-1] == pytest.approx(2.0857)


def test_without_sliders_it_holds_the_head_too_and_without_a_weight_it_wants_nothing():
    posing = Posing()
    held = posing.cycle(POSING, joints(HeadYaw=0.3), ())
    assert held is not None
    assert held.position_rad[HEAD_YAW] == 0.3
    assert held.uses_head
    assert posing.cycle(MotionWeights(time_s=0.0, motion="walk", weights={}), joints(), ()) is None


def test_captured_frames_become_a_motion_that_can_be_played(tmp_path: Path):
    recorder = MotionFileRecorder(tmp_path / "motions")
    recorder.capture(joints(), 1.0)
    recorder.capture(joints(HeadYaw=0.5), 0.5)
    recorder.capture(joints(HeadYaw=1.5), 0.5)
    assert recorder.drop() == "Took back frame 3."
    assert len(recorder.frames()) == 2
    path = recorder.save("look_left")
    assert recorder.frames() == ()
    motion = MotionLibrary.load(path.parent)["look_left"]
    assert motion.frames[-1].joints_rad == {"HeadYaw": 0.5}
    assert "look_left" in recorder.names()


def test_a_motion_without_frames_or_with_an_odd_name_is_not_saved(tmp_path: Path):
    recorder = MotionFileRecorder(tmp_path)
    assert recorder.drop() == "There is no frame to take back."
    with pytest.raises(LudensError):
        recorder.save("empty")
    with pytest.raises(LudensError, match="no name for a motion"):
        recorder.save("../elsewhere")
    assert list(tmp_path.iterdir()) == []
