"""What a robot learns before a goal: states and actions of a table, on the field.

A state is a cell that the ball lies in. An action is a direction to shoot in, or a place where the keeper
stands. Fields look the same to the left and to the right: where a lesson is mirrored, both sides are one
state.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2011
from ludens.planning.q_learning import State

Point = tuple[float, float]
LessonName = Literal["three", "field", "keeper"]

GOAL_M: Point = (FIELD_2011.half_length_m, 0.0)
OWN_GOAL_M: Point = (-FIELD_2011.half_length_m, 0.0)
SHOOT = "shoot "
ARROW_M = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class BallCells:
    """Cells that the ball may lie in, by the middles of their columns and rows."""

    xs_m: tuple[float, ...]
    ys_m: tuple[float, ...]
    mirrored: bool  # rows stand for both sides

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

    def drawn_places(self) -> Iterator[tuple[State, float, Point]]:
        """Yield every cell with its side and its middle, mirrored ones twice."""
        for state in self.states:
            for side in (1.0, -1.0) if self.mirrored else (1.0,):
                if side > 0.0 or self.ys_m[int(state[1])] != 0.0:
                    yield state, side, self.place_m(state, side)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotLesson(BallCells):
    """Directions to shoot in, from every cell."""

    ball_within_m: ClassVar[float] = 0.8  # of the robot, where the trainer lays it
    doing: ClassVar[str] = "Shoots"
    counted: ClassVar[tuple[str, str]] = ("Goals", "Others")  # of rewards above zero, and of the others
    aims_deg: tuple[int, ...]  # positive to the left
    from_goal: bool  # aims are counted from the goal's middle; else from straight ahead
    keeper_m: Point | None = None

    @property
    def actions(self) -> tuple[str, ...]:
        """What can be done in any state."""
        return tuple(f"{SHOOT}{degrees}" for degrees in self.aims_deg)

    def direction_rad(self, ball_m: Point, action: str, side: float = 1.0) -> float:
        """Return the direction on the field in which an action shoots a ball."""
        ahead_rad = math.atan2(GOAL_M[1] - ball_m[1], GOAL_M[0] - ball_m[0]) if self.from_goal else 0.0
        return ahead_rad + side * math.radians(float(action.removeprefix(SHOOT)))

    def arrow_m(self, ball_m: Point, action: str, side: float) -> tuple[Point, Point]:
        """Return tail and tip of an arrow that shows an action on a map: the shot."""
        shot = Pose2(*ball_m, self.direction_rad(ball_m, action, side))
        return shot.apply(-0.5 * ARROW_M, 0.0), shot.apply(ARROW_M, 0.0)

    def told(self, action: str) -> str:
        """Return an action in words."""
        return f"aimed {action.removeprefix(SHOOT)}°"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperLesson(BallCells):
    """Places before the own goal that the keeper may stand at; those aside are on the ball's side."""

    ball_within_m: ClassVar[float] = 3.2
    doing: ClassVar[str] = "Keeps"
    counted: ClassVar[tuple[str, str]] = ("Kept", "Goals")
    ahead_m: tuple[float, ...]
    aside_m: tuple[float, ...]
    aimed_y_m: float  # shots go anywhere into the goal, so far from its middle at most

    @property
    def actions(self) -> tuple[str, ...]:
        """What can be done in any state."""
        return tuple(
            f"{ahead_m:.2f} m ahead, {aside_m:.1f} m aside"
            for ahead_m in self.ahead_m
            for aside_m in self.aside_m
        )

    def stand(self, ball_m: Point, action: str, side: float = 1.0) -> Pose2:
        """Return where the keeper stands by an action, facing the ball."""
        number = self.actions.index(action)
        x_m = OWN_GOAL_M[0] + self.ahead_m[number // len(self.aside_m)]
        y_m = side * self.aside_m[number % len(self.aside_m)]
        return Pose2(x_m, y_m, math.atan2(ball_m[1] - y_m, ball_m[0] - x_m))

    def arrow_m(self, ball_m: Point, action: str, side: float) -> tuple[Point, Point]:
        """Return tail and tip of an arrow that shows an action on a map: from the place to the ball."""
        stand = self.stand(ball_m, action, side)
        return (stand.x_m, stand.y_m), stand.apply(ARROW_M, 0.0)

    def told(self, action: str) -> str:
        """Return an action in words."""
        return f"stands {action}"


KEEPING = KeeperLesson(
    xs_m=(-0.75, -1.75),
    ys_m=(0.0, 0.5, 1.0, 1.5),
    mirrored=True,
    ahead_m=(0.15, 0.35, 0.6),
    aside_m=(0.0, 0.2, 0.4),
    aimed_y_m=0.55,
)
SHOOTING: dict[LessonName, ShotLesson] = {
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
LESSONS: dict[LessonName, ShotLesson | KeeperLesson] = {**SHOOTING, "keeper": KEEPING}
