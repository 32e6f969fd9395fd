import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.messages import CalibratedJoints
from ludens.motion.files import MotionFileError, parse_motion
from ludens.motion.files.curve import JointTrack
from ludens.motion.files.recorder import MOVED_RAD, MotionRecorder
from ludens.motion.files.writing import motion_text
from ludens.motion.poses import posture_of
from ludens.robots.nao.joints import HIGHEST_RAD, INDEX, JOINTS, LOWEST_RAD, mirrored

postures = st.lists(st.floats(-0.05, 1.05), min_size=25, max_size=25).map(
    lambda shares: LOWEST_RAD + np.array(shares) * (HIGHEST_RAD - LOWEST_RAD)
)


def posed(position_rad) -> CalibratedJoints:
    many = np.zeros(len(JOINTS))
    return CalibratedJoints(
        time_s=0.0,
        position_rad=position_rad,
        stiffness=many,
        current_a=many,
        temperature_c=many,
        status=np.zeros(len(JOINTS), dtype=np.int64),
    )


@settings(max_examples=50, deadline=None)
@given(st.lists(postures, min_size=1, max_size=5), st.floats(0.05, 2.0))
def test_whatever_was_posed_becomes_a_sound_file_that_leads_through_it(poses, duration_s: float) -> None:
    recorder = MotionRecorder("posed")
    for pose in poses:
        recorder.capture(posed(pose), duration_s=duration_s)
    motion = recorder.motion()
    assert parse_motion(motion_text(motion), name="posed", origin="text") == motion
    for row, pose in zip(JointTrack.of(motion).position_rad, poses, strict=True):
        reachable = np.clip(pose, LOWEST_RAD, HIGHEST_RAD)
        assert np.abs(row - reachable).max() <= MOVED_RAD + 0.0011


def test_only_joints_that_moved_are_named() -> None:
    recorder = MotionRecorder("nod")
    recorder.capture(posed(posture_of("stand")))
    nodding_rad = posture_of("stand")
    nodding_rad[INDEX["HeadPitch"]] = 0.3
    frame = recorder.capture(posed(nodding_rad), name="down", duration_s=0.4)
    assert frame.joints_rad == {"HeadPitch": 0.3}
    assert frame.duration_s == 0.4
    assert len(recorder.motion().frames[0].joints_rad) == len(JOINTS)


def test_a_frame_that_is_too_short_for_its_joints_gets_more_time() -> None:
    recorder = MotionRecorder("hurry")
    recorder.capture(posed(np.zeros(25)))
    bent_rad = np.zeros(25)
    bent_rad[INDEX["LKneePitch"]] = 2.0
    assert recorder.capture(posed(bent_rad), duration_s=0.1).duration_s > 0.5
    recorder.motion()


def test_a_symmetrical_recording_takes_the_mean_of_both_sides() -> None:
    lopsided_rad = posture_of("stand")
    lopsided_rad[INDEX["LShoulderRoll"]] = 0.3
    lopsided_rad[INDEX["RShoulderRoll"]] = -0.1
    recorder = MotionRecorder("even", symmetrical=True)
    recorder.capture(posed(lopsided_rad))
    row = JointTrack.of(recorder.motion()).position_rad[0]
    assert row[INDEX["LShoulderRoll"]] == 0.2
    np.testing.assert_allclose(row, mirrored(row), atol=0.004)


def test_the_last_frame_can_be_taken_back() -> None:
    recorder = MotionRecorder("back")
    recorder.capture(posed(posture_of("stand")), name="one")
    other_rad = posture_of("stand") * 0.9
    recorder.capture(posed(other_rad), name="two")
    recorder.drop_last()
    assert recorder.capture(posed(posture_of("stand")), name="two").joints_rad == {}
    recorder.drop_last()
    recorder.drop_last()
    assert recorder.count == 0
    assert len(recorder.capture(posed(other_rad)).joints_rad) == len(JOINTS)


def test_what_cannot_be_recorded_is_said() -> None:
    recorder = MotionRecorder("odd")
    with pytest.raises(MotionFileError, match="no number"):
        recorder.capture(posed(np.full(25, np.nan)))
    recorder.capture(posed(posture_of("stand")), name="one")
    with pytest.raises(MotionFileError, match="already a frame 'one'"):
        recorder.capture(posed(posture_of("stand")), name="one")
    with pytest.raises(MotionFileError, match="cannot last -1 s"):
        recorder.capture(posed(posture_of("stand")), duration_s=-1.0)
    with pytest.raises(MotionFileError, match="there is no frame"):
        MotionRecorder("empty").motion()
