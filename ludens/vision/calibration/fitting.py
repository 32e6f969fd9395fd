"""Fits the cameras of a head to what their pictures show.

Unknown are how each camera is turned against its nominal mount (roll, pitch, yaw), its focal length, its
lens' k1 and axis and some millimetres of its place, and where the board stands: a person puts it down by
eye. All follow together from pictures with the head turned differently. What cannot be told apart from a
camera's pitch is a wrong zero of the head's pitch joint: both are made good by the same angle.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludens.core.errors import LudensError
from ludens.geometry import FloatArray, PinholeCamera, Transform3, matrix_from_rpy
from ludens.geometry.rotation import matrix_from_axis_angle
from ludens.vision.calibration.least_squares import minimise
from ludens.vision.calibration.sightings import Sighting, SightingStack

BOARD_NUMBERS = 6
GIVE_NUMBERS = 2
EYES_FROM = BOARD_NUMBERS + GIVE_NUMBERS
EYE_NUMBERS = 10
"""Roll, pitch, yaw; zoom and bend of the lens, and its axis to the right and down of the middle, in focal
lengths; and a shift, which is held near the nominal place."""
HELD_LENS_PX = 10.0
"""As many pixels an error of one in its focal length or k1 costs."""
HELD_AXIS_PX = 200.0
"""Likewise its axis beside the middle by a focal length. What a whole picture is off, by play in the neck,
all its sightings share, and an axis held less would be bent to it."""
HELD_SHIFT_PX_PER_M = 1000.0
"""A millimetre costs as much as one corner that is a pixel off: cameras sit in moulded heads."""
OUTLIER_TIMES = 5.0
"""Sightings this many times beyond the median error are taken out once, then everything is fitted again."""
LEAST_ERRORS = 60
HELD_GIVE_PX = 0.3
"""Cost of a give of one radian by unit of load: just enough to hold it where nothing is loaded."""


class CameraCalibrationError(LudensError):
    """Pictures that do not hold the cameras."""


@dataclass(frozen=True, slots=True, eq=False)
class Eye:
    """A camera as it should be."""

    head_from_camera: Transform3
    camera: PinholeCamera


@dataclass(frozen=True, slots=True, eq=False)
class EyeFit:
    """A camera as it is: turned by these angles in its own frame, with this lens."""

    roll_rad: float
    pitch_rad: float
    yaw_rad: float
    camera: PinholeCamera
    sigma_rad: float  # of the least certain of the three angles, from the scatter of the errors

    def nominal_from_real(self) -> Transform3:
        """Return the turn against the nominal mount."""
        return Transform3.from_rpy(roll_rad=self.roll_rad, pitch_rad=self.pitch_rad, yaw_rad=self.yaw_rad)


@dataclass(frozen=True, slots=True, eq=False)
class CameraFit:
    """All cameras together, and how well they agree with the pictures."""

    eyes: Mapping[str, EyeFit]
    base_from_board: Transform3
    before_px: float  # root of the mean squared error with nominal cameras, the board at its best place
    after_px: float
    left_out: int  # pictures' errors that were taken for mistakes


def fit_cameras(
    sightings: Sequence[Sighting],
    eyes: Mapping[str, Eye],
    *,
    base_from_board: Transform3,
    fit_lens: bool = True,
) -> CameraFit:
    """Return the cameras that explain the sightings best; `base_from_board` is about where the board is."""
    names = [name for name in eyes if any(sighting.eye == name for sighting in sightings)]
    model = _Model(sightings, eyes, names, base_from_board, fit_lens)
    if model.count < LEAST_ERRORS or not names:
        raise CameraCalibrationError(
            f"The pictures show {model.count} numbers of the board; at least {LEAST_ERRORS} are needed. Let "
            "the head look at it from more sides, nearer and in better light."
        )
    nominal = minimise(model.board_only, np.zeros(BOARD_NUMBERS), scale=model.scale[:BOARD_NUMBERS])
    start = np.zeros(model.size)
    start[:BOARD_NUMBERS] = nominal.x
    first = minimise(model.errors, start, scale=model.scale)
    limit = OUTLIER_TIMES * 1.48 * float(np.median(np.abs(first.residuals[: model.count])))
    model.weights = np.where(np.abs(first.residuals[: model.count]) <= max(limit, 0.3), 1.0, 0.0)
    found = minimise(model.errors, first.x, scale=model.scale)
    used = max(int(model.weights.sum()), 1)
    after_px = float(np.sqrt((found.residuals[: model.count] ** 2).sum() / used))
    before = nominal.residuals[: model.count] * model.weights
    return CameraFit(
        {name: model.eye(name, found.x, np.sqrt(np.diag(found.covariance)) * after_px) for name in names},
        model.board(found.x),
        float(np.sqrt((before**2).sum() / used)),
        after_px,
        model.count - used,
    )


class _Model:
    """From numbers to errors: six of the board, two of how its base gives way, then ten of each camera."""

    def __init__(
        self,
        sightings: Sequence[Sighting],
        eyes: Mapping[str, Eye],
        names: Sequence[str],
        base_from_board: Transform3,
        fit_lens: bool,
    ) -> None:
        self._stacks = {name: SightingStack([one for one in sightings if one.eye == name]) for name in names}
        self._eyes, self._names, self._board, self._fit_lens = eyes, list(names), base_from_board, fit_lens
        self.size = EYES_FROM + EYE_NUMBERS * len(self._names)
        self.scale = np.ones(self.size)
        self.weights: FloatArray = np.ones(1)
        self.count = self._raw(np.zeros(self.size)).size
        self.weights = np.ones(self.count)

    def board(self, x: FloatArray) -> Transform3:
        """Return base_from_board."""
        turn = _turned(x[:3])
        return Transform3(turn @ self._board.rotation, self._board.translation + x[3:6])

    def errors(self, x: FloatArray) -> FloatArray:
        """Return weighted errors in pixels, and how far lens and place leave the usual, as weak pixels."""
        lens_px, axis_px = (HELD_LENS_PX, HELD_AXIS_PX) if self._fit_lens else (1e6, 1e6)
        holds = (lens_px, lens_px, axis_px, axis_px, *(HELD_SHIFT_PX_PER_M,) * 3)
        held = np.concatenate([self._numbers(name, x)[3:] * holds for name in self._names])
        return np.concatenate((self._raw(x) * self.weights, held, HELD_GIVE_PX * x[BOARD_NUMBERS:EYES_FROM]))

    def board_only(self, x: FloatArray) -> FloatArray:
        """Return the errors of nominal cameras with the board elsewhere."""
        whole = np.zeros(self.size)
        whole[:BOARD_NUMBERS] = x
        return self._raw(whole)

    def eye(self, name: str, x: FloatArray, sigmas: FloatArray) -> EyeFit:
        """Return what the numbers say of a camera."""
        place = EYES_FROM + EYE_NUMBERS * self._names.index(name)
        roll, pitch, yaw = self._numbers(name, x)[:3].tolist()
        return EyeFit(roll, pitch, yaw, self._camera(name, x), float(sigmas[place : place + 3].max()))

    def _numbers(self, name: str, x: FloatArray) -> FloatArray:
        place = EYES_FROM + EYE_NUMBERS * self._names.index(name)
        return x[place : place + EYE_NUMBERS]

    def _camera(self, name: str, x: FloatArray) -> PinholeCamera:
        camera, (zoom, bend, aside, below) = self._eyes[name].camera, self._numbers(name, x)[3:7].tolist()
        k1, k2, k3 = camera.radial_distortion
        return replace(
            camera,
            focal_x_px=camera.focal_x_px * float(np.exp(zoom)),
            focal_y_px=camera.focal_y_px * float(np.exp(zoom)),
            center_x_px=camera.center_x_px + camera.focal_x_px * aside,
            center_y_px=camera.center_y_px + camera.focal_y_px * below,
            radial_distortion=(k1 + bend, k2, k3),
        )

    def _raw(self, x: FloatArray) -> FloatArray:
        base_from_board = self.board(x)
        errors = [
            stack.errors_px(
                base_from_board,
                self._eyes[name].head_from_camera
                @ Transform3(
                    matrix_from_rpy(*self._numbers(name, x)[:3].tolist()), self._numbers(name, x)[7:]
                ),
                self._camera(name, x),
                give=x[BOARD_NUMBERS:EYES_FROM],
            )
            for name, stack in self._stacks.items()
        ]
        return np.concatenate(errors) if errors else np.zeros(0)


def _turned(turn_rad: FloatArray) -> FloatArray:
    angle = float(np.linalg.norm(turn_rad))
    return np.eye(3) if angle < 1e-12 else matrix_from_axis_angle(turn_rad, angle)
