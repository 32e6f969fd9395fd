"""Localisation as a module: odometry in every cycle, landmarks of both cameras as they come, late."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import History, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.estimation.localisation.localiser import FieldLocaliser, LocaliserTuning
from ludens.geometry import FloatArray, Pose2
from ludens.geometry.soccer_field import FIELDS, FieldName
from ludens.messages import Arrow, Circle, Drawing, FallReport, LegOdometry, Shape
from ludens.messages.field import FieldPose, Landmarks, PlacedAt, PostsSeen

MINE, OTHERS = "#ffd84f", "#8a8a8a"
NO_LINES = np.zeros((0, 4))


@dataclass(frozen=True, slots=True)
class FieldLocalisationParameters:
    """When landmarks count."""

    field: Annotated[FieldName, Meta(description="On which it plays, by its year.")] = "2019"
    turning_most_radps: Annotated[
        float, Meta(gt=0, le=20, description="Of the camera; faster, and its landmarks are not heard.")
    ] = 1.0
    start_sigma_m: Annotated[float, Meta(gt=0, le=2, description="Of a pose that somebody told.")] = 0.25
    start_sigma_rad: Annotated[float, Meta(gt=0, le=3, description="Likewise.")] = 0.2
    start: Annotated[
        tuple[float, ...],
        Meta(
            max_length=3, description="Where the robot begins, if that is known: x, y in m, heading in rad."
        ),
    ] = ()


class FieldLocalisation(Module[FieldLocalisationParameters]):
    """Says where the robot is on the field, as soon as it has an idea."""

    budget_s = 0.001

    def start(self) -> None:
        """Begin without an idea, or where the robot is started."""
        self._localiser = FieldLocaliser(FIELDS[self.parameters.field], LocaliserTuning())
        if len(self.parameters.start) == 3:
            self._put((Pose2(*self.parameters.start),))
        self._odometry: LegOdometry | None = None

    def cycle(
        self,
        now: CycleTime,
        odometry: LegOdometry,
        path: History[LegOdometry],
        top: Annotated[Since[Landmarks], under("top")],
        bottom: Annotated[Since[Landmarks], under("bottom")],
        top_posts: Annotated[PostsSeen | None, under("top")],
        bottom_posts: Annotated[PostsSeen | None, under("bottom")],
        placed: Since[PlacedAt],
        fall: FallReport | None = None,
    ) -> FieldPose | None:
        """Follow the legs, correct by what was seen."""
        for told in placed:
            self._put(told.poses)
        robot_from_odometry = odometry.odometry_from_robot.inverse()
        self._move(odometry)
        upright = fall is None or fall.state == "upright"
        pictures: list[Landmarks | PostsSeen] = [*top, *bottom]
        pictures += [posts for posts in (top_posts, bottom_posts) if posts is not None]
        for seen in sorted(pictures, key=lambda picture: picture.time_s):
            then = path.at_or_before(seen.time_s)
            if upright and seen.turning_radps <= self.parameters.turning_most_radps and then is not None:
                now_from_then = robot_from_odometry @ then.odometry_from_robot
                if isinstance(seen, PostsSeen):
                    self._localiser.see_posts(*moved_posts(seen, now_from_then))
                elif seen.count:
                    self._localiser.see(moved_landmarks(seen, now_from_then))
        return self._told(now.time_s)

    def _put(self, poses: tuple[Pose2, ...]) -> None:
        p = self.parameters
        self._localiser.put(poses, sigma=(p.start_sigma_m, p.start_sigma_m, p.start_sigma_rad))

    def _move(self, odometry: LegOdometry) -> None:
        before, self._odometry = self._odometry, odometry
        if before is not None:
            moved = before.odometry_from_robot.inverse() @ odometry.odometry_from_robot
            self._localiser.move(moved, elapsed_s=odometry.time_s - before.time_s)

    def _told(self, time_s: float) -> FieldPose | None:
        hypotheses = self._localiser.hypotheses
        self.debug.drawing("hypotheses", lambda: _drawing(self._localiser))
        if not len(hypotheses):
            return None
        best = hypotheses.best
        pose = Pose2(*hypotheses.means[best].tolist())
        (xx, _, _), (_, yy, _), (_, _, turning) = hypotheses.covariances[best].tolist()
        return FieldPose(
            time_s=time_s,
            field_from_robot=pose,
            sigma_m=math.sqrt(0.5 * (xx + yy)),
            sigma_rad=math.sqrt(turning),
            error=self._localiser.error,
            hypotheses=(pose,)
            if len(hypotheses) == 1
            else tuple(Pose2(*mean) for mean in hypotheses.means.tolist()),
        )


def moved_posts(seen: PostsSeen, now_from_then: Pose2) -> tuple[FloatArray, FloatArray]:
    """Return posts of the own goal and of the other one, (n, 2), as seen from where the robot is now."""
    own, other = (
        np.array([now_from_then.apply(*post.place_m) for post in seen.posts if post.is_own == is_own])
        for is_own in (True, False)
    )
    return own.reshape(-1, 2), other.reshape(-1, 2)


def moved_landmarks(seen: Landmarks, now_from_then: Pose2) -> Landmarks:
    """Return landmarks as they are seen from where the robot is now."""
    moved_x, moved_y, turn = now_from_then.x_m, now_from_then.y_m, now_from_then.yaw_rad
    cosine, sine = math.cos(turn), math.sin(turn)

    def point(at_m: tuple[float, float]) -> tuple[float, float]:
        x_m, y_m = at_m
        return moved_x + cosine * x_m - sine * y_m, moved_y + sine * x_m + cosine * y_m

    lines = [(*point((x1, y1)), *point((x2, y2))) for x1, y1, x2, y2 in seen.lines_m.tolist()]
    return Landmarks(
        time_s=seen.time_s,
        lines_m=np.array(lines) if lines else NO_LINES,
        corners=tuple((point(at), yaw + turn) for at, yaw in seen.corners),
        junctions=tuple((point(at), yaw + turn) for at, yaw in seen.junctions),
        crossings=tuple(point(at) for at in seen.crossings),
        marks=tuple(point(at) for at in seen.marks),
        circle=None if seen.circle is None else point(seen.circle),
        middle_line_rad=None if seen.middle_line_rad is None else seen.middle_line_rad + turn,
        turning_radps=seen.turning_radps,
    )


def _drawing(localiser: FieldLocaliser) -> Drawing:
    shapes: list[Shape] = []
    for number, (x_m, y_m, yaw_rad) in enumerate(localiser.hypotheses.means.tolist()):
        colour = MINE if number == localiser.hypotheses.best else OTHERS
        tip = (x_m + 0.3 * math.cos(yaw_rad), y_m + 0.3 * math.sin(yaw_rad))
        shapes += [Circle(center=(x_m, y_m), radius=0.12, colour=colour)]
        shapes += [Arrow(tail=(x_m, y_m), tip=tip, colour=colour)]
    return Drawing(frame="ground", shapes=tuple(shapes))
