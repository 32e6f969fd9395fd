"""The board before and after calibration: in a picture of each camera, and all errors as dots."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ludens.geometry import FloatArray, PinholeCamera, Transform3
from ludens.vision.calibration import CameraFit, PointSighting
from ludens.vision.calibration.nao_cameras import EYES, CalibrationView

BEFORE, AFTER = "#d1603d", "#2e9e5b"


def before_and_after(views: Sequence[CalibrationView], fit: CameraFit) -> Figure:
    """Return one row a camera: its fullest picture, and the errors of all its pictures."""
    figure = Figure(figsize=(11.0, 4.1 * len(fit.eyes)), layout="constrained")
    grid = figure.subplots(len(fit.eyes), 2, squeeze=False, width_ratios=(1.5, 1.0))
    for row, name in enumerate(fit.eyes):
        own = [view for view in views if view.sighting.eye == name]
        _show(grid[row][0], max(own, key=lambda view: len(view.sighting.pixels)), fit)
        _scatter(grid[row][1], [view.sighting for view in own], fit)
        grid[row][0].set_title(f"{name} camera")
    return figure


def projected(sighting: PointSighting, fit: CameraFit, *, calibrated: bool) -> FloatArray:
    """Return where the corners would be in the picture, with the camera as made or as calibrated."""
    eye = EYES[sighting.eye]
    mount: Transform3 = eye.head_from_camera
    camera: PinholeCamera = eye.camera
    if calibrated:
        found = fit.eyes[sighting.eye]
        mount, camera = mount @ found.nominal_from_real(), found.camera
    camera_from_board = (sighting.base_from_head @ mount).inverse() @ fit.base_from_board
    return camera.project(camera_from_board.apply(sighting.points_in_board_m))


def _show(axes: Axes, view: CalibrationView, fit: CameraFit) -> None:
    axes.imshow(view.pixels_rgb)
    found = view.sighting.pixels
    for calibrated, colour, label in ((False, BEFORE, "as made"), (True, AFTER, "as calibrated")):
        corners = projected(view.sighting, fit, calibrated=calibrated)
        axes.plot(*corners.T, "o", markersize=5, markerfacecolor="none", color=colour, label=label)
        if not calibrated:
            for corner, wrong in zip(found, corners, strict=True):
                axes.plot((corner[0], wrong[0]), (corner[1], wrong[1]), "-", color=colour, linewidth=0.7)
    axes.plot(*found.T, "+", markersize=4, color="white", label="as found")
    axes.set_xlim(-0.5, EYES[view.sighting.eye].camera.width_px - 0.5)
    axes.set_ylim(EYES[view.sighting.eye].camera.height_px - 0.5, -0.5)
    axes.set_axis_off()
    axes.legend(loc="lower right", fontsize=8)


def _scatter(axes: Axes, sightings: Sequence[PointSighting], fit: CameraFit) -> None:
    for calibrated, colour in ((False, BEFORE), (True, AFTER)):
        errors = np.concatenate(
            [projected(one, fit, calibrated=calibrated) - one.pixels for one in sightings]
        )
        size_px = float(np.sqrt((errors**2).sum(axis=1).mean()))
        word = "after" if calibrated else "before"
        axes.plot(*errors.T, ".", markersize=3, color=colour, label=f"{word}: {size_px:.1f} px")
    axes.axhline(0.0, color="0.7", linewidth=0.5)
    axes.axvline(0.0, color="0.7", linewidth=0.5)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel("error of columns [px]")
    axes.set_ylabel("error of rows [px]")
    axes.invert_yaxis()
    axes.legend(frameon=False)
