"""Eyes of robots in full physics without pictures: percepts from truth, by where their heads really are."""

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from ludens.games.soccer.world.percepts.percept_noise import PerceptNoise
from ludens.games.soccer.world.percepts.percept_source import PerceptEyes
from ludens.games.soccer.world.percepts.truth_eye import EyeView
from ludens.games.soccer.world.soccer_world import SoccerWorld
from ludens.geometry import Transform3
from ludens.sim.random_streams import RandomStreams

UPRIGHT_COSINE = math.cos(math.radians(50.0))
"""Of a torso's lean; one that leans more lies, or will."""


class PhysicsEyes(PerceptEyes):
    """What all robots of one world see."""

    def __init__(
        self,
        world: SoccerWorld,
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
            dummies_m=world.dummies_m,
            pitch=world.pitch,
        )
        self._world = world

    def _view(self, robot: int, head_from_camera: Transform3) -> Callable[[int], EyeView]:
        world = self._world
        head = world.physics.data.body(f"{world.names[robot]}/Head")

        def view(time_ns: int) -> EyeView:
            pose = world.pose_of(robot)
            ground_from_head = Transform3(head.xmat.reshape(3, 3), head.xpos)
            robot_from_camera = pose.inverse().to_transform3() @ ground_from_head @ head_from_camera
            balls = (world.ball, world.second_ball)
            return EyeView(
                time_s=time_ns * 1e-9,
                field_from_robot=pose,
                robot_from_camera=np.concatenate(
                    (robot_from_camera.rotation.reshape(-1), robot_from_camera.translation)
                ),
                turning_radps=float(np.linalg.norm(head.cvel[:3])),
                balls_m=tuple(ball.place_m for ball in balls if ball is not None),
                robots=self._robots_at(time_ns),
                team=self._team(robot),
            )

        return view

    def _robots_now(self) -> Iterable[tuple[float, float, bool]]:
        for number in range(len(self._world.names)):
            torso = self._world.torso_of(number)
            x_m, y_m, _ = torso.translation.tolist()
            yield x_m, y_m, bool(torso.rotation[2, 2] < UPRIGHT_COSINE)
