"""Messages as the modules of the passing game get them, made by hand."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.contract.module import CycleTime
from ludens.core.contract.time_series import TimeSeries
from ludens.geometry import Pose2
from ludens.messages import (
    CameraImage,
    Intention,
    ObjectBelief,
    ObstaclePoints,
    Odometry,
    PassPlan,
    RoundObject,
    Sighting,
    SonarBelief,
    SonarRing,
)
from ludens.robots.pioneer import CAMERA, ROBOT_FROM_CAMERA, SONAR_MAX_RANGE_M, SONAR_PLACES

HERE = Pose2.identity()
GREEN, BLUE = (30.0, 190.0, 45.0), (35.0, 60.0, 200.0)
BALL_M, TARGET_M = 0.11, 0.085


def now(time_s: float) -> CycleTime:
    return CycleTime(time_s=time_s)


def odometry(
    time_s: float = 0.0, pose: Pose2 = HERE, *, forward_mps: float = 0.0, turn_radps: float = 0.0
) -> Odometry:
    return Odometry(time_s=time_s, odometry_from_robot=pose, forward_mps=forward_mps, turn_radps=turn_radps)


def history(messages: Iterable[Odometry]) -> TimeSeries[Odometry]:
    series = TimeSeries[Odometry]()
    for message in messages:
        series.add(message)
    return series


def sighting(
    time_s: float,
    range_m: float = 2.0,
    bearing_rad: float = 0.0,
    *,
    range_sigma_m: float = 0.05,
    bearing_sigma_rad: float = 0.01,
) -> Sighting:
    found = RoundObject(
        center_px=(160.0, 120.0),
        radius_px=20.0,
        score=0.5,
        range_m=range_m,
        range_sigma_m=range_sigma_m,
        bearing_rad=bearing_rad,
        bearing_sigma_rad=bearing_sigma_rad,
    )
    return Sighting(time_s=time_s, found=found)


def nothing_seen(time_s: float) -> Sighting:
    return Sighting(time_s=time_s, found=None)


def belief(
    x_m: float,
    y_m: float,
    *,
    time_s: float = 0.0,
    velocity_mps: tuple[float, float] = (0.0, 0.0),
    sigma_m: float = 0.03,
    velocity_sigma_mps: float = 0.02,
    seen_s: float | None = None,
    sightings: int = 20,
) -> ObjectBelief:
    range_m = math.hypot(x_m, y_m)
    return ObjectBelief(
        time_s=time_s,
        range_m=range_m,
        bearing_rad=math.atan2(y_m, x_m),
        range_variance_m2=sigma_m**2,
        range_bearing_covariance=0.0,
        bearing_variance_rad2=(sigma_m / range_m) ** 2,
        velocity_x_mps=velocity_mps[0],
        velocity_y_mps=velocity_mps[1],
        velocity_sigma_mps=velocity_sigma_mps,
        seen_s=time_s if seen_s is None else seen_s,
        sightings=sightings,
        misses=0,
    )


def plan(
    *,
    time_s: float = 0.0,
    before_m: float = 1.0,
    pass_m: float = 2.0,
    offset_m: float = 0.0,
    direction_rad: float = 0.0,
) -> PassPlan:
    """The plan of a robot that stands `before_m` before the ball and `offset_m` to the left of the line."""
    robot_from_line = Pose2(0.0, 0.0, direction_rad)
    return PassPlan(
        time_s=time_s,
        ball_m=robot_from_line.apply(before_m, -offset_m),
        target_m=robot_from_line.apply(before_m + pass_m, -offset_m),
        stage_m=robot_from_line.apply(before_m - 1.0, -offset_m),
        direction_rad=direction_rad,
        pass_m=pass_m,
        offset_m=offset_m,
        before_m=before_m,
    )


def intention(state: str, *active: str, **limits: Any) -> Intention:
    return Intention(
        time_s=0.0,
        state=state,
        active=active,
        forward_limit_mps=limits.pop("forward_mps", 0.6),
        turn_limit_radps=limits.pop("turn_radps", 1.2),
        **limits,
    )


def sonar(ranges_m: dict[int, float] | None = None, *, sigma_m: float = 0.02) -> SonarBelief:
    """All sonars hear nothing but those that are named."""
    heard = [SONAR_MAX_RANGE_M] * len(SONAR_PLACES)
    for place, range_m in (ranges_m or {}).items():
        heard[place] = range_m
    return SonarBelief(time_s=0.0, ranges_m=tuple(heard), variances_m2=(sigma_m**2,) * len(heard))


def ring(time_s: float, ranges_m: dict[int, float] | None = None) -> SonarRing:
    return SonarRing(time_s=time_s, ranges_m=sonar(ranges_m).ranges_m)


def obstacles(*points_m: tuple[float, float]) -> ObstaclePoints:
    return ObstaclePoints(time_s=0.0, points_m=points_m)


# ---------------------------------------------------------------- pictures


@dataclass(frozen=True)
class Ball:
    """A ball on the floor, in polar coordinates from the robot's origin."""

    range_m: float
    bearing_rad: float
    radius_m: float = BALL_M
    rgb: tuple[float, float, float] = GREEN

    def center_in_camera(self) -> NDArray[np.float64]:
        x_m, y_m = self.range_m * math.cos(self.bearing_rad), self.range_m * math.sin(self.bearing_rad)
        return np.asarray(ROBOT_FROM_CAMERA.inverse().apply(np.array([x_m, y_m, self.radius_m])))


def picture(*balls: Ball, time_s: float = 0.0, light: float = 1.0, seed: int = 0) -> CameraImage:
    """What the nominal camera sees of shaded, glossy balls on a grey floor: every pixel's ray is followed."""
    finer = 2
    height, width = CAMERA.height_px * finer, CAMERA.width_px * finer
    rows, columns = np.mgrid[:height, :width].astype(np.float64)
    pixels = np.stack([(columns + 0.5) / finer - 0.5, (rows + 0.5) / finer - 0.5], axis=-1)
    rays = CAMERA.ray(pixels)
    colours = np.where(rows[..., None] < 0.25 * height, (185.0, 190.0, 180.0), (135.0, 128.0, 118.0))
    colours = colours + 0.05 * columns[..., None] / finer
    nearest = np.full((height, width), np.inf)
    lamp = np.array([-0.4, 0.3, 0.8]) / math.sqrt(0.89)
    for ball in balls:
        center = ball.center_in_camera()
        along = rays @ center
        root = along**2 - (center @ center - ball.radius_m**2)
        distance = along - np.sqrt(np.maximum(root, 0.0))
        hit = (root > 0.0) & (along > 0.0) & (distance < nearest)
        normal = (rays * distance[..., None] - center) / ball.radius_m
        facing = np.clip(normal @ lamp, 0.0, None)[..., None]
        shaded = np.array(ball.rgb) * (0.55 + 0.45 * facing) + 120.0 * facing**40
        colours[hit], nearest[hit] = shaded[hit], distance[hit]
    small = cv2.resize(colours, (CAMERA.width_px, CAMERA.height_px), interpolation=cv2.INTER_AREA)
    noisy = light * small + np.random.default_rng(seed).normal(0.0, 2.0, small.shape)
    return CameraImage(time_s=time_s, pixels_rgb=np.clip(noisy, 0.0, 255.0).astype(np.uint8), jpeg=b"")


def grey(value: int = 128) -> CameraImage:
    pixels = np.full((CAMERA.height_px, CAMERA.width_px, 3), value, dtype=np.uint8)
    return CameraImage(time_s=0.0, pixels_rgb=pixels, jpeg=b"")
