"""Recognises what a hand before the camera holds: nothing, or a man of which colour.

Joints tell where the fingers meet in the picture, to about a centimetre, and how large a man would be
there. It is near, so it is large; men on the board and coloured things of the room behind the hand are far,
and small. The largest patch of a player's colour round that place is weighed by its size against a man's.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.contract.module import Module, NoParameters
from ludens.games.morris.see.colours import FIRST, MenColours, labelled
from ludens.geometry import FloatArray, Transform3
from ludens.manipulation.clearance import held_in_hand_m
from ludens.manipulation.reaching import torso_from_hand
from ludens.messages import CalibratedJoints, CameraPose, CameraPoses, HeadRequest
from ludens.messages.manipulation import Hand, HandRequest
from ludens.robots.nao.kinematics import Posture, aim_camera

SHRINK = 4
NEAREST_M, FARTHEST_M = 0.05, 0.40
"""Of the grip along the camera's axis: nearer is out of focus, farther is not shown."""
ERROR_M = 0.014
"""By so much more than its own size a man may reach from the grip: joints err, men are held at an edge."""
MARGIN_PX = 20.0
TYPICAL, SPREAD = 0.22, 0.05
"""Share of a man's picture that the patch must fill to be as likely a man as not: fingers cover the rest."""
SURE = 0.995
"""No picture alone says more."""
SHOWN = ("show", "study")
"""Acts of a hand before the camera."""


@dataclass(frozen=True, slots=True)
class GripInPicture:
    """Where a held man would be."""

    column_px: float
    row_px: float
    edge_px: float  # of a man there
    reach_px: float  # farther away nothing belongs to it


def grip_in_picture(posture: Posture, place: CameraPose, hand: Hand, *, man_m: float) -> GripInPicture | None:
    """Return where a man in a hand is seen; None if the hand is not before the camera."""
    torso_from_camera = posture.torso_from_link("Head") @ place.head_from_camera
    grip_m = _camera_from_grip(posture, torso_from_camera, hand)
    if not NEAREST_M < grip_m[0] < FARTHEST_M:
        return None
    column_px, row_px = place.camera.project(grip_m).tolist()
    if not (
        MARGIN_PX < column_px < place.camera.width_px - MARGIN_PX
        and MARGIN_PX < row_px < place.camera.height_px - MARGIN_PX
    ):
        return None
    per_m = place.camera.focal_x_px / float(grip_m[0])
    return GripInPicture(column_px, row_px, per_m * man_m, per_m * (0.75 * man_m + ERROR_M))


def in_hand(
    pixels_rgb: NDArray[np.uint8], grip: GripInPicture, *, white: FloatArray, colours: MenColours
) -> tuple[float, float, float]:
    """Return how likely there is nothing, a man of the first or of the second colour."""
    left, top = (max(0, int(value - grip.reach_px)) for value in (grip.column_px, grip.row_px))
    right, bottom = (int(value + grip.reach_px) + 1 for value in (grip.column_px, grip.row_px))
    piece = pixels_rgb[top:bottom, left:right]
    small = cv2.resize(piece, None, fx=1.0 / SHRINK, fy=1.0 / SHRINK, interpolation=cv2.INTER_AREA)
    labels = labelled(np.ascontiguousarray(small, dtype=np.uint8), white, colours.table)
    area_px = (grip.edge_px / SHRINK) ** 2
    shares = [_largest(labels == FIRST + colour) / area_px for colour in (0, 1)]
    odds = [math.exp(min(max((share - TYPICAL) / SPREAD, -20.0), 20.0)) for share in shares]
    total = 1.0 + sum(odds)
    chances = np.array([1.0 / total, odds[0] / total, odds[1] / total])
    nothing, first, second = ((SURE - 0.5 * (1.0 - SURE)) * chances + 0.5 * (1.0 - SURE)).tolist()
    return nothing, first, second


def _largest(mask: NDArray[np.bool_]) -> float:
    """Return the pixels of the largest patch."""
    count, _, boxes, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    return float(boxes[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0.0


def _camera_from_grip(posture: Posture, torso_from_camera: Transform3, hand: Hand) -> FloatArray:
    grip = posture.torso_from("LGrip" if hand == "left" else "RGrip")
    return torso_from_camera.inverse().apply(grip.translation)


class HandGaze(Module[NoParameters]):
    """Wants the bottom camera to look at what the hand holds, while it is asked to be shown or studied."""

    budget_s = 0.0003

    def cycle(
        self, joints: CalibratedJoints, cameras: CameraPoses, request: HandRequest | None
    ) -> HeadRequest | None:
        """Follow the hand."""
        if request is None or request.act not in SHOWN:
            return None
        posture = Posture(joints.position_rad)
        hand = torso_from_hand(posture, request.hand)
        aim = aim_camera(hand.apply(held_in_hand_m()), cameras.bottom.head_from_camera)
        return HeadRequest(
            time_s=joints.time_s, yaw_rad=aim.yaw_rad, pitch_rad=aim.pitch_rad, camera="bottom"
        )
