"""Soccer fields of the league: their measures, and what is drawn on them, in numbers.

The frame `field` has its origin at the centre point, x towards the goal that is attacked, y to the left of
somebody who looks that way, z up. Lines are given by their middle; all lengths in metres.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from ludens.geometry.arrays import FloatArray
from ludens.geometry.pose2 import Pose2

Point = tuple[float, float]
CrossingKind = Literal["L", "T", "X"]
FieldName = Literal["2011", "2019"]
GoalColour = Literal["white", "yellow", "blue"]


@dataclass(frozen=True)
class SoccerField:
    """Measures of a field, between the middles of its lines."""

    length_m: float
    width_m: float
    border_m: float  # turf beyond the outer lines
    line_m: float  # width of a line
    box_length_m: float  # of the box before the goal
    box_width_m: float
    mark_from_goal_m: float  # penalty mark, from the goal line
    mark_m: float  # size of the penalty mark: a cross of two strokes of a line's width
    circle_radius_m: float
    goal_width_m: float  # between the middles of the posts
    goal_height_m: float
    goal_depth_m: float
    post_radius_m: float
    ball_radius_m: float
    ball: Literal["black and white", "orange"] = "black and white"
    goal_colours: tuple[GoalColour, GoalColour] = ("white", "white")  # of the own goal, of the other one

    @property
    def has_coloured_goals(self) -> bool:
        """Whether goals tell by their colours whose they are."""
        return self.goal_colours[0] != self.goal_colours[1]

    @property
    def half_length_m(self) -> float:
        """From the centre to a goal line."""
        return 0.5 * self.length_m

    @property
    def half_width_m(self) -> float:
        """From the centre to a side line."""
        return 0.5 * self.width_m

    @cached_property
    def lines_m(self) -> FloatArray:
        """(lines, 4): x and y of both ends of every straight line."""
        x, y = self.half_length_m, self.half_width_m
        box_x, box_y = x - self.box_length_m, 0.5 * self.box_width_m
        lines = [(-x, y, x, y), (-x, -y, x, -y), (0.0, -y, 0.0, y)]
        for side in (-1.0, 1.0):
            lines += [
                (side * x, -y, side * x, y),
                (side * box_x, -box_y, side * box_x, box_y),
                (side * box_x, box_y, side * x, box_y),
                (side * box_x, -box_y, side * x, -box_y),
            ]
        return np.array(lines)

    @cached_property
    def crossings(self) -> dict[CrossingKind, FloatArray]:
        """(crossings, 2) of every kind: two lines that end, one that ends, none that ends."""
        x, y = self.half_length_m, self.half_width_m
        box_x, box_y = x - self.box_length_m, 0.5 * self.box_width_m
        radius = self.circle_radius_m
        corners = [(a * x, b * y) for a in (-1, 1) for b in (-1, 1)]
        corners += [(a * box_x, b * box_y) for a in (-1, 1) for b in (-1, 1)]
        ends = [(a * x, b * box_y) for a in (-1, 1) for b in (-1, 1)] + [(0.0, y), (0.0, -y)]
        return {"L": np.array(corners), "T": np.array(ends), "X": np.array([(0.0, radius), (0.0, -radius)])}

    @cached_property
    def marks_m(self) -> FloatArray:
        """(2, 2): both penalty marks."""
        x = self.half_length_m - self.mark_from_goal_m
        return np.array([(-x, 0.0), (x, 0.0)])

    @cached_property
    def posts_m(self) -> FloatArray:
        """(4, 2): the feet of all goal posts."""
        x, y = self.half_length_m, 0.5 * self.goal_width_m
        return np.array([(a * x, b * y) for a in (-1, 1) for b in (-1, 1)])

    def has_on_turf(self, x_m: float, y_m: float, *, margin_m: float = 0.0) -> bool:
        """Whether a place lies on the turf, the border included."""
        across_x, across_y = self.half_length_m + self.border_m, self.half_width_m + self.border_m
        return abs(x_m) <= across_x + margin_m and abs(y_m) <= across_y + margin_m


HALF_TURN = Pose2(0.0, 0.0, math.pi)
"""The other team's view of a field, on which all looks the same after half a turn: `HALF_TURN @ pose`."""

FIELD_2019 = SoccerField(
    length_m=9.0,
    width_m=6.0,
    border_m=0.7,
    line_m=0.05,
    box_length_m=0.6,
    box_width_m=2.2,
    mark_from_goal_m=1.3,
    mark_m=0.10,
    circle_radius_m=0.75,
    goal_width_m=1.6,
    goal_height_m=0.85,
    goal_depth_m=0.5,
    post_radius_m=0.05,
    ball_radius_m=0.05,
)
"""Five a side, black-and-white ball, white goals."""

FIELD_2011 = SoccerField(
    length_m=6.0,
    width_m=4.0,
    border_m=0.7,
    line_m=0.05,
    box_length_m=0.6,
    box_width_m=2.2,
    mark_from_goal_m=1.8,
    mark_m=0.10,
    circle_radius_m=0.6,
    goal_width_m=1.4,
    goal_height_m=0.8,
    goal_depth_m=0.4,
    post_radius_m=0.05,
    ball_radius_m=0.0325,
    ball="orange",
    goal_colours=("blue", "yellow"),
)
"""Orange ball, one yellow and one sky-blue goal: the blue team defends the blue one."""

FIELDS: dict[FieldName, SoccerField] = {"2011": FIELD_2011, "2019": FIELD_2019}
