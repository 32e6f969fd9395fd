"""The sonar ring: in each cone the nearest surface that sends sound back.

A cone is a bundle of rays, turned a little further at every firing so that nothing small hides between them
for long. Sound meets most surfaces like light a mirror: beyond some incidence the echo goes elsewhere and
the sonar hears something farther, or nothing. The floor is not heard: it is met at grazing angles only.
"""

import math

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.messages import SonarRing
from ludens.robots.pioneer import BODY, SONAR_MAX_RANGE_M, SONAR_PLACES
from ludens.robots.pioneer.noise import SonarNoise
from ludens.sim.parts.stage import GROUP_BACKDROP, GROUP_FLOOR

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
        chance: np.random.Generator,
    ) -> None:
        self._model, self._data = model, data
        self._noise, self._chance = noise, chance
        self._body = int(model.body(robot).id)
        self._heard = np.ones(6, dtype=np.uint8)
        self._heard[[group, GROUP_FLOOR, GROUP_BACKDROP]] = 0
        self._places = np.array([(place.x_m, place.y_m, BODY.sonar_z_m) for place in SONAR_PLACES])
        cosines = np.cos([place.yaw_rad for place in SONAR_PLACES])
        sines = np.sin([place.yaw_rad for place in SONAR_PLACES])
        # robot_from_sonar rotations, one for each place: x along the sonar's axis.
        self._rotations = np.zeros((len(SONAR_PLACES), 3, 3))
        self._rotations[:, 0, 0], self._rotations[:, 0, 1] = cosines, -sines
        self._rotations[:, 1, 0], self._rotations[:, 1, 1] = sines, cosines
        self._rotations[:, 2, 2] = 1.0
        steps = np.arange(RAYS_PER_CONE)
        self._tilts = noise.cone_half_angle_rad * np.sqrt(steps / (RAYS_PER_CONE - 1))
        self._turns = steps * GOLDEN_ANGLE_RAD
        self._firing = 0

    def read(self, time_ns: int) -> SonarRing:
        """Fire all sonars and return what they report."""
        distances, incidences = self._echoes()
        noise, chance, count = self._noise, self._chance, len(SONAR_PLACES)
        # All numbers are drawn at every firing, used or not: the stream stays in step with time.
        limits = noise.specular_angle_rad + noise.specular_spread_rad * chance.normal(0.0, 1.0, (count, 1))
        errors = chance.normal(0.0, 1.0, count)
        lost = chance.random(count) < noise.dropout_probability
        ghosts = chance.random(count) < noise.ghost_probability
        ghost_parts = chance.random(count)
        audible = np.where(incidences <= limits, distances, SONAR_MAX_RANGE_M)
        ranges = audible.min(axis=1)
        heard = (ranges < SONAR_MAX_RANGE_M) & ~lost
        ranges = ranges + errors * (noise.range_sigma_m + noise.range_sigma_relative * ranges)
        ranges = np.where(heard, ranges, SONAR_MAX_RANGE_M)
        ranges = np.where(ghosts, ranges * ghost_parts, ranges)
        if noise.resolution_m > 0.0:
            ranges = np.round(ranges / noise.resolution_m) * noise.resolution_m
        ranges = np.clip(ranges, SHORTEST_RANGE_M, SONAR_MAX_RANGE_M)
        return SonarRing(time_s=time_ns * 1e-9, ranges_m=tuple(ranges.tolist()))

    def _echoes(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return distance and incidence of every ray, sonars × rays; no surface is the maximum range."""
        ground_from_robot = self._data.xmat[self._body].reshape(3, 3)
        origins = self._data.xpos[self._body] + self._places @ ground_from_robot.T
        rays_in_sonar = self._rays_in_sonar()
        directions = (ground_from_robot @ self._rotations) @ rays_in_sonar.T  # sonars × 3 × rays
        directions = np.ascontiguousarray(directions.transpose(0, 2, 1))
        count = len(SONAR_PLACES)
        distances = np.empty((count, RAYS_PER_CONE))
        normals = np.empty((count, RAYS_PER_CONE * 3))
        geoms = np.empty(RAYS_PER_CONE, dtype=np.int32)
        for sonar in range(count):
            mujoco.mj_multiRay(
                self._model,
                self._data,
                origins[sonar],
                directions[sonar].reshape(-1),
                self._heard,
                True,
                -1,
                geoms,
                distances[sonar],
                normals[sonar],
                RAYS_PER_CONE,
                SONAR_MAX_RANGE_M,
            )
        cosines = -np.einsum("srk,srk->sr", directions, normals.reshape(count, RAYS_PER_CONE, 3))
        missed = (distances < 0.0) | (distances > SONAR_MAX_RANGE_M)
        incidences = np.arccos(np.clip(cosines, -1.0, 1.0))
        return np.where(missed, SONAR_MAX_RANGE_M, distances), np.where(missed, math.pi, incidences)

    def _rays_in_sonar(self) -> NDArray[np.float64]:
        """Return unit vectors, rays × 3, spread over the cone about x and turned since the last firing."""
        turns = self._turns + self._firing * GOLDEN_ANGLE_RAD
        self._firing += 1
        sines = np.sin(self._tilts)
        return np.column_stack((np.cos(self._tilts), sines * np.cos(turns), sines * np.sin(turns)))
