"""What people who watch are shown of a match."""

from typing import Any

import pytest
from msgspec import structs

from ludens.core.contract.debug import Debug, DebugHub
from ludens.games.soccer.match_words import report_words
from ludens.games.soccer.rules.broadcast import told
from ludens.games.soccer.rules.events import FreeKick, Penalise, Ready, Set, Whistle
from ludens.games.soccer.rules.match import MatchTimes, new_match
from ludens.games.soccer.rules.transitions import after
from ludens.games.soccer.show_match import MatchView, scoreboard
from ludens.geometry import Pose2
from ludens.messages import Circle, StateReport, Text
from ludens.messages.field import FieldPose
from ludens.messages.league import PenaltyReason, RobotReport, SetPlay
from ludens.messages.refereeing import FieldRobot, FieldTruth, MatchReport
from ludens.messages.team import BallOrigin, PlayerRole, Role, TeamBall

BLUE = FieldRobot(name="blue2", team=0, player=2, field_from_robot=Pose2(-1.0, 0.0, 0.0))
RED = FieldRobot(name="red3", team=1, player=3, field_from_robot=Pose2(2.0, 1.0, 3.1))
TRUTH = FieldTruth(time_s=4.0, ball_m=(0.5, 0.0), ball_height_m=0.05, ball_mps=(0.0, 0.0), robots=(BLUE, RED))


@pytest.fixture(scope="module")
def shown() -> dict[str, Any]:
    """A kick-in for blue, red 3 penalised; what each stream shows."""
    match = new_match(24, 5, times=MatchTimes(hidden_s=0))
    events = (Ready(), Set(), Whistle(), Penalise(1, 3, PenaltyReason.PUSHING), FreeKick(SetPlay.KICK_IN, 0))
    for event in events:
        match = after(match, event, 4_000_000_000)
    control = told(match, is_true=True)
    report = MatchReport(time_s=4.0, control=control, attacks_right=0, is_automatic=True, said="Goal!")
    state = StateReport(time_s=4.0, state="walk_up", since_s=1.0, reason="", states=(), transitions=())
    pose = FieldPose(
        time_s=4.0, field_from_robot=Pose2(-2.1, -1.0, 0.0), sigma_m=0.1, sigma_rad=0.1, error=1.0
    )
    ball = TeamBall(time_s=4.0, origin=BallOrigin.MATES, place_m=(-0.5, 0.0))
    role = PlayerRole(time_s=4.0, role=Role.STRIKER, reason="nobody is sooner")
    answer = RobotReport(time_s=3.9, player=3, team=5, ball_age_s=1.0, ball_m=(1.5, 0.0))
    streams: dict[str, Any] = {}
    hub = DebugHub()
    hub.watch("*", lambda path, _time_s, content: streams.update({path: content}))
    view = MatchView(debug=Debug(hub, "", None))
    view.start()
    nothing: dict[str, Any] = {}
    roles: dict[str, Any] = {"blue2": role, "red3": None}
    view.cycle(
        *(TRUTH, report, {"red3": control, "blue2": None}, {"red3": pose}, nothing, {"red3": ball}, nothing),
        *(roles, {"blue2": state}, nothing, nothing, (answer,), ()),
    )
    again: Any = (TRUTH, None, {"red3": control}, *(nothing,) * 8, (answer,), ())
    view.cycle(*again)  # what was told before is still known
    return streams


def test_the_scoreboard_says_state_clocks_calls_and_penalties(shown: dict[str, Any]) -> None:
    board = shown["scoreboard"]
    assert (board.scores, board.clock_s, board.second_clock) == ((0, 0), 600.0, "30 s")
    assert (board.doing, board.reason) == ("1st half · Kick-in for blue", "Goal!")
    assert board.results == ("red 3: pushing 45 s",)


def test_the_scoreboard_does_not_say_the_same_twice() -> None:
    report = MatchReport(
        time_s=4.0,
        control=told(new_match(24, 5), is_true=True),
        attacks_right=0,
        is_automatic=False,
        said="You are the referee.",
    )
    board = scoreboard(report)
    assert board.doing.endswith("you are the referee")
    assert board.reason == ""


def test_the_roster_says_role_state_and_penalty(shown: dict[str, Any]) -> None:
    blue, red = shown["roster"].rows
    assert blue.cells == ("2", "striker", "walk up", "", "nobody is sooner")
    assert (red.cells[3], red.is_faded, blue.is_faded) == ("pushing, 45 s", True, False)


def test_what_red_believes_is_turned_to_where_it_is_on_the_field(shown: dict[str, Any]) -> None:
    centers = [shape.center for shape in shown["red3/beliefs"].shapes if isinstance(shape, Circle)]
    assert centers == [pytest.approx((2.1, 1.0)), pytest.approx((0.5, 0.0))]
    assert shown["blue2/beliefs"].shapes == ()  # it does not know where it is
    numbers = [shape.words for shape in shown["truth"].shapes if isinstance(shape, Text)]
    assert numbers == ["2", "3"]


def test_packets_are_listed_newest_first_for_the_robot_they_concern(shown: dict[str, Any]) -> None:
    kinds = [row.cells[1] for row in shown["red3/packets"].rows]
    assert kinds[:2] == ["control data", "answer"]
    assert shown["blue2/packets"].rows == ()  # the packet to it was lost


def test_an_answer_that_holds_no_pose_tells_none():
    bare = RobotReport(time_s=3.0, player=1, team=24)
    assert report_words(bare) == "alive"
    at = structs.replace(bare, field_from_robot=Pose2(1.0, -0.04, 0.0))
    assert report_words(at) == "at 1.0, 0.0 m, no ball"
