"""Sections through the reach of both arms: in how many directions a hand can point at each place."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.patches import Ellipse, Rectangle

from ludens.geometry import FloatArray
from ludens.robots.nao.kinematics.reach import ReachMap
from ludens.robots.nao.shapes import SHAPES

STEP_M = 0.01
AXES = "xyz"
WORDS = ("forward", "left", "up")
SECTIONS = ((2, -0.02), (2, 0.05), (2, 0.12), (1, 0.10), (1, 0.0), (0, 0.12))
"""Which coordinate is held, and at how many metres."""
SPANS_M = ((-0.26, 0.26), (-0.36, 0.36), (-0.16, 0.36))


def sections(reach: ReachMap) -> Figure:
    """Return six sections as one figure."""
    figure = Figure(figsize=(12.0, 7.6), layout="constrained")
    image = None
    for axes, (held, at_m) in zip(figure.subplots(2, 3).flat, SECTIONS, strict=True):
        image = _section(axes, reach, held, at_m)
    assert image is not None
    bar = figure.colorbar(image, ax=figure.axes, shrink=0.7)
    bar.set_label("directions in which a hand can point [% of all]")
    figure.suptitle("Reach of a NAO's hands, in the torso's frame [m]")
    return figure


def _section(axes: Axes, reach: ReachMap, held: int, at_m: float) -> AxesImage:
    across, upward = [axis for axis in (1, 0, 2) if axis != held]
    columns = np.arange(*SPANS_M[across], STEP_M) + 0.5 * STEP_M
    rows = np.arange(*SPANS_M[upward], STEP_M) + 0.5 * STEP_M
    shares = np.full((rows.size, columns.size), np.nan)
    for row, second in enumerate(rows):
        for column, first in enumerate(columns):
            point = np.empty(3)
            point[held], point[across], point[upward] = at_m, first, second
            shares[row, column] = _share(reach, point)
    extent = (*SPANS_M[across], *SPANS_M[upward])
    image = axes.imshow(
        100.0 * shares, origin="lower", extent=extent, vmin=0.0, vmax=20.0, cmap="viridis", aspect="equal"
    )
    _body(axes, held, across, upward, at_m)
    if across == 1:
        axes.invert_xaxis()  # the robot's left is on the left, as from behind it
    axes.set_title(f"{WORDS[held]} {at_m:+.2f}", fontsize=10)
    axes.set_xlabel(WORDS[across])
    axes.set_ylabel(WORDS[upward])
    return image


def _share(reach: ReachMap, point_m: FloatArray) -> float:
    """Return the larger share of both hands; nothing where none gets to."""
    shares = [
        reach.share(point_m, left=left) for left in (True, False) if reach.reachable(point_m, left=left)
    ]
    return max(shares, default=np.nan)


def _body(axes: Axes, held: int, across: int, upward: int, at_m: float) -> None:
    """Draw where the torso's solid shapes are cut."""
    for shape in SHAPES:
        if shape.link != "Torso" or not shape.solid:
            continue
        middle, half = shape.link_from_shape.translation, np.array(shape.size_m)
        away = abs(at_m - middle[held]) / half[held]
        if away >= 1.0:
            continue
        center = float(middle[across]), float(middle[upward])
        width, height = float(half[across]), float(half[upward])
        if shape.kind == "box":
            corner = center[0] - width, center[1] - height
            axes.add_patch(Rectangle(corner, 2 * width, 2 * height, color="0.75"))
        else:
            slim = float(np.sqrt(1.0 - away**2))
            axes.add_patch(Ellipse(center, 2 * width * slim, 2 * height * slim, color="0.75"))
