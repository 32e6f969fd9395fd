"""The workspace seen from above: how much room the arm has everywhere, with a board and its slots in it."""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from ludens.games.chess.rules.places import FIRST_SLOT
from ludens.games.chess.workspace import Fit, map_of_rooms

DOTS_PER_INCH = 130
INK, REACHED, MISSED = "#1f2933", "#2f9e6e", "#d64545"


def draw(fit: Fit, path: Path) -> None:
    """Write the picture to a file."""
    figure = Figure(figsize=(8.0, 5.0), layout="constrained")
    axes = figure.add_subplot()
    xs_m, ys_m, rooms = map_of_rooms(fit.measures)
    shown = np.where(rooms >= 0.0, 100.0 * rooms, np.nan)
    # As one sees it standing behind the arm: ahead is up, left is left.
    picture = axes.pcolormesh(-ys_m, xs_m, shown, cmap="YlGnBu", vmin=0.0, vmax=50.0, shading="nearest")
    figure.colorbar(picture, ax=axes, label="range left to the axis nearest to its limit [%]")
    _draw_places(axes, fit)
    axes.add_patch(Circle((0.0, 0.0), 0.1, color=INK))
    axes.annotate("arm", (0.0, 0.0), color="white", ha="center", va="center")
    axes.set_aspect("equal")
    axes.set_xlabel("to the side [m]")
    axes.set_ylabel("ahead of the base [m]")
    axes.set_title(f"Reach of the magnet, and a board of {fit.measures.board_m:.3f} m", color=INK)
    figure.savefig(path, dpi=DOTS_PER_INCH)


def _draw_places(axes: Axes, fit: Fit) -> None:
    middles = fit.measures.middles()
    points = fit.measures.base_from_board().apply(np.column_stack((middles, np.zeros(len(middles)))))
    edge_m = fit.measures.square_m
    for number, (point, room) in enumerate(zip(points, fit.rooms, strict=True)):
        corner = (-point[1] - 0.5 * edge_m, point[0] - 0.5 * edge_m)
        axes.add_patch(
            Rectangle(
                corner,
                edge_m,
                edge_m,
                fill=room < 0.0,
                facecolor=MISSED,
                alpha=0.9,
                edgecolor=INK if number < FIRST_SLOT else REACHED,
                linewidth=0.8,
            )
        )
