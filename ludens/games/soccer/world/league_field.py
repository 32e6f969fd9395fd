"""A field on which two teams of the league play under an automatic referee, with percepts from truth."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ludens.games.soccer.world.coach import Coach
from ludens.games.soccer.world.percepts.percept_noise import percept_noise
from ludens.games.soccer.world.percepts.percept_source import PerceptEyes
from ludens.games.soccer.world.physics_eyes import PhysicsEyes
from ludens.games.soccer.world.referee import RefereedRobot
from ludens.games.soccer.world.referee_eyes import PhysicsWitness, RefereeOnField, RefereeSight
from ludens.games.soccer.world.soccer_world import SoccerWorld, SoccerWorldOptions
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELDS, FieldName
from ludens.sim.parts.nao import BLUE_JERSEY, GREY_ACCENT, RED_JERSEY, NaoLook
from ludens.sim.random_streams import RandomStreams
from ludens.sim.world import SimulatedRobot

TEAM_NAMES = ("blue", "red")
LOOKS_NS = 100_000_000
"""Between two looks of a robot."""


def jersey_of(team: int, number: int) -> NaoLook:
    """What a player wears: the first team plays in blue, the second in red; their bodies are alike."""
    return NaoLook(accent_rgba=GREY_ACCENT, jersey_rgba=(BLUE_JERSEY, RED_JERSEY)[team], number=number)


HELD_S = 9.0
"""So long hands hold a robot that did not stand when they took it: getting up, once begun, takes as long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePlayer:
    """A robot of team 0 or 1 with its number, and where it stands at the beginning."""

    team: int
    number: int
    start: Pose2

    @property
    def name(self) -> str:
        """Name in a run: team and number."""
        return f"{TEAM_NAMES[self.team]}{self.number}"

    @property
    def look(self) -> NaoLook:
        """Jersey of its team, with its number."""
        return jersey_of(self.team, self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFieldOptions:
    """Who plays, and how far from perfect the robots are."""

    players: tuple[LeaguePlayer, ...]
    field: FieldName = "2019"
    noise: str | Path = "default"
    cameras: bool = False  # instead of percepts from truth; in physics only
    camera_hz: float = 10.0


class LeagueField(SoccerWorld):
    """A world whose referee is a robot of its own, called as the game as a whole; it has no body."""

    def __init__(self, options: LeagueFieldOptions, *, seed: int) -> None:
        super().__init__(
            SoccerWorldOptions(
                starts=tuple(player.start for player in options.players),
                names=tuple(player.name for player in options.players),
                looks=tuple(player.look for player in options.players),
                noise=options.noise,
                cameras=options.cameras,
                camera_hz=options.camera_hz,
                scenery=options.cameras,
                coarse=True,
            ),
            seed=seed,
            pitch=FIELDS[options.field],
        )
        players = [(player.team, player.number) for player in options.players]
        sight = RefereeSight(self, players, PhysicsWitness(self))
        self.referee = RefereeOnField(self, self.names, sight)
        self.coach = Coach([player.team for player in options.players])
        if options.cameras:
            self.robots = (*hearing(self.players, self.coach), self.referee)
            return
        eyes = PhysicsEyes(
            self,
            percept_noise(options.noise),
            RandomStreams(seed),
            period_ns=LOOKS_NS,
            teams=[player.team for player in options.players],
        )
        self.robots = (*hearing(seeing(self.players, eyes), self.coach), self.referee)

    def carry(self, pose: Pose2, *, robot: int = 0) -> None:
        """Put a robot down elsewhere; one that lay, or was getting up, is held until it can stand."""
        stood = self.stands(robot)
        super().carry(pose, robot=robot)
        if not stood:
            self.lift(pose, robot=robot, least_s=HELD_S)


def hearing(robots: Iterable[SimulatedRobot], coach: Coach) -> tuple[RefereedRobot, ...]:
    """Return robots that hear their coach."""
    return tuple(RefereedRobot(robot, voice) for robot, voice in zip(robots, coach.voices, strict=True))


def seeing(robots: Iterable[SimulatedRobot], eyes: PerceptEyes) -> tuple[RefereedRobot, ...]:
    """Return robots with eyes that see by truth."""
    return tuple(RefereedRobot(robot, *eyes.of(number)) for number, robot in enumerate(robots))
