import math

import numpy as np
import pytest

from ludens.estimation.ball_filter import BallFilter, BallFilterTuning

SEEN = (0.02**2, 0.0, 0.02**2)


def rolled(ball_filter, *, speed_mps, slows_mps2=0.35, until_s, period_s=0.1, seed=1, start_m=0.5):
    """Let the filter watch a ball that rolls away along x; return where it comes to rest."""
    random = np.random.default_rng(seed)
    for number in range(int(until_s / period_s)):
        time_s = number * period_s
        rolls_s = min(time_s, speed_mps / slows_mps2)
        x_m = start_m + speed_mps * rolls_s - 0.5 * slows_mps2 * rolls_s**2
        place = (x_m + random.normal(0, 0.01), random.normal(0, 0.01))
        ball_filter.observe(place, SEEN, time_s)
    return start_m + 0.5 * speed_mps**2 / slows_mps2


def test_a_ball_that_lies_is_known_better_with_every_look():
    ball_filter = BallFilter()
    rolled(ball_filter, speed_mps=0.0, until_s=3.0)
    best = ball_filter.choose()
    assert best is not None
    assert math.dist(best.place_m, (0.5, 0.0)) < 0.01
    assert best.speed_mps < 0.05
    assert math.sqrt(best.covariance[0, 0]) < 0.016  # of one look 0.02


@pytest.mark.parametrize("seed", range(5))
def test_one_second_after_a_kick_it_is_known_where_the_ball_will_lie(seed):
    ball_filter = BallFilter(BallFilterTuning(deceleration_mps2=0.35))
    rests_m = rolled(ball_filter, speed_mps=1.2, until_s=1.0, seed=seed)
    best = ball_filter.choose()
    assert best is not None
    assert math.dist(ball_filter.destination_m(best), (rests_m, 0.0)) < 0.30


@pytest.mark.parametrize("speed_mps", [2.0, 3.0])
def test_three_looks_after_a_kick_a_ball_that_lay_is_known_to_roll_and_where_to(speed_mps):
    ball_filter = BallFilter(BallFilterTuning(deceleration_mps2=0.35))
    seen = (0.08**2, 0.0, 0.03**2)  # at two metres: along the line of sight, and across
    for number in range(24):
        rolls_s = max(0.1 * number - 2.05, 0.0)
        x_m = 2.0 - speed_mps * rolls_s + 0.175 * rolls_s**2
        ball_filter.observe((x_m, 0.3 * rolls_s), seen, 0.1 * number)
    best = ball_filter.choose()
    assert best is not None
    assert len(ball_filter.hypotheses) == 1
    assert best.velocity_mps[0] == pytest.approx(-speed_mps, rel=0.4)
    aside_m = best.place_m[1] - best.velocity_mps[1] / best.velocity_mps[0] * best.place_m[0]
    assert aside_m == pytest.approx(0.3 * 2.0 / speed_mps, abs=0.1)  # where it passes the one who looks


@pytest.mark.parametrize("false_m", [(0.9, 0.2), (0.3, -0.3)])
def test_a_false_ball_seen_once_beside_one_that_lies_is_taken_back_by_the_next_look(false_m):
    ball_filter = BallFilter()
    rolled(ball_filter, speed_mps=0.0, until_s=2.0)
    ball_filter.observe(false_m, SEEN, 2.0)
    for time_s in (2.1, 2.2):
        ball_filter.observe((0.5, 0.0), SEEN, time_s)
        best = ball_filter.choose()
        assert best is not None
        assert math.dist(best.place_m, (0.5, 0.0)) < 0.02
        assert best.speed_mps < 0.1


def test_a_ball_out_of_sight_rolls_on_and_is_found_again():
    ball_filter = BallFilter(BallFilterTuning(deceleration_mps2=0.35))
    rests_m = rolled(ball_filter, speed_mps=1.0, until_s=1.0)
    ball_filter.predict(5.0)
    hidden = ball_filter.choose()
    assert hidden is not None
    assert math.dist(hidden.place_m, (rests_m, 0.0)) < 0.35
    ball_filter.observe((rests_m, 0.0), SEEN, 5.0)
    assert len(ball_filter.hypotheses) == 1


def test_a_false_ball_seen_once_is_not_believed():
    ball_filter = BallFilter()
    rolled(ball_filter, speed_mps=0.0, until_s=2.0)
    ball_filter.observe((3.0, 1.0), SEEN, 2.0)
    best = ball_filter.choose()
    assert best is not None
    assert best.place_m[0] < 1.0
    ball_filter.predict(4.0)
    assert len(ball_filter.hypotheses) == 1


def test_a_ball_that_was_carried_away_is_given_up_for_the_one_that_is_seen():
    ball_filter = BallFilter()
    rolled(ball_filter, speed_mps=0.0, until_s=2.0)
    for number in range(10):
        old = [ball for ball in ball_filter.hypotheses if ball.place_m[0] < 1.0]
        ball_filter.observe((3.0, 1.0), SEEN, 2.0 + 0.1 * number)
        ball_filter.missed(old)
    best = ball_filter.choose()
    assert best is not None
    assert math.dist(best.place_m, (3.0, 1.0)) < 0.05


def test_a_ball_not_seen_for_long_is_forgotten():
    ball_filter = BallFilter(BallFilterTuning(forget_s=5.0))
    rolled(ball_filter, speed_mps=0.0, until_s=1.0)
    ball_filter.predict(7.0)
    assert ball_filter.choose() is None


def test_a_second_ball_of_one_picture_does_not_carry_the_first_one_away():
    ball_filter = BallFilter()
    for number in range(8):
        ball = ball_filter.observe((1.0, 0.0), SEEN, 0.1 * number)
    again = ball_filter.observe((1.0, 0.0), SEEN, 0.8)
    other = ball_filter.observe((1.0, -0.2), SEEN, 0.8, taken=[again])
    assert again is ball
    assert other is not ball
    chosen = ball_filter.choose()
    assert chosen is ball
    assert chosen.speed_mps < 0.1


def test_a_far_ball_that_is_kicked_twice_is_never_known_better_than_possible():
    ball_filter = BallFilter()
    askew = (0.09, 0.0899, 0.09)  # far away: along the line of sight it may be anywhere
    places = [0.0] * 8 + [0.11, 0.21, 0.13, 0.0]
    for number, aside_m in enumerate(places):
        ball = ball_filter.observe((aside_m, -aside_m), askew, 0.1 * number)
        assert np.linalg.eigvalsh(ball.covariance).min() > 0.0


@pytest.mark.parametrize("steady", [False, True])
def test_a_robot_that_stands_knows_after_one_look_that_a_ball_rolls_which_lay(steady):
    ball_filter, seen = BallFilter(), (0.12**2, 0.0, 0.03**2)
    random = np.random.default_rng(3)
    for number in range(40):  # pictures of one that stands differ by half of what is unsure about each
        place = 2.0 + random.normal(0, 0.06), random.normal(0, 0.015)
        ball_filter.observe(place, seen, 0.1 * number, steady=steady)
        best = ball_filter.choose()
        assert number < 10 or (best is not None and best.speed_mps < 0.35)
    ball_filter.observe((1.65, 0.02), seen, 4.0, steady=steady)
    best = ball_filter.choose()
    assert best is not None
    assert (best.velocity_mps[0] < -0.8) == steady
