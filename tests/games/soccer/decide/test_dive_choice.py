"""When a keeper throws itself before a ball: properties of the choice."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ludens.games.soccer.decide.dive_choice import (
    BlockTuning,
    Crossing,
    RollingLooks,
    chance,
    choose_block,
    crossing_of,
    rolling_s,
)
from ludens.geometry import Pose2
from ludens.messages.field import BallState
from ludens.messages.team import BallOrigin, TeamBall

HOME = Pose2(-4.5, 0.0, 0.0)
TUNING = BlockTuning()


def ball(
    place_m: tuple[float, float],
    velocity_mps: tuple[float, float],
    *,
    seen_s: float = 0.0,
    sigma_mps: float = 0.05,
) -> BallState:
    return BallState(
        time_s=0.0,
        place_m=place_m,
        velocity_mps=velocity_mps,
        destination_m=place_m,
        sigma_m=0.02,
        seen_s=seen_s,
        observations=9,
        velocity_sigmas_mps=(2.0 * sigma_mps, sigma_mps),
    )


def shot(aside_m: float, arrives_s: float, *, from_y_m: float = 0.0, speed_mps: float = 2.0) -> BallState:
    """A ball that passes the keeper so far on its left so much later, if nothing slowed it down."""
    way_m = speed_mps * arrives_s - 0.5 * TUNING.deceleration_mps2 * arrives_s**2
    ahead_m = math.sqrt(max(way_m**2 - (aside_m - from_y_m) ** 2, 0.01))
    direction = ahead_m / way_m, (aside_m - from_y_m) / way_m
    return ball((TUNING.front_m + ahead_m, from_y_m), (-speed_mps * direction[0], speed_mps * direction[1]))


asides = st.floats(-0.7, 0.7)
arrivals = st.floats(0.3, 1.5)


@given(aside=asides, arrives=arrivals, start=st.floats(-0.8, 0.8))
def test_where_and_when_the_ball_passes_is_foreseen(aside, arrives, start):
    assume(abs(aside - start) < 0.5 * arrives)
    crossing = crossing_of(shot(aside, arrives, from_y_m=start))
    assert crossing is not None
    assert crossing.aside_m == pytest.approx(aside, abs=0.02)
    assert crossing.arrives_s == pytest.approx(arrives, abs=0.02)


@given(aside=asides, arrives=arrivals)
def test_left_and_right_are_mirrored(aside, arrives):
    one, other = (choose_block(shot(y, arrives), HOME, time_s=0.0).kind for y in (aside, -aside))
    mirrored = {"dive_left": "dive_right", "dive_right": "dive_left"}
    assert mirrored.get(one, one) == other


@pytest.mark.parametrize(
    ("ball_m", "observers", "ago_s", "origin", "dives"),
    [
        ((4.0, 0.5), 2, 0.5, BallOrigin.MATES, False),
        ((4.0, 0.5), 1, 0.5, BallOrigin.MATES, True),  # one against one
        ((4.0, 0.5), 3, 2.5, BallOrigin.MATES, True),  # long ago: it may have been kicked since
        ((-3.0, 0.5), 3, 0.5, BallOrigin.MATES, True),  # it was there before the shot
        ((4.0, 0.5), 3, 0.5, BallOrigin.RULES, True),
    ],
)
def test_it_does_not_dive_before_what_cannot_be_the_ball_that_its_mates_see(
    ball_m, observers, ago_s, origin, dives
):
    told = TeamBall(time_s=0.0, origin=origin, place_m=ball_m, seen_s=-ago_s, observers=observers)
    choice = choose_block(shot(0.45, 0.6), HOME, time_s=0.0, team_ball=told)
    assert (choice.kind == "dive_left") == dives


@given(aside=asides, arrives=arrivals)
def test_it_dives_to_the_side_of_the_ball_and_never_where_it_stands(aside, arrives):
    choice = choose_block(shot(aside, arrives), HOME, time_s=0.0)
    if choice.kind.startswith("dive"):
        assert abs(aside) > 0.5 * TUNING.stands_m
        assert (choice.kind == "dive_left") == (aside > 0.0)


@given(
    aside=st.floats(-0.8, 0.8), sigma=st.floats(0.01, 0.3), since=st.floats(0.0, 1.0), later=st.floats(0, 1)
)
def test_chances_are_probabilities_and_an_earlier_dive_reaches_more(aside, sigma, since, later):
    crossing = Crossing(1.0, aside, sigma, 0.05)
    stands, dives = chance(crossing), chance(crossing, dives_s=since)
    assert 0.0 <= stands <= 1.0
    assert 0.0 <= dives <= 1.0
    if abs(aside) > TUNING.stands_m + 2.4 * sigma:  # farther than its feet in any case
        assert stands == 0.0
        assert chance(crossing, dives_s=since + later) >= dives - 1e-9


def test_where_the_side_is_not_known_a_dive_helps_less_than_standing():
    assert chance(Crossing(0.7, 0.03, 0.04), dives_s=0.7) < chance(Crossing(0.7, 0.03, 0.04))
    assert chance(Crossing(0.7, 0.4, 0.04), dives_s=0.7) > 0.9
    assert chance(Crossing(0.7, 0.4, 0.4), dives_s=0.7) < 0.75


@given(
    place=st.tuples(st.floats(0.3, 6.0), st.floats(-2.0, 2.0)),
    velocity=st.tuples(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0)),
)
def test_it_never_falls_for_a_ball_that_is_no_goal(place, velocity):
    choice = choose_block(ball(place, velocity, sigma_mps=0.0), HOME, time_s=0.0)
    if choice.kind in ("none", "step"):
        return
    speed = math.hypot(*velocity)
    assert velocity[0] < 0.0
    assert speed > TUNING.slowest_mps
    over_line_m = place[1] + velocity[1] / -velocity[0] * place[0]
    assert abs(over_line_m) < 0.8
    assert rolling_s(place[0], speed, TUNING.deceleration_mps2) is not None
    assert choice.arrives_s < 1.0


@pytest.mark.parametrize(
    ("seen", "home", "sigma_mps"),
    [
        (-0.5, HOME, 0.05),  # not seen for a while
        (0.0, Pose2(-3.0, 0.0, 0.0), 0.05),  # outside its area, where no hands are allowed
        (0.0, HOME, 9.0),  # a velocity that nobody knows yet
    ],
)
def test_it_stays_on_its_feet_where_it_must_not_or_does_not_know(seen, home, sigma_mps):
    comes = shot(0.5, 0.7)
    assert choose_block(comes, HOME, time_s=0.0).kind == "dive_left"
    vague = ball(comes.place_m, comes.velocity_mps, seen_s=seen, sigma_mps=sigma_mps)
    assert choose_block(vague, home, time_s=0.0).kind == "none"


def test_it_looks_as_long_as_there_is_time_and_steps_aside_for_a_slow_ball():
    assert choose_block(shot(0.5, 1.4), HOME, time_s=0.0).reason == "there is time left to look"
    assert choose_block(shot(0.5, 0.7), HOME, time_s=0.0).kind == "dive_left"
    assert choose_block(shot(0.5, 0.2, from_y_m=0.5), HOME, time_s=0.0).reason == "a dive would hardly help"
    slow = shot(0.15, 2.8, speed_mps=1.25)
    assert choose_block(slow, HOME, time_s=0.0).kind == "step"
    assert choose_block(shot(0.02, 0.7), HOME, time_s=0.0).reason == "it stands in the ball's way"
    assert choose_block(None, HOME, time_s=0.0).kind == "none"


def test_it_counts_looks_at_a_ball_that_rolls():
    looks, rolls, lies = RollingLooks(), (-2.0, 0.0), (-0.1, 0.0)
    seen = [(0.0, lies), (0.1, rolls), (0.1, rolls), (0.2, rolls), (0.3, rolls), (0.4, lies), (0.5, rolls)]
    counts = [looks.count(ball((1.5, 0.0), velocity, seen_s=at_s)) for at_s, velocity in seen]
    assert counts == [0, 1, 1, 2, 3, 0, 1]
    assert looks.count(None) == 0


def test_after_one_look_it_dives_only_where_another_look_would_cost_more():
    late, early = (
        [choose_block(shot(0.5, at_s), HOME, time_s=0.0, looks=n).kind for n in (1, 2)]
        for at_s in (0.7, 0.88)
    )
    assert late == ["dive_left", "dive_left"]
    assert early == ["none", "dive_left"]
