"""The first look at a picture of a soccer field: field colour, scan lines, border."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import cv2
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.contract.declaration import History
from ludens.core.contract.module import Module
from ludens.geometry import FloatArray
from ludens.messages import CalibratedJoints, CameraImage, CameraPose, CameraPoses
from ludens.messages.field import ScannedImage
from ludens.messages.health import PictureHealth
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.kinematics.outlines import body_outlines
from ludens.vision.field.border import find_border
from ludens.vision.field.colour import FieldColour, FieldColourFollower, FieldColourTuning
from ludens.vision.field.cutting import cut_rows
from ludens.vision.field.drawings import border_drawing, field_colour_picture, scan_drawing
from ludens.vision.field.projection import GroundView
from ludens.vision.field.scan import scan

Rows = NDArray[np.int64]
BELOW_HORIZON_PX = 2
TURNING_S = 0.03
"""Over which the turning of a camera is measured."""
NO_SEGMENTS = np.zeros((0, 9), np.int16)


@dataclass(frozen=True, slots=True)
class FieldScannerParameters:
    """Which camera, and how the field's colour is followed."""

    camera: Annotated[str, Meta(pattern="^(top|bottom)$", description="Whose pose counts.")] = "top"
    cuts_by: Annotated[
        Literal["border", "columns"],
        Meta(
            description="Above what nothing is looked at: the border as one or two straight lines, or in "
            "every column by itself where the field begins (001)."
        ),
    ] = "border"
    largest_step: Annotated[
        float, Meta(gt=0, le=50, description="Of the field's chroma from picture to picture.")
    ] = 6.0


class FieldScanner(Module[FieldScannerParameters]):
    """Takes every picture apart, as far as it shows ground that is not the robot itself."""

    budget_s = 0.005

    def start(self) -> None:
        """Begin with no idea of the field's colour."""
        self._colour = FieldColourFollower(FieldColourTuning(largest_step=self.parameters.largest_step))

    def cycle(
        self,
        image: CameraImage,
        health: PictureHealth,
        poses: History[CameraPoses],
        joints: History[CalibratedJoints],
    ) -> ScannedImage | None:
        """Take one picture apart that can be used; None as long as nobody knows where the camera is."""
        posed, bent = poses.at_or_before(image.time_s), joints.at_or_before(image.time_s)
        if posed is None:
            return None
        pose = posed.top if self.parameters.camera == "top" else posed.bottom
        own_body = () if bent is None else own_outlines(bent, pose)
        return self.scan(
            image, pose, own_body=own_body, turning_radps=_turning_radps(poses, image.time_s, self.parameters)
        )

    def scan(
        self,
        image: CameraImage,
        pose: CameraPose,
        *,
        own_body: Sequence[FloatArray] = (),
        turning_radps: float = 0.0,
    ) -> ScannedImage:
        """Take one picture apart, of which the camera's pose is known."""
        ycbcr = to_ycbcr(image.pixels_rgb)
        view = GroundView.of(pose.camera, pose.robot_from_camera)
        first_rows, last_rows = _horizon_rows(view), _free_rows(own_body, pose)
        colour = self._colour.look(ycbcr, first_row=int(first_rows.min()))
        if colour is None:
            vertical = horizontal = NO_SEGMENTS
            border = np.full(ycbcr.shape[1], ycbcr.shape[0], np.int64)
        else:
            segments = scan(ycbcr, view, colour, first_rows=first_rows, last_rows=last_rows)
            vertical, horizontal = segments.vertical, segments.horizontal
            border = (
                cut_rows(ycbcr, colour, first_rows=first_rows, last_rows=last_rows)
                if self.parameters.cuts_by == "columns"
                else find_border(vertical, view, first_rows=first_rows, random=self.random).rows
            )
        scanned = ScannedImage(
            time_s=image.time_s,
            ycbcr=ycbcr,
            pose=pose,
            projection=view.numbers,
            turning_radps=turning_radps,
            field_colour=None if colour is None else (colour.y, colour.cb, colour.cr, colour.radius),
            vertical=vertical,
            horizontal=horizontal,
            border_rows=border,
            last_rows=last_rows,
        )
        self.debug.image("field colour", lambda: field_colour_picture(scanned))
        self.debug.drawing("scan lines", lambda: scan_drawing(scanned))
        self.debug.drawing("border", lambda: border_drawing(scanned))
        return scanned


def to_ycbcr(pixels_rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture in the colour space of the cameras."""
    y, cr, cb = cv2.split(cv2.cvtColor(pixels_rgb, cv2.COLOR_RGB2YCrCb))
    return np.asarray(cv2.merge((y, cb, cr)), np.uint8)


def colour_of(scanned: ScannedImage) -> FieldColour | None:
    """Return the field's colour in a picture, if it shows any."""
    return None if scanned.field_colour is None else FieldColour(*scanned.field_colour)


def view_of(scanned: ScannedImage) -> GroundView:
    """Return the camera over the ground that took a picture."""
    return GroundView(scanned.pose.camera, scanned.pose.robot_from_camera, scanned.projection)


def own_outlines(joints: CalibratedJoints, pose: CameraPose) -> tuple[FloatArray, ...]:
    """Return where the robot sees itself."""
    posture = Posture(joints.position_rad)
    torso_from_camera = posture.torso_from_link("Head") @ pose.head_from_camera
    return tuple(
        outline.corners_px for outline in body_outlines(posture, torso_from_camera, camera=pose.camera)
    )


def _horizon_rows(view: GroundView) -> Rows:
    """Return the first row below the horizon in every column."""
    width, height = view.camera.width_px, view.camera.height_px
    left, right = view.horizon_row_px(0.0), view.horizon_row_px(width - 1.0)
    rows = np.linspace(left, right, width) + BELOW_HORIZON_PX
    return np.clip(np.nan_to_num(rows, nan=0.0, posinf=height, neginf=0.0), 0, height).astype(np.int64)


def _free_rows(own_body: Sequence[FloatArray], pose: CameraPose) -> Rows:
    """Return in every column the row from which on the robot sees itself."""
    rows = np.full(pose.camera.width_px, pose.camera.height_px, np.int64)
    if not own_body:
        return rows
    mask = np.zeros((pose.camera.height_px, pose.camera.width_px), np.uint8)
    for corners_px in own_body:
        cv2.fillConvexPoly(mask, np.rint(corners_px).astype(np.int32), 1)
    covered = mask.any(axis=0)
    rows[covered] = mask.argmax(axis=0)[covered]
    return rows


def _turning_radps(poses: History[CameraPoses], time_s: float, p: FieldScannerParameters) -> float:
    """Return how fast the camera turned, by its poses before and after a picture."""
    before, after = poses.at_or_before(time_s - TURNING_S), poses.at_or_before(time_s)
    if before is None or after is None or after.time_s - before.time_s < 1e-6:
        return 0.0
    first, second = ((pose.top if p.camera == "top" else pose.bottom) for pose in (before, after))
    between = first.robot_from_camera.rotation.T @ second.robot_from_camera.rotation
    cosine = min(max(0.5 * (float(np.trace(between)) - 1.0), -1.0), 1.0)
    return math.acos(cosine) / (after.time_s - before.time_s)
