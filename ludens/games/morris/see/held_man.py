"""Measures where in the picture a hand holds its man: by its colour, and the outline that it should have.

The joints give the man's place to about a centimetre. The outline that is expected there, without the part
that fingers hide, is matched against pixels of a man's colour. A second match near the result uses the whole
outline and leaves out the pixels that fingers may hide, because a man may sit beside their middle.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.see.colours import FIRST, MenColours, labelled
from ludens.geometry import FloatArray, Transform3
from ludens.manipulation.clearance import held_in_hand_m
from ludens.manipulation.reaching import torso_from_hand
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
"""Largest distance between the predicted and the true place: a hand that nobody has calibrated for years."""
ALIKE = 0.6
"""Correlation of both outlines from which on it is the man."""
NEAREST_M, FARTHEST_M = 0.08, 0.35
NEAR_M = 0.003
"""How far from where it was found first it is looked for once more."""
WIDER = 1.25
"""Than fingers are is what they may hide."""
RIM = 4
"""Pixels round a pattern in which nothing of it may be seen."""
_CORNERS = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
_FINGERS = ((UPPER_Y_M, HALF_GAP_M), (-UPPER_Y_M, HALF_GAP_M), (0.0, -HALF_GAP_M))


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedMan:
    """What should be seen of a held man."""

    outline: NDArray[np.uint8]  # 1 where it is, in the shrunken picture
    hidden: NDArray[np.uint8]  # 1 where fingers are before it, likewise
    middle_px: FloatArray  # in the whole picture
    reach_px: float

    @property
    def mask(self) -> NDArray[np.uint8]:
        """1 where it should show, in the shrunken picture."""
        return self.outline * (1 - self.hidden)


def expected_man(posture: Posture, place: CameraPose, hand: Hand, *, man_m: float) -> ExpectedMan | None:
    """Return what should be seen; None where the hand is not well in the picture."""
    torso_from_camera = posture.torso_from_link("Head") @ place.head_from_camera
    camera_from_hand = torso_from_camera.inverse() @ torso_from_hand(posture, hand)
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
    outline = np.zeros((camera.height_px // SHRINK, camera.width_px // SHRINK), np.uint8)
    hidden = np.zeros_like(outline)
    hull = cv2.convexHull(np.rint(corners_px / SHRINK).astype(np.int32))
    cv2.fillConvexPoly(outline, hull, (1,))
    per_m = camera.focal_x_px / SHRINK / float(middle_m[0])
    for y_m, z_m in _FINGERS:
        _hide(hidden, camera_from_hand, place, np.array([0.0, y_m, GRIP_Z_M + z_m]), middle_m, per_m)
    return ExpectedMan(outline, hidden, middle_px, REACH_M * per_m * SHRINK)


def _hide(
    hidden: NDArray[np.uint8],
    camera_from_hand: Transform3,
    place: CameraPose,
    root_m: FloatArray,
    middle_m: FloatArray,
    per_m: float,
) -> None:
    """Mark what a finger hides that lies parallel to the hand and before the man."""
    ends_m = camera_from_hand.apply(
        root_m + np.array([(KNUCKLE_X_M, 0.0, 0.0), (KNUCKLE_X_M + FINGER_LENGTH_M, 0.0, 0.0)])
    )
    if ends_m[1, 0] > middle_m[0] or (ends_m[:, 0] < 0.02).any():
        return
    (from_x, from_y), (to_x, to_y) = np.rint(place.camera.project(ends_m) / SHRINK).astype(int).tolist()
    width = max(1, round(2.0 * WIDER * FINGER_RADIUS_M * per_m * float(middle_m[0] / ends_m[1, 0])))
    cv2.line(hidden, (from_x, from_y), (to_x, to_y), (1,), width)


def held_man_px(
    pixels_rgb: NDArray[np.uint8], expected: ExpectedMan, *, white: FloatArray, colours: MenColours
) -> tuple[float, float] | None:
    """Return where the middle of the held man is in the picture; None where none is seen."""
    small = cv2.resize(pixels_rgb, None, fx=1.0 / SHRINK, fy=1.0 / SHRINK, interpolation=cv2.INTER_AREA)
    labels = labelled(np.ascontiguousarray(small, dtype=np.uint8), white, colours.table)
    reach = round(expected.reach_px / SHRINK)
    counts = np.ones_like(expected.outline)
    first, colour = max(
        (
            (_best_shift(labels == FIRST + colour, counts, pattern, about=(0, 0), reach=reach), colour)
            for colour in (0, 1)
            for pattern in (expected.mask, expected.outline)
        ),
        key=lambda found: found[0].alike,
    )
    if first.alike < ALIKE:
        return None
    near = max(2, round(NEAR_M / REACH_M * reach))
    about = round(first.right), round(first.down)
    found = _best_shift(
        labels == FIRST + colour, 1 - expected.hidden, expected.outline, about=about, reach=near
    )
    if max(abs(found.right - about[0]), abs(found.down - about[1])) > near - 1:
        found = first  # nothing agrees best near there: fingers are not where joints say, either
    column_px, row_px = expected.middle_px.tolist()
    return column_px + SHRINK * found.right, row_px + SHRINK * found.down


@dataclass(frozen=True, slots=True)
class _Shift:
    """By how much a pattern is shifted where it agrees best, and how well it does."""

    alike: float
    right: float
    down: float


def _best_shift(
    seen: NDArray[np.bool_],
    counts: NDArray[np.uint8],
    pattern: NDArray[np.uint8],
    *,
    about: tuple[int, int],
    reach: int,
) -> _Shift:
    """Slide a pattern over what is seen, as far as that counts; `reach` to all sides of a shift."""
    right, down = about
    left, top, width, height = cv2.boundingRect(pattern)
    piece = np.pad(pattern[top : top + height, left : left + width], RIM).astype(np.float32)
    rim = reach + RIM
    rows = np.arange(top + down - rim, top + down + height + rim)
    columns = np.arange(left + right - rim, left + right + width + rim)
    alike = _correlation(_window(seen, rows, columns), _window(counts, rows, columns, beyond=1), piece)
    row, column = np.unravel_index(int(alike.argmax()), alike.shape)
    return _Shift(
        float(alike[row, column]),
        right + _between(alike[row], int(column)) - reach,
        down + _between(alike[:, column], int(row)) - reach,
    )


def _window(
    whole: NDArray[np.bool_] | NDArray[np.uint8],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    *,
    beyond: int = 0,
) -> NDArray[np.float32]:
    """Return a window of a picture, which may reach beyond its edges."""
    height, width = whole.shape
    inside = np.ix_(rows.clip(0, height - 1), columns.clip(0, width - 1))
    piece: NDArray[np.float32] = whole[inside].astype(np.float32)
    piece[(rows < 0) | (rows >= height)] = beyond
    piece[:, (columns < 0) | (columns >= width)] = beyond
    return piece


def _correlation(
    seen: NDArray[np.float32], counts: NDArray[np.float32], pattern: NDArray[np.float32]
) -> FloatArray:
    """Return how a pattern is correlated with each place in a window, over the pixels that count."""
    ones = np.ones_like(pattern)
    number, of_seen, of_pattern, of_both = (
        cv2.matchTemplate(window, piece, cv2.TM_CCORR).astype(np.float64)
        for window, piece in (
            (counts, ones),
            (counts * seen, ones),
            (counts, pattern),
            (counts * seen, pattern),
        )
    )
    number = np.maximum(number, 1.0)
    spread = (of_seen - of_seen**2 / number) * (of_pattern - of_pattern**2 / number)
    together = of_both - of_seen * of_pattern / number
    return np.where(spread > 1.0, together / np.sqrt(np.maximum(spread, 1.0)), 0.0)


def _between(values: FloatArray, peak: int) -> float:
    """Return where a parabola through the highest value and its neighbours has its top."""
    if not 0 < peak < len(values) - 1:
        return float(peak)
    before, at, after = values[peak - 1 : peak + 2].tolist()
    bend = before - 2.0 * at + after
    return peak + (0.5 * (before - after) / bend if bend < -1e-12 else 0.0)
