"""A field with robots and a ball that move by figures instead of forces."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages import SceneDescription, ScenePoses, SonarDistances
from ludens.robots.noise_file import set_of
from ludens.sim.flat.ball import FlatBall
from ludens.sim.flat.body import FlatBody
from ludens.sim.flat.contacts import FixedThings, push_apart, touch_ball
from ludens.sim.flat.figures import FlatFigures
from ludens.sim.flat.robot import FlatRobot
from ludens.sim.flat.scene import FlatScene
from ludens.sim.parts.nao import NaoLook
from ludens.sim.random_streams import RandomStreams
from ludens.sim.world import SimulatedRobot

Point = tuple[float, float]

STEP_NS = 20_000_000
SCATTER = {"off": 0.0, "default": 1.0, "harsh": 2.0}
"""Share of the figures' chance, by the name of a noise set; a file of noise counts as default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlatWorldOptions:
    """What a flat field holds at the beginning."""

    names: tuple[str, ...] = ("",)
    looks: tuple[NaoLook, ...] = ()
    starts: tuple[Pose2, ...] = (Pose2(-0.8, 0.0, 0.0),)
    ball_m: Point = (0.0, 0.0)
    noise: str = "default"
    dummies_m: tuple[Point, ...] = ()  # where posts as large as robots stand
    decisions_hz: float = 10.0


class FlatPhysics:
    """Time in the flat world: steps of 20 ms, and what looks after each of them."""

    def __init__(self, step: Callable[[], None]) -> None:
        self._step = step
        self.time_ns = 0
        self.after_step: list[Callable[[int], None]] = []

    def advance_to(self, time_ns: int) -> None:
        """Take every step that ends no later than `time_ns`."""
        while self.time_ns + STEP_NS <= time_ns:
            self._step()
            self.time_ns += STEP_NS
            for look in self.after_step:
                look(self.time_ns)


class FlatWorld:
    """A flat field with its robots and its ball."""

    def __init__(self, options: FlatWorldOptions, *, seed: int, pitch: SoccerField = FIELD_2019) -> None:
        self.pitch = pitch
        self.names = options.names
        self.figures = FlatFigures().scattered(SCATTER.get(set_of(options.noise), 1.0))
        streams, step_s = RandomStreams(seed), STEP_NS * 1e-9
        self.bodies = tuple(
            FlatBody(
                start,
                self.figures,
                streams.stream(f"flat/{number}"),
                step_s=step_s,
                ball_radius_m=pitch.ball_radius_m,
            )
            for number, start in enumerate(options.starts)
        )
        floor = 1.0 + self.figures.floor_sigma * float(streams.stream("flat/floor").standard_normal())
        self.ball = FlatBall(
            options.ball_m,
            deceleration_mps2=self.figures.deceleration_mps2 * float(np.clip(floor, 0.5, 1.6)),
            bounce=self.figures.bounce,
            pitch=pitch,
            step_s=step_s,
        )
        self.fixed = FixedThings(pitch, options.dummies_m, self.figures)
        self.touched_ball: set[int] = set()  # numbers of robots, until somebody clears them
        self.touching: set[tuple[int, int]] = set()  # pairs, likewise
        self.physics = FlatPhysics(self._step)
        period_ns = round(1e9 / options.decisions_hz / STEP_NS) * STEP_NS
        self.players = tuple(
            FlatRobot(name, body, self._sonar_of(body), period_ns=period_ns)
            for name, body in zip(options.names, self.bodies, strict=True)
        )
        self.robots: tuple[SimulatedRobot, ...] = self.players
        self._scene = FlatScene(pitch, options.names, options.looks, options.dummies_m)

    def advance_to(self, time_ns: int) -> None:
        """Let time pass until the last step that ends no later than `time_ns`."""
        self.physics.advance_to(time_ns)

    def scene(self, time_ns: int) -> SceneDescription:
        """Return what is there, for spectators."""
        return self._scene.description(time_s=time_ns * 1e-9)

    def scene_poses(self, time_ns: int) -> ScenePoses:
        """Return where it is now, for spectators."""
        return self._scene.poses(self.bodies, self.ball, time_s=time_ns * 1e-9)

    def close(self) -> None:
        """Nothing is held. May be called twice."""

    def pose_of(self, robot: int = 0) -> Pose2:
        """Return where a robot really is."""
        return self.bodies[robot].pose

    def carry(self, pose: Pose2, *, robot: int = 0) -> None:
        """Lift a robot and put it down elsewhere, upright."""
        self.bodies[robot].put(pose)

    @property
    def touches(self) -> int:
        """How often robots have touched dummies so far."""
        return self.fixed.touches

    def _sonar_of(self, body: FlatBody) -> Callable[[float], SonarDistances]:
        return lambda time_s: self.fixed.heard(body, self.bodies, time_s=time_s)

    def _step(self) -> None:
        ball, figures = self.ball, self.figures
        for number, body in enumerate(self.bodies):
            body.step(ball.place_m)
            if body.struck is not None:
                ball.kicked(*body.struck, usual_mps2=figures.deceleration_mps2)
                self.touched_ball.add(number)
            elif touch_ball(body, ball, figures, self.pitch):
                self.touched_ball.add(number)
            self.fixed.stop(number, body)
        self.touching.update(push_apart(self.bodies, figures, step_s=STEP_NS * 1e-9))
        ball.step()
        self.fixed.bounce(ball)
