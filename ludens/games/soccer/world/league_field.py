"""A field on which two teams of the league play under an automatic referee."""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from msgspec import structs

from ludens.games.soccer.world.referee import RefereedRobot
from ludens.games.soccer.world.referee_eyes import RefereeOnField, RefereeSight
from ludens.games.soccer.world.soccer_world import SoccerWorld, SoccerWorldOptions
from ludens.games.soccer.world.told_percepts import PosedWorld, TrueBalls, TruePose
from ludens.geometry import Pose2
from ludens.messages import Message
from ludens.messages.field import FieldPose
from ludens.sim.nao.group import names_of
from ludens.sim.random_streams import RandomStreams
from ludens.sim.world import SimulatedSource

HALF_TURN = Pose2(0.0, 0.0, math.pi)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePlayer:
    """A robot of team 0 or 1 with its number, and where it stands at the beginning."""

    team: int
    number: int
    start: Pose2


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFieldOptions:
    """Who plays, and how far from perfect the robots are."""

    players: tuple[LeaguePlayer, ...]
    noise: str | Path = "default"
    told: bool = False  # whether percepts are made from truth and noise, in place of cameras
    cameras: bool = True  # without any, and with nothing told, robots are blind
    camera_hz: float = 10.0


def robot_names(count: int) -> tuple[str, ...]:
    """Names of so many players in a run."""
    return ("",) if count == 1 else names_of(count)


class LeagueField(SoccerWorld):
    """A world whose referee is a robot of its own, called as the game as a whole; it has no body."""

    def __init__(self, options: LeagueFieldOptions, *, seed: int) -> None:
        has_cameras = options.cameras and not options.told
        super().__init__(
            SoccerWorldOptions(
                starts=tuple(player.start for player in options.players),
                noise=options.noise,
                cameras=has_cameras,
                scenery=has_cameras,
                camera_hz=options.camera_hz,
            ),
            seed=seed,
        )
        players = [(player.team, player.number) for player in options.players]
        names = robot_names(len(players))
        self.referee = RefereeOnField(self, names, RefereeSight(self, players))
        streams = RandomStreams(seed)
        robots = [
            RefereedRobot(robot, *self._percepts(number, options.players[number].team, streams))
            if options.told
            else robot
            for number, robot in enumerate(self.players)
        ]
        self.robots = (*robots, self.referee)

    def _percepts(self, robot: int, team: int, streams: RandomStreams) -> tuple[SimulatedSource, ...]:
        draws = streams.stream(f"{self.names[robot]}/percepts")
        eyes = (TrueBalls(self, robot, camera, draws) for camera in ("top", "bottom"))
        return (*eyes, OwnSidePose(self, robot, draws, referee=self.referee, team=team))


class OwnSidePose(TruePose):
    """Where a robot is on the field as its own team sees it, which attacks positive x in either half."""

    def __init__(
        self,
        world: PosedWorld,
        robot: int,
        random: np.random.Generator,
        *,
        referee: RefereeOnField,
        team: int,
    ) -> None:
        super().__init__(world, robot, random)
        self._referee, self._team = referee, team

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Say where it is now, as well as it knows."""
        (told,) = super().capture(time_ns)
        if self._team == self._referee.attacks_right:
            return (told,)
        assert isinstance(told, FieldPose)
        return (structs.replace(told, field_from_robot=HALF_TURN @ told.field_from_robot),)
