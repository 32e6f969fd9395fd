"""The eyes of 001 as modules: coloured things, and white points or crossings of lines."""

from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.core.contract.module import Module
from ludens.geometry import FloatArray
from ludens.geometry.soccer_field import FIELDS, FieldName, GoalColour
from ludens.messages import Circle, Drawing, Polyline, Shape
from ludens.messages.field import (
    BallsSeen,
    LinePixels,
    PostsSeen,
    ScannedImage,
    SeenBall,
    SeenPost,
    WhitePoints,
)
from ludens.messages.soccer import PlayerSetting
from ludens.vision.coloured.hough_crossings import crossings_of, hough_lines
from ludens.vision.coloured.hues import BLUE, WHITE, YELLOW, label_hues, white_from
from ludens.vision.coloured.orange_ball import find_orange_balls
from ludens.vision.coloured.posts import find_posts
from ludens.vision.coloured.white_grid import find_white_points
from ludens.vision.field.drawings import point_drawing
from ludens.vision.field.ground_outline import ground_outline
from ludens.vision.field.line_points import find_line_points
from ludens.vision.field.scanner import colour_of, view_of

LABELS: dict[GoalColour, int] = {"white": WHITE, "yellow": YELLOW, "blue": BLUE}
COLOURS: dict[bool, str] = {True: "#58b4ff", False: "#ffd84f"}
"""Of feet of the own goal and of the other one, as they are drawn."""
BALL, POINT, CROSSING, LINE = "#ff8f4c", "#ff5050", "#ffd84f", "#4f9dff"
SURE_M = 3.0
"""Nearer than this a ball that is there is found in almost every picture."""
NO_POINTS = np.zeros((0, 2))


@dataclass(frozen=True, slots=True)
class ColouredThingFinderParameters:
    """What is looked for."""

    field: Annotated[FieldName, Meta(description="Whose ball and goals are meant, by its year.")] = "2011"
    colour: Annotated[
        int, Meta(ge=0, le=9, description="Of the team: 0, blue, keeps the first goal, others the second.")
    ] = 0


class ColouredThingFinder(Module[ColouredThingFinderParameters]):
    """Finds the orange ball, and the feet of coloured goal posts.

    Which goal is the own one says the team's colour, which a person may change at the robot's bumpers.
    """

    budget_s = 0.004

    def start(self) -> None:
        """Play in the team's colour until bumpers say otherwise."""
        self._team = self.parameters.colour

    def cycle(
        self, scanned: ScannedImage, setting: PlayerSetting | None = None
    ) -> tuple[BallsSeen, PostsSeen]:
        """Return what one picture shows."""
        if setting is not None:
            self._team = setting.colour
        colour, view = colour_of(scanned), view_of(scanned)
        pitch = FIELDS[self.parameters.field]
        balls: tuple[SeenBall, ...] = ()
        posts: tuple[SeenPost, ...] = ()
        if colour is not None:
            nowhere = np.zeros_like(scanned.border_rows)  # posts reach far above the field
            labels = label_hues(scanned.ycbcr, nowhere, scanned.last_rows, white_from(colour.y))
            posts = tuple(
                post
                for is_own, name in zip((self._team == 0, self._team != 0), pitch.goal_colours, strict=True)
                for post in find_posts(
                    scanned.ycbcr,
                    labels,
                    LABELS[name],
                    view,
                    colour,
                    radius_m=pitch.post_radius_m,
                    is_own=is_own,
                )
            )
            rows = np.arange(labels.shape[0])[:, np.newaxis]
            labels[rows < scanned.border_rows[np.newaxis, :]] = 0
            balls = find_orange_balls(labels, view, radius_m=pitch.ball_radius_m)
        self.debug.drawing("candidates", lambda: _ball_drawing(balls))
        self.debug.drawing("posts", lambda: _post_drawing(posts))
        return (
            BallsSeen(
                time_s=scanned.time_s, balls=balls, looked_at_m=ground_outline(scanned, farthest_m=SURE_M)
            ),
            PostsSeen(time_s=scanned.time_s, posts=posts, turning_radps=scanned.turning_radps),
        )


@dataclass(frozen=True, slots=True)
class WhiteLineFinderParameters:
    """Which points of lines are looked for."""

    field: Annotated[FieldName, Meta(description="Whose lines are meant, by its year.")] = "2011"
    by: Annotated[
        Literal["grid", "crossings"],
        Meta(description="All white cells of three by three pixels, or crossings of Hough's lines."),
    ] = "grid"


class WhiteLineFinder(Module[WhiteLineFinderParameters]):
    """Finds points on field lines, without knowing on which."""

    budget_s = 0.008

    def cycle(self, scanned: ScannedImage) -> tuple[WhitePoints, LinePixels | None]:
        """Return the points of one picture; and those by which a camera is calibrated."""
        colour, view = colour_of(scanned), view_of(scanned)
        points_m, crossings_m, pixels = NO_POINTS, NO_POINTS, None
        if colour is not None:
            labels = label_hues(scanned.ycbcr, scanned.border_rows, scanned.last_rows, white_from(colour.y))
            if self.parameters.by == "grid":
                line_m = FIELDS[self.parameters.field].line_m
                points_m, cells = find_white_points(labels, view, line_m=line_m)
                self.debug.drawing("white points", lambda: point_drawing(cells[::3]))
            else:
                lines = hough_lines(labels)
                crossings_px = crossings_of(lines)
                crossings_m = view.ground_m(crossings_px)
                crossings_m = crossings_m[np.isfinite(crossings_m).all(axis=1)]
                self.debug.drawing("crossings", lambda: _crossing_drawing(lines, crossings_px))
            on_lines = find_line_points(
                scanned.ycbcr, scanned.vertical, scanned.horizontal, view, border=scanned.border_rows
            )
            pixels = LinePixels(
                time_s=scanned.time_s,
                pixels=on_lines.pixels,
                pose=scanned.pose,
                turning_radps=scanned.turning_radps,
            )
        seen = WhitePoints(
            time_s=scanned.time_s,
            points_m=points_m,
            crossings_m=crossings_m,
            turning_radps=scanned.turning_radps,
        )
        return seen, pixels


def _ball_drawing(balls: tuple[SeenBall, ...]) -> Drawing:
    shapes: list[Shape] = [
        Circle(center=ball.center_px, radius=ball.radius_px, colour=BALL) for ball in balls
    ]
    return Drawing(frame="image", shapes=tuple(shapes))


def _post_drawing(posts: tuple[SeenPost, ...]) -> Drawing:
    shapes: list[Shape] = []
    for post in posts:
        column_px, row_px = post.foot_px
        upward = ((column_px, row_px), (column_px, row_px - 40.0))
        shapes.append(Polyline(points=upward, colour=COLOURS[post.is_own], width=3.0))
        shapes.append(Circle(center=post.foot_px, radius=6.0, colour=COLOURS[post.is_own]))
    return Drawing(frame="image", shapes=tuple(shapes))


def _crossing_drawing(lines_px: FloatArray, crossings_px: FloatArray) -> Drawing:
    shapes: list[Shape] = [
        Polyline(points=((x1, y1), (x2, y2)), colour=LINE) for x1, y1, x2, y2 in lines_px.tolist()
    ]
    shapes += [Circle(center=(x, y), radius=6.0, colour=CROSSING) for x, y in crossings_px.tolist()]
    return Drawing(frame="image", shapes=tuple(shapes))
