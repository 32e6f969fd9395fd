"""How attacks end, by who touches the ball and what the referee calls."""

import pytest
from msgspec import structs

from ludens.core.contract.driver import Delivery
from ludens.games.soccer.experiments.match_attacks import AttackEnd, MatchAttacks
from ludens.geometry import Pose2
from ludens.messages.league import GameControl, MatchState, PlayerControl, SetPlay, TeamControl
from ludens.messages.refereeing import FieldRobot, FieldTruth

TEAMS = tuple(TeamControl(number=number, colour=0, players=(PlayerControl(),) * 6) for number in (24, 5))
PLAYING = GameControl(
    time_s=0.0,
    version=12,
    packet_number=0,
    players_per_team=6,
    state=MatchState.PLAYING,
    teams=(TEAMS[0], TEAMS[1]),
)
SCORED = structs.replace(PLAYING, teams=(structs.replace(TEAMS[0], score=1), TEAMS[1]))
THEIRS = structs.replace(PLAYING, set_play=SetPlay.KICK_IN, kicking_team=5)
OURS = structs.replace(PLAYING, set_play=SetPlay.CORNER_KICK, kicking_team=24)
FOUL = structs.replace(PLAYING, set_play=SetPlay.PUSHING_FREE_KICK, kicking_team=5)
OVER = structs.replace(PLAYING, state=MatchState.FINISHED)


def seen(*events, x_m: float = 2.0) -> list[AttackEnd]:
    """What was counted when robots ((team, number), a second apart or so) and the referee acted in turn."""
    watch, time_s = MatchAttacks(), 0.0
    watch.on_outputs(0, "game/referee", [("game/GameControl", PLAYING)])
    for event in events:
        if isinstance(event, GameControl):
            watch.on_outputs(0, "game/referee", [("game/GameControl", event)])
            continue
        team, player, after_s = event
        time_s += after_s
        robot = FieldRobot(
            name="it", team=team, player=player, field_from_robot=Pose2.identity(), touches_ball=True
        )
        truth = FieldTruth(
            time_s=time_s, ball_m=(x_m, 0.0), ball_height_m=0.05, ball_mps=(0.0, 0.0), robots=(robot,)
        )
        watch.on_delivery(Delivery(round(time_s * 1e9), "game", "truth", (truth,)))
    return list(watch.ends.elements())


@pytest.mark.parametrize(
    ("then", "why"),
    [
        (SCORED, AttackEnd.GOAL),
        ((1, 1, 2.0), AttackEnd.SAVED),
        ((1, 3, 0.3), AttackEnd.TACKLED),
        ((1, 3, 4.0), AttackEnd.INTERCEPTED),
        (THEIRS, AttackEnd.OUT),
        (FOUL, AttackEnd.STOPPED),
        (OVER, AttackEnd.STOPPED),
    ],
)
def test_an_attack_ends_once_and_for_one_reason(then, why):
    assert seen((0, 2, 1.0), (0, 4, 3.0), then, OVER) == [why]


def test_an_attack_goes_on_with_a_corner_and_back_over_the_middle_line():
    assert seen((0, 2, 1.0), OURS, (0, 2, 9.0)) == []


def test_in_the_own_half_there_is_no_attack():
    assert seen((0, 2, 1.0), (1, 3, 2.0), (1, 1, 2.0), x_m=-2.0) == []  # the others' attack goes on
    assert seen((0, 2, 1.0), (1, 3, 2.0), SCORED, x_m=-2.0) == []
