"""Draws what a NAO's left hand reaches on the board from one station, for docs/notes/morris-hands.md.

python examples/morris_reach.py docs/pictures/morris-reach.png
"""

import math
import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.move.station_map import ReachPlanner
from ludens.geometry import Pose2

MEASURES = MorrisMeasures()
BACK_M = 0.09
STEP_M = 0.0125


def reach_maps() -> tuple[np.ndarray, np.ndarray, tuple[float, float, float, float]]:
    """Return tilt of the hand and lean of the torso in degrees, over the near half of the board."""
    planner, half_m = ReachPlanner(MEASURES), 0.5 * MEASURES.table_width_m
    station = MEASURES.board_from_side(0) @ Pose2(-BACK_M, 0.0, 0.0)
    columns_m = np.arange(-half_m + 0.5 * STEP_M, 0.08, STEP_M)
    rows_m = np.arange(-half_m + 0.5 * STEP_M, 0.03, STEP_M)
    tilts, leans = np.full((2, len(rows_m), len(columns_m)), np.nan)
    for row, y_m in enumerate(rows_m):
        for column, x_m in enumerate(columns_m):
            reach = planner.reach("left", (float(x_m), float(y_m)), station)
            if reach is not None:
                tilts[row, column] = math.degrees(reach.tilt_rad)
                leans[row, column] = math.degrees(reach.leaning.lean_rad)
    around = 0.5 * STEP_M
    left, right = 1e3 * float(columns_m[0] - around), 1e3 * float(columns_m[-1] + around)
    near, far = 1e3 * float(rows_m[0] - around), 1e3 * float(rows_m[-1] + around)
    return tilts, leans, (left, right, near, far)


def draw(target: Path) -> None:
    """Draw both maps with the board's lines and the robot's torso."""
    tilts, leans, extent = reach_maps()
    figure, axes = plt.subplots(1, 2, figsize=(10.0, 4.2), layout="constrained")
    half_mm = 500.0 * MEASURES.table_width_m
    for axis, values, title in zip(
        axes, (tilts, leans), ("hand against straight down, °", "torso leans, °"), strict=True
    ):
        image = axis.imshow(values, origin="lower", extent=extent, cmap="viridis_r")
        figure.colorbar(image, ax=axis, shrink=0.8)
        for square_m in MEASURES.squares_m:
            corner = -1e3 * square_m
            axis.add_patch(Rectangle((corner, corner), -2 * corner, -2 * corner, fill=False, lw=0.8))
        for x_m, y_m in MEASURES.points_m():
            axis.plot(1e3 * x_m, 1e3 * y_m, "k.", ms=4)
        axis.plot(0.0, -half_mm - 1e3 * BACK_M, "^", color="tab:red", ms=10)
        axis.axhline(-half_mm, color="tab:blue", lw=2)
        axis.set(xlim=(-half_mm - 5, half_mm), ylim=(-half_mm - 110, 60), aspect="equal", title=title)
        axis.set_xlabel("mm")
    figure.savefig(target, dpi=90)


if __name__ == "__main__":
    draw(Path(sys.argv[1] if len(sys.argv) > 1 else "morris-reach.png"))
