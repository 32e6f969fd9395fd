"""A floor that is not quite even: what the soles of NAOs feel of it.

A field of heights would cost more than all the rest of the physics. A sole is short against waves of a
carpet, so all it feels is the height and the slope under its middle. The floor stays a plane, and each sole
is lowered and tilted against its foot as the floor under it is raised and tilted. Balls, and hands or knees
of a robot that lies, find it even.
"""

import math

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray

WAVES = 16
LENGTHS_M = 0.3, 1.0
"""Of the shortest and the longest wave: a sole is 16 cm long."""


class UnevenFloor:
    """Heights of a floor, and the soles on it."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robots: tuple[str, ...],
        rise_sigma_m: float,
        random: np.random.Generator,
    ) -> None:
        shortest_m, longest_m = LENGTHS_M
        lengths_m = shortest_m * (longest_m / shortest_m) ** random.uniform(size=WAVES)
        headings_rad, phases_rad = random.uniform(0.0, 2.0 * math.pi, (2, WAVES))
        per_m = 2.0 * math.pi / lengths_m
        heights_m = np.full(WAVES, rise_sigma_m * math.sqrt(2.0 / WAVES))
        self._waves = np.array(
            [heights_m, per_m * np.cos(headings_rad), per_m * np.sin(headings_rad), phases_rad]
        )
        self._soles = np.array(
            [model.geom(f"{robot}/{side}Foot sole").id for robot in robots for side in "LR"]
        )
        model.geom_sameframe[self._soles] = 0  # they no longer sit where their body's mass does
        self._work = (
            self._soles,
            model.geom_bodyid[self._soles].astype(np.int64),
            self._waves,
            (data.geom_xpos, data.xmat),
            (model.geom_pos[self._soles].copy(), model.geom_quat[self._soles].copy()),
            (model.geom_pos, model.geom_quat),
        )

    def step(self, time_ns: int) -> None:
        """Set the soles for the physics step that starts now."""
        _tilt_soles(*self._work)


@compiled
def _tilt_soles(
    soles: NDArray[np.int64],
    feet: NDArray[np.int64],
    waves: FloatArray,
    now: tuple[FloatArray, FloatArray],
    even: tuple[FloatArray, FloatArray],
    changed: tuple[FloatArray, FloatArray],
) -> None:
    """Lower every sole by the floor's height h under it, and turn it against the slope (hx, hy).

    `waves` has the rows height, wave numbers along x and y, phase.
    """
    places, turns = now
    for sole in range(soles.shape[0]):
        geom, foot = soles[sole], feet[sole]
        x_m, y_m = places[geom, 0], places[geom, 1]
        rise_m, slope_x, slope_y = 0.0, 0.0, 0.0
        for wave in range(waves.shape[1]):
            height_m, along_x, along_y = waves[0, wave], waves[1, wave], waves[2, wave]
            phase = along_x * x_m + along_y * y_m + waves[3, wave]
            rise_m += height_m * np.cos(phase)
            slope_x -= height_m * along_x * np.sin(phase)
            slope_y -= height_m * along_y * np.sin(phase)
        # The turn (-hy, hx, 0) and the way (0, 0, -h) as the foot has them; the turn is small.
        turned = np.empty(4)
        turned[0] = 1.0
        for axis in range(3):
            turned[1 + axis] = 0.5 * (-slope_y * turns[foot, axis] + slope_x * turns[foot, 3 + axis])
            changed[0][geom, axis] = even[0][sole, axis] - rise_m * turns[foot, 6 + axis]
        w, x, y, z = turned
        w0, x0, y0, z0 = even[1][sole]
        quaternion = changed[1][geom]
        quaternion[0] = w * w0 - x * x0 - y * y0 - z * z0
        quaternion[1] = w * x0 + x * w0 + y * z0 - z * y0
        quaternion[2] = w * y0 - x * z0 + y * w0 + z * x0
        quaternion[3] = w * z0 + x * y0 - y * x0 + z * w0
        quaternion /= np.sqrt((quaternion**2).sum())
