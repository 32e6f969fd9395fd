import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.messages import KickRequest
from ludens.motion.kick import KickParameters
from ludens.motion.kick.balance import joints_for, standing
from ludens.motion.kick.course import DRAW, SWING, Course, Knot, kick_course, resting
from ludens.motion.kick.strokes import BALL_RADIUS_M, FORWARD, SIDE, Stroke, aimed, best_ball_m, stroke_for
from ludens.motion.kick.targets import FOOT, HEIGHT, MASS, PLACE, standing_target
from ludens.motion.walk import WalkParameters
from ludens.motion.walk import standing as walk_standing
from ludens.robots.nao.joints import HIGHEST_RAD, LOWEST_RAD
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.links import ANKLE_HEIGHT_M
from ludens.robots.nao.places import SOLE_BACK_M, SOLE_FRONT_M, SOLE_INNER_M

places = st.lists(st.floats(-0.3, 0.3), min_size=2, max_size=2).map(np.array)


@given(places, places, st.floats(0.1, 2.0))
def test_from_rest_to_rest_it_never_leaves_the_way(start, end, duration_s) -> None:
    course = Course((resting(0.0, start, ""), resting(duration_s, end, "go")))
    for time_s, place in ((0.0, start), (duration_s, end)):
        value, speed = course.at(time_s)
        assert value == pytest.approx(place)
        assert speed == pytest.approx(np.zeros(2), abs=1e-9)
    lowest, highest = np.minimum(start, end) - 1e-9, np.maximum(start, end) + 1e-9
    for share in np.linspace(0.0, 1.0, 21):
        value, _ = course.at(share * duration_s)
        assert (lowest <= value).all()
        assert (value <= highest).all()


@given(places, places, places)
def test_a_knot_is_passed_at_its_speed_without_a_jump(start, middle, speed) -> None:
    course = Course(
        (resting(0.0, start, ""), Knot(0.4, middle, speed, "there"), resting(1.0, start, "and back"))
    )
    before, after = course.at(0.4 - 1e-9), course.at(0.4 + 1e-9)
    assert before[0] == pytest.approx(middle, abs=1e-6)
    assert after[0] == pytest.approx(middle, abs=1e-6)
    assert before[1] == pytest.approx(speed, abs=1e-5)
    assert after[1] == pytest.approx(speed, abs=1e-5)


@given(places, places, places, st.floats(0.01, 0.99))
def test_the_told_speed_is_the_slope_of_the_way(start, end, speed, time_s) -> None:
    course = Course((Knot(0.0, start, speed), resting(1.0, end, "go")))
    step_s = 1e-5
    slope = (course.at(time_s + step_s)[0] - course.at(time_s - step_s)[0]) / (2.0 * step_s)
    assert course.at(time_s)[1] == pytest.approx(slope, abs=1e-4)


def test_after_its_end_it_rests_there_and_stretches_have_names() -> None:
    course = Course(
        (resting(0.0, np.zeros(1), ""), resting(1.0, np.ones(1), "up"), resting(3.0, np.zeros(1), "down"))
    )
    assert course.end_s == 3.0
    assert course.phase(0.5) == ("up", 0.5)
    assert course.phase(2.0) == ("down", 0.5)
    value, speed = course.at(7.0)
    assert value == pytest.approx([0.0])
    assert speed == pytest.approx([0.0])


USUAL = KickParameters()
CYCLE_S = 0.024
strengths = st.floats(0.0, 1.0)
strokes = st.sampled_from([FORWARD, SIDE])


@st.composite
def balls(draw: st.DrawFn, stroke: Stroke) -> tuple[float, float]:
    along_m = draw(st.floats(stroke.nearest_m, stroke.farthest_m)) + stroke.face_m + BALL_RADIUS_M
    low_m, high_m = stroke.across_m
    across_m = draw(st.floats(low_m - 0.9 * stroke.misfit_m, high_m + 0.9 * stroke.misfit_m))
    return stroke.on_floor(along_m, across_m + stroke.face_middle_m)


def course(stroke: Stroke, ball_m: tuple[float, float], strength: float) -> Course:
    aim = aimed(stroke, ball_m)
    assert aim.refused == ""
    return kick_course(USUAL, stroke, strike_m=aim.strike_m, strength=strength)


@settings(max_examples=12, deadline=None)
@given(st.data(), strokes, strengths)
def test_legs_reach_all_of_every_kick_at_a_ball_in_reach(data, stroke: Stroke, strength: float) -> None:
    kick = course(stroke, data.draw(balls(stroke)), strength)
    position_rad = standing(USUAL)
    for time_s in np.arange(0.0, kick.end_s, CYCLE_S):
        target, _ = kick.at(float(time_s))
        position_rad, reached = joints_for(target, position_rad, USUAL)
        assert reached, kick.phase(float(time_s))
        assert (position_rad >= LOWEST_RAD - 1e-9).all()
        assert (position_rad <= HIGHEST_RAD + 1e-9).all()
        posture = Posture(position_rad)
        stance_from_torso = posture.torso_from_right_sole.inverse()
        ankle = stance_from_torso.apply(posture.torso_from_link("LFoot").translation)
        assert ankle == pytest.approx(target[FOOT] + [0.0, 0.0, ANKLE_HEIGHT_M], abs=1e-6)


@given(st.data(), strokes, strengths)
def test_a_kick_begins_and_ends_at_rest_in_the_stand(data, stroke: Stroke, strength: float) -> None:
    kick = course(stroke, data.draw(balls(stroke)), strength)
    for time_s in (0.0, kick.end_s):
        value, speed = kick.at(time_s)
        assert value == pytest.approx(standing_target(USUAL))
        assert speed == pytest.approx(np.zeros_like(speed), abs=1e-9)


@settings(max_examples=25)
@given(st.data(), strokes, strengths)
def test_the_foot_passes_the_ball_in_the_swing_and_never_touches_the_other_foot(
    data, stroke: Stroke, strength: float
) -> None:
    ball_m = data.draw(balls(stroke))
    kick = course(stroke, ball_m, strength)
    ball_along_m, _ = stroke.split(ball_m)
    fronts_m = {DRAW: -math.inf, SWING: -math.inf}
    for time_s in np.arange(0.0, kick.end_s, 0.002):  # in which the foot goes 3 mm; it passes the ball by 6
        value, _ = kick.at(float(time_s))
        phase, _ = kick.phase(float(time_s))
        x_m, y_m = value[PLACE].tolist()
        along_m, _ = stroke.split((x_m, y_m))
        if phase in fronts_m:
            fronts_m[phase] = max(fronts_m[phase], along_m + stroke.face_m)
        assert y_m > 2.0 * SOLE_INNER_M
    assert fronts_m[DRAW] < ball_along_m - BALL_RADIUS_M + 0.011  # it lies no nearer than the resting foot
    assert fronts_m[SWING] > ball_along_m - BALL_RADIUS_M


def test_a_smaller_ball_is_struck_nearer_and_lower() -> None:
    usual, small = (
        stroke_for(KickRequest(time_s=0.0, ball_radius_m=radius_m)) for radius_m in (0.05, 0.0325)
    )
    assert usual == FORWARD
    assert small.lift_m < usual.lift_m
    ahead_m, _ = best_ball_m(usual)
    nearer_m, beside_m = best_ball_m(small)
    assert ahead_m - nearer_m == pytest.approx(0.0175)
    # The foot strikes at the same place of its swing: at the ball's side, wherever that is.
    struck_m = aimed(small, (nearer_m, beside_m)).strike_m
    assert struck_m == pytest.approx(aimed(usual, best_ball_m(usual)).strike_m)


@settings(max_examples=15)
@given(strokes, strengths, strengths)
def test_a_stronger_kick_swings_faster(stroke: Stroke, one: float, other: float) -> None:
    weak, strong = sorted((one, other))
    fastest = []
    for strength in (weak, strong):
        kick = course(stroke, best_ball_m(stroke), strength)
        speeds = (kick.at(float(time_s))[1][PLACE] for time_s in np.arange(0.0, kick.end_s, 0.005))
        fastest.append(max(float(np.hypot(*speed)) for speed in speeds))
    assert fastest[0] <= fastest[1] + 0.02


@given(strokes)
def test_while_one_foot_carries_the_mass_is_above_it(stroke: Stroke) -> None:
    kick = course(stroke, best_ball_m(stroke), 1.0)
    for time_s in np.arange(0.0, kick.end_s, 0.01):
        value, _ = kick.at(float(time_s))
        if value[HEIGHT] > 1e-6:
            ahead_m, inside_m = value[MASS].tolist()
            assert 0.03 - SOLE_BACK_M < ahead_m < SOLE_FRONT_M - 0.03
            assert abs(inside_m) < 0.5 * SOLE_INNER_M


def test_the_stand_is_near_the_walk_s() -> None:
    assert np.abs(standing(USUAL) - walk_standing(WalkParameters())).max() < 0.25


@given(strokes, st.floats(-1.0, 1.0), st.floats(-1.0, 1.0))
def test_a_ball_is_either_reached_or_refused_with_a_sentence(stroke: Stroke, x_m: float, y_m: float) -> None:
    aim = aimed(stroke, (x_m, y_m))
    if aim.refused:
        assert aim.refused.startswith("The ball lies ")
        assert aim.refused.endswith(".")
    else:
        along_m, _ = stroke.split(aim.strike_m)
        assert stroke.nearest_m <= along_m <= stroke.farthest_m


def test_what_is_not_a_number_is_refused_or_weak() -> None:
    assert aimed(FORWARD, (math.nan, 0.1)).refused
    assert aimed(FORWARD, (0.185, math.nan)).refused
    weak = kick_course(USUAL, FORWARD, strike_m=(0.025, 0.09), strength=math.nan)
    assert weak.end_s == kick_course(USUAL, FORWARD, strike_m=(0.025, 0.09), strength=0.0).end_s
