"""A tool that looks down: where the flange must be for its tip to be somewhere.

Near the edge of its reach the arm is almost straight, and its axes have to race for small moves; beyond that
edge it does not come at all. There the tool leans outwards, its tip ahead of the flange: over the far corners
of the board by a degree, and farther where that was laid down too far away.
"""

import math
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.planning.arm.hop import ToolPose
from ludens.planning.arm.trajectory import ArmPlanError
from ludens.robots.iiwa.dimensions import FOREARM_M, SHOULDER_HEIGHT_M, UPPER_ARM_M, WRIST_TO_FLANGE_M

FARTHEST_M = 0.998 * (UPPER_ARM_M + FOREARM_M)
"""From shoulder to wrist, which are never quite straight."""
EASY_M = 0.985 * (UPPER_ARM_M + FOREARM_M)
"""Distance up to which axes need not race."""
EASY_LEANING_RAD = math.radians(1.2)
"""Lean that makes reaching easier; farther only where it must."""
MOST_LEANING_RAD = math.radians(1.8)
"""A magnet that leans farther does not lie flat on what it shall hold: at 2.5° pieces swing and fall."""


@dataclass(frozen=True, slots=True, eq=False)
class Tool:
    """What the flange carries: where its tip is, seen from the flange (whose z axis leaves the arm)."""

    length_m: float

    def base_from_flange(self, place: ToolPose) -> Transform3:
        """Return where the flange must be for the tip to be there."""
        rotations, translations = self.flanges(
            place.tip_m[np.newaxis], np.array([place.yaw_rad]), np.array([place.lean_rad])
        )
        return Transform3(rotations[0], translations[0])

    def flanges(
        self, tips_m: FloatArray, yaws_rad: FloatArray, leans_rad: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Return likewise rotations (n, 3, 3) and translations (n, 3) of the flange for many places."""
        outward = tips_m[:, :2] / np.maximum(np.hypot(tips_m[:, 0], tips_m[:, 1]), 1e-9)[:, np.newaxis]
        rotations = _leaning(outward, leans_rad) @ _down(yaws_rad)
        return rotations, tips_m - self.length_m * rotations[:, :, 2]

    def at(self, tip_m: FloatArray, *, yaw_rad: float = 0.0) -> ToolPose:
        """Return how the tool is best held with its tip there: upright, or leaning as far as it should."""
        lean_rad = max(
            self._leaning_rad(tip_m, FARTHEST_M), min(self._leaning_rad(tip_m, EASY_M), EASY_LEANING_RAD)
        )
        if lean_rad > MOST_LEANING_RAD:
            raise ArmPlanError(f"The arm does not reach {np.round(tip_m, 3).tolist()} m from its base.")
        return ToolPose(tip_m, yaw_rad, lean_rad)

    def _leaning_rad(self, tip_m: FloatArray, distance_m: float) -> float:
        """Return how far the tool must lean for the wrist to come within a distance of the shoulder.

        With the tip r off the base's axis and a above the shoulder, and the wrist l behind the tip, the wrist
        is at the distance d of the shoulder when 2 l (r sin φ - a cos φ) = r² + a² + l² - d².
        """
        behind_m = self.length_m + WRIST_TO_FLANGE_M
        away_m, above_m = math.hypot(tip_m[0], tip_m[1]), float(tip_m[2]) - SHOULDER_HEIGHT_M
        if math.hypot(away_m, above_m + behind_m) <= distance_m:
            return 0.0
        straight_m = math.hypot(away_m, above_m)
        sine = (straight_m**2 + behind_m**2 - distance_m**2) / (2.0 * behind_m * straight_m)
        return math.asin(min(sine, 1.0)) - math.atan2(-above_m, away_m)


def _down(yaws_rad: FloatArray) -> FloatArray:
    """Return rotations of a flange that looks straight down.

    It is pitched, not rolled, over: so the last axis is near its middle at yaw zero.
    """
    sines, cosines = np.sin(yaws_rad), np.cos(yaws_rad)
    rotations = np.zeros((len(yaws_rad), 3, 3))
    rotations[:, 0, 0], rotations[:, 0, 1] = -cosines, -sines
    rotations[:, 1, 0], rotations[:, 1, 1] = -sines, cosines
    rotations[:, 2, 2] = -1.0
    return rotations


def _leaning(outward: FloatArray, angles_rad: FloatArray) -> FloatArray:
    """Return rotations (n, 3, 3) that take "up" inwards, against the directions `outward` (n, 2)."""
    x, y = outward.T
    sines, rests = np.sin(angles_rad), 1.0 - np.cos(angles_rad)
    rotations = np.empty((len(angles_rad), 3, 3))
    rotations[:, 0, 0], rotations[:, 0, 1], rotations[:, 0, 2] = (
        1.0 - rests * x * x,
        -rests * x * y,
        -sines * x,
    )
    rotations[:, 1, 0], rotations[:, 1, 1], rotations[:, 1, 2] = (
        -rests * x * y,
        1.0 - rests * y * y,
        -sines * y,
    )
    rotations[:, 2, 0], rotations[:, 2, 1], rotations[:, 2, 2] = sines * x, sines * y, 1.0 - rests
    return rotations
