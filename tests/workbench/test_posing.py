"""A robot that is bent joint by joint, and the file that its postures become."""

from pathlib import Path

import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.messages import CalibratedJoints, MotionActivations, RemoteCommand
from ludens.motion.files import MotionLibrary
from ludens.robots.nao import INDEX, SPEED_RADPS
from ludens.robots.nao.stance import stance
from ludens.workbench.posing import MotionFileRecorder, PosingPlayer

HEAD_YAW = INDEX["HeadYaw"]
POSING = MotionActivations(time_s=0.0, motion="pose", shares={"play": 1.0})


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
    player = PosingPlayer()
    path_rad = []
    for cycle in range(300):
        played = player.cycle(POSING, joints(0.012 * cycle), None, (set_to(9.0),) if cycle == 0 else ())
        assert played is not None
        assert played.may_leave
        path_rad.append(played.position_rad[HEAD_YAW])
    assert path_rad[0] == joints().position_rad[HEAD_YAW]
    assert max(np.diff(path_rad)) < 0.2 * SPEED_RADPS[HEAD_YAW] * 0.012
    assert path_rad[-1] == pytest.approx(2.0857)


def test_without_sliders_it_holds_and_files_are_played_as_ever():
    player = PosingPlayer()
    held = player.cycle(POSING, joints(HeadYaw=0.3), None, ())
    assert held is not None
    assert held.position_rad[HEAD_YAW] == 0.3
    standing = MotionActivations(time_s=0.0, motion="stand", shares={"play": 1.0})
    played = player.cycle(standing, joints(), None, ())
    assert played is not None
    assert played.motion == "stand"
    assert player.cycle(MotionActivations(time_s=0.0, motion="walk", shares={}), joints(), None, ()) is None


def test_captured_frames_become_a_motion_that_can_be_played(tmp_path: Path):
    desk = MotionFileRecorder(tmp_path / "motions")
    desk.capture(joints(), 1.0)
    desk.capture(joints(HeadYaw=0.5), 0.5)
    desk.capture(joints(HeadYaw=1.5), 0.5)
    assert desk.drop() == "Took back frame 3."
    assert len(desk.frames()) == 2
    path = desk.save("look_left")
    assert desk.frames() == ()
    motion = MotionLibrary.load(path.parent)["look_left"]
    assert motion.frames[-1].joints_rad == {"HeadYaw": 0.5}
    assert "look_left" in desk.names()


def test_a_motion_without_frames_or_with_an_odd_name_is_not_saved(tmp_path: Path):
    desk = MotionFileRecorder(tmp_path)
    assert desk.drop() == "There is no frame to take back."
    with pytest.raises(LudensError):
        desk.save("empty")
    with pytest.raises(LudensError, match="no name for a motion"):
        desk.save("../elsewhere")
    assert list(tmp_path.iterdir()) == []
