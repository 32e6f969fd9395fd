"""Measures where in the picture a hand holds its man: by its colour, and the outline that it should have.

Joints tell to a centimetre where it is. What would be seen of it there, without what the fingers hide, is
slid over what has a man's colour; where both agree best, it is.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.see.colours import FIRST, MenColours, labelled
from ludens.geometry import FloatArray, Transform3
from ludens.manipulation.clearance import held_in_hand_m
from ludens.messages import CameraPose
from ludens.messages.manipulation import Hand
from ludens.robots.nao.fingers import (
    FINGER_LENGTH_M,
    FINGER_RADIUS_M,
    GRIP_Z_M,
    HALF_GAP_M,
    KNUCKLE_X_M,
    UPPER_Y_M,
)
from ludens.robots.nao.kinematics import Posture

SHRINK = 2
REACH_M = 0.022
"""How far from where joints say it is it may be: a hand that nobody has calibrated for years."""
ALIKE = 0.6
"""Correlation of both outlines from which on it is the man."""
NEAREST_M, FARTHEST_M = 0.08, 0.35
_CORNERS = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
_FINGERS = ((UPPER_Y_M, HALF_GAP_M), (-UPPER_Y_M, HALF_GAP_M), (0.0, -HALF_GAP_M))


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedMan:
    """What should be seen of a held man."""

    mask: NDArray[np.uint8]  # 1 where it should show, in the shrunken picture
    middle_px: FloatArray  # in the whole picture
    reach_px: float


def expected_man(posture: Posture, place: CameraPose, hand: Hand, *, man_m: float) -> ExpectedMan | None:
    """Return what should be seen; None where the hand is not well in the picture."""
    torso_from_camera = posture.torso_from_link("Head") @ place.head_from_camera
    camera_from_hand = torso_from_camera.inverse() @ posture.torso_from_link(
        "LHand" if hand == "left" else "RHand"
    )
    held_m = held_in_hand_m()
    middle_m = camera_from_hand.apply(held_m)
    if not NEAREST_M < middle_m[0] < FARTHEST_M:
        return None
    camera = place.camera
    corners_px = camera.project(camera_from_hand.apply(held_m + man_m * _CORNERS))
    middle_px = camera.project(middle_m)
    size = np.array([camera.width_px, camera.height_px])
    if not np.isfinite(corners_px).all() or (middle_px < 0.0).any() or (middle_px > size).any():
        return None
    mask = np.zeros((camera.height_px // SHRINK, camera.width_px // SHRINK), np.uint8)
    hull = cv2.convexHull(np.rint(corners_px / SHRINK).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, (1,))
    per_m = camera.focal_x_px / SHRINK / float(middle_m[0])
    for y_m, z_m in _FINGERS:
        _hide(mask, camera_from_hand, place, np.array([0.0, y_m, GRIP_Z_M + z_m]), middle_m, per_m)
    return ExpectedMan(mask, middle_px, REACH_M * per_m * SHRINK)


def _hide(
    mask: NDArray[np.uint8],
    camera_from_hand: Transform3,
    place: CameraPose,
    root_m: FloatArray,
    middle_m: FloatArray,
    per_m: float,
) -> None:
    """Leave out what a finger hides that lies parallel to the hand and before the man."""
    ends_m = camera_from_hand.apply(
        root_m + np.array([(KNUCKLE_X_M, 0.0, 0.0), (KNUCKLE_X_M + FINGER_LENGTH_M, 0.0, 0.0)])
    )
    if ends_m[1, 0] > middle_m[0] or (ends_m[:, 0] < 0.02).any():
        return
    (from_x, from_y), (to_x, to_y) = np.rint(place.camera.project(ends_m) / SHRINK).astype(int).tolist()
    width = max(1, round(2.0 * FINGER_RADIUS_M * per_m * float(middle_m[0] / ends_m[1, 0])))
    cv2.line(mask, (from_x, from_y), (to_x, to_y), (0,), width)


def held_man_px(
    pixels_rgb: NDArray[np.uint8], expected: ExpectedMan, *, white: FloatArray, colours: MenColours
) -> tuple[float, float] | None:
    """Return where the middle of the held man is in the picture; None where none is seen."""
    small = cv2.resize(pixels_rgb, None, fx=1.0 / SHRINK, fy=1.0 / SHRINK, interpolation=cv2.INTER_AREA)
    labels = labelled(np.ascontiguousarray(small, dtype=np.uint8), white, colours.table)
    left, top, width, height = cv2.boundingRect(expected.mask)
    rim = 4
    pattern = np.pad(expected.mask[top : top + height, left : left + width], rim)
    reach = round(expected.reach_px / SHRINK)
    best: tuple[float, float, float] | None = None
    for colour in (0, 1):
        seen = np.pad((labels == FIRST + colour).astype(np.uint8), reach + rim)
        window = seen[top : top + height + 2 * (reach + rim), left : left + width + 2 * (reach + rim)]
        alike = _correlation(window, pattern)
        row, column = np.unravel_index(int(alike.argmax()), alike.shape)
        if best is None or alike[row, column] > best[0]:
            best = (
                float(alike[row, column]),
                _between(alike[row], int(column)) - reach,
                _between(alike[:, column], int(row)) - reach,
            )
    if best is None or best[0] < ALIKE:
        return None
    column_px, row_px = expected.middle_px.tolist()
    return column_px + SHRINK * best[1], row_px + SHRINK * best[2]


def _correlation(window: NDArray[np.uint8], pattern: NDArray[np.uint8]) -> FloatArray:
    """Return how the pattern agrees with each place in the window; where nothing is seen, not at all."""
    alike = cv2.matchTemplate(
        window.astype(np.float32), pattern.astype(np.float32), cv2.TM_CCOEFF_NORMED
    ).astype(np.float64)
    return np.where(np.isfinite(alike) & (np.abs(alike) <= 1.0 + 1e-6), alike, 0.0)


def _between(values: FloatArray, peak: int) -> float:
    """Return where a parabola through the highest value and its neighbours has its top."""
    if not 0 < peak < len(values) - 1:
        return float(peak)
    before, at, after = values[peak - 1 : peak + 2].tolist()
    bend = before - 2.0 * at + after
    return peak + (0.5 * (before - after) / bend if bend < -1e-12 else 0.0)
