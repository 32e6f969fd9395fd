"""Calibrates both cameras of a robot by the lines of a field: how they are turned in the head, and the lens.

Many pictures of a robot that stands still and looks round show points on lines. Projected to the ground, they
must lie on the lines of the map. What makes them do so best is found by robust least squares, all together:

- of each camera roll, pitch and yaw in the head, focal length and k1 of its lens;
- how the torso leans beyond what was assumed, and how much higher it is. Without these two the cameras would
  be blamed for them. A lean goes from pitch into roll as the head turns, a camera's angles do not: looking to
  all sides tells them apart;
- where the robot stands. Its heading and the cameras' yaw look alike, except that a camera's yaw becomes roll
  as the head nods: looking at several pitches tells these apart.

Which line a point belongs to is asked anew in every round, by the nearest one. That needs a good beginning:
each camera by itself is tried from several angles, with little freedom for all the rest, and the one that
fits best goes on.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, compiled_using
from ludens.geometry import FloatArray, PinholeCamera, Pose2, Transform3
from ludens.geometry.soccer_field import SoccerField
from ludens.vision.field import projection
from ludens.vision.field.projection import to_ground

Integers = NDArray[np.int64]

EYE = 5
"""Unknowns of one camera: roll, pitch, yaw, logarithm of the focal length against the assumed one, k1."""
LEAN, HEIGHT, PLACE, UNKNOWNS = 10, 12, 13, 16
"""Where in the row of unknowns lean (roll, pitch), height and place (x, y, heading) begin."""
MOVED = 8
"""Unknowns that move a point on the ground of the robot: a camera's five, lean and height."""
SIGMAS = np.array((*(0.04, 0.04, 0.04, 0.03, 0.05) * 2, 0.03, 0.03, 0.004, 0.2, 0.2, 0.1))
"""What is known beforehand: cameras within 2 or 3°, lenses within 3 %, the robot where it was put."""
COARSE_SIGMAS = np.array((*(0.04, 0.04, 0.04, 0.002, 0.003) * 2, 0.003, 0.003, 0.001, 0.06, 0.06, 0.05))
"""To begin with: as long as points are on wrong lines, more freedom only makes wrong lines fit."""
LONGEST_STEPS = np.array((*(0.04, 0.04, 0.04, 0.03, 0.03) * 2, 0.03, 0.03, 0.01, 0.2, 0.2, 0.1))
DIFFERENCES = np.array((1e-4, 1e-4, 1e-4, 1e-4, 1e-3, 1e-4, 1e-4, 1e-3))
"""Small steps of the unknowns that move a point, for derivatives."""
FARTHEST_M = 6.0
WORTH = 15.0
"""Points that one picture is worth at most: what joints tell wrongly moves all of a picture together."""
COARSE_PX = (64.0, 32.0, 16.0, 8.0)
MIDDLE_PX = (16.0, 16.0, 8.0)
FINE_PX = (8.0, 4.0, 4.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0)
"""Misfits beyond which a point counts little, from round to round."""
COARSE_PICTURES, COARSE_STEP = 16, 3
"""Of the pictures of one camera so many, and of their points every so many-th, are enough to begin with."""
START_PITCHES_RAD = tuple(math.radians(angle) for angle in (0.0, -3.0, 3.0, -6.0, 6.0))
START_ROLLS_RAD = tuple(math.radians(angle) for angle in (0.0, -4.0, 4.0))


@dataclass(frozen=True, slots=True, eq=False)
class AssumedEye:
    """A camera as it is believed to be before."""

    head_from_camera: Transform3
    camera: PinholeCamera


@dataclass(frozen=True, slots=True, eq=False)
class LinePicture:
    """Points on lines in one picture, (points, 2) of column and row, and where the head was taken to be.

    `level_from_head` has its origin in the torso, which is `torso_m` above the ground, and its z axis up.
    """

    eye: int  # which of the cameras
    pixels: FloatArray
    level_from_head: Transform3
    torso_m: float

    def thinned(self, step: int) -> "LinePicture":
        """Return it with every so many-th point only."""
        return replace(self, pixels=np.ascontiguousarray(self.pixels[::step]))


@dataclass(frozen=True, slots=True)
class FittedEye:
    """How a camera is turned against what was assumed, and its lens."""

    roll_rad: float
    pitch_rad: float
    yaw_rad: float
    focal_px: float
    distortion: float  # k1

    def turn(self) -> Transform3:
        """Return assumed_from_real of the camera."""
        return Transform3.from_rpy(roll_rad=self.roll_rad, pitch_rad=self.pitch_rad, yaw_rad=self.yaw_rad)


@dataclass(frozen=True, slots=True)
class LineCalibration:
    """All that was fitted, and how well the map fits then."""

    eyes: tuple[FittedEye, FittedEye]
    lean_rad: tuple[float, float]  # roll and pitch by which the torso leans more than was assumed
    field_from_robot: Pose2
    sigma_rad: tuple[float, float]  # of each camera's least certain angle
    misfit_px: float  # median over all points
    points: int


def calibrate_by_lines(
    pictures: Sequence[LinePicture],
    assumed: tuple[AssumedEye, AssumedEye],
    *,
    start: Pose2,
    pitch: SoccerField,
) -> LineCalibration:
    """Return the calibration that lays all points on the lines of the map."""
    prior = np.zeros(UNKNOWNS)
    prior[PLACE:] = start.x_m, start.y_m, start.yaw_rad
    for number, known in enumerate(assumed):
        prior[EYE * number + 4] = known.camera.radial_distortion[0]
    x = prior.copy()
    for eye in range(len(assumed)):
        own = [picture for picture in pictures if picture.eye == eye]
        some = [picture.thinned(COARSE_STEP) for picture in own[:: max(len(own) // COARSE_PICTURES, 1)]]
        if some:
            angles = slice(EYE * eye, EYE * eye + 3)
            x[angles] = _coarse(_Problem(some, assumed, (prior, COARSE_SIGMAS), pitch), eye)[angles]
    x = _Problem(pictures, assumed, (prior, COARSE_SIGMAS), pitch).solved(x, MIDDLE_PX)
    problem = _Problem(pictures, assumed, (prior, SIGMAS), pitch)
    x = problem.solved(x, FINE_PX)
    misfits_px, covariance = problem.misfits_px(x), problem.covariance(x)
    sigmas = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    return LineCalibration(
        eyes=(_eye_fit(x[:EYE], assumed[0].camera), _eye_fit(x[EYE : 2 * EYE], assumed[1].camera)),
        lean_rad=(float(x[LEAN]), float(x[LEAN + 1])),
        field_from_robot=Pose2(*x[PLACE:].tolist()),
        sigma_rad=(float(sigmas[:3].max()), float(sigmas[EYE : EYE + 3].max())),
        misfit_px=float(np.median(np.abs(misfits_px))) if len(misfits_px) else math.nan,
        points=len(misfits_px),
    )


def distances_m(points_m: FloatArray, pitch: SoccerField) -> FloatArray:
    """Return how far points of the field, (points, 2), are from the nearest line or circle."""
    return np.array([abs(_nearest(x, y, pitch.lines_m, pitch.circle_radius_m)[0]) for x, y in points_m])


def _coarse(problem: "_Problem", eye: int) -> FloatArray:
    """Return the best solution from several angles of one camera."""
    found: list[tuple[float, int, FloatArray]] = []
    for roll_rad in START_ROLLS_RAD:
        for pitch_rad in START_PITCHES_RAD:
            tried = problem.prior.copy()
            tried[EYE * eye], tried[EYE * eye + 1] = roll_rad, pitch_rad
            x = problem.solved(tried, COARSE_PX)
            found.append((problem.cost(x, COARSE_PX[-1]), len(found), x))
    return min(found)[2]


def _eye_fit(x: FloatArray, camera: PinholeCamera) -> FittedEye:
    roll_rad, pitch_rad, yaw_rad, focal, distortion = x.tolist()
    return FittedEye(roll_rad, pitch_rad, yaw_rad, camera.focal_x_px * math.exp(focal), distortion)


class _Problem:
    """The pictures laid out for compiled code, and the rounds of least squares over them."""

    def __init__(
        self,
        pictures: Sequence[LinePicture],
        assumed: tuple[AssumedEye, AssumedEye],
        known: tuple[FloatArray, FloatArray],
        pitch: SoccerField,
    ) -> None:
        """Lay everything out; `known` are the unknowns as believed before, and how surely."""
        self.prior, self._sigmas = known
        self._pixels = np.concatenate([np.zeros((0, 2)), *(picture.pixels for picture in pictures)])
        self._ends = np.cumsum([len(picture.pixels) for picture in pictures], dtype=np.int64)
        self._eyes = np.array([picture.eye for picture in pictures], dtype=np.int64)
        self._heads = np.array([_row(picture.level_from_head, picture.torso_m) for picture in pictures])
        self._mounts = np.array([_row(eye.head_from_camera, eye.camera.focal_x_px) for eye in assumed])
        self._centers = np.array([(eye.camera.center_x_px, eye.camera.center_y_px) for eye in assumed])
        self._lines = np.ascontiguousarray(pitch.lines_m)
        self._radius_m = pitch.circle_radius_m

    def solved(self, begin: FloatArray, scales_px: Sequence[float]) -> FloatArray:
        """Return the unknowns after one Gauss-Newton step for each scale."""
        x = begin.copy()
        for scale_px in scales_px:
            normal, gradient, _ = self._round(x, scale_px)
            step = np.linalg.solve(normal, -gradient)
            x = x + step * min(1.0, float(np.min(LONGEST_STEPS / np.maximum(np.abs(step), 1e-12))))
        return x

    def cost(self, x: FloatArray, scale_px: float) -> float:
        """Return the robust sum of squares."""
        misfits_px = self.misfits_px(x)
        lost = len(self._pixels) - len(misfits_px)  # above the horizon, or too far away
        return float(np.sum(misfits_px**2 / (1.0 + (misfits_px / scale_px) ** 2))) + lost * scale_px**2

    def misfits_px(self, x: FloatArray) -> FloatArray:
        """Return how many pixels points are off the nearest line of the map."""
        return self._round(x, 1.0)[2]

    def covariance(self, x: FloatArray) -> FloatArray:
        """Return the covariance of the unknowns, if points are off by a pixel."""
        return np.linalg.inv(self._round(x, FINE_PX[-1])[0]).astype(np.float64)

    def _round(self, x: FloatArray, scale_px: float) -> tuple[FloatArray, FloatArray, FloatArray]:
        normal = np.diag(1.0 / self._sigmas**2)
        gradient = (x - self.prior) / self._sigmas**2
        misfits_px = np.zeros(len(self._pixels))
        count = 0
        if len(self._ends):
            count = _add_pictures(
                (self._pixels, self._ends, self._eyes),
                (self._heads, self._mounts, self._centers),
                (self._lines, self._radius_m),
                (x, scale_px),
                (normal, gradient, misfits_px),
            )
        return normal, gradient, misfits_px[:count]


def _row(transform: Transform3, more: float) -> FloatArray:
    """Lay a rotation, a translation and one more number out in a row of 13."""
    return np.concatenate((transform.rotation.reshape(-1), transform.translation, (more,)))


@compiled_using(projection)
def _add_pictures(
    points: tuple[FloatArray, Integers, Integers],
    cameras: tuple[FloatArray, FloatArray, FloatArray],
    field: tuple[FloatArray, float],
    at: tuple[FloatArray, float],
    sums: tuple[FloatArray, FloatArray, FloatArray],
) -> int:
    """Add what all points say to the normal equations; return how many of them could be projected."""
    pixels, ends, eyes = points
    heads, mounts, centers = cameras
    x, scale_px = at
    normal, gradient, misfits_px = sums
    views, slopes = np.zeros((MOVED + 1, 19)), np.empty(MOVED + 3)
    which = np.empty(MOVED + 3, np.int64)
    count, first = 0, 0
    for picture in range(ends.shape[0]):
        eye, last = eyes[picture], ends[picture]
        for unknown in range(MOVED + 3):
            which[unknown] = EYE * eye + unknown if unknown < EYE else LEAN + unknown - EYE
        _set_views(views, x, eye, (heads[picture], mounts[eye], centers[eye]))
        share = min(1.0, WORTH / max(last - first, 1))
        for point in range(first, last):
            misfit_px = _misfit(views, pixels[point], field, x[PLACE:], slopes)
            if np.isnan(misfit_px):
                continue
            misfits_px[count] = misfit_px
            count += 1
            # Geman and McClure's weight: far points count nothing.
            weight = share / (1.0 + (misfit_px / scale_px) ** 2) ** 2
            for one in range(MOVED + 3):
                gradient[which[one]] += weight * slopes[one] * misfit_px
                for other in range(MOVED + 3):
                    normal[which[one], which[other]] += weight * slopes[one] * slopes[other]
        first = last
    return count


@compiled_using(projection)
def _misfit(
    views: FloatArray,
    pixel: FloatArray,
    field: tuple[FloatArray, float],
    place: FloatArray,
    slopes: FloatArray,
) -> float:
    """Return how many pixels a point is off the nearest line, NaN if it is not on the ground; put its slopes.

    Slopes are by the unknowns that move the point on the ground, then by the robot's place.
    """
    ground_x, ground_y = to_ground(views[0], pixel[0], pixel[1], 0.0)
    squared = ground_x * ground_x + ground_y * ground_y
    if not squared < FARTHEST_M * FARTHEST_M:
        return float(np.nan)
    cosine, sine = np.cos(place[2]), np.sin(place[2])
    turned_x, turned_y = cosine * ground_x - sine * ground_y, sine * ground_x + cosine * ground_y
    off_m, normal_x, normal_y = _nearest(place[0] + turned_x, place[1] + turned_y, field[0], field[1])
    ahead, left = cosine * normal_x + sine * normal_y, -sine * normal_x + cosine * normal_y
    # What a pixel is in metres there: more along the line of sight than across it.
    height, focal_px = views[0, 11], views[0, 12]
    along = (ahead * ground_x + left * ground_y) / max(np.sqrt(squared), 1e-6)
    sight_squared = squared + height * height
    steeper = along * along * sight_squared / (height * height) + 1.0 - along * along
    pixel_m = np.sqrt(steeper * sight_squared) / focal_px
    for unknown in range(MOVED):
        moved_x, moved_y = to_ground(views[unknown + 1], pixel[0], pixel[1], 0.0)
        if np.isnan(moved_x):
            return float(np.nan)
        moved = ahead * (moved_x - ground_x) + left * (moved_y - ground_y)
        slopes[unknown] = moved / DIFFERENCES[unknown] / pixel_m
    slopes[MOVED], slopes[MOVED + 1] = normal_x / pixel_m, normal_y / pixel_m
    slopes[MOVED + 2] = (normal_y * turned_x - normal_x * turned_y) / pixel_m
    return float(off_m / pixel_m)


@compiled
def _nearest(x_m: float, y_m: float, lines: FloatArray, radius_m: float) -> tuple[float, float, float]:
    """Return how far a point of the field is off the nearest line or the circle, and in which direction."""
    from_middle = max(np.hypot(x_m, y_m), 1e-6)
    off, normal_x, normal_y = from_middle - radius_m, x_m / from_middle, y_m / from_middle
    for number in range(lines.shape[0]):
        start_x, start_y, end_x, end_y = lines[number]
        length = np.hypot(end_x - start_x, end_y - start_y)
        way_x, way_y = (end_x - start_x) / length, (end_y - start_y) / length
        along = (x_m - start_x) * way_x + (y_m - start_y) * way_y
        across = (y_m - start_y) * way_x - (x_m - start_x) * way_y
        beyond = min(along, 0.0) + max(along - length, 0.0)
        away = np.hypot(across, beyond)
        if away < abs(off):
            if beyond == 0.0:
                off, normal_x, normal_y = across, -way_y, way_x
            else:
                off = away
                normal_x = (beyond * way_x - across * way_y) / max(away, 1e-9)
                normal_y = (beyond * way_y + across * way_x) / max(away, 1e-9)
    return off, normal_x, normal_y


@compiled
def _set_views(
    views: FloatArray, x: FloatArray, eye: int, placed: tuple[FloatArray, FloatArray, FloatArray]
) -> None:
    """Put a camera as it is by the unknowns, and with each of those that move points a little changed.

    A row is as `GroundView` packs it. The camera sits in the head, the head in the torso, which leans.
    """
    head, mount, center = placed
    numbers = np.empty(MOVED)
    for view in range(MOVED + 1):
        for unknown in range(MOVED):
            numbers[unknown] = x[EYE * eye + unknown] if unknown < EYE else x[LEAN + unknown - EYE]
        if view > 0:
            numbers[view - 1] += DIFFERENCES[view - 1]
        lean = _rotation(numbers[EYE], numbers[EYE + 1], 0.0)
        level = _product(lean, head[:9].copy().reshape(3, 3))
        turn = _rotation(numbers[0], numbers[1], numbers[2])
        turned = _product(_product(level, mount[:9].copy().reshape(3, 3)), turn)
        row = views[view]
        for axis in range(3):
            row[3 * axis : 3 * axis + 3] = turned[axis]
            place = 0.0
            for inner in range(3):
                place += lean[axis, inner] * head[9 + inner] + level[axis, inner] * mount[9 + inner]
            row[9 + axis] = place
        row[11] += head[12] + numbers[7]
        row[12] = row[13] = mount[12] * np.exp(numbers[3])
        row[14], row[15], row[16] = center[0], center[1], numbers[4]


@compiled
def _rotation(roll_rad: float, pitch_rad: float, yaw_rad: float) -> FloatArray:
    """Return Rz(yaw) Ry(pitch) Rx(roll)."""
    cr, sr, cp, sp = np.cos(roll_rad), np.sin(roll_rad), np.cos(pitch_rad), np.sin(pitch_rad)
    cy, sy = np.cos(yaw_rad), np.sin(yaw_rad)
    matrix = np.empty((3, 3))
    matrix[0, 0], matrix[0, 1], matrix[0, 2] = cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr
    matrix[1, 0], matrix[1, 1], matrix[1, 2] = sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr
    matrix[2, 0], matrix[2, 1], matrix[2, 2] = -sp, cp * sr, cp * cr
    return matrix


@compiled
def _product(one: FloatArray, other: FloatArray) -> FloatArray:
    product = np.zeros((3, 3))
    for row in range(3):
        for column in range(3):
            for inner in range(3):
                product[row, column] += one[row, inner] * other[inner, column]
    return product
