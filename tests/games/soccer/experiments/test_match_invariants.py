"""What the match experiment counts: strikers, crowded areas, free kicks, robots to be restarted."""

from typing import Any

from msgspec import structs

from ludens.core.contract.driver import Delivery
from ludens.games.soccer.experiments.match_invariants import MatchInvariants
from ludens.geometry import Pose2
from ludens.messages.league import GameControl, MatchState, PenaltyReason, PlayerControl, SetPlay, TeamControl
from ludens.messages.refereeing import FieldRobot, FieldTruth
from ludens.messages.team import PlayerRole, Role

TEAMS = tuple(TeamControl(number=number, colour=0, players=(PlayerControl(),) * 6) for number in (24, 5))
PLAYING = GameControl(
    time_s=0.0,
    version=12,
    packet_number=0,
    players_per_team=6,
    state=MatchState.PLAYING,
    kicking_team=24,
    teams=(TEAMS[0], TEAMS[1]),
)


class Field:
    """A match in which everything is as the test says."""

    def __init__(self, **changes: Any) -> None:
        self.seen = MatchInvariants()
        self.time_s = 0.0
        self.told(**changes)

    def told(self, **changes: Any) -> None:
        control = structs.replace(PLAYING, time_s=self.time_s, **changes)
        self.seen.on_outputs(0, "game/referee", [("game/GameControl", control)])

    def roles(self, *roles: Role) -> None:
        for number, role in enumerate(roles, 2):
            message = PlayerRole(time_s=self.time_s, role=role)
            self.seen.on_outputs(0, "body", [(f"blue{number}/PlayerRole", message)])

    def run(self, seconds: float, *places: tuple[float, float], team: int = 0, upright: bool = True) -> None:
        robots = tuple(
            FieldRobot(
                name=f"{'red' if team else 'blue'}{number}",
                team=team,
                player=number,
                field_from_robot=Pose2(x_m, y_m, 0.0),
                is_upright=upright,
            )
            for number, (x_m, y_m) in enumerate(places, 2)
        )
        for _ in range(round(seconds / 0.05)):
            self.time_s += 0.05
            truth = FieldTruth(
                time_s=self.time_s,
                ball_m=(0.0, 0.0),
                ball_height_m=0.05,
                ball_mps=(0.0, 0.0),
                robots=robots,
            )
            self.seen.on_delivery(Delivery(round(self.time_s * 1e9), "game", "truth", (truth,)))


def test_two_strikers_count_once_they_last_longer_than_the_radio_needs():
    field = Field()
    field.roles(Role.STRIKER, Role.STRIKER)
    field.run(1.2, (1.0, 0.0), (2.0, 0.0))
    assert field.seen.strikers_wrong == 0
    field.run(2.0, (1.0, 0.0), (2.0, 0.0))
    assert (field.seen.strikers_wrong, field.seen.one_striker) == (1, 0)
    field.roles(Role.SUPPORT)
    field.run(1.0, (1.0, 0.0), (2.0, 0.0))
    assert field.seen.one_striker == 20


def test_a_third_one_in_the_own_area_counts_and_one_in_the_other_area_does_not():
    field = Field()
    field.run(0.2, (-4.2, 0.0), (-4.2, 0.5), (4.2, 0.0))
    assert field.seen.crowded_areas == 0
    field.run(0.2, (-4.2, 0.0), (-4.2, 0.5), (-4.2, -0.5))
    assert field.seen.crowded_areas == 1


def test_too_near_to_the_other_teams_free_kick_counts_after_ten_seconds():
    field = Field(set_play=SetPlay.KICK_IN)
    field.run(9.9, (0.5, 0.0), team=1)
    field.run(5.0, (0.5, 0.0), team=0)
    assert field.seen.near_free_kicks == 0
    field.run(0.2, (0.5, 0.0), team=1)
    assert field.seen.near_free_kicks == 1


def test_a_kick_in_that_goes_out_gives_ten_seconds_to_the_team_that_took_it():
    field = Field(set_play=SetPlay.KICK_IN, kicking_team=5)
    field.run(12.0, (0.5, 0.0), team=1)
    field.told(set_play=SetPlay.KICK_IN, kicking_team=24)
    field.run(9.9, (0.5, 0.0), team=1)
    assert field.seen.near_free_kicks == 0
    field.run(0.3, (0.5, 0.0), team=1)
    assert field.seen.near_free_kicks == 1


def test_who_lay_at_a_free_kick_counts_by_itself_and_has_ten_seconds_to_leave_once_it_stands():
    field = Field(set_play=SetPlay.KICK_IN)
    field.run(11.0, (0.5, 0.0), team=1, upright=False)
    field.run(9.9, (0.5, 0.0), team=1)
    assert (field.seen.near_free_kicks, field.seen.lay_at_free_kicks) == (0, 1)
    field.run(0.3, (0.5, 0.0), team=1)
    assert (field.seen.near_free_kicks, field.seen.lay_at_free_kicks) == (1, 1)


def test_who_lies_or_stands_for_very_long_has_to_be_restarted_unless_it_is_penalised():
    field = Field()
    field.run(21.0, (1.0, 0.0), upright=False)
    assert field.seen.restarts == 1
    field.run(25.0, (1.0, 0.0))
    assert field.seen.restarts == 2
    waiting = Field(
        teams=(structs.replace(TEAMS[0], players=(PlayerControl(PenaltyReason.PUSHING, 45),) * 6), TEAMS[1])
    )
    waiting.run(60.0, (1.0, 0.0))
    assert waiting.seen.restarts == 0
