"""What the eyes make of a picture of the field, step by step, drawn on that picture for people who watch."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.geometry import FloatArray
from ludens.geometry.soccer_field import SoccerField
from ludens.messages import Circle, Drawing, Polyline, Shape, Text
from ludens.messages.field import Landmarks, ScannedImage
from ludens.vision.field.circle import SeenCircle
from ludens.vision.field.colour import DARKEST, NEUTRAL, FieldColour
from ludens.vision.field.lines import SeenLine
from ludens.vision.field.penalty_mark import SeenMark
from ludens.vision.field.projection import GroundView
from ludens.vision.field.scan import END, IS_FIELD, POSITION, START, Y

FIELD, NO_FIELD, BRIGHT = "#2fbf5b", "#8d6f9e", "#f4f6fa"
BORDER, POINTS, LINES, CROSSINGS, CIRCLE, SPOT = (
    "#ff4fd8",
    "#ff5050",
    "#4f9dff",
    "#ffd84f",
    "#4ff0ff",
    "#ffb84f",
)
SCANNED_COLUMNS = 6
"""Every so manieth scan line is drawn: all of them would hide the picture."""
BRIGHTER = 1.25
"""Than the field: segments that may be a line or a ball are drawn white."""


def scan_drawing(scanned: ScannedImage) -> Drawing:
    """Return vertical scan lines: green where they cross field, white where they cross something bright."""
    columns = np.unique(scanned.vertical[:, POSITION])[::SCANNED_COLUMNS]
    shapes: list[Shape] = []
    for segment in scanned.vertical[np.isin(scanned.vertical[:, POSITION], columns)].tolist():
        column = float(segment[POSITION])
        shapes.append(
            Polyline(
                points=((column, float(segment[START])), (column, float(segment[END]))),
                colour=_segment_colour(segment, scanned),
                width=1.2,
            )
        )
    return _on_image(shapes)


def _segment_colour(segment: list[int], scanned: ScannedImage) -> str:
    if segment[IS_FIELD]:
        return FIELD
    bright = scanned.field_colour is not None and segment[Y] > BRIGHTER * scanned.field_colour[0]
    return BRIGHT if bright else NO_FIELD


def field_colour_picture(scanned: ScannedImage) -> NDArray[np.uint8]:
    """Return the picture with everything that has the field's colour painted green, the rest in grey."""
    ycbcr = scanned.ycbcr
    painted = np.repeat(ycbcr[:, :, :1], 3, axis=2)
    if scanned.field_colour is not None:
        y, cb, cr, _ = scanned.field_colour
        painted[_field_mask(ycbcr, FieldColour(*scanned.field_colour))] = (40, 190, 90)
        swatch = np.array([[(y, cr, cb)]], np.uint8)
        painted[4:28, 4:52] = cv2.cvtColor(swatch, cv2.COLOR_YCrCb2RGB)[0, 0]
    return painted


def _field_mask(ycbcr: NDArray[np.uint8], colour: FieldColour) -> NDArray[np.bool_]:
    """Return `is_field` of every pixel."""
    y = ycbcr[:, :, 0].astype(np.float64)
    mean_y, mean_b, mean_r, radius_squared, brightest = colour.numbers.tolist()
    scale = np.clip(mean_y / np.maximum(y, DARKEST), 0.5, 2.5)
    off_b = (ycbcr[:, :, 1] - NEUTRAL) * scale - mean_b
    off_r = (ycbcr[:, :, 2] - NEUTRAL) * scale - mean_r
    mask: NDArray[np.bool_] = (y <= brightest) & (off_b**2 + off_r**2 < radius_squared)
    return mask


def border_drawing(scanned: ScannedImage) -> Drawing:
    """Return the field's border: nothing above it is looked at."""
    columns = range(0, len(scanned.border_rows), 16)
    points = tuple((float(column), float(scanned.border_rows[column])) for column in columns)
    return _on_image((Polyline(points=points, colour=BORDER),))


def point_drawing(pixels: FloatArray) -> Drawing:
    """Return every other point on a line."""
    return _on_image(
        Circle(center=(column, row), radius=1.0, colour=POINTS, filled=True)
        for column, row in pixels[::2].tolist()
    )


def line_drawing(lines: Iterable[SeenLine]) -> Drawing:
    """Return the lines."""
    return _on_image(Polyline(points=(line.start_px, line.end_px), colour=LINES) for line in lines)


def crossing_drawing(found: Landmarks, view: GroundView) -> Drawing:
    """Return the crossings with the letters of their kinds."""
    named = [("L", at) for at, _ in found.corners] + [("T", at) for at, _ in found.junctions]
    named += [("X", at) for at in found.crossings]
    shapes: list[Shape] = []
    for name, at_m in named:
        column, row = view.pixels(np.array([(*at_m, 0.0)]))[0].tolist()
        if column == column:  # NaN: behind the camera
            shapes.append(Circle(center=(column, row), radius=5.0, colour=CROSSINGS))
            shapes.append(Text(at=(column + 8.0, row - 6.0), words=name, colour=CROSSINGS))
    return _on_image(shapes)


def circle_drawing(circle: SeenCircle | None, view: GroundView, pitch: SoccerField) -> Drawing:
    """Return the centre circle as it would be seen where it was found."""
    if circle is None:
        return _on_image(())
    angles = np.linspace(0.0, 2.0 * np.pi, 40)
    rim = np.array(circle.center_m) + pitch.circle_radius_m * np.column_stack(
        (np.cos(angles), np.sin(angles))
    )
    pixels = view.pixels(np.column_stack((rim, np.zeros(len(rim)))))
    size = np.array((view.camera.width_px, view.camera.height_px))
    with np.errstate(invalid="ignore"):  # NaN: behind the camera
        near: NDArray[np.bool_] = np.all((pixels > -0.5 * size) & (pixels < 1.5 * size), axis=1)
    arcs = (
        Polyline(points=(tuple(start), tuple(end)), colour=CIRCLE)
        for start, end, seen in zip(pixels.tolist(), pixels[1:].tolist(), near[:-1] & near[1:], strict=False)
        if seen
    )
    return _on_image(arcs)


def mark_drawing(mark: SeenMark | None) -> Drawing:
    """Return the penalty mark."""
    return _on_image(() if mark is None else (Circle(center=mark.at_px, radius=8.0, colour=SPOT),))


def _on_image(shapes: Iterable[Shape]) -> Drawing:
    return Drawing(frame="image", shapes=tuple(shapes))
