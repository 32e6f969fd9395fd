"""Where the board lies, from the corners at which its squares meet, as far as pieces leave them free.

The board is flat and its measures are known, so its pose on the table has three numbers: x, y and heading.
They follow from the corners by least squares; where too few are free, from the lines between squares.

In the middle of a game hardly a corner has four free squares around it, but many pairs of neighbours are
free, and the line between a dark and a light square is as sharp. Each line says how far the board is beside
where it was believed, across the line: s = n · (t + θ ẑ × m), with its middle m and normal n. Shift t and
turn θ follow by least squares.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.games.chess.workcell.measures import Measures
from ludens.games.chess.workcell.table_view import TableView
from ludens.geometry import FloatArray, Transform3
from ludens.planning.arm.trajectory import ArmPlanError

FEWEST = 12
"""Corners below which the board is not found by them."""
FEW = 4
"""Corners that tell well enough where to look for lines."""
REACH_PX = 6
SADDLE = 0.12
"""Contrast of the four squares around a corner, by their hue, below which no corner is there."""
SOFT_PX, HUE_LEVELS = 1.5, 160.0
AWAY = (0.07, 0.2, 0.34)
"""Of a square's edge: how far from a corner its four squares are compared."""
_STOP = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 20, 0.01)
SEARCHED_M, STEP_M = 0.013, 0.0005
"""How far to both sides a line is looked for, and how finely."""
ALONG, SAMPLES = 0.28, 9
"""Of a square's edge, to both sides of its middle: where it is looked at."""
CONTRAST = 0.12
"""Between both squares, by their brightness."""
UNEVEN = 0.3
"""Of the contrast: what varies more is no bare square."""
ALIKE, FEWEST_ALIKE = 0.8, 5
"""How far, of the contrast, a profile may be from the middle one; and how many must be no farther."""
PLATEAU = 5
"""Steps at both ends of a profile that show the squares alone."""
OUTLIER_TIMES = 4.0
LEAST_M = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class BoardFit:
    """The board on the table, and what is left at each corner, or at the middle of each line."""

    base_from_board: Transform3
    corners_m: FloatArray  # (n, 2) where they are on the board
    residuals_m: FloatArray  # (n, 2) where they were seen, minus that
    after_m: float  # root of the mean squared length of these
    by_lines: bool = False


def inner_corners(measures: Measures) -> FloatArray:
    """Return the 49 points (49, 2) where four squares meet, in the board's frame."""
    steps = (np.arange(7) - 3.0) * measures.square_m
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)


def fit_board(pixels_rgb: NDArray[np.uint8], view: TableView, *, rounds: int = 3) -> BoardFit:
    """Return where the board really lies, seen in one picture; `view` says about where."""
    grey = np.asarray(cv2.cvtColor(pixels_rgb, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
    hues = _hues(pixels_rgb)
    corners_m = inner_corners(view.measures)
    base_from_board = view.base_from_board
    used = np.zeros(0, dtype=np.int64)
    for attempt in range(rounds):
        present = _with_board(view, base_from_board)
        expected_px = present.pixels(np.column_stack((corners_m, np.zeros(len(corners_m)))))
        found_px, is_corner = _saddles(
            grey, hues, expected_px, coarse=attempt == 0, square_px=_square_px(present)
        )
        used = np.flatnonzero(is_corner)
        if len(used) >= FEW:
            seen = present.on_plane(found_px[used], 0.0)
            base_from_board = base_from_board @ _flat_move(corners_m[used], seen)
        if len(used) < FEWEST:
            return _fit_lines(grey, _with_board(view, base_from_board), corners=len(used), rounds=rounds)
    present = _with_board(view, base_from_board)
    residuals_m = present.on_plane(found_px[used], 0.0) - corners_m[used]
    return BoardFit(
        base_from_board, corners_m[used], residuals_m, float(np.sqrt((residuals_m**2).sum(axis=1).mean()))
    )


def _fit_lines(grey: NDArray[np.uint8], view: TableView, *, corners: int, rounds: int) -> BoardFit:
    """Return where the board lies by the lines between free squares."""
    present = view
    for _ in range(rounds):
        lines = look_at_lines(grey, present)
        ways = np.abs(lines.normals).sum(axis=0)
        if ways.min() < FEWEST // 2:
            raise ArmPlanError(
                f"Only {corners} corners of the board's squares can be seen, and {len(lines.beside_m)} lines "
                f"between them; {FEWEST} are needed, as many of each direction. Is the board in the camera's "
                "view, and is the light on?"
            )
        move, left_m = flat_move(lines)
        present = _with_board(view, present.base_from_board @ move)
    used = np.isfinite(left_m)
    residuals_m = lines.normals[used] * left_m[used, np.newaxis]
    return BoardFit(
        present.base_from_board,
        lines.middles_m[used],
        residuals_m,
        float(np.sqrt((residuals_m**2).sum(axis=1).mean())),
        by_lines=True,
    )


def _with_board(view: TableView, base_from_board: Transform3) -> TableView:
    """Return the same camera over a board that lies elsewhere."""
    base_from_camera = view.base_from_board @ view.board_from_camera
    return TableView(
        view.camera, base_from_board.inverse() @ base_from_camera, base_from_board, view.measures
    )


def _square_px(view: TableView) -> float:
    half_m = 0.5 * view.measures.square_m
    ends = view.pixels(np.array([[-half_m, 0.0, 0.0], [half_m, 0.0, 0.0]]))
    return float(np.hypot(*(ends[1] - ends[0])))


def _hues(pixels_rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return blue over red, softened: it tells dark squares from light ones, and no shadow from either."""
    soft = np.asarray(cv2.GaussianBlur(pixels_rgb, (0, 0), SOFT_PX), dtype=np.float32)
    hues: NDArray[np.uint8] = np.clip(
        HUE_LEVELS * soft[..., 2] / np.maximum(soft[..., 0], 1.0), 0.0, 255.0
    ).astype(np.uint8)
    return hues


def _saddles(
    grey: NDArray[np.uint8],
    hues: NDArray[np.uint8],
    expected_px: FloatArray,
    *,
    coarse: bool,
    square_px: float,
) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Return corners near where they are expected, and which of them are some."""
    shift = _common_shift(hues, expected_px, square_px) if coarse else np.zeros(2)
    start = (expected_px + shift).astype(np.float32).reshape(-1, 1, 2)
    found = cv2.cornerSubPix(grey, start.copy(), (REACH_PX, REACH_PX), (-1, -1), _STOP)
    found_px = found.reshape(-1, 2).astype(np.float64)
    near = np.abs(found_px - start.reshape(-1, 2)).max(axis=1) < REACH_PX
    return found_px, near & (_contrast(hues, found_px, square_px) > SADDLE)


def _contrast(hues: NDArray[np.uint8], points_px: FloatArray, square_px: float) -> FloatArray:
    """Return how different the hues of the two diagonals around points are, of their own.

    Near the point and farther away each of the four squares must be like its opposite and unlike its
    neighbours; where one is not, the contrast is none.
    """
    least = np.full(len(points_px), np.inf)
    for away in AWAY:
        offsets = away * square_px * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
        at = (points_px[:, np.newaxis] + offsets).astype(np.float32)
        light = cv2.remap(hues, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        values = np.maximum(light.astype(np.float64), 1.0)
        between = np.abs(values[:, 0] + values[:, 2] - values[:, 1] - values[:, 3]) / 2.0
        within = np.maximum(np.abs(values[:, 0] - values[:, 2]), np.abs(values[:, 1] - values[:, 3]))
        least = np.minimum(least, np.where(within < 0.5 * between, between / values.mean(axis=1), 0.0))
    return least


def _common_shift(hues: NDArray[np.uint8], expected_px: FloatArray, square_px: float) -> FloatArray:
    """Return the shift of all corners together, up to half a square, at which most of them are corners."""
    steps = np.arange(-0.45, 0.46, 0.05) * square_px
    shifts = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    points = (expected_px + shifts[:, np.newaxis]).reshape(-1, 2)
    scores = np.minimum(_contrast(hues, points, square_px), 0.6).reshape(len(shifts), -1).sum(axis=1)
    best: FloatArray = shifts[int(scores.argmax())]
    return best


def _flat_move(meant_m: FloatArray, seen_m: FloatArray) -> Transform3:
    """Return the move on the table that takes corners where they are meant to be to where they were seen."""
    from_m, to_m = meant_m - meant_m.mean(axis=0), seen_m - seen_m.mean(axis=0)
    sine = float((from_m[:, 0] * to_m[:, 1] - from_m[:, 1] * to_m[:, 0]).sum())
    cosine = float((from_m * to_m).sum())
    yaw_rad = float(np.arctan2(sine, cosine))
    turn = Transform3.from_rpy(yaw_rad=yaw_rad)
    middle = np.append(meant_m.mean(axis=0), 0.0)
    shift = np.append(seen_m.mean(axis=0), 0.0) - turn.apply(middle)
    return Transform3(turn.rotation, shift)


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


def _step(profiles: FloatArray, across_m: FloatArray) -> float:
    """Return where brightness (samples, steps) goes from one square's to the other's; NaN if it does not.

    A shadow takes the same part of both squares' light, so each profile counts by its own brightness; those
    that the edge of a shadow crosses are unlike the others, and are left out.
    """
    lows, highs = profiles[:, :PLATEAU].mean(axis=1), profiles[:, -PLATEAU:].mean(axis=1)
    even = profiles / np.maximum(0.5 * (lows + highs), 1.0)[:, np.newaxis]
    usual = np.median(even, axis=0)
    low, high = float(usual[:PLATEAU].mean()), float(usual[-PLATEAU:].mean())
    contrast = abs(high - low)
    alike = np.abs(even - usual).max(axis=1) < ALIKE * contrast
    if contrast < CONTRAST or alike.sum() < FEWEST_ALIKE:
        return float("nan")
    mean = even[alike].mean(axis=0)
    if even[alike].std(axis=0).max() > UNEVEN * contrast:
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
