"""The table for onlookers: what is printed on board and plate in MuJoCo, as plain shapes.

A scene has no textures. So lines and stripe become thin boxes, and the marker a dark square.
"""

import numpy as np
from msgspec import structs

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.rules.board import NEIGHBOURS, points_of
from ludens.games.morris.world.table import LINE_RGB, STRIPE_RGB, WHITE_RGB
from ludens.messages import SceneDescription, SceneEntity, SceneShape

THIN_M = 0.0012
UPRIGHT = (1.0, 0.0, 0.0, 0.0)


def dressed(description: SceneDescription, measures: MorrisMeasures) -> SceneDescription:
    """The same scene with lines, stripe and marker."""
    entities = tuple(
        _table(entity, measures) if entity.name == "table" else entity for entity in description.entities
    )
    return structs.replace(description, entities=entities)


def _table(entity: SceneEntity, measures: MorrisMeasures) -> SceneEntity:
    inner_m = measures.table_width_m - 2.0 * measures.stripe_width_m
    solid = [shape for shape in entity.shapes if shape.size_m[2] > THIN_M]
    top_m = 0.5 * THIN_M
    white = _plate((inner_m, inner_m), (0.0, 0.0, top_m), WHITE_RGB)
    high_m = measures.marker_plate_height_m
    plate = _plate((measures.marker_plate_m,) * 2, (0.0, 0.0, high_m), WHITE_RGB)
    marker = _plate((measures.marker_m,) * 2, (0.0, 0.0, high_m + THIN_M), LINE_RGB)
    tops = [
        structs.replace(shape, colour_rgba=_rgba(STRIPE_RGB)) if _is_top(shape, measures) else shape
        for shape in solid
    ]
    return SceneEntity(name=entity.name, shapes=(*tops, white, *_lines(measures, top_m), plate, marker))


def _lines(measures: MorrisMeasures, top_m: float) -> list[SceneShape]:
    points_m, width_m = measures.points_m(), measures.line_width_m
    shapes = []
    for first, neighbours in enumerate(NEIGHBOURS):
        for second in points_of(neighbours):
            if first < second:
                length_m = np.abs(points_m[second] - points_m[first]) + width_m
                middle_m = 0.5 * (points_m[first] + points_m[second])
                size_m = (float(length_m[0]), float(length_m[1]))
                place_m = (float(middle_m[0]), float(middle_m[1]), top_m + 0.5 * THIN_M)
                shapes.append(_plate(size_m, place_m, LINE_RGB))
    return shapes


def _is_top(shape: SceneShape, measures: MorrisMeasures) -> bool:
    return bool(np.isclose(shape.size_m[0], measures.table_width_m))


def _plate(
    size_m: tuple[float, ...], place_m: tuple[float, float, float], rgb: tuple[int, int, int]
) -> SceneShape:
    return SceneShape(
        kind="box",
        size_m=(size_m[0], size_m[1], THIN_M),
        position_m=place_m,
        orientation=UPRIGHT,
        colour_rgba=_rgba(rgb),
    )


def _rgba(rgb: tuple[int, int, int]) -> tuple[float, float, float, float]:
    red, green, blue = (part / 255.0 for part in rgb)
    return (red, green, blue, 1.0)
