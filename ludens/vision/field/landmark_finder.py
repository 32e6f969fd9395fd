"""From scanned pictures to landmarks: lines, crossings, penalty mark and centre circle in one message."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import Module
from ludens.geometry.soccer_field import FIELD_2019, SoccerField
from ludens.messages import Circle, Drawing, Polyline, Shape, Text
from ludens.messages.field import BallsSeen, Landmarks, LinePixels, ScannedImage
from ludens.vision.field.landmarks import SeenSpot, find_crossings, find_spot, middle_line
from ludens.vision.field.line_points import LinePoints, find_line_points
from ludens.vision.field.lines import SeenCircle, SeenLine, find_circle, find_lines
from ludens.vision.field.projection import GroundView
from ludens.vision.field.scanner import colour_of

LINE_COLOUR, CROSSING_COLOUR, CIRCLE_COLOUR = "#4f9dff", "#ffd84f", "#4ff0ff"


@dataclass(frozen=True, slots=True)
class LandmarkFinderParameters:
    """What is believed of what is seen."""

    least_line_m: Annotated[float, Meta(ge=0, le=3, description="Shorter lines are left out.")] = 0.3
    farthest_m: Annotated[float, Meta(gt=0, le=10, description="Lines beyond are left out.")] = 4.5


class LandmarkFinder(Module[LandmarkFinderParameters]):
    """Looks for everything painted on the field."""

    budget_s = 0.004

    def cycle(self, scanned: ScannedImage, balls: Last[BallsSeen]) -> tuple[Landmarks, LinePixels | None]:
        """Find the landmarks of one picture."""
        return self.find(scanned, balls), self.line_pixels

    def start(self) -> None:
        """Begin with nothing seen."""
        self.line_pixels: LinePixels | None = None

    def find(
        self, scanned: ScannedImage, balls: BallsSeen | None = None, pitch: SoccerField = FIELD_2019
    ) -> Landmarks:
        """Find the landmarks of one picture on a field of these measures; marks are not where balls are."""
        colour = colour_of(scanned)
        self.line_pixels = None
        if colour is None:
            return Landmarks(time_s=scanned.time_s, lines_m=np.zeros((0, 4)))
        view = GroundView.of(scanned.pose.camera, scanned.pose.robot_from_camera)
        points = find_line_points(
            scanned.ycbcr, scanned.vertical, scanned.horizontal, view, border=scanned.border_rows
        )
        self.line_pixels = LinePixels(
            time_s=scanned.time_s,
            pixels=points.pixels,
            pose=scanned.pose,
            turning_radps=scanned.turning_radps,
        )
        circle, on_circle = find_circle(points, radius_m=pitch.circle_radius_m)
        lines = self._believed(find_lines(points, ~on_circle, random=self.random))
        crossings = find_crossings(lines, circle, view, circle_radius_m=pitch.circle_radius_m)
        seen_balls = () if balls is None else balls.balls
        spot = find_spot(
            scanned.ycbcr,
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
            marks=() if spot is None else (spot.at_m,),
            circle=None if circle is None else circle.center_m,
            middle_line_rad=None if circle is None else middle_line(circle, lines),
            turning_radps=scanned.turning_radps,
        )
        self.debug.drawing("lines", lambda: _drawing(view, points, lines, found, spot, circle, pitch))
        return found

    def _believed(self, lines: tuple[SeenLine, ...]) -> tuple[SeenLine, ...]:
        p = self.parameters
        return tuple(
            line
            for line in lines
            if line.length_m >= p.least_line_m
            and min(np.hypot(*line.start_m), np.hypot(*line.end_m)) <= p.farthest_m
        )


def _drawing(
    view: GroundView,
    points: LinePoints,
    lines: tuple[SeenLine, ...],
    found: Landmarks,
    spot: SeenSpot | None,
    circle: SeenCircle | None,
    pitch: SoccerField,
) -> Drawing:
    shapes: list[Shape] = [
        Circle(center=(float(column), float(row)), radius=1.0, colour="#ff5050", filled=True)
        for column, row in points.pixels[::2]
    ]
    shapes += [Polyline(points=(line.start_px, line.end_px), colour=LINE_COLOUR) for line in lines]
    named = [("L", at) for at, _ in found.corners] + [("T", at) for at, _ in found.junctions]
    named += [("X", at) for at in found.crossings]
    for name, at_m in named:
        column, row = view.pixels(np.array([(*at_m, 0.0)]))[0].tolist()
        if column == column:  # NaN: behind the camera
            shapes.append(Text(at=(column, row), words=name, colour=CROSSING_COLOUR))
    if circle is not None:
        angles = np.linspace(0.0, 2.0 * np.pi, 40)
        rim = np.array(circle.center_m) + pitch.circle_radius_m * np.column_stack(
            (np.cos(angles), np.sin(angles))
        )
        pixels = view.pixels(np.column_stack((rim, np.zeros(len(rim)))))
        seen = tuple((float(x), float(y)) for x, y in pixels if x == x)
        shapes.append(Polyline(points=seen, colour=CIRCLE_COLOUR))
    if spot is not None:
        shapes.append(Circle(center=spot.at_px, radius=8.0, colour=CROSSING_COLOUR))
    return Drawing(frame="image", shapes=tuple(shapes))
