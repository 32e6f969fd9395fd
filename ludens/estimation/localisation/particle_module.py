"""001's particle filter as a module, in the place of `FieldLocalisation`: the same message comes of it."""

import math
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import History, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.estimation.localisation.module import moved_posts
from ludens.estimation.localisation.particles import (
    ParticleFilter,
    ParticleTuning,
    PointKind,
    PoseCluster,
    SeenPoints,
)
from ludens.geometry import FloatArray, Pose2
from ludens.geometry.soccer_field import FIELDS, FieldName, SoccerField
from ludens.messages import Arrow, Circle, Drawing, FallReport, LegOdometry, Polyline, Shape
from ludens.messages.field import FieldPose, Landmarks, PlacedAt, PostsSeen, WhitePoints

PARTICLE, CELL = "#c8a8ff", "#c8a8ff"
GRID = (12, 8)
"""Cells of the field along x and y, as they are drawn."""
LEAST_SHOWN = 0.02
ALONG_LINE_M = 0.10
"""Between two points that are taken from one line."""
ERROR_OF_1_M = 0.06
"""Mean distance of what is seen from the map that counts as an error of 1 in `FieldPose`."""


@dataclass(frozen=True, slots=True)
class ParticleLocalisationParameters:
    """When pictures count, and what is made of the particles."""

    field: Annotated[FieldName, Meta(description="On which it plays, by its year.")] = "2011"
    particles: Annotated[int, Meta(ge=2, le=5000, description="Poses that are thought possible.")] = 100
    looks_s: Annotated[float, Meta(ge=0, le=5, description="Between two looks with one camera.")] = 0.2
    points: Annotated[
        PointKind, Meta(description="What points of lines are: anywhere on them, or where two of them cross.")
    ] = "lines"
    pose_by: Annotated[
        Literal["cluster", "mean"], Meta(description="The most probable cluster, or the mean of all (001).")
    ] = "cluster"
    turning_most_radps: Annotated[
        float, Meta(gt=0, le=20, description="Of the camera; faster, and its pictures are not used.")
    ] = 1.0
    start_sigma_m: Annotated[float, Meta(gt=0, le=2, description="Of a pose that somebody told.")] = 0.25
    start_sigma_rad: Annotated[float, Meta(gt=0, le=3, description="Likewise.")] = 0.2


class ParticleLocalisation(Module[ParticleLocalisationParameters]):
    """Says where the robot is on the field."""

    budget_s = 0.010

    def start(self) -> None:
        """Begin anywhere."""
        p = self.parameters
        self._pitch = FIELDS[p.field]
        self.filter = ParticleFilter(
            self._pitch, self.random, ParticleTuning(particles=p.particles), kind=p.points
        )
        self._odometry: LegOdometry | None = None
        self._looked_s = [-math.inf, -math.inf]  # with the top camera, with the bottom one
        self._clusters: tuple[PoseCluster, ...] = ()
        self._since_look = Pose2.identity()

    def cycle(
        self,
        now: CycleTime,
        odometry: LegOdometry,
        path: History[LegOdometry],
        top: Annotated[WhitePoints | None, under("top")],
        bottom: Annotated[WhitePoints | None, under("bottom")],
        top_lines: Annotated[Landmarks | None, under("top")],
        bottom_lines: Annotated[Landmarks | None, under("bottom")],
        top_posts: Annotated[PostsSeen | None, under("top")],
        bottom_posts: Annotated[PostsSeen | None, under("bottom")],
        placed: Since[PlacedAt],
        fall: FallReport | None = None,
    ) -> FieldPose | None:
        """Follow the legs; value the particles by what was seen, a few times a second."""
        p = self.parameters
        for told in placed:
            self.filter.put(told.poses, sigma=(p.start_sigma_m, p.start_sigma_m, p.start_sigma_rad))
            self._cluster()
        self._move(odometry)
        upright = fall is None or fall.state == "upright"
        cameras = ((top or top_lines, top_posts), (bottom or bottom_lines, bottom_posts))
        for camera, (points, posts) in enumerate(cameras):
            seen = points if points is not None else posts
            then = None if seen is None else path.at_or_before(seen.time_s)
            if seen is None or then is None or not upright:
                continue
            is_due = seen.time_s - self._looked_s[camera] >= p.looks_s - 1e-6
            if is_due and seen.turning_radps <= p.turning_most_radps:
                now_from_then = odometry.odometry_from_robot.inverse() @ then.odometry_from_robot
                self.filter.see(_seen(points, posts, now_from_then))
                self._looked_s[camera] = seen.time_s
                self._cluster()
        return self._told(now.time_s)

    def _cluster(self) -> None:
        self._clusters, self._since_look = self.filter.clusters(), Pose2.identity()

    def _move(self, odometry: LegOdometry) -> None:
        before, self._odometry = self._odometry, odometry
        if before is not None:
            moved = before.odometry_from_robot.inverse() @ odometry.odometry_from_robot
            self.filter.move(moved)
            self._since_look = self._since_look @ moved

    def _told(self, time_s: float) -> FieldPose | None:
        self.debug.drawing("hypotheses", lambda: _particle_drawing(self.filter))
        self.debug.drawing("cells", lambda: _cell_drawing(self.filter, self._pitch))
        if not self._clusters:
            return None
        best = self._clusters[0]
        pose = best.pose @ self._since_look if self.parameters.pose_by == "cluster" else self.filter.mean
        return FieldPose(
            time_s=time_s,
            field_from_robot=pose,
            sigma_m=best.sigma_m,
            sigma_rad=best.sigma_rad,
            error=min(self.filter.error_m / ERROR_OF_1_M, 9.0),
            hypotheses=tuple(cluster.pose for cluster in self._clusters[:8]),
        )


def _seen(
    points: WhitePoints | Landmarks | None, posts: PostsSeen | None, now_from_then: Pose2
) -> SeenPoints:
    """Return everything of one camera as points, where it is seen from now."""
    if isinstance(points, Landmarks):
        places_m = points_on(points)
    elif points is not None:
        places_m = points.points_m if len(points.points_m) else points.crossings_m
    else:
        places_m = np.zeros((0, 2))
    moved = np.array([now_from_then.apply(x, y) for x, y in places_m.tolist()]).reshape(-1, 2)
    empty = np.zeros((0, 2))
    own, other = (empty, empty) if posts is None else moved_posts(posts, now_from_then)
    return SeenPoints(moved, own, other)


def points_on(seen: Landmarks) -> FloatArray:
    """Return points on the lines that our eyes see, so that both filters can look at the same."""
    points = [np.zeros((0, 2))]
    for x1, y1, x2, y2 in seen.lines_m.tolist():
        count = max(round(math.hypot(x2 - x1, y2 - y1) / ALONG_LINE_M), 1) + 1
        points.append(np.column_stack((np.linspace(x1, x2, count), np.linspace(y1, y2, count))))
    points += [np.array([mark_m]) for mark_m in seen.marks]
    return np.concatenate(points)


def _particle_drawing(particles: ParticleFilter) -> Drawing:
    shapes: list[Shape] = []
    for x_m, y_m, yaw_rad in particles.poses.tolist():
        tip = (x_m + 0.12 * math.cos(yaw_rad), y_m + 0.12 * math.sin(yaw_rad))
        shapes.append(Arrow(tail=(x_m, y_m), tip=tip, colour=PARTICLE))
    return Drawing(frame="ground", shapes=tuple(shapes))


def _cell_drawing(particles: ParticleFilter, pitch: SoccerField) -> Drawing:
    """Circles whose area tells how probable a cell is, and the grid."""
    columns, rows = GRID
    wide_m, high_m = pitch.length_m / columns, pitch.width_m / rows
    probabilities = particles.cell_probabilities(columns, rows)
    shapes: list[Shape] = []
    for column, row in np.argwhere(probabilities >= LEAST_SHOWN).tolist():
        x_m, y_m = column * wide_m - pitch.half_length_m, row * high_m - pitch.half_width_m
        corners = ((x_m, y_m), (x_m + wide_m, y_m), (x_m + wide_m, y_m + high_m), (x_m, y_m + high_m))
        shapes.append(Polyline(points=corners, colour=CELL, closed=True, width=1.0))
        radius_m = 0.5 * min(wide_m, high_m) * math.sqrt(float(probabilities[column, row]))
        middle = (x_m + 0.5 * wide_m, y_m + 0.5 * high_m)
        shapes.append(Circle(center=middle, radius=radius_m, colour=CELL, filled=True))
    return Drawing(frame="ground", shapes=tuple(shapes))
