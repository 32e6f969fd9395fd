"""Percepts from truth and noise, in place of eyes: for trying behaviour and body many times faster.

What a camera would see is told from where it really looks: the ball only within its view, with errors that
grow with the distance, late, and now and then not at all. The own pose is told likewise. Nothing is drawn.
"""

import math
from typing import Protocol

import numpy as np

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Source
from ludens.games.soccer.world.soccer_world import SoccerWorld
from ludens.geometry import FloatArray, Pose2
from ludens.messages import Message
from ludens.messages.field import BallsSeen, FieldPose, SeenBall
from ludens.messages.health import PictureHealth
from ludens.robots.nao.places import CAMERA

PERIOD_NS = 100_000_000
LATENCY_NS = 60_000_000
FARTHEST_M = 5.0
MISSED = 0.05
"""Of balls in view."""
ALONG, ACROSS = 0.03, 0.015
"""Errors of a ball's place as a part of its distance."""
POSE_SIGMA_M, POSE_SIGMA_RAD = 0.05, math.radians(2.0)
RIM_PX = 20.0

SEEING = Capability("percepts from truth", delivers=(BallsSeen, PictureHealth))
KNOWING = Capability("pose from truth", delivers=(FieldPose,))


class TrueBalls:
    """What one camera of a robot sees of the balls; its name is that of the camera's source."""

    period_ns = PERIOD_NS

    def __init__(self, world: SoccerWorld, robot: int, camera: str, random: np.random.Generator) -> None:
        self._world, self._robot, self._random = world, robot, random
        self._camera = int(world.physics.model.camera(f"{world.names[robot]}/{camera} camera").id)
        self.description = Source(f"{camera}/percepts", PERIOD_NS * 1e-9, (SEEING,))

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Look at the balls as they are now."""
        robot = self._world.pose_of(self._robot).inverse()
        balls = [ball for ball in (self._world.ball, self._world.second_ball) if ball is not None]
        seen = [place for ball in balls if (place := self._seen(ball.place_m, robot)) is not None]
        outline = tuple(robot.apply(x_m, y_m) for x_m, y_m in self._ground_corners())
        time_s = time_ns * 1e-9
        return (
            BallsSeen(time_s=time_s, balls=tuple(seen), looked_at_m=outline),
            PictureHealth(time_s=time_s, brightness=128.0),
        )

    def latency_ns(self) -> int:
        """As long as a picture and its eyes take."""
        return LATENCY_NS

    def _seen(self, ball_m: tuple[float, float], robot: Pose2) -> SeenBall | None:
        pixel = CAMERA.project(self._in_camera(np.array((*ball_m, self._world.pitch.ball_radius_m))))
        draws = self._random.normal(size=2)
        missed = self._random.random() < MISSED
        x_m, y_m = robot.apply(*ball_m)
        away_m = math.hypot(x_m, y_m)
        if missed or not CAMERA.sees(pixel) or away_m > FARTHEST_M:
            return None
        along, across = 1.0 + ALONG * float(draws[0]), ACROSS * float(draws[1])
        return SeenBall(
            center_px=(float(pixel[0]), float(pixel[1])),
            radius_px=CAMERA.focal_x_px * self._world.pitch.ball_radius_m / away_m,
            score=0.95,
            place_m=(along * x_m - across * y_m, along * y_m + across * x_m),
            along_sigma_m=ALONG * away_m + 0.005,
            across_sigma_m=ACROSS * away_m + 0.005,
        )

    def _in_camera(self, point_m: FloatArray) -> FloatArray:
        """Return a point of the field in the camera's frame: forward, left, up."""
        data = self._world.physics.data
        right, up, backward = data.cam_xmat[self._camera].reshape(3, 3).T @ (
            point_m - data.cam_xpos[self._camera]
        )
        return np.array((-backward, -right, up))

    def _ground_corners(self) -> list[tuple[float, float]]:
        """Return the corners of the ground in view, as far as a ball is surely found there; on the field."""
        data = self._world.physics.data
        eye_m, turn = data.cam_xpos[self._camera], data.cam_xmat[self._camera].reshape(3, 3)
        corners = []
        far_px, near_px = RIM_PX, CAMERA.height_px - RIM_PX
        left_px, right_px = RIM_PX, CAMERA.width_px - RIM_PX
        for column, row in ((left_px, near_px), (right_px, near_px), (right_px, far_px), (left_px, far_px)):
            forward, left, up = CAMERA.ray((column, row))
            ray = turn @ np.array((-left, up, -forward))
            reach = eye_m[2] / -ray[2] if ray[2] < -0.1 else 3.0
            corners.append((float(eye_m[0] + reach * ray[0]), float(eye_m[1] + reach * ray[1])))
        return corners


class PosedWorld(Protocol):
    """A world that knows where its robots are."""

    def pose_of(self, robot: int = 0) -> Pose2:
        """Return where a robot really is."""
        ...


class TruePose:
    """Where a robot is, as its localisation would say."""

    description = Source("truth/localisation", PERIOD_NS * 1e-9, (KNOWING,))
    period_ns = PERIOD_NS

    def __init__(self, world: PosedWorld, robot: int, random: np.random.Generator) -> None:
        self._world, self._robot, self._random = world, robot, random

    def capture(self, time_ns: int) -> tuple[Message, ...]:
        """Say where it is now, as well as it knows."""
        x_m, y_m, turn = self._random.normal(size=3) * (POSE_SIGMA_M, POSE_SIGMA_M, POSE_SIGMA_RAD)
        pose = self._world.pose_of(self._robot)
        about = Pose2(pose.x_m + float(x_m), pose.y_m + float(y_m), pose.yaw_rad + float(turn))
        return (
            FieldPose(
                time_s=time_ns * 1e-9,
                field_from_robot=about,
                sigma_m=POSE_SIGMA_M,
                sigma_rad=POSE_SIGMA_RAD,
                error=1.0,
            ),
        )

    def latency_ns(self) -> int:
        """As long as a picture and its eyes take."""
        return LATENCY_NS
