"""Percepts as a source of a simulated robot: captured, late and lost like pictures."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Source
from ludens.games.soccer.world.percepts.percept_noise import PerceptNoise
from ludens.games.soccer.world.percepts.truth_eye import NOBODY, SHIRTLESS, EyeView, TruthEye
from ludens.geometry import FloatArray, Transform3
from ludens.geometry.soccer_field import SoccerField
from ludens.messages import Message
from ludens.messages.field import BallsSeen, Landmarks, PostsSeen
from ludens.messages.health import PictureHealth
from ludens.messages.team import RobotsSeen
from ludens.robots.nao.places import HEAD_FROM_CAMERA
from ludens.sim.random_streams import RandomStreams

PERCEPTS = Capability("percepts from truth", delivers=(Landmarks, BallsSeen, RobotsSeen, PictureHealth))
POSTS = Capability("posts from truth", delivers=(PostsSeen,))
Point = tuple[float, float]
NO_LINES = np.zeros((0, 4))
BRIGHTNESS = 128.0
"""Of every picture: light is not looked at here."""


class PerceptSource:
    """The eyes behind one camera; its name is `top/percepts` or `bottom/percepts`."""

    def __init__(
        self,
        camera: str,
        view: Callable[[int], EyeView | None],
        *,
        noise: PerceptNoise,
        random: np.random.Generator,
        period_ns: int,
        pitch: SoccerField,
    ) -> None:
        self._view, self._noise, self._random = view, noise, random
        self._eye = TruthEye(noise, random, pitch)
        self.period_ns = period_ns
        percepts = (PERCEPTS, POSTS) if pitch.has_coloured_goals else (PERCEPTS,)
        self.description = Source(f"{camera}/percepts", period_ns * 1e-9, percepts)

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """See what is there now, unless the picture is lost; without a view nothing is seen."""
        if self._random.random() < self._noise.dropout_probability:
            return ()
        view, time_s = self._view(time_ns), time_ns * 1e-9
        health = PictureHealth(time_s=time_s, brightness=BRIGHTNESS)
        if view is None:
            return (
                Landmarks(time_s=time_s, lines_m=NO_LINES),
                BallsSeen(time_s=time_s, balls=()),
                RobotsSeen(time_s=time_s, robots=()),
                health,
            )
        *seen, posts = self._eye.look(view)
        return (*seen, health) if posts is None else (*seen, posts, health)

    def latency_ns(self) -> int:
        """What the noise file says of pictures."""
        jitter_s = self._noise.latency_jitter_s * float(self._random.exponential())
        return round((self._noise.latency_s + jitter_s) * 1e9)


class PerceptEyes:
    """Both eyes of every robot of one world, which a subclass looks into.

    `teams` are 0 or 1 for every robot; without any, all are of one team.
    """

    def __init__(
        self,
        noise: PerceptNoise,
        streams: RandomStreams,
        *,
        period_ns: int,
        teams: Sequence[int],
        dummies_m: Sequence[Point],
        pitch: SoccerField,
    ) -> None:
        self._pitch = pitch
        self._noise, self._streams, self._period_ns = noise, streams, period_ns
        self._teams, self._dummies_m = tuple(teams), tuple(dummies_m)
        self._robots_ns, self._robots = -1, NOBODY

    def of(self, robot: int) -> tuple[PerceptSource, ...]:
        """Return both eyes of a robot."""
        return tuple(
            PerceptSource(
                camera,
                self._view(robot, head_from_camera),
                noise=self._noise,
                random=self._streams.stream(f"{robot}/{camera}/percepts"),
                period_ns=self._period_ns,
                pitch=self._pitch,
            )
            for camera, head_from_camera in HEAD_FROM_CAMERA.items()
        )

    def _team(self, robot: int) -> int:
        return self._teams[robot] if self._teams else 0

    def _robots_at(self, time_ns: int) -> FloatArray:
        """Return all robots and dummies as in `EyeView`; one array for all who look at this time."""
        if self._robots_ns != time_ns:
            rows = [
                (x_m, y_m, float(self._team(number)), float(lies))
                for number, (x_m, y_m, lies) in enumerate(self._robots_now())
            ]
            rows += [(x_m, y_m, SHIRTLESS, 0.0) for x_m, y_m in self._dummies_m]
            self._robots_ns, self._robots = time_ns, np.array(rows)
        return self._robots

    def _robots_now(self) -> Iterable[tuple[float, float, bool]]:
        """Return place on the field of every robot, and whether it lies."""
        raise NotImplementedError

    def _view(self, robot: int, head_from_camera: Transform3) -> Callable[[int], EyeView | None]:
        """Return what says where everything is, seen from one camera of a robot."""
        raise NotImplementedError
