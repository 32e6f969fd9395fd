"""Feet of coloured goal posts: the lowest coloured pixel of every column, with field below, in groups.

A group as wide as a post at its distance is one; two groups are the two posts of a goal, and nothing in a
picture says which a single one is (001, §4.6.9): that is told by where the robot believes to be.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled_using
from ludens.geometry import FloatArray, Pose2
from ludens.geometry.soccer_field import SoccerField
from ludens.messages.field import SeenPost
from ludens.vision.field import colour as field_colour
from ludens.vision.field.colour import FieldColour, is_field
from ludens.vision.field.projection import GroundView

Pixels = NDArray[np.uint8]
Rows = NDArray[np.int64]

BELOW_PX = 6
"""So near below its foot a post has turf."""
GAP_PX = 3
STEP_PX = 10
"""Between the feet of two columns of one post, at most."""
NARROWEST, WIDEST = 0.45, 1.9
"""Of a post's width at its distance."""
CHECKED_M, COLOURED = 0.25, 0.6
"""So far up a post is looked at, and so much of that must have its colour."""
FARTHEST_M = 6.0
AGREES_M = 1.2
"""A post seen farther than this from where one should be is none, or the robot is lost."""


@dataclass(frozen=True, slots=True)
class PostGroup:
    """Neighbouring columns with feet."""

    first_px: int
    last_px: int
    row_px: float


def find_posts(
    ycbcr: Pixels,
    labels: Pixels,
    label: int,
    view: GroundView,
    colour: FieldColour,
    *,
    radius_m: float,
    is_own: bool,
) -> tuple[SeenPost, ...]:
    """Return at most two posts of one colour, the widest of all that could be."""
    feet = _lowest_rows(ycbcr, labels, label, colour.numbers)
    found: list[tuple[int, SeenPost]] = []
    for group in grouped(feet):
        post = _measured(group, labels, label, view, radius_m=radius_m, is_own=is_own)
        if post is not None:
            found.append((group.last_px - group.first_px, post))
    found.sort(key=lambda one: -one[0])
    return tuple(post for _, post in found[:2])


def grouped(feet: Rows) -> list[PostGroup]:
    """Return runs of columns whose feet are about as low; -1 is a column without one."""
    groups: list[PostGroup] = []
    run: list[tuple[int, int]] = []
    for column, row in [*enumerate(feet.tolist()), (len(feet) + GAP_PX + 1, 0)]:
        if row < 0:
            continue
        if run and (column - run[-1][0] > GAP_PX or abs(row - run[-1][1]) > STEP_PX):
            rows = [at for _, at in run]
            groups.append(PostGroup(run[0][0], run[-1][0], float(np.quantile(rows, 0.8))))
            run = []
        run.append((column, row))
    return groups


def _measured(
    group: PostGroup, labels: Pixels, label: int, view: GroundView, *, radius_m: float, is_own: bool
) -> SeenPost | None:
    """Return a group as a post, if it is as wide as one and as high as can be seen."""
    column_px = 0.5 * (group.first_px + group.last_px)
    foot_px = (column_px, group.row_px + 0.5)
    x_m, y_m = view.ground_m(np.array([foot_px]))[0].tolist()
    away_m = math.hypot(x_m, y_m)
    if not 0.2 < away_m < FARTHEST_M or group.first_px <= 1 or group.last_px >= labels.shape[1] - 2:
        return None
    ray_m = math.hypot(away_m, view.height_m)
    wide = (group.last_px - group.first_px + 1) / (view.camera.focal_x_px * 2.0 * radius_m / ray_m)
    top_px = view.pixels(np.array([(x_m, y_m, CHECKED_M)]))[0, 1]
    first = max(int(top_px), 0) if math.isfinite(top_px) else 0
    upward = labels[first : int(group.row_px), int(column_px)]
    if not NARROWEST < wide < WIDEST or (len(upward) and np.mean(upward == label) < COLOURED):
        return None
    share = 1.0 + radius_m / away_m  # the foot's front is seen, its middle is meant
    return SeenPost(place_m=(x_m * share, y_m * share), is_own=is_own, foot_px=foot_px)


def which_post(seen: SeenPost, field_from_robot: Pose2, pitch: SoccerField) -> int | None:
    """Return which row of `SoccerField.posts_m` is seen, by where the robot believes to be."""
    candidates = (0, 1) if seen.is_own else (2, 3)
    at_m = field_from_robot.apply(*seen.place_m)
    away_m = [math.dist(at_m, pitch.posts_m[number].tolist()) for number in candidates]
    nearest = int(np.argmin(away_m))
    return candidates[nearest] if away_m[nearest] < AGREES_M else None


def goal_middle_m(
    posts: Sequence[SeenPost], field_from_robot: Pose2 | None, pitch: SoccerField, *, own: bool
) -> tuple[float, float] | None:
    """Return the middle of a goal in the robot's frame: between two posts, or beside one by the belief."""
    seen = [post for post in posts if post.is_own == own]
    if len(seen) == 2:
        (x1, y1), (x2, y2) = (post.place_m for post in seen)
        return 0.5 * (x1 + x2), 0.5 * (y1 + y2)
    number = None if not seen or field_from_robot is None else which_post(seen[0], field_from_robot, pitch)
    if number is None or field_from_robot is None:
        return None
    # From the post that is seen to the goal's middle, turned into the robot's frame.
    x_m, y_m = seen[0].place_m
    across_m = -float(pitch.posts_m[number, 1])
    return (
        x_m + across_m * math.sin(field_from_robot.yaw_rad),
        y_m + across_m * math.cos(field_from_robot.yaw_rad),
    )


@compiled_using(field_colour)
def _lowest_rows(ycbcr: Pixels, labels: Pixels, label: int, colour: FloatArray) -> Rows:
    """Return in every column the lowest row of a colour that has field close below it, or -1."""
    height, width = labels.shape
    rows = np.full(width, -1, np.int64)
    for column in range(width):
        row = height - BELOW_PX - 1
        while row >= 1:
            if labels[row, column] == label and labels[row - 1, column] == label:
                for below in range(row + 1, row + BELOW_PX):
                    pixel = ycbcr[below, column]
                    if is_field(colour, float(pixel[0]), float(pixel[1]), float(pixel[2])):
                        rows[column] = row
                        break
                break
            row -= 1
    return rows
