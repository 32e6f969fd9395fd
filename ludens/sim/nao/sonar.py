"""The two sonars in a NAO's chest: the nearest surface in each cone, told between 0.2 and 0.8 m.

The own torso and the floor are not heard; own arms held before the chest are, as on the real robot.
"""

import math

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.messages import SonarRing
from ludens.robots.nao.noise import ChestSonarNoise
from ludens.robots.nao.places import PLACES, SONAR_FARTHEST_M, SONAR_NEAREST_M
from ludens.sim.parts.model_spec import GROUP_BACKDROP, GROUP_FLOOR

RAYS = 25
GOLDEN_ANGLE_RAD = math.pi * (3.0 - math.sqrt(5.0))
HEARD_M = 2.5
"""Farther echoes come too late; the sonar then reports this."""
MARGIN_M = 1e-6
"""Added to the box round every shape, so that rounding hides none that MuJoCo finds."""


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
        audible = (self._heard[model.geom_group] > 0) & (model.geom_bodyid != self._torso)
        shapes = np.flatnonzero(audible)
        self._shapes = (
            shapes,
            model.geom_rbound[shapes],
            model.geom_aabb[shapes],
            (data.geom_xpos, data.geom_xmat),
            (math.cos(noise.cone_half_angle_rad), math.sin(noise.cone_half_angle_rad)),
            (HEARD_M, MARGIN_M),
        )

    def read(self, time_ns: int) -> SonarRing:
        """Fire both and return left and right range."""
        noise, random = self._noise, self._random
        beams = (self.beam(sonar) for sonar in range(2))
        ranges = np.array([self.nearest_m(*beam) if self.may_hear(*beam) else HEARD_M for beam in beams])
        errors, lost, ghosts, parts = random.normal(size=2), *random.random((3, 2))
        heard = (ranges < HEARD_M) & (lost >= noise.dropout_probability)
        ranges = np.where(heard, ranges + noise.range_sigma_m * errors, HEARD_M)
        ranges = np.where(ghosts < noise.ghost_probability, parts * ranges, ranges)
        if noise.resolution_m > 0.0:
            ranges = np.round(ranges / noise.resolution_m) * noise.resolution_m
        ranges = np.where(ranges > SONAR_FARTHEST_M, HEARD_M, np.maximum(ranges, SONAR_NEAREST_M))
        return SonarRing(time_s=time_ns * 1e-9, ranges_m=tuple(ranges.tolist()))

    def beam(self, sonar: int) -> tuple[FloatArray, FloatArray]:
        """Return where a sonar is now, and its rays (rays, 3), the axis of its cone first."""
        ground_from_torso: FloatArray = self._data.xmat[self._torso].reshape(3, 3)
        origin = self._data.xpos[self._torso] + ground_from_torso @ self._origins[sonar]
        rays = np.ascontiguousarray(self._rays[sonar] @ ground_from_torso.T)
        return origin, rays

    def may_hear(self, origin: FloatArray, rays: FloatArray) -> bool:
        """Tell, quickly, whether rays can meet anything: seldom, so that MuJoCo need not look each time."""
        return _may_meet(origin, rays, *self._shapes)

    def nearest_m(self, origin: FloatArray, rays: FloatArray) -> float:
        """Return the nearest thing that rays meet."""
        geoms = np.empty(RAYS, dtype=np.int32)
        distances, normals = np.empty(RAYS), np.empty(3 * RAYS)
        mujoco.mj_multiRay(
            self._model,
            self._data,
            origin,
            rays.reshape(-1),
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


@compiled
def _may_meet(
    origin: FloatArray,
    rays: FloatArray,
    shapes: NDArray[np.int64],
    radii: FloatArray,
    boxes: FloatArray,
    present: tuple[FloatArray, FloatArray],
    cone: tuple[float, float],
    limits: tuple[float, float],
) -> bool:
    """Whether a ray meets the box round any shape.

    The first of the rays is the cone's axis. `radii` are those of spheres round the shapes (0 round a plane,
    which has no end), `boxes` their boxes: middle and half sizes, in the shape's own frame.
    """
    places, turns = present
    cosine, sine = cone
    farthest, margin = limits
    for number in range(shapes.shape[0]):
        shape, radius = shapes[number], radii[number]
        if radius == 0.0:
            return True
        dx, dy, dz = places[shape, 0] - origin[0], places[shape, 1] - origin[1], places[shape, 2] - origin[2]
        away_squared, radius = dx * dx + dy * dy + dz * dz, radius + margin
        if away_squared > (farthest + radius) ** 2:
            continue
        along = dx * rays[0, 0] + dy * rays[0, 1] + dz * rays[0, 2]
        across = np.sqrt(max(away_squared - along * along, 0.0))
        if across * cosine - along * sine > radius:
            continue
        if _meets_box(origin, rays, places[shape], turns[shape], boxes[number], limits):
            return True
    return False


@compiled
def _meets_box(
    origin: FloatArray,
    rays: FloatArray,
    place: FloatArray,
    turn: FloatArray,
    box: FloatArray,
    limits: tuple[float, float],
) -> bool:
    """Whether any ray enters a box, a little enlarged, before it ends. `turn` is a rotation, row by row."""
    farthest, margin = limits
    start = np.empty(3)
    for axis in range(3):
        start[axis] = -box[axis]
        for row in range(3):
            start[axis] += turn[3 * row + axis] * (origin[row] - place[row])
    for number in range(rays.shape[0]):
        enters, leaves = 0.0, farthest
        for axis in range(3):
            way = 0.0
            for row in range(3):
                way += turn[3 * row + axis] * rays[number, row]
            half = box[3 + axis] + margin
            if abs(way) < 1e-12:
                if abs(start[axis]) > half:
                    leaves = -1.0
                continue
            first, last = (-half - start[axis]) / way, (half - start[axis]) / way
            enters, leaves = max(enters, min(first, last)), min(leaves, max(first, last))
        if enters <= leaves:
            return True
    return False
