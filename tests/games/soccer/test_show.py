"""What people who watch are shown of a game."""

import math
from typing import Any

import numpy as np
import pytest

from ludens.core.contract.debug import Debug, DebugHub
from ludens.core.contract.module import CycleTime
from ludens.core.contract.time_series import TimeSeries
from ludens.games.soccer.show import FieldView, told, walked_path
from ludens.geometry import Pose2
from ludens.messages import Arrow, Circle, Polyline, StateReport
from ludens.messages.field import BallState, FieldPose, Landmarks
from ludens.messages.soccer import MatchStatus, WalkPlan


class Watched:
    """A field view of which every stream is looked at."""

    def __init__(self):
        hub = DebugHub()
        self.shown: dict[str, Any] = {}
        hub.watch("*", lambda path, _time_s, content: self.shown.update({path: content}))
        self.view = FieldView(debug=Debug(hub, "", None))
        self.view.start()
        self.past: TimeSeries[FieldPose] = TimeSeries(10.0)

    def cycle(
        self, time_s, *, at=Pose2(0.0, 0.0, 0.0), ball=None, plan=None, state=None, status=None, seen=None
    ):
        pose = FieldPose(time_s=time_s, field_from_robot=at, sigma_m=0.1, sigma_rad=0.1, error=1.0)
        self.past.add(pose)
        report = None
        if state:
            report = StateReport(
                time_s=time_s, state=state, since_s=0.0, reason="the ball is seen", states=(), transitions=()
            )
        now = CycleTime(time_s=time_s)
        self.view.cycle(now, pose, self.past, ball, plan, report, status, seen, None)


def test_lines_are_drawn_where_the_robot_was_when_it_saw_them():
    watched = Watched()
    watched.cycle(1.0, at=Pose2(1.0, 0.0, 0.0))
    line = Landmarks(time_s=1.0, lines_m=np.array([[1.0, -1.0, 1.0, 1.0]]))
    watched.cycle(1.2, at=Pose2(1.1, 0.0, 0.5), seen=line)
    (drawn,) = watched.shown["seen"].shapes
    assert drawn.points == ((2.0, -1.0), (2.0, 1.0))
    watched.cycle(3.0)
    assert watched.shown["seen"].shapes == ()  # seen too long ago


def test_a_rolling_ball_is_drawn_with_the_place_where_it_will_rest():
    watched = Watched()
    ball = BallState(
        time_s=1.0,
        place_m=(1.0, 0.0),
        velocity_mps=(1.0, 0.0),
        destination_m=(2.5, 0.0),
        sigma_m=0.05,
        seen_s=1.0,
        observations=9,
    )
    watched.cycle(1.0, at=Pose2(0.0, 1.0, math.pi / 2), ball=ball)
    centers = [shape.center for shape in watched.shown["ball"].shapes if isinstance(shape, Circle)]
    assert centers == [pytest.approx((0.0, 3.5)), pytest.approx((0.0, 2.0))]
    assert [shape.handle for shape in watched.shown["pose"].shapes if isinstance(shape, Circle)] == ["robot"]


def test_the_way_goes_round_the_ball_and_ends_at_the_target():
    plan = WalkPlan(time_s=0.0, mode="walk behind ball", target=Pose2(1.2, 0.0, math.pi), ball_m=(1.0, 0.0))
    points = np.array(walked_path(plan))
    assert np.hypot(*(points - (1.0, 0.0)).T).min() > 0.1
    assert math.dist(points[-1], (1.2, 0.0)) < 0.15
    watched = Watched()
    watched.cycle(1.0, plan=WalkPlan(time_s=1.0, forward_mps=0.2))
    (way,) = watched.shown["way"].shapes  # who only has a speed has no target
    assert isinstance(way, Polyline)
    assert way.points[-1] == pytest.approx((0.4, 0.0))
    watched.cycle(2.0, plan=plan)
    assert any(isinstance(shape, Arrow) for shape in watched.shown["way"].shapes)


def test_goals_are_told_with_their_times_and_by_whom():
    watched = Watched()
    watched.cycle(1.0, state="driven", status=MatchStatus(time_s=1.0, state="playing"))
    goal = MatchStatus(time_s=2.0, state="ready", own_score=1, play_s=41.26)
    watched.cycle(2.0, status=goal)
    watched.cycle(3.0, status=goal)
    board = watched.shown["scoreboard"]
    assert (board.scores, board.results) == ((1, 0), ("41.3 s by you",))
    assert board.doing == "Goal after 41.3 s by you!"
    watched.cycle(4.0, state="search", status=MatchStatus(time_s=4.0, state="playing", own_score=1))
    watched.cycle(5.0, status=MatchStatus(time_s=5.0, state="ready", own_score=1, other_score=1, play_s=9.0))
    assert watched.shown["scoreboard"].results == ("41.3 s by you", "own goal after 9.0 s")
    watched.cycle(6.0, status=MatchStatus(time_s=6.0, state="set"))
    assert watched.shown["scoreboard"].results == ()  # another game


def test_what_it_does_and_why_is_one_sentence():
    playing = MatchStatus(time_s=0.0, state="playing")
    report = StateReport(
        time_s=0.0, state="approach", since_s=0.0, reason="the ball is seen", states=(), transitions=()
    )
    assert told(playing, report, ()) == ("Walks behind the ball", "because the ball is seen")
    assert told(MatchStatus(time_s=0.0, state="initial"), report, ())[0].startswith("Looks round")
    assert told(MatchStatus(time_s=0.0, state="finished"), report, ()) == (
        "The game is over",
        "without a goal",
    )
