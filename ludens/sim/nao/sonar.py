"""The two sonars in a NAO's chest: the nearest surface in each cone, told between 0.2 and 0.8 m.

The own torso and the floor are not heard; own arms held before the chest are, as on the real robot.
"""

import math

import mujoco
import numpy as np

from ludens.geometry import FloatArray
from ludens.messages import SonarRing
from ludens.robots.nao.noise import ChestSonarNoise
from ludens.robots.nao.places import PLACES, SONAR_FARTHEST_M, SONAR_NEAREST_M
from ludens.sim.parts.model_spec import GROUP_BACKDROP, GROUP_FLOOR

RAYS = 25
GOLDEN_ANGLE_RAD = math.pi * (3.0 - math.sqrt(5.0))
HEARD_M = 2.5
"""Farther echoes come too late; the sonar then reports this."""


class NaoSonar:
    """Left and right sonar of one robot."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        noise: ChestSonarNoise,
        random: np.random.Generator,
    ) -> None:
        self._model, self._data, self._noise, self._random = model, data, noise, random
        self._torso = int(model.body(robot).id)
        self._heard = np.ones(6, dtype=np.uint8)
        self._heard[[GROUP_FLOOR, GROUP_BACKDROP]] = 0
        tilts = noise.cone_half_angle_rad * np.sqrt(np.arange(RAYS) / (RAYS - 1))
        turns = np.arange(RAYS) * GOLDEN_ANGLE_RAD
        cone = np.column_stack((np.cos(tilts), np.sin(tilts) * np.cos(turns), np.sin(tilts) * np.sin(turns)))
        places = [PLACES[f"{side}Sonar"].link_from_place for side in "LR"]
        self._origins = np.array([place.translation for place in places])
        self._rays = [place.rotate(cone) for place in places]

    def read(self, time_ns: int) -> SonarRing:
        """Fire both and return left and right range."""
        noise, random = self._noise, self._random
        ranges = np.array([self._nearest_m(sonar) for sonar in range(2)])
        errors, lost, ghosts, parts = random.normal(size=2), *random.random((3, 2))
        heard = (ranges < HEARD_M) & (lost >= noise.dropout_probability)
        ranges = np.where(heard, ranges + noise.range_sigma_m * errors, HEARD_M)
        ranges = np.where(ghosts < noise.ghost_probability, parts * ranges, ranges)
        if noise.resolution_m > 0.0:
            ranges = np.round(ranges / noise.resolution_m) * noise.resolution_m
        ranges = np.where(ranges > SONAR_FARTHEST_M, HEARD_M, np.maximum(ranges, SONAR_NEAREST_M))
        return SonarRing(time_s=time_ns * 1e-9, ranges_m=tuple(ranges.tolist()))

    def _nearest_m(self, sonar: int) -> float:
        ground_from_torso: FloatArray = self._data.xmat[self._torso].reshape(3, 3)
        origin = self._data.xpos[self._torso] + ground_from_torso @ self._origins[sonar]
        rays = np.ascontiguousarray(self._rays[sonar] @ ground_from_torso.T).reshape(-1)
        geoms = np.empty(RAYS, dtype=np.int32)
        distances, normals = np.empty(RAYS), np.empty(3 * RAYS)
        mujoco.mj_multiRay(
            self._model,
            self._data,
            origin,
            rays,
            self._heard,
            True,
            self._torso,
            geoms,
            distances,
            normals,
            RAYS,
            HEARD_M,
        )
        hits = distances[distances >= 0.0]
        return float(hits.min()) if hits.size else HEARD_M
