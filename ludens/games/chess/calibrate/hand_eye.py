"""Where the camera stands, from pictures of a plate that the arm holds up to it in many postures.

Known of each picture are the arm's posture and where the plate's corners appear. Unknown are the camera's
place and lens, and exactly how the plate sits on the flange; all follow together by least squares. The plate
must be tilted this way and that: held level, its height on the flange could not be told from the camera's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludens.games.chess.workcell.arm_setup import FLANGE_FROM_PLATE, corners_in_plate
from ludens.geometry import FloatArray, PinholeCamera, Transform3
from ludens.geometry.rotation import matrix_from_axis_angle
from ludens.planning.arm.trajectory import ArmPlanError
from ludens.vision.calibration.least_squares import minimise

FEWEST = 8
"""Pictures below which the numbers do not hold."""
OUTLIER_TIMES = 5.0
ROUNDS = 6
LENS_PX, PLATE_PX_PER_M, PLATE_PX_PER_RAD = 10.0, 60.0, 10.0
"""How weakly lens and plate are held near what they are meant to be."""
CENTER_PX = 10.0
"""So many pixels the lens's axis may lie off the picture's middle for one pixel of error."""
_POSE, _LENS, _CENTER = slice(0, 6), slice(6, 9), slice(9, 11)
_PLATE = slice(11, 17)
_COUNT = 17
_SCALE = np.concatenate((np.ones(9), np.full(2, CENTER_PX), np.ones(6)))


@dataclass(frozen=True, slots=True, eq=False)
class PlateSighting:
    """One picture: the arm's posture by its own encoders, and the plate's corners (4, 2) in pixels."""

    base_from_flange: Transform3
    corners_px: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class HandEye:
    """The camera over the table, the plate on the flange, and how well they explain the pictures."""

    base_from_camera: Transform3
    camera: PinholeCamera
    flange_from_plate: Transform3
    before_px: float
    after_px: float
    residuals_px: FloatArray  # (pictures, 4, 2)


def fit_hand_eye(
    sightings: Sequence[PlateSighting], *, base_from_camera: Transform3, camera: PinholeCamera
) -> HandEye:
    """Return what explains the sightings best, starting from where things are meant to be."""
    if len(sightings) < FEWEST:
        raise ArmPlanError(
            f"The plate was seen in {len(sightings)} pictures; at least {FEWEST} are needed. Is it mounted, "
            "and is the light on?"
        )
    model = _Model(sightings, base_from_camera, camera)
    start = np.zeros(_COUNT)
    before = model.raw(start)
    found = minimise(model.errors, start, scale=_SCALE)
    for _ in range(ROUNDS):
        # A picture that is wrong as a whole pulls less and less, until it is left out.
        away = np.abs(model.raw(found.x))
        usual_px = max(2.0 * float(np.median(away)), 0.3)
        model.weights = 1.0 / (1.0 + (away / usual_px) ** 2)
        found = minimise(model.errors, found.x, scale=_SCALE)
    away = np.abs(model.raw(found.x))
    model.weights = np.where(away <= max(OUTLIER_TIMES * 1.48 * float(np.median(away)), 0.3), 1.0, 0.0)
    found = minimise(model.errors, found.x, scale=_SCALE)
    residuals = model.raw(found.x)
    used = model.weights > 0.0
    return HandEye(
        model.base_from_camera(found.x),
        model.camera(found.x),
        model.flange_from_plate(found.x),
        float(np.sqrt((before**2).mean())),
        float(np.sqrt((residuals[used] ** 2).mean())),
        residuals.reshape(-1, 4, 2),
    )


class _Model:
    """From seventeen numbers to errors in pixels: the camera's pose, its lens and axis, the plate's pose."""

    def __init__(
        self, sightings: Sequence[PlateSighting], base_from_camera: Transform3, camera: PinholeCamera
    ) -> None:
        self._flanges = [sighting.base_from_flange for sighting in sightings]
        self._seen = np.array([sighting.corners_px for sighting in sightings])
        self._nominal, self._camera = base_from_camera, camera
        self.weights = np.ones(self._seen.size)

    def base_from_camera(self, x: FloatArray) -> Transform3:
        return _moved(self._nominal, x[_POSE])

    def flange_from_plate(self, x: FloatArray) -> Transform3:
        return _moved(FLANGE_FROM_PLATE, x[_PLATE])

    def camera(self, x: FloatArray) -> PinholeCamera:
        zoom, bend, second_bend = x[_LENS].tolist()
        right_px, down_px = x[_CENTER].tolist()
        return replace(
            self._camera,
            focal_x_px=self._camera.focal_x_px * float(np.exp(zoom)),
            focal_y_px=self._camera.focal_y_px * float(np.exp(zoom)),
            center_x_px=self._camera.center_x_px + right_px,
            center_y_px=self._camera.center_y_px + down_px,
            radial_distortion=(bend, second_bend, 0.0),
        )

    def raw(self, x: FloatArray) -> FloatArray:
        corners = self.flange_from_plate(x).apply(corners_in_plate())
        points = np.array([flange.apply(corners) for flange in self._flanges])
        pixels = self.camera(x).project(self.base_from_camera(x).inverse().apply(points))
        errors: FloatArray = (pixels - self._seen).reshape(-1)
        return errors

    def errors(self, x: FloatArray) -> FloatArray:
        held = np.concatenate(
            (
                LENS_PX * x[_LENS],
                x[_CENTER] / CENTER_PX,
                PLATE_PX_PER_RAD * x[_PLATE][:3],
                PLATE_PX_PER_M * x[_PLATE][3:],
            )
        )
        return np.concatenate((self.raw(x) * self.weights, held))


def _moved(transform: Transform3, x: FloatArray) -> Transform3:
    """Return a transform turned by a small rotation vector about its own origin, and shifted."""
    angle = float(np.linalg.norm(x[:3]))
    turn = np.eye(3) if angle < 1e-12 else matrix_from_axis_angle(x[:3], angle)
    return Transform3(turn @ transform.rotation, transform.translation + x[3:])
