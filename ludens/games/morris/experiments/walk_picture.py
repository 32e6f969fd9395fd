"""Walks round the table from above: planned dashed, walked solid."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ludens.experiments.json_values import Json, Row
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.geometry import Pose2

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

MOST_WALKS = 12
"""More would hide each other."""
EVERY = 5
"""Of the sampled places, so many are one in a row."""


def written_way(way: Sequence[Pose2]) -> list[Json]:
    """Return a way as it stands in a row: places on the board in metres."""
    return [[round(pose.x_m, 3), round(pose.y_m, 3)] for pose in (*way[:-1:EVERY], way[-1])]


def walk_pictures(rows: Sequence[Row]) -> "dict[str, Figure]":
    """Return the table with the first walks round it."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.0, 6.0), layout="constrained")
    axes = figure.add_subplot()
    measures = MorrisMeasures()
    half_m = 0.5 * measures.table_width_m
    axes.add_patch(_square(half_m, facecolor="#e8e4da", edgecolor="#1c46b0", linewidth=3.0))
    for square_m in measures.squares_m:
        axes.add_patch(_square(square_m, fill=False, edgecolor="#555555", linewidth=1.0))
    for number, row in enumerate([row for row in rows if row.get("way_m")][:MOST_WALKS]):
        colour = f"C{number % 10}"
        for key, style in (("planned_m", "--"), ("way_m", "-")):
            places_m = np.array(row.get(key), dtype=np.float64)
            axes.plot(*places_m.T, style, color=colour, linewidth=1.0 if style == "--" else 1.6)
    axes.set_aspect("equal")
    axes.set_xlabel("x on the board [m]")
    axes.set_ylabel("y on the board [m]")
    axes.set_title("Torso of the robot: planned dashed, walked solid")
    return {"ways": figure}


def _square(half_m: float, **style: Any) -> "Rectangle":
    from matplotlib.patches import Rectangle

    return Rectangle((-half_m, -half_m), 2.0 * half_m, 2.0 * half_m, **style)
