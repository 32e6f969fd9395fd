"""Where the board lies, from the lines between neighbouring squares that are both free.

In the middle of a game hardly a corner has four free squares around it, but many pairs of neighbours are
free, and the line between a dark and a light square is as sharp. Each line says how far the board is beside
where it was believed, across the line: s = n · (t + θ ẑ × m), with its middle m and normal n. Shift t and
turn θ follow by least squares.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.games.chess.measures import Measures
from ludens.games.chess.table_view import TableView
from ludens.geometry import FloatArray, Transform3

SEARCHED_M, STEP_M = 0.013, 0.0005
"""How far to both sides a line is looked for, and how finely."""
ALONG, SAMPLES = 0.28, 9
"""Of a square's edge, to both sides of its middle: where it is looked at."""
CONTRAST = 0.12
"""Between both squares, by their brightness."""
UNEVEN = 0.3
"""Of the contrast: what varies more is no bare square."""
PLATEAU = 5
"""Steps at both ends of a profile that show the squares alone."""
OUTLIER_TIMES = 4.0
LEAST_M = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class SeenLines:
    """Lines that were found: their middles (n, 2) and normals (n, 2) on the board, and how far beside."""

    middles_m: FloatArray
    normals: FloatArray
    beside_m: FloatArray  # (n,)


def look_at_lines(grey: NDArray[np.uint8], view: TableView) -> SeenLines:
    """Find the lines between free neighbours, in a picture of a board that lies about as `view` says."""
    middles, normals = _lines(view.measures)
    along = np.stack((-normals[:, 1], normals[:, 0]), axis=1)
    spread = np.linspace(-ALONG, ALONG, SAMPLES) * view.measures.square_m
    across = np.arange(-SEARCHED_M, SEARCHED_M + 0.5 * STEP_M, STEP_M)
    points = np.zeros((len(middles), SAMPLES, len(across), 3))
    points[..., :2] = (
        middles[:, None, None]
        + spread[None, :, None, None] * along[:, None, None]
        + across[None, None, :, None] * normals[:, None, None]
    )
    pixels = view.pixels(points).astype(np.float32).reshape(len(middles), -1, 2)
    light = cv2.remap(grey, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profiles = light.reshape(len(middles), SAMPLES, len(across)).astype(np.float64)
    beside = np.array([_step(profile, across) for profile in profiles])
    found = np.isfinite(beside)
    return SeenLines(middles[found], normals[found], beside[found])


def flat_move(lines: SeenLines) -> tuple[Transform3, FloatArray]:
    """Return the move of the board that explains the lines best, and what is left at each."""
    turned = np.stack((-lines.middles_m[:, 1], lines.middles_m[:, 0]), axis=1)
    matrix = np.column_stack((lines.normals, (lines.normals * turned).sum(axis=1)))
    used = np.ones(len(matrix), dtype=bool)
    x = np.zeros(3)
    for _ in range(3):
        x = np.linalg.lstsq(matrix[used], lines.beside_m[used], rcond=None)[0]
        away = np.abs(lines.beside_m - matrix @ x)
        used = away <= max(OUTLIER_TIMES * 1.48 * float(np.median(away)), LEAST_M)
    left = np.where(used, lines.beside_m - matrix @ x, np.nan)
    return Transform3.from_rpy(yaw_rad=float(x[2]), translation=(float(x[0]), float(x[1]), 0.0)), left


def _lines(measures: Measures) -> tuple[FloatArray, FloatArray]:
    """Return middles and normals of the 112 lines within the board."""
    edge_m = measures.square_m
    steps, between = (np.arange(8) - 3.5) * edge_m, (np.arange(7) - 3.0) * edge_m
    one = np.stack(np.meshgrid(between, steps), axis=-1).reshape(-1, 2)
    normals = np.repeat([[1.0, 0.0], [0.0, 1.0]], len(one), axis=0)
    return np.concatenate((one, one[:, ::-1])), normals


def _step(profile: FloatArray, across_m: FloatArray) -> float:
    """Return where brightness (samples, steps) goes from one square's to the other's; NaN if it does not."""
    mean = profile.mean(axis=0)
    low, high = float(mean[:PLATEAU].mean()), float(mean[-PLATEAU:].mean())
    contrast = abs(high - low)
    if contrast < CONTRAST * 0.5 * max(low + high, 1.0) or profile.std(axis=0).max() > UNEVEN * contrast:
        return float("nan")
    over = (mean - 0.5 * (low + high)) * np.sign(high - low)
    crossings = np.flatnonzero((over[:-1] < 0.0) & (over[1:] >= 0.0))
    near = np.abs(mean - np.where(over < 0.0, low, high)) < UNEVEN * contrast
    if len(crossings) != 1 or (over[crossings[0] + 1 :] < 0.0).any():
        return float("nan")
    index = int(crossings[0])
    if not (near[: max(index - 3, 1)].all() and near[index + 5 :].all()):
        return float("nan")
    share = over[index] / (over[index] - over[index + 1])
    return float(across_m[index] + share * STEP_M)
