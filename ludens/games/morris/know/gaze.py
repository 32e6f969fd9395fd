"""Where to look next: at what tells most about the points that are not certain yet, with the fewest turns."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.geometry import FloatArray, Transform3
from ludens.messages import CameraPose
from ludens.robots.nao.kinematics.head import HeadPose, clipped_head, torso_from_head

YAWS_RAD = np.linspace(-0.8, 0.8, 17)
PITCHES_RAD = np.linspace(-0.35, 0.3, 6)
MARGIN_PX = 14.0
"""Margin at the picture's edge: heads are not turned exactly."""
NEAR_GLADLY = 0.02
"""Cost of a radian of turning, in nats of knowledge."""
SOMETHING = 1e-6
"""Nats that a look must promise."""
TIRED = 0.35
"""A point that was in sight and did not become certain is worth so much less from then on."""
DOUBTED = 0.2
"""Worth below which, after two looks in vain, a point may not have been in sight at all."""
SEEN_SHARE = 0.3
"""Part of a man at a point that a picture must show, so that the point is known to have been in sight."""
ASTRAY_PX = 90.0
"""Joints that nobody has calibrated move what is in sight by so much."""
ELSEWHERE_RAD = 0.12
"""Other looks at a doubted point should differ by about this from those before."""


@dataclass(frozen=True, slots=True, eq=False)
class Stance:
    """How the robot stands at the board; the head is free."""

    robot_from_torso: Transform3
    camera: CameraPose
    robot_from_board: Transform3

    @classmethod
    def now(cls, camera: CameraPose, head: HeadPose, robot_from_board: Transform3) -> "Stance":
        """From where the camera is while the head stands so."""
        torso_from_camera = torso_from_head(head.yaw_rad, head.pitch_rad) @ camera.head_from_camera
        return cls(camera.robot_from_camera @ torso_from_camera.inverse(), camera, robot_from_board)

    def camera_from_board(self, head: HeadPose) -> Transform3:
        """Return where the board would be before the camera."""
        torso_from_camera = torso_from_head(head.yaw_rad, head.pitch_rad) @ self.camera.head_from_camera
        return (self.robot_from_torso @ torso_from_camera).inverse() @ self.robot_from_board


class Gaze:
    """Chooses head poses for one scan."""

    def __init__(self, measures: MorrisMeasures) -> None:
        half_m = 0.5 * measures.man_m
        corners = np.array(
            [(x, y, z) for x in (-half_m, half_m) for y in (-half_m, half_m) for z in (0.0, 2 * half_m)]
        )
        feet = np.column_stack((measures.points_m(), np.zeros(len(measures.points_m()))))
        self._corners_m = feet[:, np.newaxis] + corners
        self._worth = np.ones(len(feet))
        self._shown = np.zeros(len(feet))  # the most of a man there that a picture should have had
        self._seen = np.zeros(len(feet), dtype=bool)  # points of which a picture has shown enough
        self._looks: list[tuple[HeadPose, NDArray[np.bool_]]] = []  # and which points were in sight by them

    def in_sight(self, stance: Stance, head: HeadPose, *, margin_px: float = MARGIN_PX) -> FloatArray:
        """Return the share of a man at each point that would be in the picture."""
        camera = stance.camera.camera
        pixels = camera.project(stance.camera_from_board(head).apply(self._corners_m))
        with np.errstate(invalid="ignore"):
            inside = (
                (pixels > margin_px).all(axis=-1)
                & (pixels[..., 0] < camera.width_px - margin_px)
                & (pixels[..., 1] < camera.height_px - margin_px)
            )
        shares: FloatArray = inside.mean(axis=1)
        return shares

    def best(self, stance: Stance, unsure: FloatArray, now: HeadPose) -> HeadPose | None:
        """Return the pose that promises most; None if none promises anything."""
        wanted = unsure * self._worth
        best, most = None, -math.inf
        for yaw_rad in YAWS_RAD.tolist():
            for pitch_rad in PITCHES_RAD.tolist():
                head = HeadPose(*clipped_head(yaw_rad, pitch_rad))
                gain = float(wanted @ self._hoped_for(stance, head) ** 2)
                left = gain - NEAR_GLADLY * head.way_rad(now)
                if gain > SOMETHING and left > most:
                    best, most = head, left
        return best

    def tire(self, stance: Stance, head: HeadPose) -> None:
        """Remember that the points in sight there were looked at."""
        shares = self._hoped_for(stance, head)
        self._looks.append((head, shares > 0.0))
        self._worth *= np.where(shares > 0.5, TIRED, 1.0)
        self._shown = np.maximum(self._shown, self.in_sight(stance, head))

    def take_in(self, visible: FloatArray) -> None:
        """Hear how much of each point a picture has really shown."""
        self._seen |= visible > SEEN_SHARE

    def _hoped_for(self, stance: Stance, head: HeadPose) -> FloatArray:
        """Return the shares in sight; doubted points may be beside it, and are not looked for twice there."""
        shares = self.in_sight(stance, head)
        doubted = (self._worth < DOUBTED) & ~self._seen
        if doubted.any():
            shares[doubted] = self.in_sight(stance, head, margin_px=-ASTRAY_PX)[doubted]
            for before, seen in self._looks:
                again = math.exp(-((before.way_rad(head) / ELSEWHERE_RAD) ** 2))
                shares[doubted & seen] *= 1.0 - again
        return shares

    @property
    def cut_off(self) -> NDArray[np.bool_]:
        """Points that no picture has shown as a whole: another look may show more of what stands there."""
        cut_off: NDArray[np.bool_] = self._shown < 1.0
        return cut_off


def searching() -> tuple[HeadPose, ...]:
    """Where to look for a board of which nothing is known but that it is before the robot."""
    return tuple(
        HeadPose(yaw_rad, pitch_rad)
        for yaw_rad, pitch_rad in (
            (0.0, 0.0),
            (0.0, 0.2),
            (0.45, 0.05),
            (-0.45, 0.05),
            (0.0, -math.radians(18)),
        )
    )
