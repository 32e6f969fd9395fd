"""Eyes of robots in the flat world: percepts from truth, by where their heads are turned."""

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from ludens.games.soccer.world.percepts.percept_noise import PerceptNoise
from ludens.games.soccer.world.percepts.percept_source import PerceptEyes
from ludens.games.soccer.world.percepts.sight import camera_over_ground
from ludens.games.soccer.world.percepts.truth_eye import EyeView
from ludens.geometry import Transform3
from ludens.robots.nao.kinematics.head import torso_from_head
from ludens.sim.flat.world import FlatWorld
from ludens.sim.random_streams import RandomStreams


class FlatEyes(PerceptEyes):
    """What all robots of one flat world see."""

    def __init__(
        self,
        world: FlatWorld,
        noise: PerceptNoise,
        streams: RandomStreams,
        *,
        period_ns: int,
        teams: Sequence[int] = (),
    ) -> None:
        super().__init__(
            noise,
            streams,
            period_ns=period_ns,
            teams=teams,
            dummies_m=world.fixed.dummies_m,
            pitch=world.pitch,
        )
        self._world = world

    def _robots_now(self) -> Iterable[tuple[float, float, bool]]:
        return ((body.x_m, body.y_m, body.lies) for body in self._world.bodies)

    def _view(self, robot: int, head_from_camera: Transform3) -> Callable[[int], EyeView | None]:
        """Return what says where everything is, seen from one camera of a robot; nothing while it lies."""
        world, body = self._world, self._world.bodies[robot]
        mount = np.concatenate((head_from_camera.rotation.reshape(-1), head_from_camera.translation))
        neck_m = torso_from_head(0.0, 0.0).translation + np.array((0.0, 0.0, world.figures.torso_height_m))

        def view(time_ns: int) -> EyeView | None:
            if body.lies:
                return None
            return EyeView(
                time_s=time_ns * 1e-9,
                field_from_robot=body.pose,
                robot_from_camera=camera_over_ground(*body.head_rad, mount, neck_m),
                turning_radps=math.hypot(body.head_radps, body.gait.speed.turn_radps),
                balls_m=(world.ball.place_m,),
                robots=self._robots_at(time_ns),
                team=self._team(robot),
            )

        return view
