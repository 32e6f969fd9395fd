"""What the experiment counts: calls by the referee's packets, and penalised robots that walk."""

from typing import Any

import pytest
from msgspec import structs

from ludens.core.contract.driver import Delivery
from ludens.core.errors import LudensError
from ludens.games.soccer.experiments.match import MatchWatch, SoccerMatchTrialOptions, check, summarise
from ludens.geometry import Pose2
from ludens.messages import Penalty
from ludens.messages.league import GameControl, MatchState, PenaltyReason, PlayerControl, SetPlay, TeamControl
from ludens.messages.refereeing import FieldRobot, FieldTruth, RefereeHands

TEAMS = tuple(TeamControl(number=number, colour=0, players=(PlayerControl(),) * 6) for number in (24, 5))
CONTROL = GameControl(time_s=0.0, version=12, packet_number=0, players_per_team=6, teams=(TEAMS[0], TEAMS[1]))


def told(watch: MatchWatch, *controls: GameControl) -> None:
    for control in controls:
        watch.on_outputs(0, "game/referee", [("game/GameControl", control)])


def changed(**changes: Any) -> GameControl:
    return structs.replace(CONTROL, **changes)


def test_each_call_is_counted_once_however_often_it_is_told():
    pushing = structs.replace(
        TEAMS[0], players=(PlayerControl(PenaltyReason.PUSHING, 45), *TEAMS[0].players[1:])
    )
    fouled = changed(set_play=SetPlay.PUSHING_FREE_KICK, teams=(pushing, TEAMS[1]))
    scored = changed(teams=(pushing, structs.replace(TEAMS[1], score=1)), state=MatchState.FINISHED)
    watch = MatchWatch()
    told(watch, CONTROL, fouled, fouled, scored, fouled)
    assert watch.calls == {PenaltyReason.PUSHING: 1, SetPlay.PUSHING_FREE_KICK: 2}
    told(watch, scored)
    assert (watch.scores, watch.is_over) == ((0, 1), True)


def test_the_first_goal_is_timed_from_when_the_ball_was_in_play():
    def packet(time_s: float, **changes: Any) -> GameControl:
        return changed(time_s=time_s, **changes)

    scored = (structs.replace(TEAMS[0], score=1), TEAMS[1])
    watch = MatchWatch()
    told(watch, packet(20.0), packet(60.0, state=MatchState.PLAYING))
    assert watch.first_goal_s is None
    told(watch, packet(95.0, state=MatchState.READY, teams=scored), packet(180.0, teams=scored))
    assert watch.first_goal_s == 35.0


@pytest.mark.parametrize(("asked", "word"), [({"a_side": 3}, "fewer players"), ({"flat": True}, "--flat or")])
def test_pictures_for_more_than_two_a_side_or_without_physics_are_refused(asked, word):
    with pytest.raises(LudensError, match=word):
        check(SoccerMatchTrialOptions(vision=True, **asked), "default")


def at(watch: MatchWatch, time_s: float, x_m: float) -> None:
    robot = FieldRobot(name="red2", team=1, player=2, field_from_robot=Pose2(x_m, 0.0, 0.0))
    truth = FieldTruth(
        time_s=time_s, ball_m=(0.0, 0.0), ball_height_m=0.05, ball_mps=(0.0, 0.0), robots=(robot,)
    )
    watch.on_delivery(Delivery(round(time_s * 1e9), "game", "truth", (truth,)))


def test_a_penalised_robot_that_walks_is_counted_and_one_that_is_carried_is_not():
    def penalised(time_s: float) -> list[Any]:
        return [("red2/Penalty", Penalty(time_s=time_s, penalised=True))]

    watch = MatchWatch()
    watch.on_outputs(0, "red2/body", penalised(0.0))
    at(watch, 1.0, 0.0)
    at(watch, 2.5, 0.5)  # settled here
    hands = RefereeHands(time_s=3.0, robots=(("red2", Pose2(3.0, 0.0, 0.0)),))
    watch.on_outputs(0, "game/referee", [("game/RefereeHands", hands)])
    at(watch, 3.1, 3.0)
    at(watch, 5.5, 3.0)
    assert watch.moved == set()
    at(watch, 6.0, 3.2)
    at(watch, 7.0, 3.4)
    assert len(watch.moved) == 1


def test_the_summary_counts_a_half():
    rows: list[Any] = [
        {"goals": 3, "scored": True, "first_goal_s": 40.0, "penalised_moved": 0},
        {"goals": 0, "scored": False, "first_goal_s": None, "penalised_moved": 1},
    ]
    summary = summarise(rows)
    assert summary["goals_a_half"] == 1.5
    assert (summary["scored_rate"], summary["first_goal_median_s"]) == (0.5, 40.0)
    assert summary["penalised_moved"] == 1
