"""A match: a field, its robots and a referee whom they hear."""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ludens.games.soccer.world.referee import Referee, RefereedRobot, RefereeOptions, RefereeSource
from ludens.games.soccer.world.soccer_world import KICK_OFF, SoccerWorld, SoccerWorldOptions
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELDS, FieldName, SoccerField
from ludens.sim.random_streams import RandomStreams

DUMMIES_APART_M = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class SoccerMatchOptions:
    """What differs between two matches."""

    field: FieldName = "2019"
    starts: tuple[Pose2, ...] = (KICK_OFF,)
    ball_m: tuple[float, float] = (0.0, 0.0)
    noise: str | Path = "default"
    cameras: bool = True  # without any robots are blind
    camera_hz: float = 10.0
    golden_goal: bool = False
    length_s: float = 600.0
    second_ball_m: tuple[float, float] | None = None
    dummies: int = 0  # posts as large as robots, somewhere between the goals
    dummies_m: tuple[tuple[float, float], ...] = ()  # and others in these places


class SoccerMatch(SoccerWorld):
    """A world whose robots are told how the game stands."""

    def __init__(self, options: SoccerMatchOptions, *, seed: int) -> None:
        super().__init__(
            SoccerWorldOptions(
                starts=options.starts,
                ball_m=options.ball_m,
                noise=options.noise,
                cameras=options.cameras,
                scenery=options.cameras,
                camera_hz=options.camera_hz,
                second_ball_m=options.second_ball_m,
                dummies_m=(
                    *options.dummies_m,
                    *dummy_places(options, RandomStreams(seed).stream("dummies")),
                ),
            ),
            seed=seed,
            pitch=FIELDS[options.field],
        )
        rules = RefereeOptions(golden_goal=options.golden_goal, length_s=options.length_s)
        self.referee = Referee(self, options.starts, rules)
        streams = RandomStreams(seed)
        self.robots = tuple(
            RefereedRobot(robot, RefereeSource(self.referee, number))
            for number, robot in enumerate(self.players)
        )
        self._draws = streams.stream("hands")

    def elsewhere(self) -> Pose2:
        """Return some pose on the field, for somebody who carries a robot away."""
        return somewhere_on(self.pitch, self._draws)


def somewhere_on(pitch: SoccerField, draws: np.random.Generator) -> Pose2:
    """Return a pose on a field by chance."""
    x_m, y_m = pitch.half_length_m - 0.5, pitch.half_width_m - 0.4
    return Pose2(
        float(draws.uniform(-x_m, x_m)),
        float(draws.uniform(-y_m, y_m)),
        float(draws.uniform(-math.pi, math.pi)),
    )


def dummy_places(options: SoccerMatchOptions, draws: np.random.Generator) -> tuple[tuple[float, float], ...]:
    """Return places between the goals, away from each other, from the robots and from the ball."""
    places_m: list[tuple[float, float]] = []
    kept_free_m = [options.ball_m, *((start.x_m, start.y_m) for start in options.starts)]
    pitch = FIELDS[options.field]
    x_m, y_m = pitch.half_length_m - 1.2, pitch.half_width_m - 0.8
    while len(places_m) < options.dummies:
        place_m = float(draws.uniform(-x_m, x_m)), float(draws.uniform(-y_m, y_m))
        if min(math.dist(place_m, other_m) for other_m in (*kept_free_m, *places_m)) > DUMMIES_APART_M:
            places_m.append(place_m)
    return tuple(places_m)
