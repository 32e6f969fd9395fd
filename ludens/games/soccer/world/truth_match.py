"""A match in full physics without pictures: the world tells each robot what its eyes would have seen.

Pictures cost most of a simulation; without them there is time for ten robots.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ludens.games.soccer.world.match import SoccerMatch, SoccerMatchOptions
from ludens.games.soccer.world.percepts.percept_noise import percept_noise
from ludens.games.soccer.world.percepts.percept_source import PerceptSource
from ludens.games.soccer.world.percepts.truth_eye import EyeView
from ludens.games.soccer.world.referee import RefereedRobot
from ludens.geometry import Transform3
from ludens.robots.nao.places import HEAD_FROM_CAMERA
from ludens.sim.random_streams import RandomStreams


class TruthMatch(SoccerMatch):
    """A match whose robots have percepts from truth instead of cameras."""

    def __init__(self, options: SoccerMatchOptions, *, seed: int) -> None:
        super().__init__(replace(options, cameras=False), seed=seed)
        noise, streams = percept_noise(options.noise), RandomStreams(seed)
        period_ns = round(1e9 / options.camera_hz)
        self.robots = tuple(
            RefereedRobot(
                robot,
                *(
                    PerceptSource(
                        camera,
                        self._view(number, head_from_camera),
                        noise=noise,
                        random=streams.stream(f"{number}/{camera}/percepts"),
                        period_ns=period_ns,
                    )
                    for camera, head_from_camera in HEAD_FROM_CAMERA.items()
                ),
            )
            for number, robot in enumerate(self.robots)
        )

    def _view(self, robot: int, head_from_camera: Transform3) -> Callable[[int], EyeView]:
        """Return what says where everything is, seen from one camera of a robot."""
        head = self.physics.data.body(f"{self.names[robot]}/Head")

        def view(time_ns: int) -> EyeView:
            pose = self.pose_of(robot)
            ground_from_head = Transform3(head.xmat.reshape(3, 3), head.xpos)
            robot_from_camera = pose.inverse().to_transform3() @ ground_from_head @ head_from_camera
            robots = (self.pose_of(number) for number in range(len(self.names)))
            hiding = [*((at.x_m, at.y_m) for at in robots), *self.dummies_m]
            balls = (self.ball, self.second_ball)
            return EyeView(
                time_s=time_ns * 1e-9,
                field_from_robot=pose,
                robot_from_camera=np.concatenate(
                    (robot_from_camera.rotation.reshape(-1), robot_from_camera.translation)
                ),
                turning_radps=float(np.linalg.norm(head.cvel[:3])),
                balls_m=tuple(ball.place_m for ball in balls if ball is not None),
                robots_m=np.array(hiding),
            )

        return view
