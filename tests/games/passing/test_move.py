import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from ludens.core.runtime.module_check import check_module
from ludens.games.passing.move import Behaviours, Drive, DriveParameters, avoid, polar
from ludens.messages import (
    BaseVelocityCommand,
    BehaviourVectors,
    Intention,
    MeetingPlan,
    ObjectBelief,
    SonarBelief,
)
from ludens.robots.pioneer import BODY, LIMITS, SONAR_MAX_RANGE_M, SONAR_PLACES
from tests.games.passing.samples import belief, intention, obstacles, odometry, plan, sonar

GAIN, WITHIN_M = 0.03, 1.0
FRONT = (1, 2, 3, 4, 5, 6)
NOTHING = obstacles()

coordinates = st.floats(-3.0, 3.0)
points = st.tuples(coordinates, coordinates)
angles = st.floats(-math.pi, math.pi)


# ---------------------------------------------------------------- behaviours


def wanted(*active: str, **given_inputs: Any) -> BehaviourVectors:
    inputs = {
        "intention": intention("navigate", *active),
        "odometry": odometry(),
        "sonar": sonar(),
        "obstacles": NOTHING,
        "ball": belief(2.0, 0.5),
        "target": belief(3.0, -0.5),
        "plan": plan(),
        "meeting": None,
    }
    return Behaviours().cycle(**(inputs | given_inputs))


def vector_of(told: BehaviourVectors, name: str) -> tuple[float, float]:
    return told.vectors[told.names.index(name)]


@given(
    st.sampled_from(["forward", "navigate", "wander", "face", "ram", "scan", "retreat"]),
    st.lists(points, max_size=6),
    st.none() | points.filter(lambda place: math.hypot(*place) > 0.1),
    st.none()
    | st.builds(
        plan,
        before_m=st.floats(-2.0, 4.0),
        pass_m=st.floats(0.1, 4.0),
        offset_m=st.floats(-2.0, 2.0),
        direction_rad=angles,
    ),
)
def test_all_but_avoid_are_at_most_of_length_one(
    name: str, heard: list[tuple[float, float]], ball: tuple[float, float] | None, planned: Any
):
    told = wanted(
        name,
        obstacles=obstacles(*heard),
        ball=None if ball is None else belief(*ball),
        plan=planned,
    )
    assert math.hypot(*vector_of(told, name)) <= 1.0 + 1e-9
    assert told.total == pytest.approx(told.vectors[0])


def test_the_total_is_the_sum_of_the_active_ones():
    told = wanted("avoid", "forward", "navigate", sonar=sonar({3: 0.4}))
    assert told.names == ("avoid", "forward", "navigate")
    assert told.total == pytest.approx(np.sum(told.vectors, axis=0))


def test_without_active_behaviours_nothing_is_wanted():
    assert wanted().total == (0.0, 0.0)


def test_forward_impetus_is_a_tenth_ahead():
    assert vector_of(wanted("forward"), "forward") == pytest.approx((0.1, 0.0))


@given(angles)
def test_face_points_at_the_ball_and_ram_along_the_pass(direction_rad: float):
    told = wanted(
        "face", "ram", ball=belief(*polar(2.0, direction_rad)), plan=plan(direction_rad=direction_rad)
    )
    for vector in told.vectors:
        assert vector == pytest.approx(polar(1.0, direction_rad), abs=1e-9)


@pytest.mark.parametrize("offset_m", [-0.2, 0.2])
def test_ram_steers_back_to_the_line(offset_m: float):
    _, aside = vector_of(wanted("ram", plan=plan(offset_m=offset_m)), "ram")
    assert aside * offset_m < 0.0


def test_ram_goes_on_straight_when_the_plan_is_lost():
    assert vector_of(wanted("ram", plan=None), "ram") == (1.0, 0.0)


def test_without_a_plan_or_a_ball_nothing_is_navigated_to_or_faced():
    assert wanted("navigate", "face", plan=None, ball=None).total == (0.0, 0.0)


@pytest.mark.parametrize("direction", [-1, 1])
def test_scan_turns_to_the_side_that_is_asked(direction: int):
    told = wanted("scan", intention=intention("search", "scan", scan_direction=direction))
    x, y = vector_of(told, "scan")
    assert x == pytest.approx(0.0)
    assert y * direction > 0.0


def test_retreat_goes_back():
    assert vector_of(wanted("retreat"), "retreat")[0] < 0.0


def test_navigate_goes_to_the_stage_and_slows_down_before_it():
    far = plan(before_m=4.0, offset_m=0.5)
    told = vector_of(wanted("navigate", plan=far, ball=None, target=None), "navigate")
    assert math.atan2(told[1], told[0]) == pytest.approx(math.atan2(far.stage_m[1], far.stage_m[0]))
    near = vector_of(wanted("navigate", plan=plan(before_m=1.2), ball=None, target=None), "navigate")
    assert 0.0 < math.hypot(*near) < math.hypot(*told) == pytest.approx(1.0)


def test_navigate_goes_round_obstacles_and_round_the_ball():
    ahead = plan(before_m=3.0)
    for round_what in ({"obstacles": obstacles((0.9, 0.02)), "ball": None}, {"ball": belief(0.9, 0.02)}):
        told = vector_of(wanted("navigate", plan=ahead, target=None, **round_what), "navigate")
        assert 0.2 < abs(math.atan2(told[1], told[0])) < 1.6


def meeting(ball_m: tuple[float, float], drive_m: float) -> MeetingPlan:
    return MeetingPlan(
        time_s=0.0, ball_now_m=(1.0, -1.0), ball_m=ball_m, drive_m=drive_m, after_s=1.0, early_s=0.2
    )


def test_a_rolling_ball_is_driven_to_where_it_will_be_and_met_slowly():
    far = vector_of(wanted("meet", target=None, meeting=meeting((1.0, 0.5), 0.8)), "meet")
    near = vector_of(wanted("meet", target=None, meeting=meeting((0.4, 0.0), 0.02)), "meet")
    assert math.atan2(far[1], far[0]) == pytest.approx(math.atan2(0.5, 1.0))
    assert math.hypot(*near) < 0.5 * math.hypot(*far)
    assert math.hypot(*near) > 0.0  # it goes on until they touch
    assert math.atan2(near[1], near[0]) == pytest.approx(-math.pi / 4)  # so near, it turns to the ball itself


def test_a_ball_whose_path_is_not_known_for_a_moment_is_gone_on_to_slowly():
    coming = vector_of(wanted("meet", meeting=None, ball=belief(0.6, 0.3)), "meet")
    assert math.atan2(coming[1], coming[0]) == pytest.approx(math.atan2(0.3, 0.6))
    assert 0.0 < math.hypot(*coming) < 0.5
    touching = vector_of(wanted("meet", meeting=None, ball=belief(0.1, -0.2)), "meet")
    assert touching[0] > 0.0
    assert touching[1] == 0.0
    assert vector_of(wanted("meet", meeting=None, ball=None), "meet") == (0.0, 0.0)


def test_towards_a_ball_that_must_touch_by_now_it_goes_straight_on():
    inside = structs.replace(meeting((0.2, 0.1), 0.0), ball_now_m=(0.1, -0.2))
    ahead, aside = vector_of(wanted("meet", target=None, meeting=inside), "meet")
    assert ahead > 0.0
    assert aside == 0.0


def test_navigate_keeps_to_its_way_round():
    """With the same obstacle dead ahead it does not waver: the side first taken is kept."""
    behaviours = Behaviours()
    sides = []
    for aside_m in (0.02, -0.02, 0.01, -0.01):
        told = behaviours.cycle(
            intention("navigate", "navigate"),
            odometry(),
            sonar(),
            obstacles((0.9, aside_m)),
            None,
            None,
            plan(before_m=3.0),
            None,
        )
        sides.append(told.total[1] > 0.0)
    assert len(set(sides)) == 1


def test_wander_takes_the_free_side():
    wall = obstacles(*((0.8, y_m) for y_m in np.arange(-1.0, 1.0, 0.1)))
    x, y = vector_of(wanted("wander", obstacles=wall, ball=None, target=None), "wander")
    assert x < 0.75 * math.hypot(x, y)


# ---------------------------------------------------------------- avoid


@given(st.lists(st.floats(1.2, 5.0), min_size=16, max_size=16))
def test_avoid_is_silent_while_everything_is_beyond_a_metre(ranges_m: list[float]):
    told = avoid(sonar(dict(enumerate(ranges_m))), gain=GAIN, within_m=WITHIN_M)
    assert math.hypot(*told) < 1e-6


def test_avoid_overrides_everything_when_something_is_very_near():
    x, y = vector_of(wanted("avoid", sonar=sonar(dict.fromkeys(FRONT, 0.05))), "avoid")
    assert x < -1.0
    assert y == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("place", range(16))
def test_avoid_points_away_from_what_is_heard(place: int):
    x, y = avoid(sonar({place: 0.4}), gain=GAIN, within_m=WITHIN_M)
    length = math.hypot(x, y)
    assert length > 0.01
    away_rad = SONAR_PLACES[place].yaw_rad + math.pi
    assert (x / length, y / length) == pytest.approx(polar(1.0, away_rad), abs=1e-6)


def test_avoid_grows_as_things_come_nearer():
    lengths = [math.hypot(*avoid(sonar({3: m}), gain=GAIN, within_m=WITHIN_M)) for m in (0.9, 0.6, 0.3, 0.1)]
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1]


def test_an_unsure_range_repels_more_than_a_sure_one_of_the_same_mean():
    sure, unsure = (
        avoid(sonar({3: 1.1}, sigma_m=sigma_m), gain=GAIN, within_m=WITHIN_M) for sigma_m in (0.01, 0.4)
    )
    assert math.hypot(*unsure) > 10.0 * math.hypot(*sure)


def expected_repulsion(mean_m: float, sigma_m: float) -> float:
    """The integral of repulsion times density, in fine steps; what lies outside counts at the ends."""
    steps = np.linspace(mean_m - 6.0 * sigma_m, mean_m + 6.0 * sigma_m, 20001)
    density = np.exp(-0.5 * ((steps - mean_m) / sigma_m) ** 2)
    ranges_m = np.clip(steps, 0.05, SONAR_MAX_RANGE_M - 0.05)
    repulsion = GAIN * np.maximum(1.0 / ranges_m - 1.0 / WITHIN_M, 0.0)
    return float((density * repulsion).sum() / density.sum())


@given(st.floats(0.3, 2.5), st.floats(0.02, 0.8))
def test_avoid_is_the_expectation_under_the_gaussian(mean_m: float, sigma_m: float):
    told = avoid(
        SonarBelief(
            time_s=0.0,
            ranges_m=(mean_m,) + (SONAR_MAX_RANGE_M,) * 15,
            variances_m2=(sigma_m**2,) + (1e-6,) * 15,
        ),
        gain=GAIN,
        within_m=WITHIN_M,
    )
    assert math.hypot(*told) == pytest.approx(expected_repulsion(mean_m, sigma_m), rel=0.12, abs=0.002)


# ---------------------------------------------------------------- drive


def driven(
    total: tuple[float, float],
    *heard: tuple[float, float],
    told: Intention | None = None,
    target: ObjectBelief | None = None,
    parameters: DriveParameters | None = None,
) -> BaseVelocityCommand:
    told = intention("navigate", "navigate") if told is None else told
    vectors = BehaviourVectors(time_s=0.0, names=("navigate",), vectors=(total,), total=total)
    return Drive(parameters).cycle(told, vectors, obstacles(*heard), sonar(), target)


RETREAT = intention("retreat", "retreat")
RAM = intention("ram", "ram", forward_mps=1.2)


@given(st.lists(points, min_size=1, max_size=8), points, st.sampled_from(["navigate", "retreat", "ram"]))
def test_it_never_drives_towards_a_point_nearer_than_its_margin(
    heard: list[tuple[float, float]], total: tuple[float, float], state: str
):
    command = driven(total, *heard, told=intention(state, state, forward_mps=1.2))
    margin_m = DriveParameters().margin_m
    for x_m, y_m in heard:
        beside = abs(y_m) >= 0.5 * BODY.width_m
        if not beside and 0.0 < x_m < BODY.front_x_m + margin_m:
            assert command.forward_mps <= 0.0
        if not beside and BODY.rear_x_m - margin_m < x_m < 0.0:
            assert command.forward_mps >= 0.0


@given(st.floats(0.0, 3.0), st.sampled_from(["navigate", "retreat", "ram"]))
def test_it_can_always_stop_before_what_is_heard(gap_m: float, state: str):
    """Reaction and braking as the parameters say leave the margin free."""
    backwards = state == "retreat"
    place = (BODY.rear_x_m - gap_m, 0.0) if backwards else (BODY.front_x_m + gap_m, 0.0)
    command = driven((1.0, 0.0), place, told=intention(state, state, forward_mps=1.2))
    speed_mps, p = abs(command.forward_mps), DriveParameters()
    stopping_m = speed_mps * p.reaction_s + speed_mps**2 / (2.0 * p.brake_mps2)
    assert stopping_m <= max(gap_m - p.margin_m, 0.0) + 1e-9


def test_what_is_beside_or_behind_does_not_slow_it():
    free = driven((1.0, 0.0))
    assert free.forward_mps == pytest.approx(0.6)
    assert driven((1.0, 0.0), (0.5, 0.5), (-0.4, 0.0), (0.5, -0.5)).forward_mps == free.forward_mps


def test_the_target_is_kept_clear_of_though_no_sonar_hears_it():
    assert driven((1.0, 0.0), target=belief(0.4, 0.0), told=RAM).forward_mps == 0.0
    slowed = driven((1.0, 0.0), target=belief(0.7, 0.0), told=RAM).forward_mps
    assert 0.0 < slowed < 1.0
    assert driven((1.0, 0.0), target=belief(0.7, 1.0), told=RAM).forward_mps == pytest.approx(1.2)


@given(points)
def test_turning_faster_than_45_degrees_a_second_stops_driving(total: tuple[float, float]):
    command = driven(total)
    if abs(command.turn_radps) > math.pi / 4:
        assert command.forward_mps == 0.0


@given(angles)
def test_it_turns_towards_the_vector(angle_rad: float):
    command = driven(polar(1.0, angle_rad))
    assert command.turn_radps * angle_rad >= 0.0
    if abs(angle_rad) > 0.01:
        assert command.turn_radps != 0.0
    if abs(angle_rad) > math.pi / 2:
        assert command.forward_mps == 0.0


def test_a_longer_vector_is_driven_faster_up_to_the_limit():
    speeds = [driven((length, 0.0)).forward_mps for length in (0.2, 0.5, 1.0, 3.0)]
    assert speeds == sorted(speeds)
    assert speeds[-1] == speeds[-2] == pytest.approx(0.6)


def test_no_vector_is_no_motion():
    command = driven((0.0, 0.0))
    assert (command.forward_mps, command.turn_radps) == (0.0, 0.0)


def test_retreat_backs_off_straight():
    command = driven((-1.0, 0.3), told=RETREAT)
    assert command.forward_mps < 0.0
    assert command.turn_radps == 0.0


def test_limits_of_zero_are_kept():
    command = driven((1.0, 1.0), told=intention("orient", "face", forward_mps=0.0, turn_radps=0.5))
    assert command.forward_mps == 0.0
    assert 0.0 < command.turn_radps <= 0.5


numbers = st.floats(allow_nan=False, allow_infinity=False, width=32)


@given(numbers, numbers, st.lists(st.tuples(numbers, numbers), max_size=4), st.floats(0.0, 2.0))
def test_every_command_is_a_number_within_the_limits(
    x: float, y: float, heard: list[tuple[float, float]], limit: float
):
    told = intention("navigate", "navigate", forward_mps=limit, turn_radps=limit)
    command = driven((x, y), *heard, told=told)
    assert 0.0 <= command.forward_mps <= min(limit, LIMITS.forward_mps)
    assert abs(command.turn_radps) <= limit


@given(
    st.lists(st.floats(0.0, 5.0), min_size=16, max_size=16),
    st.lists(st.floats(0.0, 25.0), min_size=16, max_size=16),
)
def test_no_belief_of_the_sonars_makes_a_vector_that_is_no_number(
    ranges_m: list[float], variances_m2: list[float]
):
    told = SonarBelief(time_s=0.0, ranges_m=tuple(ranges_m), variances_m2=tuple(variances_m2))
    assert all(map(math.isfinite, avoid(told, gain=GAIN, within_m=WITHIN_M)))


def test_they_keep_the_contract_of_modules():
    inputs: dict[str, Any] = {
        "intention": intention("navigate", "avoid", "forward", "navigate"),
        "odometry": odometry(),
        "sonar": sonar({3: 0.5}),
        "obstacles": obstacles((0.9, 0.1)),
        "ball": belief(2.0, 0.5),
        "target": belief(3.0, -0.5),
        "plan": plan(before_m=2.0),
        "meeting": None,
    }
    check_module(Behaviours, [inputs, inputs])
    vectors = Behaviours().cycle(**inputs)
    check_module(
        Drive, [{name: inputs[name] for name in ("intention", "obstacles", "sonar")} | {"vectors": vectors}]
    )
