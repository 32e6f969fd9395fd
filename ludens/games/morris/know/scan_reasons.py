"""Why a scan does not come to an end, in words."""

import math

import numpy as np

from ludens.games.morris.know.men_filter import CERTAIN, ON_POINT_M, MenFilter
from ludens.games.morris.rules.board import POINT_NAMES

HINDERED = "Something is in the way over the board, perhaps a hand."


def is_spoilt(men: MenFilter) -> bool:
    """Whether all that is not certain is where something of neither colour stands."""
    foreign = men.believed(0.0).foreign
    points_m = men.measures.points_m()
    return bool(foreign) and all(
        min(math.hypot(thing.x_m - x_m, thing.y_m - y_m) for thing in foreign) < ON_POINT_M
        for x_m, y_m in points_m[men.chances.max(axis=1) < CERTAIN].tolist()
    )


def why_failed(men: MenFilter, *, hindered: bool, knows_place: bool, blind: bool, learning: bool) -> str:
    """Return what is missing, by what was seen and what the scan was about."""
    if hindered:
        return HINDERED
    if not knows_place:
        return "The board's marker is not in sight."
    if blind and not is_spoilt(men):
        return "No picture shows a board of these measures, or the camera has stopped."
    foreign = men.believed(0.0).foreign
    if foreign:
        near = [POINT_NAMES[men.measures.nearest_point((thing.x_m, thing.y_m))[0]] for thing in foreign]
        return f"Something of neither colour stands on the board near {', '.join(near)}."
    if learning:
        return "The men whose colours shall be learnt are not in sight."
    open_points = [POINT_NAMES[point] for point in np.flatnonzero(men.chances.max(axis=1) < CERTAIN)]
    return f"It could not be seen what stands at {', '.join(open_points)}."
