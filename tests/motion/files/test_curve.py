import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.motion.files.curve import JointTrack, curve_from, farthest, highest_speed
from ludens.motion.files.motion import Frame, Motion
from ludens.robots.nao.joints import HIGHEST_RAD, INDEX, JOINTS, LOWEST_RAD, SPEED_RADPS

NAMES = ("LKneePitch", "HeadYaw", "RShoulderRoll")
SAMPLES = 200


def within(joint: str, share: float) -> float:
    index = INDEX[joint]
    return float(LOWEST_RAD[index] + share * (HIGHEST_RAD[index] - LOWEST_RAD[index]))


@st.composite
def motions(draw, *, named_speeds: bool = True) -> Motion:
    count = draw(st.integers(1, 5))
    frames = []
    for number in range(count):
        chosen = draw(st.lists(st.sampled_from(NAMES), unique=True))
        passed = named_speeds and number + 1 < count
        frames.append(
            Frame(
                name=f"frame {number}",
                duration_s=draw(st.floats(0.05, 2.0)),
                hold_s=draw(st.sampled_from((0.0, 0.0, 0.1))),
                joints_rad={joint: within(joint, draw(st.floats(0.0, 1.0))) for joint in chosen},
                speeds_radps={chosen[0]: draw(st.floats(-4.0, 4.0))} if passed and chosen else {},
                stiffness={joint: draw(st.floats(0.0, 1.0)) for joint in chosen},
            )
        )
    return Motion(name="random", summary="Random.", frames=tuple(frames))


starts = st.floats(0.0, 1.0).map(lambda share: LOWEST_RAD + share * (HIGHEST_RAD - LOWEST_RAD))


@settings(max_examples=60, deadline=None)
@given(motions(), starts)
def test_it_passes_every_frame_without_jumps_in_place_or_speed(motion: Motion, start_rad) -> None:
    curve = curve_from(JointTrack.of(motion), start_rad, np.zeros(len(JOINTS)))
    expected_rad, expected_stiffness = start_rad.copy(), np.zeros(len(JOINTS))
    speed_before = np.zeros(len(JOINTS))
    for number, frame in enumerate(motion.frames):
        position_rad, stiffness = curve.at(number, 0.0)
        np.testing.assert_allclose(position_rad, expected_rad, atol=1e-12)
        np.testing.assert_allclose(stiffness, expected_stiffness, atol=1e-12)
        points, duration_s = curve.points_rad[number], curve.duration_s[number]
        np.testing.assert_allclose(3.0 * (points[1] - points[0]) / duration_s, speed_before, atol=1e-6)
        speed_before = 3.0 * (points[3] - points[2]) / duration_s
        for joint, angle_rad in frame.joints_rad.items():
            expected_rad[INDEX[joint]] = angle_rad
        for joint, value in frame.stiffness.items():
            expected_stiffness[INDEX[joint]] = value
        position_rad, stiffness = curve.at(number, 1.0)
        np.testing.assert_allclose(position_rad, expected_rad, atol=1e-12)
        np.testing.assert_allclose(stiffness, expected_stiffness, atol=1e-12)
        assert duration_s >= frame.duration_s
    if not motion.frames[-1].speeds_radps:
        np.testing.assert_allclose(speed_before, 0.0, atol=1e-9)


@settings(max_examples=60, deadline=None)
@given(motions(), starts)
def test_extremes_are_those_of_the_sampled_curve(motion: Motion, start_rad) -> None:
    curve = curve_from(JointTrack.of(motion), start_rad, np.zeros(len(JOINTS)))
    fastest, (lowest, highest) = highest_speed(curve), farthest(curve)
    shares = np.linspace(0.0, 1.0, SAMPLES + 1)
    for number, duration_s in enumerate(curve.duration_s):
        sampled = np.array([curve.at(number, share)[0] for share in shares])
        assert (sampled.min(axis=0) >= lowest[number] - 1e-9).all()
        assert (sampled.max(axis=0) <= highest[number] + 1e-9).all()
        np.testing.assert_allclose(sampled.min(axis=0), lowest[number], atol=1e-3)
        np.testing.assert_allclose(sampled.max(axis=0), highest[number], atol=1e-3)
        speeds = np.abs(np.diff(sampled, axis=0)).max(axis=0) * SAMPLES / duration_s
        assert (speeds <= fastest[number] + 1e-9).all()
        np.testing.assert_allclose(speeds, fastest[number], rtol=0.05, atol=0.05)


@settings(max_examples=60, deadline=None)
@given(motions(named_speeds=False), starts)
def test_without_named_speeds_no_joint_swings_beyond_two_neighbouring_frames(motion, start_rad) -> None:
    curve = curve_from(JointTrack.of(motion), start_rad, np.zeros(len(JOINTS)))
    lowest, highest = farthest(curve)
    ends = curve.points_rad[:, [0, 3]]
    assert (lowest >= ends.min(axis=1) - 1e-9).all()
    assert (highest <= ends.max(axis=1) + 1e-9).all()


@given(starts)
def test_the_way_to_the_first_frame_takes_as_long_as_the_joints_need(start_rad) -> None:
    frame = Frame(name="only", duration_s=0.05, joints_rad={joint: within(joint, 0.5) for joint in JOINTS})
    curve = curve_from(
        JointTrack.of(Motion(name="a", summary="A.", frames=(frame,))), start_rad, np.zeros(len(JOINTS))
    )
    assert (highest_speed(curve) <= SPEED_RADPS).all()


def test_a_joint_that_goes_on_does_not_stop_at_a_frame_but_does_where_it_is_held() -> None:
    def speed_at_middle(hold_s: float) -> float:
        frames = tuple(
            Frame(name=str(angle), duration_s=1.0, hold_s=hold_s, joints_rad={"LKneePitch": angle})
            for angle in (0.0, 0.5, 1.0)
        )
        curve = curve_from(
            JointTrack.of(Motion(name="a", summary="A.", frames=frames)), np.zeros(25), np.zeros(len(JOINTS))
        )
        points = curve.points_rad[1, :, INDEX["LKneePitch"]]
        return float(3.0 * (points[3] - points[2]) / curve.duration_s[1])

    assert abs(speed_at_middle(0.0) - 0.5) < 1e-9
    assert speed_at_middle(0.2) == 0.0
