"""The turf and what is painted on it as simple shapes, for spectators; in physics it is one plane."""

import math
from collections.abc import Iterator
from itertools import pairwise

from msgspec import structs

from ludens.geometry.soccer_field import SoccerField
from ludens.messages import SceneDescription, SceneEntity, SceneShape

TURF, LIGHTER_TURF, PAINT = (0.21, 0.47, 0.22, 1.0), (0.26, 0.54, 0.27, 1.0), (0.93, 0.95, 0.93, 1.0)
STRIPES = 10  # of the mown turf, along the field
TURF_M, PAINT_M = 0.004, 0.002  # how thick they are drawn
ROUND = 48  # pieces of the circle


def on_turf(scene: SceneDescription, pitch: SoccerField) -> SceneDescription:
    """Return a scene on the field's ground: mown stripes, lines, circle and marks."""
    shapes = [*_stripes(pitch), *_lines(pitch), *_circle(pitch), *_marks(pitch)]
    turf = SceneEntity(name="turf", shapes=tuple(shapes))
    return SceneDescription(time_s=scene.time_s, entities=(turf, *map(_with_nets, scene.entities)))


def _with_nets(entity: SceneEntity) -> SceneEntity:
    """Nets are drawn with meshes, not as panes."""
    if all(shape.colour_rgba[3] == 1.0 for shape in entity.shapes):
        return entity
    shapes = (
        shape if shape.colour_rgba[3] == 1.0 else structs.replace(shape, colour_rgba=PAINT, finish="net")
        for shape in entity.shapes
    )
    return SceneEntity(name=entity.name, shapes=tuple(shapes))


def _stripes(pitch: SoccerField) -> Iterator[SceneShape]:
    length_m, width_m = pitch.length_m + 2 * pitch.border_m, pitch.width_m + 2 * pitch.border_m
    yield _flat((length_m, width_m), (0.0, 0.0), 0.0, TURF, top_m=-TURF_M)
    stripe_m = pitch.length_m / STRIPES
    for number in range(0, STRIPES, 2):
        x_m = -pitch.half_length_m + (number + 0.5) * stripe_m
        yield _flat((stripe_m, width_m), (x_m, 0.0), 0.0, LIGHTER_TURF, top_m=-PAINT_M)


def _lines(pitch: SoccerField) -> Iterator[SceneShape]:
    for x1, y1, x2, y2 in pitch.lines_m.tolist():
        yield _stroke((x1, y1), (x2, y2), pitch.line_m)


def _circle(pitch: SoccerField) -> Iterator[SceneShape]:
    rim = [
        (pitch.circle_radius_m * math.cos(turn), pitch.circle_radius_m * math.sin(turn))
        for turn in (2 * math.pi * number / ROUND for number in range(ROUND + 1))
    ]
    for start, end in pairwise(rim):
        yield _stroke(start, end, pitch.line_m)


def _marks(pitch: SoccerField) -> Iterator[SceneShape]:
    half_m = 0.5 * (pitch.mark_m - pitch.line_m)
    for x_m, y_m in [*pitch.marks_m.tolist(), (0.0, 0.0)]:
        yield _stroke((x_m - half_m, y_m), (x_m + half_m, y_m), pitch.line_m)
        yield _stroke((x_m, y_m - half_m), (x_m, y_m + half_m), pitch.line_m)


def _stroke(start: tuple[float, float], end: tuple[float, float], width_m: float) -> SceneShape:
    along_m = math.dist(start, end) + width_m
    middle = (0.5 * (start[0] + end[0]), 0.5 * (start[1] + end[1]))
    turn_rad = math.atan2(end[1] - start[1], end[0] - start[0])
    return _flat((along_m, width_m), middle, turn_rad, PAINT, top_m=0.0)


def _flat(
    size_m: tuple[float, float],
    at_m: tuple[float, float],
    turn_rad: float,
    colour: tuple[float, float, float, float],
    *,
    top_m: float,
) -> SceneShape:
    return SceneShape(
        kind="box",
        size_m=(*size_m, 0.002),
        position_m=(*at_m, top_m - 0.001),
        orientation=(math.cos(0.5 * turn_rad), 0.0, 0.0, math.sin(0.5 * turn_rad)),
        colour_rgba=colour,
        finish="" if colour is PAINT else "grass",
    )
