"""The board from above as it is believed: how sure each point is, men where they stand, and the robot.

Its frame is the board's, which the map of the studio takes for the ground.
"""

import math

import numpy as np

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.rules import NEIGHBOURS, points_of
from ludens.geometry import Pose2
from ludens.messages import Arrow, Circle, Drawing, Polyline, Text
from ludens.messages.drawing import Shape
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_table import MenBelieved, SeenMan

COLOURS = {0: "#d9ad14", 1: "#bd1a1f"}
EMPTY, LINE, FOREIGN = "#8a8a8a", "#555555", "#7f3fbf"
SURE = 0.95


def table_drawing(
    believed: MenBelieved | None, place: BoardPose | None, *, measures: MorrisMeasures
) -> Drawing:
    """Draw all of it."""
    shapes = _board(measures)
    if believed is not None:
        shapes += _beliefs(believed, measures)
    if place is not None:
        shapes += _robot(place.board_from_robot)
    return Drawing(frame="ground", shapes=tuple(shapes))


def _board(measures: MorrisMeasures) -> list[Shape]:
    points_m = [tuple(point) for point in measures.points_m().tolist()]
    half_m = 0.5 * measures.table_width_m
    corners = ((-half_m, -half_m), (half_m, -half_m), (half_m, half_m), (-half_m, half_m))
    edge: list[Shape] = [Polyline(points=corners, colour="#1c46b0", closed=True)]
    return edge + [
        Polyline(points=(points_m[first], points_m[second]), colour=LINE, width=1.0)
        for first, neighbours in enumerate(NEIGHBOURS)
        for second in points_of(neighbours)
        if first < second
    ]


def _beliefs(believed: MenBelieved, measures: MorrisMeasures) -> list[Shape]:
    shapes: list[Shape] = []
    for (x_m, y_m), chances in zip(measures.points_m().tolist(), believed.probabilities, strict=True):
        kind, chance = int(np.argmax(chances)), float(np.max(chances))
        colour = EMPTY if kind == 0 else COLOURS[kind - 1]
        radius_m = 0.006 if kind == 0 else 0.4 * measures.man_m
        shapes.append(Circle(center=(x_m, y_m), radius=radius_m, colour=colour, filled=kind > 0))
        if chance < SURE:
            shapes.append(Text(at=(x_m + 0.012, y_m + 0.012), words=f"{chance:.0%}", colour=colour))
    for man in (*believed.men, *believed.strays, *believed.foreign):
        shapes.append(_outline(man, measures))
    return shapes


def _outline(man: SeenMan, measures: MorrisMeasures) -> Polyline:
    at = Pose2(man.x_m, man.y_m, man.yaw_rad)
    half_m = 0.5 * measures.man_m
    corners = (at.apply(x * half_m, y * half_m) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    return Polyline(points=tuple(corners), colour=COLOURS.get(man.colour, FOREIGN), closed=True)


def _robot(place: Pose2) -> list[Shape]:
    ahead = (place.x_m + 0.09 * math.cos(place.yaw_rad), place.y_m + 0.09 * math.sin(place.yaw_rad))
    return [
        Circle(center=(place.x_m, place.y_m), radius=0.06, colour="#2a7fff"),
        Arrow(tail=(place.x_m, place.y_m), tip=ahead, colour="#2a7fff"),
    ]
