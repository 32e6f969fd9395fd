"""A match that a GameController elsewhere leads: what it says is carried out on the field, and told."""

from typing import Any

import pytest
from msgspec import structs

from ludens.core.contract.debug import Debug, DebugHub
from ludens.drivers.league.control_data import decode_control, encode_control
from ludens.games.soccer.referee.wired import DEAF, WiredReferee
from ludens.games.soccer.rules.broadcast import told
from ludens.games.soccer.rules.events import Goal, Penalise, Ready, Set, Whistle
from ludens.games.soccer.rules.match import MatchTimes, new_match
from ludens.games.soccer.rules.transitions import after
from ludens.geometry import Pose2
from ludens.messages.league import GameControl, MatchState, PenaltyReason
from ludens.messages.refereeing import FieldRobot, FieldTruth, RefereeOrder

BLUE = FieldRobot(name="blue2", team=0, player=2, field_from_robot=Pose2(-1.0, 0.0, 0.0))
RED = FieldRobot(name="red3", team=1, player=3, field_from_robot=Pose2(2.0, 1.0, 3.1))


def truth(time_s: float) -> FieldTruth:
    return FieldTruth(
        time_s=time_s, ball_m=(2.0, 0.0), ball_height_m=0.05, ball_mps=(0.0, 0.0), robots=(BLUE, RED)
    )


def sent(*events: Any, time_s: float) -> GameControl:
    """Control data as bytes bring it, of a GameController that calls our second team its first one."""
    match = new_match(5, 24, times=MatchTimes(hidden_s=0))
    for event in events:
        match = after(match, event, 0)
    return decode_control(encode_control(told(match)), time_s=time_s)


@pytest.fixture
def referee() -> WiredReferee:
    referee = WiredReferee(debug=Debug(DebugHub(), "", None))
    referee.start()
    return referee


def test_robots_are_carried_as_the_packets_say(referee: WiredReferee) -> None:
    hands, report = referee.cycle(truth(0.0), {"blue2": None})
    assert report is not None
    assert "ludens soccer referee 24 5" in report.said
    assert hands is not None  # everybody at the own side line
    assert {name for name, _ in hands.robots} == {"blue2", "red3"}
    started = (Ready(), Set())
    hands, _ = referee.cycle(truth(1.0), {"blue2": sent(*started, time_s=0.9), "red3": None})
    assert hands is not None
    assert (hands.ball_m, hands.robots) == ((0.0, 0.0), ())
    foul = (*started, Whistle(), Penalise(0, 3, PenaltyReason.PUSHING), Goal(0))
    hands, report = referee.cycle(truth(2.0), {"red3": sent(*foul, time_s=1.9)})
    assert hands is not None
    assert [name for name, _ in hands.robots] == ["red3"]
    assert report is not None
    assert [team.score for team in report.control.teams] == [0, 1]  # in our order
    assert report.said == ""
    back = sent(*started, Whistle(), time_s=2.9)
    hands, _ = referee.cycle(truth(3.0), {"red3": back})
    assert hands is not None
    assert [(name, round(abs(pose.y_m), 3)) for name, pose in hands.robots] == [("red3", 3.0)]
    assert referee.cycle(truth(3.1), {"red3": back}) == (None, None)  # nothing new


def test_a_person_is_told_that_the_referee_is_elsewhere_and_when_it_falls_silent(
    referee: WiredReferee,
) -> None:
    playing = sent(Ready(), Set(), Whistle(), time_s=0.9)
    referee.cycle(truth(1.0), {"blue2": playing})
    _, report = referee.cycle(truth(1.1), {}, (RefereeOrder(time_s=1.1, line="goal 24"),))
    assert report is not None
    assert report.said == DEAF
    assert report.control.state is MatchState.PLAYING
    _, report = referee.cycle(truth(9.0), {})
    assert report is not None
    assert report.said.startswith("No GameController is heard")


def test_a_newer_packet_with_more_robots_is_followed(referee: WiredReferee) -> None:
    control = told(new_match(24, 5), version=18)
    team = control.teams[0]
    crowd = structs.replace(team, players=(*team.players, *team.players, *team.players))
    wide = structs.replace(control, teams=(crowd, control.teams[1]), state=MatchState.STANDBY)
    _, report = referee.cycle(truth(1.0), {"blue2": wide})
    assert report is not None
    assert report.control.state is MatchState.STANDBY
