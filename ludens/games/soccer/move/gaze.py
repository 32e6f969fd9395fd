"""Gaze: where the head looks, by modes that a player chooses."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta, structs

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import CycleTime, Module
from ludens.geometry.soccer_field import FIELDS, FieldName, SoccerField
from ludens.messages import HeadRequest
from ludens.messages.field import BallState, FieldPose
from ludens.messages.health import EyesHealth
from ludens.messages.soccer import GazePlan

Point = tuple[float, float]

GAZES = 9
"""Angles of the head that are compared."""
SEES_M = (0.6, 3.5)
HALF_VIEW_RAD = 0.45
BOTTOM_FOR_TOP_RAD = -0.55
"""The head's nod by which the bottom camera looks about where the top one would; the neck gives no more."""
SURVEYED = 8
"""Angles at which the head holds still in a survey."""
SURVEY_PITCHES_RAD = (0.1, -0.5, 0.4, -0.1, -0.4)
"""In turn: far apart, since only that tells a camera's yaw from the robot's heading. With the head up
the lower eye sees lines where none is near, as from the side line before a half. Their number shares no
factor with that of angles to and fro, so that every angle is held at every pitch."""


@dataclass(frozen=True, slots=True)
class HeadControlParameters:
    """How far and how fast the head looks round."""

    field: Annotated[FieldName, Meta(description="On which it plays, by its year.")] = "2019"
    widest_rad: Annotated[float, Meta(gt=0, le=2, description="To either side.")] = 1.04
    sweep_radps: Annotated[float, Meta(gt=0, le=4, description="While it looks round.")] = 0.9
    around_pitch_rad: Annotated[float, Meta(ge=-0.6, le=0.5, description="Of the head meanwhile.")] = 0.05
    hold_s: Annotated[float, Meta(gt=0, le=5, description="At each angle of a survey.")] = 0.6
    glance_s: Annotated[float, Meta(ge=0, le=10, description="Between two looks at landmarks.")] = 3.0
    glancing_s: Annotated[float, Meta(ge=0, le=10, description="How long each of them takes.")] = 1.1


class HeadControl(Module[HeadControlParameters]):
    """Turns gaze plans into requests to the head."""

    def start(self) -> None:
        """Begin looking straight ahead."""
        self._points_m = points_of_interest(FIELDS[self.parameters.field])
        self._sweep_rad = 0.0
        self._side = 1.0
        self._time_s: float | None = None
        self._mode = ""
        self._glance_s = 0.0

    def cycle(
        self,
        now: CycleTime,
        plan: GazePlan | None,
        ball: BallState | None,
        pose: Last[FieldPose],
        eyes: EyesHealth | None,
    ) -> HeadRequest:
        """Look where the plan says, with the eye that is left where the other one is blind."""
        plan = GazePlan(time_s=now.time_s) if plan is None else plan
        wanted = self._looking(now, plan, ball, pose)
        if eyes is None or eyes.top_sees == eyes.bottom_sees:
            return wanted
        if eyes.top_sees:
            return structs.replace(wanted, camera="top")
        nod_rad = 0.0 if wanted.point_m is not None else BOTTOM_FOR_TOP_RAD
        return structs.replace(wanted, camera="bottom", pitch_rad=wanted.pitch_rad + nod_rad)

    def _looking(
        self, now: CycleTime, plan: GazePlan, ball: BallState | None, pose: FieldPose | None
    ) -> HeadRequest:
        """Return where both eyes would look."""
        elapsed_s = 0.0 if self._time_s is None else min(now.time_s - self._time_s, 0.2)
        self._time_s = now.time_s
        if plan.mode != self._mode:
            self._mode = plan.mode
            self._side = 1.0 if plan.first_left else -1.0
            self._glance_s = now.time_s
        point = plan.point_m
        match plan.mode:
            case "ball" if ball is not None:
                point = (*ball.place_m, 0.05)
            case "ball and landmarks" if ball is not None:
                return self._ball_and_landmarks(now, ball, pose, elapsed_s)
            case "localise":
                return self._localising(now, pose, elapsed_s)
            case "survey":
                return self._surveying(now)
            case "straight":
                return HeadRequest(time_s=now.time_s, pitch_rad=0.1)
            case "point":
                pass
            case _:
                return self._sweeping(now, elapsed_s)
        return HeadRequest(time_s=now.time_s, point_m=point)

    def _sweeping(self, now: CycleTime, elapsed_s: float) -> HeadRequest:
        p = self.parameters
        self._sweep_rad += self._side * p.sweep_radps * elapsed_s
        if abs(self._sweep_rad) > p.widest_rad:
            self._sweep_rad = math.copysign(p.widest_rad, self._sweep_rad)
            self._side = -math.copysign(1.0, self._sweep_rad)
        return HeadRequest(time_s=now.time_s, yaw_rad=self._sweep_rad, pitch_rad=p.around_pitch_rad)

    def _surveying(self, now: CycleTime) -> HeadRequest:
        """Hold still at one angle after the other, so that pictures are sharp and joints tell true."""
        held = int((now.time_s - self._glance_s) / self.parameters.hold_s)
        number = held % (2 * SURVEYED)
        number = number if number < SURVEYED else 2 * SURVEYED - 1 - number
        share = 2.0 * number / (SURVEYED - 1) - 1.0
        yaw_rad = self._side * share * self.parameters.widest_rad
        pitch_rad = SURVEY_PITCHES_RAD[held % len(SURVEY_PITCHES_RAD)]
        return HeadRequest(time_s=now.time_s, yaw_rad=yaw_rad, pitch_rad=pitch_rad)

    def _ball_and_landmarks(
        self, now: CycleTime, ball: BallState, pose: FieldPose | None, elapsed_s: float
    ) -> HeadRequest:
        """Look at the ball, and now and then at where most landmarks should be."""
        p = self.parameters
        since_s = (now.time_s - self._glance_s) % (p.glance_s + p.glancing_s)
        if since_s < p.glance_s or now.time_s - ball.seen_s > 1.5 * p.glancing_s:
            return HeadRequest(time_s=now.time_s, point_m=(*ball.place_m, 0.05))
        return self._localising(now, pose, elapsed_s)

    def _localising(self, now: CycleTime, pose: FieldPose | None, elapsed_s: float) -> HeadRequest:
        yaw_rad = None if pose is None else best_gaze_rad(pose, self.parameters.widest_rad, self._points_m)
        if yaw_rad is None:
            return self._sweeping(now, elapsed_s)
        return HeadRequest(time_s=now.time_s, yaw_rad=yaw_rad, pitch_rad=0.0)


def points_of_interest(pitch: SoccerField) -> list[Point]:
    """Return points of a field that say most about where the robot is."""
    points = (pitch.crossings["L"], pitch.crossings["T"], np.zeros((1, 2)), pitch.marks_m)
    return [(x_m, y_m) for x_m, y_m in np.concatenate(points).tolist()]


def best_gaze_rad(pose: FieldPose, widest_rad: float, points_m: Sequence[Point]) -> float | None:
    """Return the head's yaw that has most points of interest in view; None where there is none."""
    inverse = pose.field_from_robot.inverse()
    cosine, sine = math.cos(inverse.yaw_rad), math.sin(inverse.yaw_rad)
    usable = []  # bearing, and what the point is worth
    for field_x, field_y in points_m:
        x_m = inverse.x_m + cosine * field_x - sine * field_y
        y_m = inverse.y_m + sine * field_x + cosine * field_y
        away_m = math.hypot(x_m, y_m)
        if SEES_M[0] < away_m < SEES_M[1]:
            usable.append((math.atan2(y_m, x_m), 1.0 / max(away_m, 1.0)))
    best: tuple[float, float] | None = None
    for number in range(GAZES):
        yaw_rad = widest_rad * (2.0 * number / (GAZES - 1) - 1.0)
        values = [value for bearing_rad, value in usable if abs(bearing_rad - yaw_rad) < HALF_VIEW_RAD]
        value = sum(values) - 0.05 * abs(yaw_rad)
        if values and (best is None or value > best[0]):
            best = value, yaw_rad
    return None if best is None else best[1]
