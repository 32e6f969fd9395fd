"""Results of seeing drawn on the picture: the board's lines and marker, men and how sure they are."""

import numpy as np

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.see.board_eye import BoardSeen
from ludens.games.morris.see.hand_eye import GripInPicture
from ludens.games.morris.see.lines import LINES
from ludens.games.morris.see.projection import BoardView
from ludens.games.morris.see.reading import Reading
from ludens.geometry import FloatArray
from ludens.messages import Circle, Drawing, Polyline, Shape, Text
from ludens.messages.drawing import Point

LINE_COLOUR, MARKER_COLOUR = "#3fdc8f", "#ff5cf0"
EMPTY_COLOUR, UNSURE_COLOUR, FOREIGN_COLOUR = "#9aa7b0", "#ff9f1c", "#ff5cf0"
MEN_COLOURS = ("#ffe14d", "#ff5c5c", FOREIGN_COLOUR)
SURE = 0.95
BESIDE_PX = np.array([6.0, -6.0])
PIECES = 6
"""A line is drawn in so many, because a lens bends it."""
TOP = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


def board_drawing(seen: BoardSeen, measures: MorrisMeasures) -> Drawing:
    """The lines where they are believed to be, and the marker's corners where they were found."""
    shapes: list[Shape] = []
    points_m = measures.points_m()
    for one, other in LINES:
        along = np.linspace(points_m[one], points_m[other], PIECES)
        pixels = seen.view.pixels(np.column_stack((along, np.zeros(PIECES))))
        if np.isfinite(pixels).all() and seen.view.camera.sees(pixels).any():
            shapes.append(Polyline(points=_points(pixels), colour=LINE_COLOUR, width=1.0))
    if seen.marker_px is not None:
        shapes.append(Polyline(points=_points(seen.marker_px), colour=MARKER_COLOUR, closed=True))
    shapes.append(Text(at=(8.0, 20.0), words=f"{seen.error_px:.2f} px", colour=LINE_COLOUR))
    return Drawing(frame="image", shapes=tuple(shapes))


def men_drawing(view: BoardView, reading: Reading, measures: MorrisMeasures) -> Drawing:
    """A ring at every point in sight, filled by what is there; frames round men; crosses on strays."""
    shapes: list[Shape] = []
    points_m = measures.points_m()
    for point, chances in enumerate(reading.chances):
        kind = int(chances.argmax())
        height_m = measures.man_m if kind else 0.0
        at = view.pixels(np.array([*points_m[point], height_m]))
        if reading.shares[point] <= 0.0 or not view.camera.sees(at):
            continue
        sure = chances[kind] > SURE
        colour = UNSURE_COLOUR if not sure else EMPTY_COLOUR if kind == 0 else MEN_COLOURS[kind - 1]
        shapes.append(Circle(center=_point(at), radius=4.0, colour=colour, filled=kind > 0))
        if not sure:
            words = f"{100 * chances[kind]:.0f}%"
            shapes.append(Text(at=_point(at + BESIDE_PX), words=words, colour=UNSURE_COLOUR))
    for man in reading.men.values():
        frame = _frame(view, man.x_m, man.y_m, man.yaw_rad, measures)
        shapes.append(Polyline(points=_points(frame), colour=MEN_COLOURS[man.colour], closed=True))
    for stray in reading.elsewhere:
        frame = _frame(view, stray.x_m, stray.y_m, stray.yaw_rad, measures)
        colour = MEN_COLOURS[stray.colour]
        shapes.append(Polyline(points=_points(frame), colour=colour, closed=True))
        shapes.append(Polyline(points=_points(frame[[0, 2]]), colour=colour))
        shapes.append(Polyline(points=_points(frame[[1, 3]]), colour=colour))
    return Drawing(frame="image", shapes=tuple(shapes))


def hand_drawing(grip: GripInPicture, chances: tuple[float, float, float]) -> Drawing:
    """A ring where a man in the hand would be, in the colour of what is there."""
    kind = max(range(3), key=lambda index: chances[index])
    colour = EMPTY_COLOUR if kind == 0 else MEN_COLOURS[kind - 1]
    at = (round(grip.column_px, 1), round(grip.row_px, 1))
    words = f"{('nothing', 'first', 'second')[kind]} {100 * chances[kind]:.0f}%"
    return Drawing(
        frame="image",
        shapes=(
            Circle(center=at, radius=round(grip.reach_px, 1), colour=colour),
            Text(at=(at[0] - 30.0, at[1] - grip.reach_px - 8.0), words=words, colour=colour),
        ),
    )


def _frame(view: BoardView, x_m: float, y_m: float, yaw_rad: float, measures: MorrisMeasures) -> FloatArray:
    """Return the corners (4, 2) of a man's upper face in the picture."""
    cosine, sine = np.cos(yaw_rad), np.sin(yaw_rad)
    flat = measures.man_m * TOP @ np.array([(cosine, sine), (-sine, cosine)]) + (x_m, y_m)
    return view.pixels(np.column_stack((flat, np.full(4, measures.man_m))))


def _points(pixels: FloatArray) -> tuple[Point, ...]:
    return tuple(map(_point, pixels))


def _point(pixel: FloatArray) -> Point:
    return (round(float(pixel[0]), 1), round(float(pixel[1]), 1))
