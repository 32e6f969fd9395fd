"""Where men stand on their points, and where the robot believes that they do: set down badly, and scored."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import quantile
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.experiments.scanning import ScanLaboratory
from ludens.games.morris.game_flow.recovery import OFF_M
from ludens.geometry import FloatArray
from ludens.messages.morris_table import SeenMan

TURN_SIGMA_RAD = 0.3
"""Of men that are set down badly, as a clumsy person turns them."""
APART = 1.42
"""Of a man's edge: so far apart two men stand clear of each other, however they are turned."""
TRIES = 50
BADLY_MM, WELL_MM = 9.0, 5.0
"""Men farther off than the first must be known to stand badly; those nearer than the second must not."""
SAME_M = 0.015
"""What is believed no farther off than this is about that man."""


def badly_placed(
    state: Mapping[int, int], random: np.random.Generator, *, farthest_m: float, measures: MorrisMeasures
) -> tuple[SeenMan, ...]:
    """Set a man down at each point, anywhere up to so far off it in any direction, and not on another."""
    while True:  # where neighbours have left no room between them, all begin again
        men: list[SeenMan] = []
        for point, colour in state.items():
            for _ in range(TRIES):
                man = _beside(measures.points_m()[point], colour, random, farthest_m=farthest_m)
                if all(_apart_m(other, man.x_m, man.y_m) > APART * measures.man_m for other in men):
                    men.append(man)
                    break
        if len(men) == len(state):
            return tuple(men)


def _beside(point_m: FloatArray, colour: int, random: np.random.Generator, *, farthest_m: float) -> SeenMan:
    away_m, way_rad = random.uniform(0.0, farthest_m), random.uniform(-math.pi, math.pi)
    return SeenMan(
        float(point_m[0]) + away_m * math.cos(way_rad),
        float(point_m[1]) + away_m * math.sin(way_rad),
        TURN_SIGMA_RAD * float(random.normal()),
        colour,
    )


def scored_places(laboratory: ScanLaboratory) -> Row:
    """How far each man on a point is off it, truly and as believed (None: nobody measured it)."""
    world, believed = laboratory.world, laboratory.onlooker.believed
    told = () if believed is None else (*believed.men, *believed.strays)
    off_mm: list[Json] = []
    believed_off_mm: list[Json] = []
    misses_mm: list[Json] = []
    for point, men in world.men_on_points().items():
        for number in men:
            x_m, y_m, _ = world.men.board_from_man(number).translation.tolist()
            colour = world.men.men[number].colour
            near = [one for one in told if one.colour == colour and _apart_m(one, x_m, y_m) < SAME_M]
            man = min(near, key=lambda one: _apart_m(one, x_m, y_m), default=None)
            point_x_m, point_y_m = world.measures.points_m()[point].tolist()
            off_mm.append(round(1e3 * math.hypot(x_m - point_x_m, y_m - point_y_m), 2))
            believed_off_mm.append(
                None if man is None else round(1e3 * _apart_m(man, point_x_m, point_y_m), 2)
            )
            if man is not None:
                misses_mm.append(round(1e3 * _apart_m(man, x_m, y_m), 2))
    return {"off_mm": off_mm, "believed_off_mm": believed_off_mm, "misses_mm": misses_mm}


def places_summary(rows: Sequence[Row]) -> dict[str, Json]:
    """How well men's places are known; how many of those far off are known to be, and how many others."""
    off_mm = [off for row in rows for off in _list(row.get("off_mm"))]
    believed_mm = [off for row in rows for off in _list(row.get("believed_off_mm"))]
    misses_mm = [miss for row in rows for miss in _list(row.get("misses_mm"))]
    pairs = list(zip(off_mm, believed_mm, strict=True))
    badly = [believed > 1e3 * OFF_M for off, believed in pairs if off >= BADLY_MM]
    return {
        "man_measured_rate": len(misses_mm) / len(off_mm) if off_mm else None,
        "man_error_median_mm": quantile(misses_mm, 0.5),
        "man_error_p99_mm": quantile(misses_mm, 0.99),
        "man_error_worst_mm": max(misses_mm, default=None),
        "men_badly_placed": len(badly),
        "badly_placed_known_rate": sum(badly) / len(badly) if badly else None,
        "wrongly_thought_badly_placed": sum(
            off < WELL_MM and believed > 1e3 * OFF_M for off, believed in pairs
        ),
    }


def _apart_m(man: SeenMan, x_m: float, y_m: float) -> float:
    return math.hypot(man.x_m - x_m, man.y_m - y_m)


def _list(value: Json) -> list[float]:
    """Return the numbers of a list; NaN where there is none."""
    if not isinstance(value, list):
        return []
    return [float(one) if isinstance(one, int | float) else math.nan for one in value]
