"""The wiring of a match of the league: two teams under the automatic referee.

A team plays together, by roles; or it is made of lone strikers, each playing for itself; or of a goalie and
a field player as in 001. Robots hear the referee by packets, late and with losses; each knows its game by its
own `GameListener`. On the field of 2011 nobody hears it: assistants press chest buttons. Robots see by
percepts from truth and noise, in physics or in the flat world, or by their own cameras.
"""

import re
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast, get_args

import numpy as np

from ludens.bodies.flat_nao import FLAT_BODY
from ludens.bodies.nao import REFLEXES, SENSES
from ludens.core.contract.module import Module
from ludens.core.contract.setup import WHOLE_GAME, CyclerPlan, Every, Node, Setup
from ludens.core.errors import LudensError, did_you_mean
from ludens.core.runtime.game import setup_in_file
from ludens.drivers.league.driver import LeagueDriver
from ludens.drivers.league.simulated_query import SimulatedTeamQuery
from ludens.drivers.league.udp import UdpWire
from ludens.drivers.league.wire import PlayerId, SimulatedAir
from ludens.drivers.simulation import SimulationDriver
from ludens.estimation.localisation.module import FieldLocalisation
from ludens.estimation.localisation.particle_module import ParticleLocalisation
from ludens.games.soccer.decide.player import ClassicPlayerModule
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
from ludens.games.soccer.referee.wired import WiredReferee
from ludens.games.soccer.setups import MIND, PERCEPTION, seeing, seeing_2011
from ludens.games.soccer.show_match import MatchView
from ludens.games.soccer.world.flat_league import FlatLeagueField
from ludens.games.soccer.world.league_field import LeagueField, LeagueFieldOptions, LeaguePlayer
from ludens.geometry.soccer_field import FIELDS, FieldName
from ludens.messages import HeadJoints, KickRequest, MotionRequest, WalkRequest
from ludens.messages.refereeing import MatchTerms

TEAMS = (24, 5)
MOST_A_SIDE = 5
MOST_WITH_EYES = 2
"""Robots of a team that see by pictures: more are too slow to watch."""
MOST_ON_2011 = 2
"""Robots of a team on the field of 2011: a goalie and a field player."""
SUBSTITUTE = 6
"""Number of the robot that waits beside the field."""
LOOK_ROUND_S = 14.0
"""Before a half, for robots that calibrate their cameras then."""
READY_BY_HAND_S, SET_BY_HAND_S = 4, 3.0
"""Before a kick-off to which robots are carried."""
AIR_STREAM, QUERY_STREAM = 16, 17
BY_HAND = {"by_buttons": True, "ready_s": READY_BY_HAND_S, "set_s": SET_BY_HAND_S, "hidden_s": 0}
"""How a referee leads robots that hear nothing."""
TOGETHER = (Node(TeamRadio), Node(TeamBallFilter), Node(BallSearchMap))
"""What players of one team know together."""
THINKS_S = 0.036
"""Between two decisions in physics: three cycles of the body. In the flat world a body reports at 10 Hz."""


TeamKind = Literal["team", "lone", "classic"]
"""Players that share roles, strikers of which each plays for itself, or goalie and field player of 001."""
USUAL: dict[FieldName, TeamKind] = {"2011": "classic", "2019": "team"}
"""Who plays on a field unless somebody else is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueMatchOptions:
    """How many play, and how far from perfect robots and radio are."""

    a_side: int = 1
    field: FieldName = "2019"
    teams: tuple[str, str] = ("team", "team")  # kinds: those of 001 ask each other over TCP
    noise: str | Path = "default"
    loss: float = 0.2  # of packets
    most_delay_s: float = 0.5
    silent: int = 0  # robots of each team, the highest numbers, whose messages to mates nobody hears
    flat: bool = False  # whether bodies move by figures instead of physics
    players: tuple[LeaguePlayer, ...] = ()  # if not the same number on each side
    vision: bool = False  # whether robots see by cameras
    camera_hz: float = 10.0
    substitutes: bool = False
    wired: bool = False  # whether packets travel by UDP, from and to a GameController elsewhere


class MatchKind(NamedTuple):
    """Who plays in which world: the name of a setup."""

    a_side: int
    flat: bool = False
    vision: bool = False
    substitutes: bool = False
    wired: bool = False
    field: FieldName = "2019"
    teams: tuple[TeamKind, TeamKind] = ("team", "team")

    @property
    def name(self) -> str:
        """Of the setup."""
        year = "" if self.field == "2019" else f"{self.field}-"
        world = "-flat" if self.flat else "-vision" if self.vision else ""
        more = ("-substitutes" if self.substitutes else "") + ("-wired" if self.wired else "")
        usual = USUAL[self.field]
        who = "" if self.teams == (usual, usual) else f"-{self.teams[0]}-against-{self.teams[1]}"
        return f"soccer-{year}match-{self.a_side}{world}{more}{who}"

    @classmethod
    def of(cls, name: str) -> "MatchKind | None":
        """The kind that a setup's name says, if it is one of a match."""
        kind = "|".join(get_args(TeamKind))
        found = re.fullmatch(
            r"soccer-(2011-)?match-([1-9])(-flat|-vision)?(-substitutes)?(-wired)?"
            rf"(?:-({kind})-against-({kind}))?",
            name,
        )
        if found is None:
            return None
        field: FieldName = "2011" if found[1] else "2019"
        blue, red = (cast(TeamKind, found[part] or USUAL[field]) for part in (6, 7))
        substitutes, wired = (found[part] is not None for part in (4, 5))
        read = cls(
            int(found[2]), found[3] == "-flat", found[3] == "-vision", substitutes, wired, field, (blue, red)
        )
        return read if read.trouble() == "" else None

    def trouble(self) -> str:
        """Return why nobody can play so, or nothing."""
        most = MOST_ON_2011 if self.field == "2011" else MOST_WITH_EYES if self.vision else MOST_A_SIDE
        if self.flat and self.vision:
            return "In the flat world there are no pictures to see: choose --flat or --vision."
        if self.a_side > most and self.field == "2011":
            return f"On the field of 2011 {most} of each team play, not {self.a_side}."
        if self.a_side > most:
            return (
                f"With their own eyes {most} of each team can play, not {self.a_side}: pictures take too "
                "long. Leave --vision out, or choose fewer players."
            )
        if self.field == "2011" and (self.wired or self.substitutes):
            return (
                "On the field of 2011 robots are led by their chest buttons, and nobody waits beside it: "
                "leave --wired and --substitutes out."
            )
        if "classic" in self.teams and self.field != "2011":
            return "The players of 001 know coloured goals and an orange ball only: choose --game 2011."
        return ""


def players_of(
    a_side: int, *, substitutes: bool = False, field: FieldName = "2019"
) -> tuple[LeaguePlayer, ...]:
    """Every robot of a match, at its own side line; one alone is no keeper."""
    numbers = [*range(1, a_side + 1)] if a_side > 1 else [2]
    numbers += [SUBSTITUTE] if substitutes else []
    pitch = FIELDS[field]
    return tuple(
        LeaguePlayer(
            team=team,
            number=number,
            start=FieldSide(1.0 - 2.0 * team).pose(on_own_side_line(number, pitch)),
        )
        for team in (0, 1)
        for number in numbers
    )


def _player(name: str, *decides: Node, localisation: type[Module[Any]] = FieldLocalisation) -> Setup:
    """A player above motion: what it knows and how it decides; who it is, a match tells its modules."""
    nodes = (Node(localisation), Node(GameListener), Node(GameLights), *decides)
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
CLASSIC_PLAYER = _player(
    "classic",
    *PERCEPTION,
    Node(TeamRadio),
    Node(TeamBallFilter),
    Node(ClassicPlayerModule),
    Node(LegControl),
    Node(HeadControl),
    localisation=ParticleLocalisation,
)
PLAYERS = {setup.name: setup for setup in (TEAM_PLAYER, LONE_PLAYER, CLASSIC_PLAYER)}


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
    wired: bool = False,
    shown: bool = False,
    teams: tuple[str, str] = ("team", "team"),
    players: tuple[LeaguePlayer, ...] = (),
    field: FieldName = "2019",
    **times: int | float,
) -> Setup:
    """All modules of a match with so many on each side, and of its referee, who may be given other times.

    `wired` leaves leading it to a GameController elsewhere. `shown` adds what draws and tells it for people.
    Teams are kinds of `PLAYERS` or files, as in `player_setup`.
    """
    setups = [player_setup(kind) for kind in teams]
    if field == "2011":  # a ball is searched for on the field of 2019 only, by its cells
        setups = [one.without(BallSearchMap) if one is TEAM_PLAYER else one for one in setups]
        times = {**BY_HAND, **times}
    cyclers: list[CyclerPlan] = []
    for player in players or players_of(a_side, substitutes=substitutes, field=field):
        mind = known_to_itself(setups[player.team], player, field)
        cyclers += _flat_robot(player.name, mind) if flat else _robot(player.name, mind)
        if vision:
            eyes = _eyes_of(player.team, teams[player.team], field)
            cyclers += [replace(plan, robot=player.name) for plan in eyes]
    if vision:
        times = {"initial_s": LOOK_ROUND_S, **times}
    first, second = TEAMS
    known = {"first_team": first, "second_team": second}
    if wired:
        referee = Node(WiredReferee, parameters={**known, **times})
    else:
        referee = Node(AutomaticReferee, parameters={**known, "field": field, **times})
    watching = (Node(MatchView, parameters={"field": field}),) if shown else ()
    cyclers.append(CyclerPlan("referee", "truth", (referee, *watching), WHOLE_GAME))
    return Setup(league_name(teams, flat=flat), tuple(cyclers))


def league_name(teams: tuple[str, str], *, flat: bool) -> str:
    """Name of the setup of a match, such as `soccer-team-flat` or `soccer-team-against-lone-truth`."""
    first, second = (kind.rpartition(":")[2] for kind in teams)
    who = first if first == second else f"{first}-against-{second}"
    return f"soccer-{who}-{'flat' if flat else 'truth'}"


def _eyes_of(team: int, kind: str, field: FieldName) -> tuple[CyclerPlan, ...]:
    return seeing(team) if field == "2019" else seeing_2011(team, classic=kind == "classic")


def known_to_itself(setup: Setup, player: LeaguePlayer, field: FieldName = "2019") -> tuple[Node, ...]:
    """The modules of a player; those with parameters of these names are told field, team, number, colour."""
    known = {"field": field, "team": TEAMS[player.team], "player": player.number, "colour": player.team}
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


def league_driver(
    options: LeagueMatchOptions, *, seed: int, terms: MatchTerms | None = None
) -> LeagueDriver | SimulatedTeamQuery:
    """The simulated field, with packets through simulated air, or by UDP if it is wired."""
    players = options.players or players_of(
        options.a_side, substitutes=options.substitutes, field=options.field
    )
    field = (FlatLeagueField if options.flat else LeagueField)(
        LeagueFieldOptions(
            players=players,
            field=options.field,
            noise=options.noise,
            cameras=options.vision,
            camera_hz=options.camera_hz,
        ),
        seed=seed,
    )
    if terms is not None:
        field.referee.desk.agree(terms)
    ids = {player.name: PlayerId(TEAMS[player.team], player.number) for player in players}
    asking = {player.name for player in players if options.teams[player.team] == "classic"}
    if options.wired:
        return LeagueDriver(SimulationDriver(field), UdpWire(ids), ids, referee=True)
    talking = {name: who for name, who in ids.items() if name not in asking}
    air = SimulatedAir(
        talking,
        random=np.random.default_rng((seed, AIR_STREAM)),
        loss=options.loss,
        most_delay_s=options.most_delay_s,
        silent=[player.name for player in players if player.number > options.a_side - options.silent],
    )
    driver = LeagueDriver(SimulationDriver(field), air, talking, referee=True)
    if not asking:
        return driver
    lines = {name: who for name, who in ids.items() if name in asking}
    random = np.random.default_rng((seed, QUERY_STREAM))
    return SimulatedTeamQuery(driver, lines, random=random, loss=options.loss)
