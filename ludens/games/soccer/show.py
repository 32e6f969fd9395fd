"""The field as the robot believes it to be, drawn from above: lines, its own pose, the ball, what it saw."""

import math
from typing import Annotated

import numpy as np

from ludens.core.contract.declaration import Since, under
from ludens.core.contract.module import Module, NoParameters
from ludens.geometry import FloatArray
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages import Arrow, Circle, Drawing, Polyline, Shape
from ludens.messages.field import BallState, FieldPose, Landmarks
from ludens.messages.soccer import WalkPlan

WHITE, GOAL, SEEN, BALL, WAY = "#e8efe8", "#ffd84f", "#4f9dff", "#ff8f4c", "#7dff7d"


class FieldView(Module[NoParameters]):
    """Draws for people who watch; nobody else reads it."""

    def start(self) -> None:
        """Begin with nothing seen."""
        self._lines: FloatArray = np.zeros((0, 4))

    def cycle(
        self,
        pose: FieldPose | None,
        ball: BallState | None,
        plan: WalkPlan | None,
        top: Annotated[Since[Landmarks], under("top")],
        bottom: Annotated[Since[Landmarks], under("bottom")],
    ) -> None:
        """Draw the field and what is believed to be on it."""
        for seen in (*top, *bottom):
            self._lines = seen.lines_m
        self.debug.drawing("field", lambda: Drawing(frame="ground", shapes=field_shapes(FIELD_2019)))
        if pose is not None:
            self.debug.drawing("belief", lambda: self._belief(pose, ball, plan))

    def _belief(self, pose: FieldPose, ball: BallState | None, plan: WalkPlan | None) -> Drawing:
        at = pose.field_from_robot
        tip = at.apply(0.35, 0.0)
        shapes: list[Shape] = [
            Circle(center=(at.x_m, at.y_m), radius=0.15, colour=GOAL),
            Arrow(tail=(at.x_m, at.y_m), tip=tip, colour=GOAL),
        ]
        for x1, y1, x2, y2 in self._lines.tolist():
            shapes.append(Polyline(points=(at.apply(x1, y1), at.apply(x2, y2)), colour=SEEN))
        if ball is not None:
            place = at.apply(*ball.place_m)
            shapes.append(Circle(center=place, radius=0.08, colour=BALL, filled=True))
            if math.hypot(*ball.velocity_mps) > 0.1:
                shapes.append(Arrow(tail=place, tip=at.apply(*ball.destination_m), colour=BALL))
        if plan is not None and plan.mode != "velocity":
            target = at.apply(plan.target.x_m, plan.target.y_m)
            shapes.append(Polyline(points=((at.x_m, at.y_m), target), colour=WAY))
        return Drawing(frame="ground", shapes=tuple(shapes))


def field_shapes(pitch: SoccerField) -> tuple[Shape, ...]:
    """Return the field's lines, circle, marks and goals as they are drawn on a map."""
    shapes: list[Shape] = [
        Polyline(points=((x1, y1), (x2, y2)), colour=WHITE) for x1, y1, x2, y2 in pitch.lines_m.tolist()
    ]
    shapes.append(Circle(center=(0.0, 0.0), radius=pitch.circle_radius_m, colour=WHITE))
    for x_m, y_m in pitch.marks_m.tolist():
        shapes.append(Circle(center=(x_m, y_m), radius=0.05, colour=WHITE, filled=True))
    x_m, y_m = pitch.half_length_m, 0.5 * pitch.goal_width_m
    for side in (-1.0, 1.0):
        back_m = side * (x_m + pitch.goal_depth_m)
        points = ((side * x_m, -y_m), (back_m, -y_m), (back_m, y_m), (side * x_m, y_m))
        shapes.append(Polyline(points=points, colour=GOAL))
    return tuple(shapes)
