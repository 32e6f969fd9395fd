import numpy as np
import pytest
from msgspec import structs

from ludens.core.runtime.module_check import check_module
from ludens.messages import (
    CalibratedJoints,
    FootSupport,
    ImuReading,
    MotionWeights,
    TorsoOrientation,
    WalkRequest,
)
from ludens.messages.support import SupportingFeet
from ludens.motion.walk import Gait, GaitPhase, Speed, Walk, WalkParameters, standing
from ludens.motion.walk.balance import WalkBalance, capture_error
from ludens.robots.nao.joints import HIGHEST_RAD, INDEX, JOINTS, LOWEST_RAD, SPEED_RADPS

CYCLE_S = 0.012
LEVEL = (1.0, 0.0, 0.0, 0.0)


def readings(time_s: float, position_rad=None) -> CalibratedJoints:
    many = np.zeros(len(JOINTS))
    position = standing(WalkParameters()) if position_rad is None else position_rad
    return CalibratedJoints(
        time_s=time_s,
        position_rad=position,
        stiffness=many,
        current_a=many,
        temperature_c=many,
        status=np.zeros(len(JOINTS), dtype=np.int64),
    )


def imu(time_s: float, rates=(0.0, 0.0, 0.0)) -> ImuReading:
    return ImuReading(time_s=time_s, angular_velocity_radps=rates, linear_acceleration_mps2=(0.0, 0.0, 9.81))


def level(time_s: float, rates=(0.0, 0.0, 0.0)) -> TorsoOrientation:
    return TorsoOrientation(time_s=time_s, quaternion=LEVEL, rates_radps=rates)


def commanded(walk: Walk, request: WalkRequest | None, *, seconds: float, begin_s: float = 0.0):
    for number in range(round(seconds / CYCLE_S)):
        time_s = begin_s + number * CYCLE_S
        wanted, report = walk.cycle(readings(time_s), imu(time_s), request, level(time_s), None)
        assert wanted is not None
        yield wanted.position_rad, report


def test_it_keeps_the_promises_of_a_module() -> None:
    request = WalkRequest(time_s=0.0, forward_mps=0.1)
    examples = [
        {"joints": readings(t), "imu": imu(t), "request": request, "orientation": level(t)}
        for t in (0.0, 0.3, 0.312, 0.324)
    ]
    check_module(Walk, examples)


def test_first_it_goes_to_its_stand_from_any_posture_within_speeds() -> None:
    walk = Walk()
    start_rad = 0.5 * (LOWEST_RAD + HIGHEST_RAD)
    last_rad, phases = start_rad, set()
    for number in range(250):
        time_s = number * CYCLE_S
        wanted, report = walk.cycle(readings(time_s, start_rad), imu(time_s), None, None, None)
        assert wanted is not None
        assert report is not None
        position_rad = wanted.position_rad
        assert (np.abs(position_rad - last_rad) <= SPEED_RADPS * CYCLE_S).all()
        last_rad = position_rad
        phases.add(report.phase)
    assert phases == {"get ready", "stand"}
    np.testing.assert_allclose(last_rad, standing(WalkParameters()), atol=1e-3)


@pytest.mark.parametrize("speed", [(0.2, 0.0, 0.0), (0.0, 0.12, 0.0), (0.0, 0.0, 0.8), (0.12, -0.05, -0.4)])
def test_commands_keep_limits_and_speeds_of_every_joint(speed: tuple[float, float, float]) -> None:
    walk = Walk()
    request = WalkRequest(time_s=0.0, forward_mps=speed[0], left_mps=speed[1], turn_radps=speed[2])
    way = np.array([position_rad for position_rad, _ in commanded(walk, request, seconds=4.0)])
    assert (way >= LOWEST_RAD).all()
    assert (way <= HIGHEST_RAD).all()
    assert (np.abs(np.diff(way, axis=0)) <= SPEED_RADPS * CYCLE_S).all()


def test_it_comes_to_a_stand_when_another_motion_is_wanted_and_only_there_may_be_left() -> None:
    walk = Walk()
    request = WalkRequest(time_s=0.0, forward_mps=0.2)
    for _ in commanded(walk, request, seconds=2.0):
        pass
    left_at = []
    for number in range(200):
        time_s = 2.0 + number * CYCLE_S
        kick = MotionWeights(time_s=time_s, motion="kick", weights={"walk": 1.0, "kick": 0.0})
        wanted, report = walk.cycle(readings(time_s), imu(time_s), request, level(time_s), kick)
        assert wanted is not None
        assert report is not None
        left_at.append((wanted.may_leave, report.phase))
    assert left_at[0] == (False, "step")
    assert left_at[-1] == (True, "stand")
    assert all(may_leave == (phase == "stand") for may_leave, phase in left_at)


def test_without_a_share_it_says_nothing_and_then_starts_afresh() -> None:
    walk = Walk()
    for _ in commanded(walk, None, seconds=1.0):
        pass
    away = MotionWeights(time_s=1.0, motion="kick", weights={"walk": 0.0, "kick": 1.0})
    assert walk.cycle(readings(1.0), imu(1.0), None, level(1.0), away) == (None, None)
    bent_rad = standing(WalkParameters())
    bent_rad[INDEX["LShoulderPitch"]] = 0.0
    back = MotionWeights(time_s=1.012, motion="walk", weights={"walk": 0.1, "kick": 0.9})
    wanted, report = walk.cycle(readings(1.012, bent_rad), imu(1.012), None, level(1.012), back)
    assert wanted is not None
    assert report is not None
    assert report.phase == "get ready"
    np.testing.assert_allclose(wanted.position_rad, bent_rad)


def test_a_gap_in_the_readings_makes_no_leap() -> None:
    walk = Walk()
    request = WalkRequest(time_s=0.0, forward_mps=0.2)
    before = [position_rad for position_rad, _ in commanded(walk, request, seconds=2.0)][-1]
    after, _ = next(commanded(walk, request, seconds=0.012, begin_s=5.0))
    assert np.abs(after - before).max() < 0.3


def test_numbers_that_are_none_are_asked_in_vain() -> None:
    walk = Walk()
    request = WalkRequest(time_s=0.0, forward_mps=float("nan"), left_mps=float("inf"))
    assert {report.phase for _, report in commanded(walk, request, seconds=1.0)} == {"get ready", "stand"}


def test_the_stance_ankle_works_against_tipping_and_its_hip_where_it_is_loose() -> None:
    for left_is_stance, side in ((True, "L"), (False, "R")):
        for hip_share in (0.0, 1.0):
            balance, position_rad = WalkBalance(), np.zeros(len(JOINTS))
            balance.feel(0.5, 1.0)
            balance.correct(
                position_rad, WalkParameters(), left_is_stance=left_is_stance, hip_share=hip_share
            )
            assert position_rad[INDEX[f"{side}AnklePitch"]] > 0.0
            assert position_rad[INDEX[f"{side}AnkleRoll"]] > 0.0
            assert (position_rad[INDEX[f"{side}HipRoll"]] > 0.0) == (hip_share > 0.0)
            assert np.count_nonzero(position_rad) == 2 + (hip_share > 0.0)


def test_a_forward_lean_carries_the_capture_point_forward() -> None:
    lean = TorsoOrientation(time_s=0.0, quaternion=(0.995, 0.0, 0.0998, 0.0), rates_radps=(0.0, 0.0, 0.0))
    ahead_m, aside_m = capture_error(lean, WalkParameters())
    assert (ahead_m, aside_m) == pytest.approx((0.26 * 0.2, 0.0), abs=0.002)
    assert capture_error(level(0.0, (1.0, 0.0, 0.0)), WalkParameters())[1] < -0.03


def test_after_a_shove_it_steps_on_the_spot_for_a_while() -> None:
    gait = Gait(WalkParameters())
    for _ in range(200):
        gait.advance(Speed(0.2), elapsed_s=CYCLE_S)
    assert gait.speed == Speed(0.2)
    gait.advance(Speed(0.2), elapsed_s=CYCLE_S, felt_m=(0.0, 0.1))
    for _ in range(30):
        targets = gait.advance(Speed(0.2), elapsed_s=CYCLE_S)
        assert targets.phase is GaitPhase.STEP
    assert gait.speed.forward_mps < 0.13
    for _ in range(100):
        gait.advance(Speed(0.2), elapsed_s=CYCLE_S)
    assert gait.speed == Speed(0.2)


def test_a_robot_in_doubt_about_upright_takes_a_little_more_for_its_own_walk() -> None:
    for doubt_m, walks_on in ((0.0, False), (0.015, True)):
        gait = Gait(WalkParameters())
        for _ in range(200):
            gait.advance(Speed(0.2), elapsed_s=CYCLE_S, felt_m=(0.0, 0.05), doubt_m=doubt_m)
        assert (gait.speed == Speed(0.2)) is walks_on


def test_a_hot_robot_walks_slower_and_a_warm_one_does_not() -> None:
    speeds = []
    for temperature_c in (65.0, 75.9):
        walk = Walk()
        for number in range(250):
            time_s = number * CYCLE_S
            hot = structs.replace(readings(time_s), temperature_c=np.full(len(JOINTS), temperature_c))
            request = WalkRequest(time_s=time_s, forward_mps=0.2)
            _, report = walk.cycle(hot, imu(time_s), request, level(time_s), None)
        assert report is not None
        speeds.append(report.forward_mps)
    assert speeds[0] == pytest.approx(0.2)
    assert 0.08 < speeds[1] < 0.12


def test_small_steps_are_slow_and_keep_their_direction() -> None:
    walk = Walk()
    request = WalkRequest(time_s=0.0, forward_mps=0.2, left_mps=0.1, steps="small")
    reports = [report for _, report in commanded(walk, request, seconds=3.0)]
    assert 0.02 < reports[-1].forward_mps < 0.07
    assert reports[-1].left_mps == pytest.approx(0.5 * reports[-1].forward_mps)


def test_arms_go_behind_the_back_when_asked() -> None:
    walk = Walk()
    request = WalkRequest(time_s=0.0, forward_mps=0.1, arms="behind")
    last_rad = [position_rad for position_rad, _ in commanded(walk, request, seconds=3.0)][-1]
    assert last_rad[INDEX["LShoulderPitch"]] > 2.0
    assert last_rad[INDEX["RShoulderPitch"]] > 2.0


@pytest.mark.parametrize(("current_a", "told"), [(0.8, 0.0), (0.02, 0.33)])
def test_fingers_that_hold_something_are_told_to_close_from_the_first_cycle_on(
    current_a: float, told: float
) -> None:
    hand = INDEX["LHand"]
    joints = readings(0.0)
    position_rad, currents_a = joints.position_rad.copy(), np.zeros(len(JOINTS))
    position_rad[hand], currents_a[hand] = 0.33, current_a
    held = structs.replace(joints, position_rad=position_rad, current_a=currents_a)
    wanted, _ = Walk(WalkParameters()).cycle(held, imu(0.0), None, level(0.0), None)
    assert wanted is not None
    assert wanted.position_rad[hand] == pytest.approx(told)


def steps_taken(*, lands_at: float) -> int:
    """In three seconds, by a body whose swinging foot lands after this share of each step."""
    walk, request, taken = Walk(), WalkRequest(time_s=0.0, forward_mps=0.2), 0
    stance, last_rad = True, standing(WalkParameters())
    feet: SupportingFeet = "both"
    for number in range(250):
        time_s = number * CYCLE_S
        support = foot_support(time_s, feet)
        wanted, report = walk.cycle(readings(time_s), imu(time_s), request, level(time_s), None, support)
        assert wanted is not None
        assert report is not None
        assert (np.abs(wanted.position_rad - last_rad) <= SPEED_RADPS * CYCLE_S).all()
        last_rad = wanted.position_rad
        taken += report.left_is_stance != stance
        stance = report.left_is_stance
        swings = report.phase == "step" and 0.2 < report.share < lands_at
        feet = ("left" if stance else "right") if swings else "both"
    return taken


def foot_support(time_s: float, feet: SupportingFeet) -> FootSupport:
    return FootSupport(
        time_s=time_s,
        feet=feet,
        has_contact=True,
        left_n=26.0,
        right_n=26.0,
        center_in_left_sole_m=None,
        center_in_right_sole_m=None,
        center_m=None,
    )


def test_feet_that_land_early_make_quicker_steps_within_the_joints_speeds() -> None:
    assert steps_taken(lands_at=0.75) > steps_taken(lands_at=2.0) + 1
