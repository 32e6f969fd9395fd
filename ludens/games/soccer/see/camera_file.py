"""The file that says how a camera stood when a picture was taken, and what lens it has.

    height_m = 0.51        # of the camera over the ground: the one number that must be there
    pitch_deg = 12.0       # looking down is positive; also roll_deg (right side down) and yaw_deg (left)
    x_m = 0.0              # from the robot's middle on the ground to the camera: forward, and
    y_m = 0.0              # to the left

    field_of_view_deg = 56.3   # from the left to the right edge; or, in pixels of the picture as it is,
    focal_px = 598.0           # focal length; focal_y_px where pixels are no squares,
    center_x_px = 319.5        # and where the optical axis meets the picture
    center_y_px = 239.5
    distortion = [-0.02]       # radial: k1, k2, k3

    [pictures."late.png"]  # what differs in one of the pictures, by its file's name
    pitch_deg = 25.0

Angles may be given in radians, too (`pitch_rad`). Without a lens it is that of a NAO.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludens.core.configuration.files import read_tables
from ludens.core.errors import LudensError, did_you_mean
from ludens.core.foreign import reading
from ludens.geometry import PinholeCamera, Transform3
from ludens.messages import CameraPose
from ludens.robots.nao.places import CAMERA

ANGLES = ("roll", "pitch", "yaw")
NUMBERS = {
    "height_m": (0.01, 100.0),
    "x_m": (-100.0, 100.0),
    "y_m": (-100.0, 100.0),
    "field_of_view_deg": (1.0, 170.0),
    "focal_px": (1.0, 1e6),
    "focal_y_px": (1.0, 1e6),
    "center_x_px": (-1e6, 1e6),
    "center_y_px": (-1e6, 1e6),
    **{f"{angle}_deg": (-360.0, 360.0) for angle in ANGLES},
    **{f"{angle}_rad": (-2.0 * math.pi, 2.0 * math.pi) for angle in ANGLES},
}
"""Every key that holds a number, and the range in which it makes sense."""
NAO_VIEW_RAD = 2.0 * math.atan(0.5 * CAMERA.width_px / CAMERA.focal_x_px)


@dataclass(frozen=True, slots=True)
class CameraFile:
    """A file that was read: what holds for all pictures, and what differs in some."""

    path: Path
    common: Mapping[str, Any]
    pictures: Mapping[str, Mapping[str, Any]]

    @classmethod
    def read(cls, path: Path) -> "CameraFile":
        """Read and check a file."""
        with reading(f"The camera's pose in {path}"):
            return cls._checked(path, read_tables(path))

    @classmethod
    def _checked(cls, path: Path, tables: dict[str, Any]) -> "CameraFile":
        pictures = tables.pop("pictures", {})
        if not isinstance(pictures, dict) or not all(isinstance(table, dict) for table in pictures.values()):
            raise LudensError(f"{path}: 'pictures' holds tables, one a picture: [pictures.\"late.png\"].")
        for name, table in ({"": tables} | pictures).items():
            _check(table, f'{path}, [pictures."{name}"]' if name else str(path))
        if pictures and all("height_m" in table for table in pictures.values()):
            return cls(path, tables, pictures)
        if "height_m" not in tables:
            raise LudensError(
                f"{path} does not say how high the camera is; write height_m = 0.51 for a NAO that stands."
            )
        return cls(path, tables, pictures)

    def pose(self, picture: str, *, width_px: int, height_px: int) -> CameraPose:
        """Return pose and lens of the camera for a picture of this name and size."""
        values = {**self.common, **self.pictures.get(picture, {})}
        if "height_m" not in values:
            raise LudensError(f"{self.path} does not say how high the camera was for {picture}: height_m.")
        roll, pitch, yaw = (_angle_rad(values, angle) for angle in ANGLES)
        place = np.array((values.get("x_m", 0.0), values.get("y_m", 0.0), values["height_m"]), np.float64)
        return CameraPose(
            camera=_lens(values, width_px, height_px),
            head_from_camera=Transform3.identity(),
            robot_from_camera=Transform3.from_rpy(
                roll_rad=roll, pitch_rad=pitch, yaw_rad=yaw, translation=place
            ),
            calibrated=True,
        )


def _check(table: Mapping[str, Any], where: str) -> None:
    for key, value in table.items():
        if key == "distortion":
            if not isinstance(value, list) or len(value) > 3 or not all(map(_is_number, value)):
                raise LudensError(f"{where}: distortion is a list of up to three numbers, as [-0.02].")
        elif key not in NUMBERS:
            known = did_you_mean(key, [*NUMBERS, "distortion"])
            raise LudensError(f"{where}: there is no '{key}'; {known}")
        elif not _is_number(value):
            raise LudensError(f"{where}: {key} is a number, not {value!r}.")
        elif not NUMBERS[key][0] <= value <= NUMBERS[key][1]:
            low, high = NUMBERS[key]
            raise LudensError(f"{where}: {key} lies between {low:g} and {high:g}; it is {value}.")
    for angle in ANGLES:
        if f"{angle}_deg" in table and f"{angle}_rad" in table:
            raise LudensError(f"{where}: give {angle}_deg or {angle}_rad, not both.")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _angle_rad(values: Mapping[str, Any], angle: str) -> float:
    if f"{angle}_rad" in values:
        return float(values[f"{angle}_rad"])
    return math.radians(values.get(f"{angle}_deg", 0.0))


def _lens(values: Mapping[str, Any], width_px: int, height_px: int) -> PinholeCamera:
    view_rad = math.radians(values["field_of_view_deg"]) if "field_of_view_deg" in values else NAO_VIEW_RAD
    focal_px = float(values.get("focal_px", 0.5 * width_px / math.tan(0.5 * view_rad)))
    k1, k2, k3 = (*map(float, values.get("distortion", ())), 0.0, 0.0, 0.0)[:3]
    return PinholeCamera(
        width_px,
        height_px,
        focal_px,
        float(values.get("focal_y_px", focal_px)),
        float(values.get("center_x_px", 0.5 * (width_px - 1))),
        float(values.get("center_y_px", 0.5 * (height_px - 1))),
        (k1, k2, k3),
    )
