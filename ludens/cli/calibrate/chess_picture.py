"""What a calibration of the chess table leaves over, drawn as arrows many times enlarged."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from ludens.games.chess.calibrate.board import BoardFit
from ludens.games.chess.calibrate.hand_eye import HandEye, PlateSighting
from ludens.games.chess.workcell.table_view import CAMERA, TableView
from ludens.geometry import FloatArray

INK, LEFT_OVER = "#1f2933", "#d1603d"
PLATE_TIMES, BOARD_TIMES = 300.0, 600.0


def plate_residuals(sightings: Sequence[PlateSighting], found: HandEye) -> Figure:
    """Return where the plate was seen, and how far its corners are from where they should be."""
    figure = Figure(figsize=(11.0, 4.6), layout="constrained")
    table, scatter = figure.subplots(1, 2, width_ratios=(1.7, 1.0))
    for sighting in sightings:
        table.fill(*sighting.corners_px.T, color="0.85")
    corners = np.concatenate([sighting.corners_px for sighting in sightings])
    residuals = found.residuals_px.reshape(-1, 2)
    _arrows(table, corners, corners + PLATE_TIMES * residuals)
    table.set_title(
        f"Corners of the plate in {len(sightings)} pictures, errors {PLATE_TIMES:.0f} ×", color=INK
    )
    _like_picture(table)
    scatter.plot(*residuals.T, ".", color=LEFT_OVER)
    scatter.set_title(f"{found.before_px:.1f} px before, {found.after_px:.2f} px after", color=INK)
    scatter.set_xlabel("error of columns [px]")
    scatter.set_ylabel("error of rows [px]")
    _cross(scatter)
    return figure


def board_residuals(found: BoardFit, view: TableView, pixels_rgb: NDArray[np.uint8] | None) -> Figure:
    """Return the corners (or lines) of the board in the picture that shows them, and what is left at each."""
    figure = Figure(figsize=(11.0, 4.6), layout="constrained")
    table, scatter = figure.subplots(1, 2, width_ratios=(1.7, 1.0))
    if pixels_rgb is not None:
        table.imshow(pixels_rgb)
    flat = np.zeros(len(found.corners_m))
    ends_m = found.corners_m + BOARD_TIMES * found.residuals_m
    corners = view.pixels(np.column_stack((found.corners_m, flat)))
    table.plot(*corners.T, "o", markersize=4, markerfacecolor="none", color="#2e9e5b")
    _arrows(table, corners, view.pixels(np.column_stack((ends_m, flat))))
    table.set_title(f"{len(found.corners_m)} places, errors {BOARD_TIMES:.0f} ×", color=INK)
    _like_picture(table)
    scatter.plot(*(1e3 * found.residuals_m).T, ".", color=LEFT_OVER)
    scatter.set_title(f"{1e3 * found.after_m:.3f} mm (root mean square)", color=INK)
    scatter.set_xlabel("error towards black [mm]")
    scatter.set_ylabel("error to white's left [mm]")
    _cross(scatter)
    return figure


def _arrows(axes: Axes, starts: FloatArray, ends: FloatArray) -> None:
    axes.quiver(
        *starts.T,
        *(ends - starts).T,
        color=LEFT_OVER,
        angles="xy",
        scale_units="xy",
        scale=1.0,
        width=0.003,
    )


def _like_picture(axes: Axes) -> None:
    axes.set_xlim(-0.5, CAMERA.width_px - 0.5)
    axes.set_ylim(CAMERA.height_px - 0.5, -0.5)
    axes.set_aspect("equal")
    axes.set_xticks([])
    axes.set_yticks([])


def _cross(axes: Axes) -> None:
    axes.axhline(0.0, color="0.7", linewidth=0.5)
    axes.axvline(0.0, color="0.7", linewidth=0.5)
    axes.set_aspect("equal", adjustable="datalim")
