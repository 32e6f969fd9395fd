"""Where the head looks, by mode, and with one eye."""

import pytest
from msgspec import structs

from ludens.core.contract.module import CycleTime
from ludens.games.soccer.move.gaze import HeadControl
from ludens.messages.field import BallState
from ludens.messages.health import EyesHealth
from ludens.messages.soccer import GazePlan

BALL = BallState(
    time_s=0.0,
    place_m=(1.0, 0.5),
    velocity_mps=(0.0, 0.0),
    destination_m=(1.0, 0.5),
    sigma_m=0.1,
    seen_s=0.0,
    observations=9,
)


def looks(mode, *, seconds=0.1, ball=BALL, eyes=None, first_left=True, point_m=None):
    head, requests = HeadControl(), []
    for number in range(round(seconds / 0.1)):
        plan = GazePlan(time_s=0.1 * number, mode=mode, first_left=first_left, point_m=point_m)
        seen = structs.replace(ball, seen_s=0.1 * number)
        requests.append(head.cycle(CycleTime(time_s=0.1 * number), plan, seen, None, eyes))
    return requests


def test_the_ball_or_a_point_is_looked_at():
    assert looks("ball")[0].point_m == (1.0, 0.5, 0.05)
    assert looks("point", point_m=(2.0, 0.0, 0.1))[0].point_m == (2.0, 0.0, 0.1)
    straight = looks("straight")[0]
    assert (straight.point_m, straight.yaw_rad) == (None, 0.0)


@pytest.mark.parametrize("first_left", [True, False])
def test_a_search_begins_on_the_side_where_the_ball_was_and_reaches_both(first_left):
    yaws = [request.yaw_rad for request in looks("search", seconds=6.0, first_left=first_left)]
    assert (yaws[5] > 0.0) == first_left
    assert max(yaws) > 1.0
    assert min(yaws) < -1.0


def test_with_the_ball_it_now_and_then_looks_at_landmarks():
    requests = looks("ball and landmarks", seconds=4.0)
    assert requests[5].point_m == (1.0, 0.5, 0.05)
    assert any(request.point_m is None for request in requests)


def test_a_survey_holds_the_head_still_at_several_angles():
    yaws = [request.yaw_rad for request in looks("survey", seconds=6.0)]
    assert len(set(yaws)) == 8


def test_a_survey_comes_to_every_angle_with_the_head_up_and_down():
    held = {(request.yaw_rad, request.pitch_rad) for request in looks("survey", seconds=50.0)}
    pitches = {pitch_rad for _, pitch_rad in held}
    assert len(held) == 8 * len(pitches)
    assert min(pitches) <= -0.4  # from a side line the lower eye sees lines only so
    assert max(pitches) >= 0.4


def test_with_one_eye_that_eye_looks():
    top, bottom = EyesHealth(time_s=0.0, bottom_sees=False), EyesHealth(time_s=0.0, top_sees=False)
    assert looks("ball", eyes=top)[0].camera == "top"
    assert looks("ball", eyes=bottom)[0].camera == "bottom"
    both, lower = looks("look around")[0], looks("look around", eyes=bottom)[0]
    assert lower.pitch_rad < both.pitch_rad - 0.4
