"""The wiring of a match of the league: two teams under the automatic referee.

A team plays together, by roles, or is made of lone strikers, each playing for itself. Robots hear the
referee by packets, late and with losses; each knows its game by its own `GameListener`. Percepts are made
from truth and noise.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from ludens.bodies.flat_nao import FLAT_BODY
from ludens.bodies.nao import REFLEXES, SENSES
from ludens.core.contract.setup import WHOLE_GAME, CyclerPlan, Every, Node, Setup
from ludens.core.errors import LudensError, did_you_mean
from ludens.drivers.league.driver import LeagueDriver
from ludens.drivers.league.wire import PlayerId, SimulatedAir
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.decide.role_assigner import RoleAssigner
from ludens.games.soccer.decide.team_player import TeamPlayer
from ludens.games.soccer.know.ball_search import BallSearchMap
from ludens.games.soccer.know.game_control import GameListener
from ludens.games.soccer.know.team_ball import TeamBallFilter
from ludens.games.soccer.know.team_radio import TeamRadio
from ludens.games.soccer.move.gaze import HeadControl
from ludens.games.soccer.move.legs import LegControl
from ludens.games.soccer.move.lights import GameLights
from ludens.games.soccer.play import MIND, PERCEPTION
from ludens.games.soccer.referee.automatic import AutomaticReferee
from ludens.games.soccer.referee.field_side import FieldSide
from ludens.games.soccer.referee.places import on_own_side_line
from ludens.games.soccer.told_pose import ToldPose
from ludens.games.soccer.world.flat_league import FlatLeagueField
from ludens.games.soccer.world.league_field import LeagueField, LeagueFieldOptions, LeaguePlayer
from ludens.messages import HeadJoints, KickRequest, MotionRequest, WalkRequest

TEAMS = (24, 5)
MOST_A_SIDE = 5
AIR_STREAM = 16
TOGETHER = (Node(TeamRadio), Node(TeamBallFilter), Node(BallSearchMap))
"""What players of one team know together."""
THINKS_S = 0.036
"""Between two decisions in physics: three cycles of the body. In the flat world a body reports at 10 Hz."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueMatchOptions:
    """How many play, and how far from perfect robots and radio are."""

    a_side: int = 1
    noise: str | Path = "default"
    loss: float = 0.2  # of packets
    most_delay_s: float = 0.5
    flat: bool = False  # whether bodies move by figures instead of physics
    players: tuple[LeaguePlayer, ...] = ()  # if not the same number on each side


def players_of(a_side: int) -> tuple[LeaguePlayer, ...]:
    """Every robot of a match, at its own side line; one alone is no keeper."""
    numbers = range(1, a_side + 1) if a_side > 1 else (2,)
    return tuple(
        LeaguePlayer(
            team=team, number=number, start=FieldSide(1.0 - 2.0 * team).pose(on_own_side_line(number))
        )
        for team in (0, 1)
        for number in numbers
    )


TeamKind = Literal["team", "lone"]
"""Players that share roles, or strikers of which each plays for itself."""


def league_setup(
    a_side: int,
    *,
    flat: bool = False,
    teams: tuple[TeamKind, TeamKind] = ("team", "team"),
    players: tuple[LeaguePlayer, ...] = (),
    **times: int | float,
) -> Setup:
    """All modules of a match with so many on each side, and of its referee, who may be given other times."""
    for kind in teams:
        if kind not in get_args(TeamKind):
            kinds = get_args(TeamKind)
            raise LudensError(f"There is no team of the kind '{kind}'; {did_you_mean(kind, kinds)}")
    cyclers: list[CyclerPlan] = []
    for player in players or players_of(a_side):
        known = {"team": TEAMS[player.team], "player": player.number, "colour": player.team}
        listener = Node(GameListener, parameters=known)
        decides = MIND if teams[player.team] == "lone" else team_mind(player.number)
        mind = (Node(ToldPose), listener, Node(GameLights), *decides)
        cyclers += _flat_robot(player.name, mind) if flat else _robot(player.name, mind)
    first, second = TEAMS
    referee = Node(AutomaticReferee, parameters={"first_team": first, "second_team": second, **times})
    cyclers.append(CyclerPlan("referee", "truth", (referee,), WHOLE_GAME))
    return Setup(league_name(teams, flat=flat), tuple(cyclers))


def league_name(teams: tuple[TeamKind, TeamKind], *, flat: bool) -> str:
    """Name of the setup of a match, such as `soccer-team-flat` or `soccer-team-against-lone-truth`."""
    first, second = teams
    who = first if first == second else f"{first}-against-{second}"
    return f"soccer-{who}-{'flat' if flat else 'truth'}"


def team_mind(number: int) -> tuple[Node, ...]:
    """What a player of a team knows, decides and does above motion."""
    return (
        *PERCEPTION,
        *TOGETHER,
        Node(RoleAssigner, parameters={"player": number}),
        Node(TeamPlayer),
        Node(LegControl),
        Node(HeadControl),
    )


def _flat_robot(name: str, mind: tuple[Node, ...]) -> tuple[CyclerPlan, ...]:
    """A robot of the flat world: its body tells what it does ten times a second."""
    return (CyclerPlan("body", "body", (*mind, *FLAT_BODY), name),)


def _robot(name: str, mind: tuple[Node, ...]) -> tuple[CyclerPlan, ...]:
    """A robot whose reflexes have their cycle of 12 ms, and that looks and thinks in every third."""
    return (
        CyclerPlan(
            "body", "body", REFLEXES, name, keeps=(MotionRequest, WalkRequest, KickRequest, HeadJoints)
        ),
        CyclerPlan("mind", Every(THINKS_S), (*mind, *SENSES), name),
    )


def league_driver(options: LeagueMatchOptions, *, seed: int) -> LeagueDriver:
    """The simulated field, with packets through simulated air."""
    players = options.players or players_of(options.a_side)
    field = (FlatLeagueField if options.flat else LeagueField)(
        LeagueFieldOptions(players=players, noise=options.noise), seed=seed
    )
    ids = {player.name: PlayerId(TEAMS[player.team], player.number) for player in players}
    air = SimulatedAir(
        ids,
        random=np.random.default_rng((seed, AIR_STREAM)),
        loss=options.loss,
        most_delay_s=options.most_delay_s,
    )
    return LeagueDriver(SimulationDriver(field), air, ids, referee=True)
