"""The sonar ring: in each cone the nearest surface that sends sound back.

A cone is a bundle of rays, turned a little further at every firing so that nothing small hides between them
for long. Sound meets most surfaces like light a mirror: beyond some incidence the echo goes elsewhere and
the sonar hears something farther, or nothing. The floor is not heard: it is met at grazing angles only.
"""

import math

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.messages import SonarRing
from ludens.robots.pioneer import BODY, SONAR_MAX_RANGE_M, SONAR_PLACES
from ludens.robots.pioneer.noise import SonarNoise
from ludens.sim.parts.model_spec import GROUP_BACKDROP, GROUP_FLOOR

_Floats = NDArray[np.float64]

RAYS_PER_CONE = 21
GOLDEN_ANGLE_RAD = math.pi * (3.0 - math.sqrt(5.0))
SHORTEST_RANGE_M = 0.10
"""Nearer than this the transducer still rings from its own ping and reports this range."""


class SonarSensor:
    """The 16 sonars of one robot; `group` is the visibility group of its own body, which it does not hear."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        group: int,
        noise: SonarNoise,
        random: np.random.Generator,
    ) -> None:
        self._model, self._data = model, data
        self._noise, self._random = noise, random
        self._body = int(model.body(robot).id)
        self._heard = np.ones(6, dtype=np.uint8)
        self._heard[[group, GROUP_FLOOR, GROUP_BACKDROP]] = 0
        self._places = np.array([(place.x_m, place.y_m, BODY.sonar_z_m) for place in SONAR_PLACES])
        self._yaws_rad = np.array([place.yaw_rad for place in SONAR_PLACES])
        steps = np.arange(RAYS_PER_CONE, dtype=np.float64)
        self._tilts = noise.cone_half_angle_rad * np.sqrt(steps / (RAYS_PER_CONE - 1))
        self._turns = steps * GOLDEN_ANGLE_RAD
        self._firing = 0
        self._geoms = np.empty(RAYS_PER_CONE, dtype=np.int32)  # which were hit: not asked, but written

    def read(self, time_ns: int) -> SonarRing:
        """Fire all sonars and return what they report."""
        directions, distances, normals = self._echoes()
        noise, random, count = self._noise, self._random, len(SONAR_PLACES)
        # All numbers are drawn at every firing, used or not: the stream stays in step with time.
        limits = noise.specular_angle_rad + noise.specular_spread_rad * random.normal(0.0, 1.0, count)
        errors = random.normal(0.0, 1.0, count)
        lost = random.random(count) < noise.dropout_probability
        ghosts = random.random(count) < noise.ghost_probability
        ghost_parts = random.random(count)
        ranges = _nearest_audible(directions, distances, normals, limits, SONAR_MAX_RANGE_M)
        heard = (ranges < SONAR_MAX_RANGE_M) & ~lost
        ranges = ranges + errors * (noise.range_sigma_m + noise.range_sigma_relative * ranges)
        ranges = np.where(heard, ranges, SONAR_MAX_RANGE_M)
        ranges = np.where(ghosts, ranges * ghost_parts, ranges)
        if noise.resolution_m > 0.0:
            ranges = np.round(ranges / noise.resolution_m) * noise.resolution_m
        ranges = np.clip(ranges, SHORTEST_RANGE_M, SONAR_MAX_RANGE_M)
        return SonarRing(time_s=time_ns * 1e-9, ranges_m=tuple(ranges.tolist()))

    def _echoes(self) -> tuple[_Floats, _Floats, _Floats]:
        """Return direction (sonars × rays × 3), distance and surface normal of every ray.

        A distance of -1 stands for no surface.
        """
        ground_from_robot = self._data.xmat[self._body].reshape(3, 3)
        origins = self._data.xpos[self._body] + self._places @ ground_from_robot.T
        turns: _Floats = self._turns + self._firing * GOLDEN_ANGLE_RAD
        self._firing += 1
        directions = _cone_rays(ground_from_robot, self._yaws_rad, self._tilts, turns)
        count = len(SONAR_PLACES)
        distances = np.empty((count, RAYS_PER_CONE))
        normals = np.empty((count, RAYS_PER_CONE, 3))
        for origin, rays, distance, normal in zip(
            origins, directions.reshape(count, -1), distances, normals.reshape(count, -1), strict=True
        ):
            mujoco.mj_multiRay(
                self._model,
                self._data,
                origin,
                rays,
                self._heard,
                True,
                -1,
                self._geoms,
                distance,
                normal,
                RAYS_PER_CONE,
                SONAR_MAX_RANGE_M,
            )
        return directions, distances, normals


@compiled
def _cone_rays(ground_from_robot: _Floats, yaws: _Floats, tilts: _Floats, turns: _Floats) -> _Floats:
    """Return unit vectors in the world, sonars × rays × 3: tilted from each sonar's axis, turned about it."""
    rays = np.empty((yaws.size, tilts.size, 3))
    for sonar in range(yaws.size):
        cosine, sine = np.cos(yaws[sonar]), np.sin(yaws[sonar])
        for ray in range(tilts.size):
            ahead, off = np.cos(tilts[ray]), np.sin(tilts[ray])
            aside, up = off * np.cos(turns[ray]), off * np.sin(turns[ray])
            x, y = cosine * ahead - sine * aside, sine * ahead + cosine * aside
            for axis in range(3):
                row = ground_from_robot[axis]
                rays[sonar, ray, axis] = row[0] * x + row[1] * y + row[2] * up
    return rays


@compiled
def _nearest_audible(
    directions: _Floats, distances: _Floats, normals: _Floats, limits: _Floats, farthest: float
) -> _Floats:
    """Return each sonar's nearest surface that is met within its limit of incidence; `farthest` for none."""
    nearest = np.full(limits.size, farthest)
    for sonar in range(limits.size):
        for ray in range(distances.shape[1]):
            distance = distances[sonar, ray]
            if not 0.0 <= distance < nearest[sonar]:
                continue
            cosine = 0.0
            for axis in range(3):
                cosine -= directions[sonar, ray, axis] * normals[sonar, ray, axis]
            if np.arccos(min(max(cosine, -1.0), 1.0)) <= limits[sonar]:
                nearest[sonar] = distance
    return nearest
