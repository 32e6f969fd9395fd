"""The ball on the floor of a world of NAOs: laid somewhere, kicked, looked at by the referee."""

import numpy as np

from ludens.geometry import matrix_from_quaternion
from ludens.robots.nao.noise import NaoVariation
from ludens.robots.nao.shapes import SHAPES
from ludens.sim.parts.ball import SPL_BALL, BallKind, add_soccer_ball
from ludens.sim.parts.model_spec import ModelSpec
from ludens.sim.world import Physics

Point = tuple[float, float]

STRIKING_LINKS = ("Foot", "Tibia", "Thigh")


class SimulatedBall:
    """A ball of a world, as it really is."""

    def __init__(self, physics: Physics, name: str = "ball") -> None:
        self._physics = physics
        joint = physics.model.joint(name)
        position, speed = int(joint.qposadr[0]), int(joint.dofadr[0])
        self._position = slice(position, position + 7)
        self._speed = slice(speed, speed + 6)
        self._radius_m = float(physics.model.geom(name).size[0])

    def place(self, at_m: Point) -> None:
        """Lay it there, at rest."""
        data = self._physics.data
        data.qpos[self._position] = (*at_m, self._radius_m, 1.0, 0.0, 0.0, 0.0)
        data.qvel[self._speed] = 0.0
        self._physics.refresh()

    def roll(self, velocity_mps: Point) -> None:
        """Let it roll over the floor without slipping."""
        data = self._physics.data
        forward, left = velocity_mps
        spin = np.array([-left, forward, 0.0]) / self._radius_m
        turn = matrix_from_quaternion(data.qpos[self._position][3:7])
        data.qvel[self._speed] = (forward, left, 0.0, *(turn.T @ spin))

    @property
    def place_m(self) -> Point:
        """Where it is above the floor."""
        x_m, y_m = self._physics.data.qpos[self._position][:2].tolist()
        return x_m, y_m

    @property
    def velocity_mps(self) -> Point:
        """How fast it moves over the floor."""
        x_mps, y_mps = self._physics.data.qvel[self._speed][:2].tolist()
        return x_mps, y_mps


def add_ball_for(
    spec: ModelSpec,
    *,
    robots: tuple[str, ...],
    at_m: Point,
    variation: NaoVariation,
    random: np.random.Generator,
    also_off: tuple[str, ...] = (),
    kind: BallKind = SPL_BALL,
    name: str = "ball",
) -> None:
    """Add a ball to a model in which these robots stand; how easily it rolls is this floor's own."""
    factor = float(np.clip(1.0 + variation.ball_friction_sigma * random.normal(), 0.5, 1.6))
    shoes = [
        f"{robot}/{shape.link} {shape.name}"
        for robot in robots
        for shape in SHAPES
        if shape.solid and shape.link[1:] in STRIKING_LINKS
    ]
    add_soccer_ball(
        spec,
        x_m=at_m[0],
        y_m=at_m[1],
        deceleration_mps2=factor * kind.deceleration_mps2,
        shoes=(*shoes, *also_off),
        kind=kind,
        name=name,
    )
