"""Coloured regions of the board that no man at a point explains: strays, second men, foreign things."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see.colours import FIRST, OTHER, SECOND
from ludens.games.morris.see.projection import BoardView
from ludens.geometry import FloatArray

SHRINK = 2
"""Labels are made in a picture of half the size: quicker, with less grain, and fine enough for a man."""
LEAST, MOST = 0.35, 1.7
"""Of a man's picture at that place: smaller patches are rims, larger ones no man."""
LEAST_FOREIGN = 0.6
BULGE_M = 0.003
"""Factor by which men are enlarged when they are cut out of the picture: edges are blurred."""
OPENED_PX = 3
BESIDE_PX = 5
"""Margin round the robot's own outline that may be its rim: joints tell it to a degree or two."""
FEWEST = 30
"""Pixels that even the smallest picture of part of a man has."""
CORNERS = np.array([(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (0.0, 1.0)])
FAR_PX = 4000.0
LIP_M = 0.012
"""Over the table's edge nothing stands."""


@dataclass(frozen=True, slots=True)
class UnexplainedRegion:
    """A patch that may be a man."""

    label: int
    foot_m: tuple[float, float]  # where a man would stand that looks so
    area: float  # of a man's picture there


def unexplained_regions(
    labels: NDArray[np.uint8],
    view: BoardView,
    *,
    measures: MorrisMeasures,
    explained: list[tuple[float, float, float]],
) -> list[UnexplainedRegion]:
    """Return patches of a man's size in a picture of labels, without the men that are already explained."""
    free = np.zeros(labels.shape, np.uint8)
    cv2.fillConvexPoly(free, box_outline(view, 0.5 * measures.table_width_m, measures.man_m), (1,))
    for hull in hulls(view, np.array(explained).reshape(-1, 3), edge_m=measures.man_m + 2.0 * BULGE_M):
        cv2.fillConvexPoly(free, hull.astype(np.int32), (0,))
    found = []
    for label in (FIRST, SECOND, OTHER):
        mask = ((labels == label) & (free > 0)).astype(np.uint8)
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((OPENED_PX, OPENED_PX), np.uint8)).astype(
            np.uint8
        )
        if cv2.countNonZero(mask) < FEWEST:
            continue
        count, numbers, boxes, middles = cv2.connectedComponentsWithStats(mask, connectivity=4)
        own = _beside_itself(labels, np.asarray(numbers, np.int32)) if label == OTHER else set()
        for number in sorted(set(range(1, count)) - own):
            patch = _patch(label, boxes[number], middles[number], view, measures)
            if patch is not None:
                found.append(patch)
    return found


def _patch(
    label: int, box: NDArray[np.int32], middle: FloatArray, view: BoardView, measures: MorrisMeasures
) -> UnexplainedRegion | None:
    whole_px = middle * SHRINK + 0.5 * (SHRINK - 1)
    # The middle of a cube's picture is near the picture of its own middle.
    foot_m = view.on_plane(whole_px, height_m=0.5 * measures.man_m)
    if not np.isfinite(foot_m).all() or np.abs(foot_m).max() > 0.5 * measures.table_width_m + LIP_M:
        return None
    hull = hulls(view, np.array([(*foot_m, 0.0)]), edge_m=measures.man_m)[0]
    area = float(box[cv2.CC_STAT_AREA]) / max(cv2.contourArea(hull), 1.0)
    least = LEAST_FOREIGN if label == OTHER else LEAST
    if not least < area < MOST:
        return None
    return UnexplainedRegion(label, (float(foot_m[0]), float(foot_m[1])), area)


def _beside_itself(labels: NDArray[np.uint8], numbers: NDArray[np.int32]) -> set[int]:
    """Return which patches adjoin the robot itself, whose pixels have a label that is none."""
    itself = cv2.dilate((labels > OTHER).astype(np.uint8), np.ones((BESIDE_PX, BESIDE_PX), np.uint8))
    return set(np.unique(numbers[itself > 0]).tolist())


def box_outline(view: BoardView, half_m: float, height_m: float) -> NDArray[np.int32]:
    """Return the outline of a flat box in the middle of the board, in small pixels."""
    return cv2.convexHull(visible(view, CORNERS * (half_m, half_m, height_m))).astype(np.int32)


def hulls(view: BoardView, feet: FloatArray, *, edge_m: float) -> list[NDArray[np.float32]]:
    """Return the outlines of men with foot and turn (k, 3), in small pixels."""
    if len(feet) == 0:
        return []
    cosine, sine = np.cos(feet[:, 2, np.newaxis]), np.sin(feet[:, 2, np.newaxis])
    ahead, left, up = 0.5 * edge_m * CORNERS[:, 0], 0.5 * edge_m * CORNERS[:, 1], edge_m * CORNERS[:, 2]
    x_m = feet[:, :1] + cosine * ahead - sine * left
    y_m = feet[:, 1:2] + sine * ahead + cosine * left
    pixels = visible(view, np.stack((x_m, y_m, np.broadcast_to(up, x_m.shape)), axis=-1))
    return [np.rint(cv2.convexHull(corners)).reshape(-1, 2).astype(np.float32) for corners in pixels]


def visible(view: BoardView, points_m: FloatArray) -> NDArray[np.float32]:
    """Return small pixels of points; what lies behind the camera or bends back in its lens is far below."""
    places = view.camera_from_board.apply(points_m)
    places[..., 0] = np.maximum(places[..., 0], 0.05)
    pixels = np.nan_to_num(view.camera.project(places), nan=FAR_PX)
    small = (np.clip(pixels, -FAR_PX, FAR_PX) - 0.5 * (SHRINK - 1)) / SHRINK
    return small.astype(np.float32)
