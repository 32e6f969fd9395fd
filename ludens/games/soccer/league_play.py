"""The wiring of a match of the league: two teams under the automatic referee.

A team plays together, by roles, or is made of lone strikers, each playing for itself. Robots hear the
referee by packets, late and with losses; each knows its game by its own `GameListener`. They see by percepts
from truth and noise, in physics or in the flat world, or by their own cameras.
"""

import re
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from ludens.bodies.flat_nao import FLAT_BODY
from ludens.bodies.nao import REFLEXES, SENSES
from ludens.core.contract.setup import WHOLE_GAME, CyclerPlan, Every, Node, Setup
from ludens.core.errors import LudensError, did_you_mean
from ludens.core.runtime.game import setup_in_file
from ludens.drivers.league.driver import LeagueDriver
from ludens.drivers.league.wire import PlayerId, SimulatedAir
from ludens.drivers.simulation import SimulationDriver
from ludens.estimation.localisation.module import FieldLocalisation
from ludens.games.soccer.decide.role_assigner import RoleAssigner
from ludens.games.soccer.decide.team_player import TeamPlayer
from ludens.games.soccer.know.ball_search import BallSearchMap
from ludens.games.soccer.know.game_control import GameListener
from ludens.games.soccer.know.team_ball import TeamBallFilter
from ludens.games.soccer.know.team_radio import TeamRadio
from ludens.games.soccer.move.gaze import HeadControl
from ludens.games.soccer.move.legs import LegControl
from ludens.games.soccer.move.lights import GameLights
from ludens.games.soccer.referee.automatic import AutomaticReferee
from ludens.games.soccer.referee.field_side import FieldSide
from ludens.games.soccer.referee.places import on_own_side_line
from ludens.games.soccer.setups import MIND, PERCEPTION, seeing
from ludens.games.soccer.show_match import MatchView
from ludens.games.soccer.world.flat_league import FlatLeagueField
from ludens.games.soccer.world.league_field import LeagueField, LeagueFieldOptions, LeaguePlayer
from ludens.messages import HeadJoints, KickRequest, MotionRequest, WalkRequest
from ludens.messages.refereeing import MatchTerms

TEAMS = (24, 5)
MOST_A_SIDE = 5
MOST_WITH_EYES = 2
"""Robots of a team that see by pictures: more are too slow to watch."""
SUBSTITUTE = 6
"""Number of the robot that waits beside the field."""
LOOK_ROUND_S = 14.0
"""Before a half, for robots that calibrate their cameras then."""
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
    vision: bool = False  # whether robots see by cameras
    camera_hz: float = 10.0
    substitutes: bool = False


class MatchKind(NamedTuple):
    """Who plays in which world: the name of a setup."""

    a_side: int
    flat: bool = False
    vision: bool = False
    substitutes: bool = False

    @property
    def name(self) -> str:
        """Of the setup."""
        world = "-flat" if self.flat else "-vision" if self.vision else ""
        return f"soccer-match-{self.a_side}{world}{'-substitutes' if self.substitutes else ''}"

    @classmethod
    def of(cls, name: str) -> "MatchKind | None":
        """The kind that a setup's name says, if it is one of a match."""
        found = re.fullmatch(r"soccer-match-([1-9])(-flat|-vision)?(-substitutes)?", name)
        if found is None or int(found[1]) > (MOST_WITH_EYES if found[2] == "-vision" else MOST_A_SIDE):
            return None
        return cls(int(found[1]), found[2] == "-flat", found[2] == "-vision", found[3] is not None)


def players_of(a_side: int, *, substitutes: bool = False) -> tuple[LeaguePlayer, ...]:
    """Every robot of a match, at its own side line; one alone is no keeper."""
    numbers = [*range(1, a_side + 1)] if a_side > 1 else [2]
    numbers += [SUBSTITUTE] if substitutes else []
    return tuple(
        LeaguePlayer(
            team=team, number=number, start=FieldSide(1.0 - 2.0 * team).pose(on_own_side_line(number))
        )
        for team in (0, 1)
        for number in numbers
    )


TeamKind = Literal["team", "lone"]
"""Players that share roles, or strikers of which each plays for itself."""


def _player(name: str, *decides: Node) -> Setup:
    """A player above motion: what it knows and how it decides; who it is, a match tells its modules."""
    nodes = (Node(FieldLocalisation), Node(GameListener), Node(GameLights), *decides)
    return Setup(name, (CyclerPlan("mind", Every(THINKS_S), nodes),))


TEAM_PLAYER = _player(
    "team",
    *PERCEPTION,
    *TOGETHER,
    Node(RoleAssigner),
    Node(TeamPlayer),
    Node(LegControl),
    Node(HeadControl),
)
LONE_PLAYER = _player("lone", *MIND)
PLAYERS = {setup.name: setup for setup in (TEAM_PLAYER, LONE_PLAYER)}


def player_setup(kind: str) -> Setup:
    """A player of a kind of team, or your own from `FILE.py:NAME`: a setup such as `TEAM_PLAYER`."""
    if ".py" in kind:
        return setup_in_file(kind)
    if kind not in PLAYERS:
        raise LudensError(f"There is no team of the kind '{kind}'; {did_you_mean(kind, PLAYERS)}")
    return PLAYERS[kind]


def league_setup(
    a_side: int,
    *,
    flat: bool = False,
    vision: bool = False,
    substitutes: bool = False,
    shown: bool = False,
    teams: tuple[str, str] = ("team", "team"),
    players: tuple[LeaguePlayer, ...] = (),
    **times: int | float,
) -> Setup:
    """All modules of a match with so many on each side, and of its referee, who may be given other times.

    `shown` adds what draws and tells it for people. Teams are kinds of `PLAYERS` or files, as in
    `player_setup`.
    """
    setups = [player_setup(kind) for kind in teams]
    cyclers: list[CyclerPlan] = []
    for player in players or players_of(a_side, substitutes=substitutes):
        mind = known_to_itself(setups[player.team], player)
        cyclers += _flat_robot(player.name, mind) if flat else _robot(player.name, mind)
        if vision:
            cyclers += [replace(plan, robot=player.name) for plan in seeing(player.team)]
    if vision:
        times = {"initial_s": LOOK_ROUND_S, **times}
    first, second = TEAMS
    referee = Node(AutomaticReferee, parameters={"first_team": first, "second_team": second, **times})
    watching = (Node(MatchView),) if shown else ()
    cyclers.append(CyclerPlan("referee", "truth", (referee, *watching), WHOLE_GAME))
    return Setup(league_name(teams, flat=flat), tuple(cyclers))


def league_name(teams: tuple[str, str], *, flat: bool) -> str:
    """Name of the setup of a match, such as `soccer-team-flat` or `soccer-team-against-lone-truth`."""
    first, second = (kind.rpartition(":")[2] for kind in teams)
    who = first if first == second else f"{first}-against-{second}"
    return f"soccer-{who}-{'flat' if flat else 'truth'}"


def known_to_itself(setup: Setup, player: LeaguePlayer) -> tuple[Node, ...]:
    """The modules of a player; those with parameters of such names are told its team, number and colour."""
    known = {"team": TEAMS[player.team], "player": player.number, "colour": player.team}
    nodes = []
    for node in (node for plan in setup.cyclers for node in plan.nodes):
        asked = {field.name for field in fields(node.module.parameters_type())}
        told = {name: value for name, value in known.items() if name in asked}
        nodes.append(replace(node, parameters={**node.parameters, **told}))
    return tuple(nodes)


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


def league_driver(options: LeagueMatchOptions, *, seed: int, terms: MatchTerms | None = None) -> LeagueDriver:
    """The simulated field, with packets through simulated air."""
    players = options.players or players_of(options.a_side, substitutes=options.substitutes)
    field = (FlatLeagueField if options.flat else LeagueField)(
        LeagueFieldOptions(
            players=players, noise=options.noise, cameras=options.vision, camera_hz=options.camera_hz
        ),
        seed=seed,
    )
    if terms is not None:
        field.referee.desk.agree(terms)
    ids = {player.name: PlayerId(TEAMS[player.team], player.number) for player in players}
    air = SimulatedAir(
        ids,
        random=np.random.default_rng((seed, AIR_STREAM)),
        loss=options.loss,
        most_delay_s=options.most_delay_s,
    )
    return LeagueDriver(SimulationDriver(field), air, ids, referee=True)
