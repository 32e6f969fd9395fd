"""Where fixed things sit on a NAO: soles, hands' grip, cameras, inertial sensors, sonars, switches.

A place is a link and the transform `link_from_place`. Figures are the maker's; the right side is mirrored.
Switches are touched on a surface, so they have a point only.
"""

import math
from dataclasses import dataclass
from typing import Literal

from ludens.geometry import PinholeCamera, Transform3
from ludens.robots.nao.links import ANKLE_HEIGHT_M, Vector, mirror_vector


@dataclass(frozen=True, slots=True, eq=False)
class FrameOnLink:
    """A frame that is fixed to a link."""

    link: str
    link_from_place: Transform3


def _at(x_mm: float, y_mm: float, z_mm: float, *, pitch_deg: float = 0.0, yaw_rad: float = 0.0) -> Transform3:
    return Transform3.from_rpy(
        pitch_rad=math.radians(pitch_deg),
        yaw_rad=yaw_rad,
        translation=(x_mm / 1000.0, y_mm / 1000.0, z_mm / 1000.0),
    )


TOP_CAMERA = "TopCamera"
BOTTOM_CAMERA = "BottomCamera"
CAMERAS = (TOP_CAMERA, BOTTOM_CAMERA)

PLACES = {
    "LSole": FrameOnLink("LFoot", _at(0, 0, -1e3 * ANKLE_HEIGHT_M)),
    "RSole": FrameOnLink("RFoot", _at(0, 0, -1e3 * ANKLE_HEIGHT_M)),
    "LGrip": FrameOnLink("LHand", _at(57.75, 0, -12.31)),
    "RGrip": FrameOnLink("RHand", _at(57.75, 0, -12.31)),
    TOP_CAMERA: FrameOnLink("Head", _at(58.71, 0, 63.64, pitch_deg=1.2)),
    BOTTOM_CAMERA: FrameOnLink("Head", _at(50.71, 0, 17.74, pitch_deg=39.7)),
    "Accelerometer": FrameOnLink("Torso", _at(-8, 6.06, 27)),
    "Gyroscope": FrameOnLink("Torso", _at(-8, 6, 29)),
    "LSonar": FrameOnLink("Torso", _at(5.6, 19.2, 62.4, yaw_rad=0.392)),
    "RSonar": FrameOnLink("Torso", _at(5.6, -19.2, 62.4, yaw_rad=-0.392)),
}
"""Every place by name."""

HEAD_FROM_CAMERA: dict[Literal["top", "bottom"], Transform3] = {
    "top": PLACES[TOP_CAMERA].link_from_place,
    "bottom": PLACES[BOTTOM_CAMERA].link_from_place,
}
"""How the cameras sit as they are made, by the name of the eye."""

CAMERA = PinholeCamera.from_horizontal_field_of_view(math.radians(56.3), width_px=640, height_px=480)
"""Both cameras: 640×480 pixels over the maker's 56.3° × 43.7°. Teams measured 54.7° × 42.5°."""

SONAR_NEAREST_M = 0.2
SONAR_FARTHEST_M = 0.8
"""Between these the maker promises a distance; nearer things read as the nearest, farther ones as none."""

MICROPHONES_IN_HEAD_M: dict[str, Vector] = {
    "front left": (0.0206, 0.0309, 0.0986),
    "front right": (0.0206, -0.0309, 0.0986),
    "rear left": (-0.0215, 0.0558, 0.0774),
    "rear right": (-0.0215, -0.0558, 0.0774),
}

_LEFT_PRESSURE_M: tuple[Vector, ...] = (
    (0.07025, 0.0299, 0.0),
    (0.07025, -0.0231, 0.0),
    (-0.03025, 0.0299, 0.0),
    (-0.02965, -0.0191, 0.0),
)
LEFT_PRESSURE_IN_SOLE_M = _LEFT_PRESSURE_M
RIGHT_PRESSURE_IN_SOLE_M = tuple(mirror_vector(_LEFT_PRESSURE_M[place]) for place in (1, 0, 3, 2))
"""Front left, front right, rear left, rear right: a mirror swaps left and right cells."""

SOLE_FRONT_M = 0.110
SOLE_BACK_M = 0.050
SOLE_OUTER_M = 0.050
SOLE_INNER_M = 0.0388
"""How far the sole reaches from the point under the ankle."""
