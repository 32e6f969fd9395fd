"""From scanned pictures to landmarks: lines, crossings, penalty mark and centre circle in one message."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import Module
from ludens.geometry.soccer_field import FIELDS, FieldName, SoccerField
from ludens.messages.field import BallsSeen, Landmarks, LinePixels, ScannedImage
from ludens.messages.team import RobotsSeen
from ludens.vision.field.circle import find_circle
from ludens.vision.field.drawings import (
    circle_drawing,
    crossing_drawing,
    line_drawing,
    mark_drawing,
    point_drawing,
)
from ludens.vision.field.landmarks import FieldBeside, find_crossings, middle_line
from ludens.vision.field.line_points import find_line_points
from ludens.vision.field.lines import SeenLine, find_lines
from ludens.vision.field.penalty_mark import find_mark
from ludens.vision.field.scanner import colour_of, view_of

ARMS, BELOW_PX = 0.25, 4.0
"""How far arms reach beyond a robot's box, as a share of its width, and soles below it."""


@dataclass(frozen=True, slots=True)
class LandmarkFinderParameters:
    """What is believed of what is seen."""

    field: Annotated[FieldName, Meta(description="On which it plays, by its year.")] = "2019"
    least_line_m: Annotated[float, Meta(ge=0, le=3, description="Shorter lines are left out.")] = 0.3
    farthest_m: Annotated[float, Meta(gt=0, le=10, description="Lines beyond are left out.")] = 4.5


class LandmarkFinder(Module[LandmarkFinderParameters]):
    """Looks for everything painted on the field."""

    budget_s = 0.004

    def cycle(
        self, scanned: ScannedImage, balls: Last[BallsSeen], robots: RobotsSeen | None
    ) -> tuple[Landmarks, LinePixels | None]:
        """Find the landmarks of one picture."""
        return self.find(scanned, balls, robots=robots), self.line_pixels

    def start(self) -> None:
        """Begin with nothing seen."""
        self.line_pixels: LinePixels | None = None

    def find(
        self,
        scanned: ScannedImage,
        balls: BallsSeen | None = None,
        pitch: SoccerField | None = None,
        robots: RobotsSeen | None = None,
    ) -> Landmarks:
        """Find the landmarks of one picture on a field of these measures.

        Marks are not where balls are, nor lines where robots are: a white leg before the turf looks like one
        that runs away from the camera.
        """
        pitch = FIELDS[self.parameters.field] if pitch is None else pitch
        colour = colour_of(scanned)
        self.line_pixels = None
        if colour is None:
            return Landmarks(time_s=scanned.time_s, lines_m=np.zeros((0, 4)))
        view = view_of(scanned)
        points = find_line_points(
            scanned.ycbcr, scanned.vertical, scanned.horizontal, view, border=scanned.border_rows
        )
        if robots is not None and robots.robots:
            points = points.outside(_with_arms(robot.box_px) for robot in robots.robots)
        self.line_pixels = LinePixels(
            time_s=scanned.time_s,
            pixels=points.pixels,
            pose=scanned.pose,
            turning_radps=scanned.turning_radps,
        )
        circle, on_circle = find_circle(points, view, radius_m=pitch.circle_radius_m, random=self.random)
        straight = find_lines(points, ~on_circle, circle_radius_m=pitch.circle_radius_m, random=self.random)
        lines = self._believed(straight)
        crossings = find_crossings(
            lines, circle, FieldBeside(scanned.ycbcr, view, colour), circle_radius_m=pitch.circle_radius_m
        )
        seen_balls = () if balls is None else balls.balls
        mark = find_mark(
            scanned.ycbcr,
            scanned.vertical,
            scanned.horizontal,
            view,
            colour,
            size_m=pitch.mark_m,
            border=scanned.border_rows,
            avoid_px=[(*ball.center_px, ball.radius_px) for ball in seen_balls],
        )
        found = Landmarks(
            time_s=scanned.time_s,
            lines_m=np.array([(*line.start_m, *line.end_m) for line in lines]).reshape(-1, 4),
            corners=tuple((seen.at_m, seen.yaw_rad) for seen in crossings if seen.kind == "L"),
            junctions=tuple((seen.at_m, seen.yaw_rad) for seen in crossings if seen.kind == "T"),
            crossings=tuple(seen.at_m for seen in crossings if seen.kind == "X"),
            marks=() if mark is None else (mark.at_m,),
            circle=None if circle is None else circle.center_m,
            middle_line_rad=None if circle is None else middle_line(circle, lines),
            turning_radps=scanned.turning_radps,
        )
        self.debug.drawing("points", lambda: point_drawing(points.pixels))
        self.debug.drawing("lines", lambda: line_drawing(lines))
        self.debug.drawing("crossings", lambda: crossing_drawing(found, view))
        self.debug.drawing("circle", lambda: circle_drawing(circle, view, pitch))
        self.debug.drawing("spot", lambda: mark_drawing(mark))
        return found

    def _believed(self, lines: tuple[SeenLine, ...]) -> tuple[SeenLine, ...]:
        p = self.parameters
        return tuple(
            line
            for line in lines
            if line.length_m >= p.least_line_m
            and min(np.hypot(*line.start_m), np.hypot(*line.end_m)) <= p.farthest_m
        )


def _with_arms(box_px: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    left, upper, right, lower = box_px
    wider = ARMS * (right - left)
    return left - wider, upper, right + wider, lower + BELOW_PX
