"""The ground that a picture shows, as an outline: where something would have been found if it were there."""

import numpy as np

from ludens.geometry import FloatArray
from ludens.messages.field import NOWHERE, ScannedImage
from ludens.vision.field.scanner import view_of

RIM_PX = 30
COLUMNS = 5


def ground_outline(scanned: ScannedImage, *, farthest_m: float) -> FloatArray:
    """Return the outline (corners × 2) of the ground in a picture, without its rim and what is too far away.

    It is in the robot's frame; empty where no field is seen.
    """
    if scanned.field_colour is None:
        return NOWHERE
    view = view_of(scanned)
    width, height = view.camera.width_px, view.camera.height_px
    rim_px = min(RIM_PX, width // 4, height // 4)
    columns = np.linspace(rim_px, width - 1 - rim_px, COLUMNS)
    lower = np.minimum(scanned.last_rows[columns.astype(np.int64)], height) - rim_px
    upper = np.maximum(scanned.border_rows[columns.astype(np.int64)], rim_px)
    near_m = view.ground_m(np.column_stack((columns, lower)))
    far_m = view.ground_m(np.column_stack((columns, upper)))
    if not np.isfinite(near_m).all():
        return NOWHERE
    too_far = ~(np.hypot(far_m[:, 0], far_m[:, 1]) < farthest_m)
    bearings = near_m[too_far] / np.hypot(near_m[too_far, 0], near_m[too_far, 1])[:, None]
    far_m[too_far] = farthest_m * bearings
    return np.concatenate((near_m, far_m[::-1]))
