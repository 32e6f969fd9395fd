"""Table, board, marker and trays: as MuJoCo has them, as onlookers see them, and what touches them.

A scene for onlookers has no textures, so lines and stripe become thin boxes, and the marker a dark square.
"""

from dataclasses import replace

import cv2
import mujoco
import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ludens.games.morris.board.measures import MARKER_DICTIONARY, MARKER_NUMBER, MorrisMeasures
from ludens.games.morris.rules.board import NEIGHBOURS, points_of
from ludens.geometry import Transform3
from ludens.messages import SceneDescription, SceneEntity, SceneShape
from ludens.robots.nao.noise import TableVariation
from ludens.sim.lighting.surface_light import LitSurface, level_surface
from ludens.sim.parts.model_spec import GROUP_WORLD, ModelSpec
from ludens.sim.parts.prints import add_print, add_print_plate

BOX = mujoco.mjtGeom.mjGEOM_BOX
PX_PER_M = 2000
MARKER_PX = 10
"""Of one cell of the marker."""
PILLAR_M = 0.033
PILLAR_INSET_M = 0.05
"""From the table's edges: toes of a robot that stands close come 2 cm under the table."""
WHITE_RGB, LINE_RGB, STRIPE_RGB = (236, 234, 228), (22, 22, 24), (28, 70, 176)
WOOD_RGBA = (0.80, 0.76, 0.68, 1.0)
TRAY_RGBA = (0.42, 0.33, 0.26, 1.0)
TRAYS_M = ((0.85, -0.85), (0.85, 0.85))
"""On the floor beside the person, who keeps there the men that are not on the board: first, second colour."""
TRAY_HALF_M = (0.08, 0.08, 0.005)
TABLE_FRICTION = 0.5
THIN_M = 0.0012
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
FLOOR_HALF_M = 1.5
"""So far from the table shadows are cast on the floor."""
OF_INTEREST = ("table", "man")


def true_measures(
    told: MorrisMeasures, variation: TableVariation, random: np.random.Generator
) -> MorrisMeasures:
    """Return measures as they really are, where those that robots are told may be wrong."""
    lean_x, lean_y, larger, off_x, off_y, higher = random.normal(size=6).tolist()
    scale = 1.0 + larger * variation.print_sigma_m / told.squares_m[0]
    outer_m, middle_m, inner_m = told.squares_m
    return replace(
        told,
        table_height_m=told.table_height_m + variation.height_error_m + higher * variation.height_sigma_m,
        squares_m=(outer_m * scale, middle_m * scale, inner_m * scale),
        marker_m=told.marker_m * scale,
        man_m=told.man_m * (1.0 + variation.man_size_error),
        table_lean_rad=(lean_x * variation.lean_sigma_rad, lean_y * variation.lean_sigma_rad),
        marker_off_m=(off_x * variation.print_sigma_m, off_y * variation.print_sigma_m),
    )


def add_table(spec: ModelSpec, measures: MorrisMeasures) -> None:
    """Add the table in the middle of the floor; the board's axes are those of the floor."""
    spec.add_material(name="table", rgba=WOOD_RGBA, specular=0.1, shininess=0.1, reflectance=0.0)
    stripe_rgba = (*(part / 255.0 for part in STRIPE_RGB), 1.0)
    spec.add_material(name="stripe", rgba=stripe_rgba, specular=0.1, shininess=0.1, reflectance=0.0)
    half_m, thick_m = 0.5 * measures.table_width_m, measures.table_thickness_m
    place = measures.ground_from_board()
    table = spec.worldbody.add_body(name="table", pos=place.translation, quat=place.quaternion())
    _add_solid(table, "table/top", (0.0, 0.0, -0.5 * thick_m), (half_m, half_m, 0.5 * thick_m), "stripe")
    pillar_m = 0.5 * (measures.table_height_m - thick_m)
    corner_m = half_m - PILLAR_INSET_M - 0.5 * PILLAR_M
    for number, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        middle_m = (x * corner_m, y * corner_m, -thick_m - pillar_m)
        _add_solid(
            table, f"table/pillar {number}", middle_m, (0.5 * PILLAR_M, 0.5 * PILLAR_M, pillar_m), "table"
        )
    add_print(spec, "board", board_print(measures))
    add_print_plate(table, name="board", material="board", half_m=(half_m, half_m))
    plate_m, high_m = 0.5 * measures.marker_plate_m, measures.marker_plate_height_m
    off_m = measures.marker_off_m
    _add_solid(table, "table/plate", (*off_m, 0.5 * high_m), (plate_m, plate_m, 0.5 * high_m), "table")
    add_print(spec, "marker", marker_print(measures))
    add_print_plate(
        table, name="marker", material="marker", half_m=(plate_m, plate_m), height_m=high_m, off_m=off_m
    )


def lit_surfaces(measures: MorrisMeasures) -> list[LitSurface]:
    """Return what shadows fall on: the floor, the board, the marker's plate and the tops of men."""
    half_m, high_m = 0.5 * measures.table_width_m, measures.marker_plate_height_m
    ground_from_board = measures.ground_from_board()
    on_table_m = {0.0: half_m, high_m: 0.5 * measures.marker_plate_m, measures.man_m: half_m}
    return [
        level_surface((0.0, 0.0, 0.0), (FLOOR_HALF_M, FLOOR_HALF_M)),
        *(
            LitSurface(ground_from_board @ Transform3.from_translation(0.0, 0.0, height_m), (size_m, size_m))
            for height_m, size_m in on_table_m.items()
        ),
    ]


def add_trays(spec: ModelSpec) -> None:
    """Add the person's two trays on the floor."""
    spec.add_material(name="tray", rgba=TRAY_RGBA, specular=0.1, shininess=0.1, reflectance=0.0)
    for number, place_m in enumerate(TRAYS_M):
        middle_m = (*place_m, TRAY_HALF_M[2])
        _add_solid(spec.worldbody, f"tray/{number}", middle_m, TRAY_HALF_M, "tray")


def board_print(measures: MorrisMeasures) -> NDArray[np.uint8]:
    """The board as seen from above with its near side below: white, black lines, a stripe round the edge."""
    edge_px = round(measures.table_width_m * PX_PER_M)
    pixels = np.full((edge_px, edge_px, 3), STRIPE_RGB, np.uint8)
    stripe_px = round(measures.stripe_width_m * PX_PER_M)
    pixels[stripe_px:-stripe_px, stripe_px:-stripe_px] = WHITE_RGB
    places = measures.points_m() * (1.0, -1.0) * PX_PER_M + 0.5 * edge_px
    places_px = np.rint(places).astype(int).tolist()
    width_px = round(measures.line_width_m * PX_PER_M)
    for first, neighbours in enumerate(NEIGHBOURS):
        for second in points_of(neighbours):
            cv2.line(pixels, places_px[first], places_px[second], LINE_RGB, width_px)
    return pixels


def marker_print(measures: MorrisMeasures) -> NDArray[np.uint8]:
    """The marker with its white margin, as seen from above with the board's near side below."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{MARKER_DICTIONARY}"))
    size_px = (dictionary.markerSize + 2) * MARKER_PX
    marker = cv2.aruco.generateImageMarker(dictionary, MARKER_NUMBER, size_px)
    plate_px = round(size_px * measures.marker_plate_m / measures.marker_m)
    before = (plate_px - size_px) // 2
    after = plate_px - size_px - before
    grey = cv2.copyMakeBorder(marker, before, after, before, after, cv2.BORDER_CONSTANT, value=(244,))
    return np.repeat(grey[..., np.newaxis], 3, axis=2).astype(np.uint8)


def _add_solid(
    body: mujoco.MjsBody,
    name: str,
    middle_m: tuple[float, float, float],
    half_m: tuple[float, float, float],
    material: str,
) -> None:
    body.add_geom(
        name=name,
        type=BOX,
        pos=middle_m,
        size=half_m,
        material=material,
        friction=(TABLE_FRICTION, 0.005, 0.0001),
        group=GROUP_WORLD,
    )


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
    plate = _plate((measures.marker_plate_m,) * 2, (*measures.marker_off_m, high_m), WHITE_RGB)
    marker = _plate((measures.marker_m,) * 2, (*measures.marker_off_m, high_m + THIN_M), LINE_RGB)
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


class TableTouches:
    """Remembers touches since it was last told to forget: (part of a robot, thing) and when it began, in s.

    Parts are named as in the model (`nao/LHand palm`, `nao/L thumb`), things too (`table/top`, `man/3`).
    """

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, *, robots: tuple[str, ...]) -> None:
        self._data = data
        self._names = [model.geom(geom).name for geom in range(model.ngeom)]
        owners = [name.split("/")[0] for name in self._names]
        self._is_robot = [owner in robots for owner in owners]
        self._is_thing = [owner in OF_INTEREST for owner in owners]
        self._known: set[tuple[int, int]] = set()
        self._seen = b""  # the contacts of the last step
        self.touches: dict[tuple[str, str], float] = {}

    def step(self, time_ns: int) -> None:
        """Look at the contacts of this step."""
        pairs = self._data.contact.geom
        seen = pairs.tobytes()
        if seen == self._seen:  # as in most steps
            return
        self._seen = seen
        for first, second in pairs.tolist():
            if (first, second) not in self._known:
                self._known.add((first, second))
                for part, thing in ((first, second), (second, first)):
                    if self._is_robot[part] and self._is_thing[thing]:
                        self.touches[self._names[part], self._names[thing]] = time_ns * 1e-9

    def now(self) -> list[tuple[str, str]]:
        """What touches what at this moment: parts of robots and things."""
        return [
            (self._names[part], self._names[thing])
            for pair in self._data.contact.geom.tolist()
            for part, thing in (pair, pair[::-1])
            if self._is_robot[part] and self._is_thing[thing]
        ]

    def forget(self) -> None:
        """Begin anew."""
        self._known.clear()
        self._seen = b""
        self.touches.clear()

    def of_table(self) -> tuple[str, ...]:
        """Parts that touched the table."""
        return tuple(sorted(part for part, thing in self.touches if thing.startswith("table")))
