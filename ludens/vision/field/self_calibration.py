"""The cameras calibrate themselves before a game: the robot stands where it was put, and looks round.

Standing, the legs tell the torso's lean better than the inertial sensors do, whose accelerometer is off by a
degree or two for the whole day. So pictures are laid out by the legs. What the lines then say of the lean
also tells by how much the inertial sensors are off, now and whenever the robot stands again: that counts as
soon as it walks.
"""

import math
from collections import deque
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import History, Since, under
from ludens.core.contract.module import Module
from ludens.geometry import Pose2, Transform3, rpy_from_matrix
from ludens.geometry.soccer_field import FIELDS, FieldName
from ludens.messages import CalibratedJoints, CameraLearnt, FootSupport, LeanLearnt, TorsoOrientation
from ludens.messages.field import LinePixels, PlacedAt
from ludens.messages.soccer import MatchStatus
from ludens.robots.nao.kinematics import LEGS, Posture
from ludens.robots.nao.places import HEAD_FROM_CAMERA
from ludens.vision.field.line_calibration import (
    AssumedEye,
    FittedEye,
    LinePicture,
    calibrate_by_lines,
)

EYES = ("top", "bottom")
MOST_POINTS = 60
"""Of one picture: more say nothing new."""
LEAST_POINTS = 5
STILL_RADPS = 0.2
"""A camera that turns faster blurs, and its joints tell late where it is."""
CALM_RADPS = 0.06
"""While it turns faster the body still sways on its carpet, which legs do not tell."""
LEAN_S, LEAN_EVERY_S = 2.0, 0.25
"""Over which the inertial sensors are compared with the legs: not long, since they still find their bias."""
STANDS_S, STANDS_RAD = 0.5, 0.02
"""Legs that turned by no more during that time stand."""

Learnt = tuple[
    Annotated[CameraLearnt | None, under("top")],
    Annotated[CameraLearnt | None, under("bottom")],
    LeanLearnt | None,
]


class _Taken(NamedTuple):
    """A picture, and whether body and head were at rest."""

    picture: LinePicture
    is_calm: bool


@dataclass(frozen=True, slots=True)
class CameraSelfCalibrationParameters:
    """How many pictures are taken, and how sure a calibration must be to count."""

    field: Annotated[FieldName, Meta(description="On which it plays, by its year.")] = "2019"
    every_s: Annotated[
        float, Meta(ge=0, le=5, description="Between two pictures of a camera, at rest and swaying apart.")
    ] = 0.25
    pictures: Annotated[int, Meta(ge=5, le=500, description="That are kept, of both cameras.")] = 120
    fewest: Annotated[int, Meta(ge=2, le=500, description="Of a camera, to begin with.")] = 6
    sigma_rad: Annotated[float, Meta(gt=0, le=0.2, description="Of a camera's angles, at most.")] = 0.007
    misfit_px: Annotated[float, Meta(gt=0, le=20, description="Median of all points, at most.")] = 2.0


class CameraSelfCalibration(Module[CameraSelfCalibrationParameters]):
    """Collects pictures while the game has not begun; tells how the cameras sit, better with every second."""

    budget_s = 0.2  # in a cycler of its own; after the first kick-off a thousandth of that

    def start(self) -> None:
        """Begin with no picture."""
        self._pictures: deque[_Taken] = deque(maxlen=self.parameters.pictures)
        self._taken_s: dict[tuple[str, bool], float] = {}  # by camera, and whether it was at rest
        self._leans: deque[tuple[float, float, float]] = deque()  # time; x and y of up: by legs minus felt
        self._beyond_legs_rad = (0.0, 0.0)  # roll and pitch of the lean, by lines
        self._assumed: dict[str, AssumedEye] = {}
        self._placed: Pose2 | None = None
        self._waits = True

    def cycle(
        self,
        top: Annotated[Since[LinePixels], under("top")],
        bottom: Annotated[Since[LinePixels], under("bottom")],
        joints: History[CalibratedJoints],
        orientations: History[TorsoOrientation],
        placed: Since[PlacedAt],
        status: Since[MatchStatus],
        support: FootSupport | None,
    ) -> Learnt:
        """Take in the newest pictures; say how the cameras sit once that is sure."""
        for told in placed:
            self._placed = told.poses[0]
            self._pictures.clear()
        if status:
            self._waits = status[-1].state == "initial"  # later it walks, or was just put down
        newest = joints.latest
        if newest is None:
            return None, None, None
        found: tuple[CameraLearnt | None, ...] = (None, None)
        if self._waits and self._placed is not None:
            for eye, pictures in zip(EYES, (top, bottom), strict=True):
                for lines in pictures:
                    self._take(eye, lines, joints)
            found = self._fitted(self._placed, newest.time_s)
        if support is not None and support.feet == "both":
            self._compare(joints, orientations, newest.time_s)
        return found[0], found[1], self._lean(newest.time_s)

    def _take(self, eye: str, lines: LinePixels, joints: History[CalibratedJoints]) -> None:
        """Keep one picture, if it is sharp, shows lines, and comes long enough after the one before."""
        self._assumed.setdefault(eye, AssumedEye(lines.pose.head_from_camera, lines.pose.camera))
        bent = joints.at_or_before(lines.time_s)
        is_calm = lines.turning_radps <= CALM_RADPS
        is_early = lines.time_s - self._taken_s.get((eye, is_calm), -math.inf) < self.parameters.every_s
        is_poor = lines.turning_radps > STILL_RADPS or len(lines.pixels) < LEAST_POINTS
        if bent is None or is_early or is_poor:
            return
        self._taken_s[eye, is_calm] = lines.time_s
        posture = Posture.of(bent.position_rad)
        level, torso_m = posture.over_floor(_up_by_legs(posture))
        step = max(len(lines.pixels) // MOST_POINTS, 1)
        picture = LinePicture(
            EYES.index(eye),
            np.ascontiguousarray(lines.pixels[::step]),
            Transform3(level, np.zeros(3)) @ posture.torso_from_link("Head"),
            torso_m,
        )
        self._pictures.append(_Taken(picture, is_calm))

    def _fitted(self, placed: Pose2, time_s: float) -> tuple[CameraLearnt | None, ...]:
        """Fit everything, and return what is sure of each camera; one that saw no lines stays as it was."""
        p = self.parameters
        pictures = [self._best_of(eye) for eye in range(len(EYES))]
        counts = [len(own) for own in pictures]
        if max(counts) < p.fewest or len(self._assumed) < len(EYES):
            return None, None
        assumed = self._assumed["top"], self._assumed["bottom"]
        fit = calibrate_by_lines([*pictures[0], *pictures[1]], assumed, start=placed, pitch=FIELDS[p.field])
        self.debug.value("sigma of top and bottom, rad; misfit, px", (*fit.sigma_rad, fit.misfit_px))
        if fit.misfit_px > p.misfit_px:
            return None, None
        self._beyond_legs_rad = fit.lean_rad
        return tuple(
            _told(eye, found, self._assumed[eye], time_s)
            if sigma_rad <= p.sigma_rad and count >= p.fewest
            else None
            for eye, found, sigma_rad, count in zip(EYES, fit.eyes, fit.sigma_rad, counts, strict=True)
        )

    def _best_of(self, eye: int) -> list[LinePicture]:
        """Return a camera's pictures of a body at rest; all of them, if there are too few of those."""
        own = [taken for taken in self._pictures if taken.picture.eye == eye]
        calm = [taken for taken in own if taken.is_calm]
        return [taken.picture for taken in (calm if len(calm) >= self.parameters.fewest else own)]

    def _compare(
        self, joints: History[CalibratedJoints], orientations: History[TorsoOrientation], now_s: float
    ) -> None:
        """Note how the lean by the legs differs from the one that is felt, at moments at which legs stood."""
        noted_s = self._leans[-1][0] if self._leans else -math.inf
        for ago_s in np.arange(0.0, LEAN_S, LEAN_EVERY_S)[::-1].tolist():
            time_s = now_s - ago_s
            bent, felt = joints.at_or_before(time_s), orientations.at_or_before(time_s)
            is_early = time_s < noted_s + 0.5 * LEAN_EVERY_S
            if is_early or bent is None or felt is None or not _stood(time_s, joints):
                continue
            x, y, _ = _up_by_legs(Posture.of(bent.position_rad))
            self._leans.append((time_s, x - felt.up_in_torso[0], y - felt.up_in_torso[1]))

    def _lean(self, now_s: float) -> LeanLearnt | None:
        """Return how far the torso leans beyond what the inertial sensors say, by legs and lines."""
        while self._leans and self._leans[0][0] < now_s - LEAN_S:
            self._leans.popleft()
        if len(self._leans) * LEAN_EVERY_S < 0.5 * LEAN_S:
            return None
        _, x, y = np.mean(self._leans, axis=0).tolist()
        roll_rad, pitch_rad = self._beyond_legs_rad
        return LeanLearnt(time_s=now_s, roll_rad=y + roll_rad, pitch_rad=-x + pitch_rad)


def _up_by_legs(posture: Posture) -> tuple[float, float, float]:
    """Return the upward direction in the torso's axes, as the mean of what both flat soles say.

    One sole alone would not do: which of them is the lower one changes with every reading, and joints whose
    zeros are a little off make them disagree.
    """
    both = posture.torso_from_left_sole.rotation[:, 2] + posture.torso_from_right_sole.rotation[:, 2]
    x, y, z = (both / np.linalg.norm(both)).tolist()
    return x, y, z


def _stood(time_s: float, joints: History[CalibratedJoints]) -> bool:
    """Tell whether the legs had been still for a while."""
    bent = [joints.at_or_before(time_s - part * STANDS_S) for part in (0.0, 0.5, 1.0)]
    if any(one is None for one in bent):
        return False
    legs_rad = np.array([one.position_rad[LEGS] for one in bent if one is not None])
    return bool(np.ptp(legs_rad, axis=0).max() < STANDS_RAD)


def _told(eye: str, fit: FittedEye, assumed: AssumedEye, time_s: float) -> CameraLearnt:
    made = HEAD_FROM_CAMERA["top" if eye == "top" else "bottom"].rotation
    turned = made.T @ assumed.head_from_camera.rotation @ fit.turn().rotation
    roll_rad, pitch_rad, yaw_rad = rpy_from_matrix(turned)
    return CameraLearnt(
        time_s=time_s,
        roll_rad=roll_rad,
        pitch_rad=pitch_rad,
        yaw_rad=yaw_rad,
        focal_px=fit.focal_px,
        center_x_px=assumed.camera.center_x_px,
        center_y_px=assumed.camera.center_y_px,
        distortion=fit.distortion,
    )
