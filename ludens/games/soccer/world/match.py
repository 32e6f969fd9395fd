"""A match: a field, its robots and a referee whom they hear."""

import math
from dataclasses import dataclass
from pathlib import Path

from ludens.games.soccer.world.referee import Referee, RefereedRobot, RefereeOptions, RefereeSource
from ludens.games.soccer.world.soccer_world import KICK_OFF, SoccerWorld, SoccerWorldOptions
from ludens.geometry import Pose2
from ludens.sim.random_streams import RandomStreams


@dataclass(frozen=True, slots=True, kw_only=True)
class SoccerMatchOptions:
    """What differs between two matches."""

    starts: tuple[Pose2, ...] = (KICK_OFF,)
    ball_m: tuple[float, float] = (0.0, 0.0)
    noise: str | Path = "default"
    cameras: bool = True
    camera_hz: float = 10.0
    golden_goal: bool = False
    length_s: float = 600.0


class SoccerMatch(SoccerWorld):
    """A world whose robots are told how the game stands."""

    def __init__(self, options: SoccerMatchOptions, *, seed: int) -> None:
        super().__init__(
            SoccerWorldOptions(
                starts=options.starts,
                ball_m=options.ball_m,
                noise=options.noise,
                cameras=options.cameras,
                camera_hz=options.camera_hz,
            ),
            seed=seed,
        )
        rules = RefereeOptions(golden_goal=options.golden_goal, length_s=options.length_s)
        self.referee = Referee(self, options.starts, rules)
        self.robots = tuple(
            RefereedRobot(robot, RefereeSource(self.referee, number))
            for number, robot in enumerate(self.players)
        )
        self._draws = RandomStreams(seed).stream("hands")

    def elsewhere(self) -> Pose2:
        """Return some pose on the field, for somebody who carries a robot away."""
        x_m, y_m = self.pitch.half_length_m - 0.5, self.pitch.half_width_m - 0.4
        return Pose2(
            float(self._draws.uniform(-x_m, x_m)),
            float(self._draws.uniform(-y_m, y_m)),
            float(self._draws.uniform(-math.pi, math.pi)),
        )
