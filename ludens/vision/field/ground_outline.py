"""The ground that a picture shows, as an outline: where something would have been found if it were there."""

import math

import numpy as np

from ludens.messages.field import ScannedImage
from ludens.vision.field.scanner import view_of

RIM_PX = 30
COLUMNS = 5


def ground_outline(scanned: ScannedImage, *, farthest_m: float) -> tuple[tuple[float, float], ...]:
    """Return the outline of the ground in a picture, without its rim and what is too far away.

    It is in the robot's frame; empty where no field is seen.
    """
    if scanned.field_colour is None:
        return ()
    view = view_of(scanned)
    width, height = view.camera.width_px, view.camera.height_px
    rim_px = min(RIM_PX, width // 4, height // 4)
    columns = np.linspace(rim_px, width - 1 - rim_px, COLUMNS)
    lower = np.minimum(scanned.last_rows[columns.astype(np.int64)], height) - rim_px
    upper = np.maximum(scanned.border_rows[columns.astype(np.int64)], rim_px)
    near_m = view.ground_m(np.column_stack((columns, lower)))
    far_m = view.ground_m(np.column_stack((columns, upper)))
    if not np.isfinite(near_m).all():
        return ()
    corners = []
    for near, far in zip(near_m.tolist(), far_m.tolist(), strict=True):
        if not math.hypot(*far) < farthest_m:
            bearing = math.atan2(near[1], near[0])
            far = (farthest_m * math.cos(bearing), farthest_m * math.sin(bearing))
        corners.append(((near[0], near[1]), (far[0], far[1])))
    return tuple(near for near, _ in corners) + tuple(far for _, far in reversed(corners))
