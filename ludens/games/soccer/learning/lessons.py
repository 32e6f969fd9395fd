"""Where shots are taken from while a robot learns, and whither: states and actions of a table, on the field.

A state is a cell that the ball lies in, an action a direction to shoot in. Fields look the same to the left
and to the right: where a lesson is mirrored, both sides are one state.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ludens.geometry.soccer_field import FIELD_2011
from ludens.planning.q_learning import State

Point = tuple[float, float]
LessonName = Literal["three", "field"]

GOAL_M: Point = (FIELD_2011.half_length_m, 0.0)
SHOOT = "shoot "


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotLesson:
    """Cells by the middles of their columns and rows, and directions to shoot in."""

    xs_m: tuple[float, ...]
    ys_m: tuple[float, ...]
    aims_deg: tuple[int, ...]  # positive to the left
    from_goal: bool  # aims are counted from the goal's middle; else from straight ahead
    mirrored: bool  # rows stand for both sides
    keeper_m: Point | None = None

    @property
    def actions(self) -> tuple[str, ...]:
        """What can be done in any state."""
        return tuple(f"{SHOOT}{degrees}" for degrees in self.aims_deg)

    @property
    def states(self) -> tuple[State, ...]:
        """All cells."""
        return tuple((float(x), float(y)) for x in range(len(self.xs_m)) for y in range(len(self.ys_m)))

    def state_of(self, ball_m: Point) -> tuple[State, float]:
        """Return the cell nearest to a ball, and the side of the field that it lies on: 1 left, -1 right."""
        side = -1.0 if self.mirrored and ball_m[1] < 0.0 else 1.0
        x = min(range(len(self.xs_m)), key=lambda number: abs(self.xs_m[number] - ball_m[0]))
        y = min(range(len(self.ys_m)), key=lambda number: abs(self.ys_m[number] - side * ball_m[1]))
        return (float(x), float(y)), side

    def place_m(self, state: State, side: float = 1.0) -> Point:
        """Return the middle of a cell, on either side of a mirrored field."""
        return self.xs_m[int(state[0])], side * self.ys_m[int(state[1])]

    def direction_rad(self, ball_m: Point, action: str, side: float = 1.0) -> float:
        """Return the direction on the field in which an action shoots a ball."""
        ahead_rad = math.atan2(GOAL_M[1] - ball_m[1], GOAL_M[0] - ball_m[0]) if self.from_goal else 0.0
        return ahead_rad + side * math.radians(float(action.removeprefix(SHOOT)))

    def drawn_places(self) -> Iterator[tuple[State, float, Point]]:
        """Yield every cell with its side and its middle, mirrored ones twice."""
        for state in self.states:
            for side in (1.0, -1.0) if self.mirrored else (1.0,):
                if side > 0.0 or self.ys_m[int(state[1])] != 0.0:
                    yield state, side, self.place_m(state, side)


LESSONS: dict[LessonName, ShotLesson] = {
    "three": ShotLesson(
        xs_m=(1.0,), ys_m=(-0.6, 0.0, 0.6), aims_deg=(-25, 0, 25), from_goal=False, mirrored=False
    ),
    "field": ShotLesson(
        xs_m=(0.5, 1.0, 1.5, 2.0),
        ys_m=(0.0, 0.5, 1.0, 1.5),
        aims_deg=(-20, -10, 0, 10, 20),
        from_goal=True,
        mirrored=True,
        keeper_m=(GOAL_M[0] - 0.15, 0.0),
    ),
}
"""The toy of 001, §3.5: three places in a row, from the outer ones the outward shot cannot hit; and the field
before a goal whose keeper stands in its middle."""
