"""Which way is up: a gyroscope for the moment, gravity in the long run, by quaternions.

The quaternion q is level_from_torso. Rates turn it exactly (q times the exponential of half the angle); the
accelerometer then turns it a little towards where gravity seems to be, the less the more its length
differs from g: a body that is being shaken feels more than gravity. While the body rests, what the gyroscope
still reads is its bias. Heading has no such witness and drifts.
"""

import math
from dataclasses import dataclass

from ludens.core.compiled import compiled

GRAVITY_MPS2 = 9.81

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Rest = tuple[Vector, Vector, Vector, float, float, float]
"""Bias; mean and smoothed reading, their noise; for how long they are still, how long the bias was learnt."""

NO_TURN: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class OrientationTuning:
    """How gravity and rest are weighed."""

    gravity_time_s: float = 1.5  # in which a lean that was wrong is forgotten
    gravity_tolerance: float = 0.3  # relative difference from g at which the accelerometer counts no more
    rest_radps: float = 0.022  # smoothed readings that stay so near to their mean may be those of rest
    rest_after_s: float = 0.5
    smooth_s: float = 0.06  # over which they are smoothed for that: one reading of a bad gyroscope is noise
    bias_radps: float = 0.04  # of a good gyroscope, at most; a mean beyond is a turn
    bias_by_noise: float = 8.0  # a gyroscope with much noise may have so much times it as bias
    bias_time_s: float = 5.0  # of rest, over which the bias is averaged
    gravity_alone_time_s: float = 0.3  # in place of `gravity_time_s` while an axis of the gyroscope is dead


class OrientationFilter:
    """Keeps the orientation of one body. `update` is called with every reading."""

    def __init__(self, tuning: OrientationTuning | None = None) -> None:
        self._tuning = OrientationTuning() if tuning is None else tuning
        self.quaternion: Quaternion = (1.0, 0.0, 0.0, 0.0)
        self.rates_radps: Vector = (0.0, 0.0, 0.0)
        self._started = False
        self._age_s = 0.0
        self._rest: Rest = (NO_TURN, NO_TURN, NO_TURN, 0.0, 0.0, 0.0)

    @property
    def bias_radps(self) -> Vector:
        """What the gyroscope reads while nothing turns, as learnt so far."""
        return self._rest[0]

    def update(
        self,
        rates_radps: Vector,
        acceleration_mps2: Vector,
        *,
        elapsed_s: float,
        gyroscope_is_whole: bool = True,
    ) -> Quaternion:
        """Take in one reading, `elapsed_s` after the one before, and return level_from_torso.

        Without a whole gyroscope gravity is followed faster, since it is then the only witness of some turns.
        """
        if not self._started:
            self._started = True
            self.quaternion = leaning(acceleration_mps2)
            self._rest = (NO_TURN, rates_radps, rates_radps, 0.0, 0.0, 0.0)
        tuning = self._tuning
        self._age_s += elapsed_s
        time_s = tuning.gravity_time_s if gyroscope_is_whole else tuning.gravity_alone_time_s
        time_s = max(min(time_s, self._age_s), 1e-9)  # a plain mean at first: one reading may be a knock
        self._rest = _learnt_bias(
            rates_radps,
            elapsed_s,
            self._rest,
            (
                tuning.rest_radps,
                tuning.rest_after_s,
                tuning.bias_time_s,
                tuning.smooth_s,
                tuning.bias_radps,
                tuning.bias_by_noise,
            ),
        )
        self.quaternion, self.rates_radps = _turned(
            self.quaternion,
            rates_radps,
            self.bias_radps,
            acceleration_mps2,
            (elapsed_s, min(elapsed_s / time_s, 1.0), tuning.gravity_tolerance),
        )
        return self.quaternion

    def hold(self) -> Quaternion:
        """Let a reading pass that cannot be believed: nothing is known to turn."""
        self.rates_radps = (0.0, 0.0, 0.0)
        return self.quaternion


RestTuning = tuple[float, float, float, float, float, float]


@compiled
def _learnt_bias(rates: Vector, elapsed_s: float, rest: Rest, tuning: RestTuning) -> Rest:
    """Take in a reading: at rest, smoothed, it stays near its own mean; then the mean is the bias."""
    bias, mean, smooth, noise, still_s, rested_s = rest
    rest_radps, rest_after_s, bias_time_s, smooth_s, bias_radps, bias_by_noise = tuning
    blend = min(elapsed_s / rest_after_s, 1.0)
    mean = _blended(mean, rates, blend)
    smooth = _blended(smooth, rates, min(elapsed_s / smooth_s, 1.0))
    rough = (abs(rates[0] - smooth[0]) + abs(rates[1] - smooth[1]) + abs(rates[2] - smooth[2])) / 3.0
    noise += blend * (rough - noise)
    most_bias = max(bias_radps, bias_by_noise * noise)
    still_s += elapsed_s
    for axis in range(3):
        if abs(smooth[axis] - mean[axis]) > rest_radps or abs(mean[axis]) > most_bias:
            still_s = 0.0
    if still_s > rest_after_s:
        # A plain mean at first, so that two seconds of rest already tell; later the newest seconds count.
        rested_s = min(rested_s + elapsed_s, bias_time_s)
        bias = _blended(bias, rates, min(elapsed_s / max(rested_s, 1e-9), 1.0))
    return bias, mean, smooth, noise, still_s, rested_s


@compiled
def _blended(old: Vector, new: Vector, share: float) -> Vector:
    return (
        old[0] + share * (new[0] - old[0]),
        old[1] + share * (new[1] - old[1]),
        old[2] + share * (new[2] - old[2]),
    )


@compiled
def _turned(
    quaternion: Quaternion, rates: Vector, bias: Vector, acceleration: Vector, settings: Vector
) -> tuple[Quaternion, Vector]:
    """Return the orientation after a reading, and the rates without bias."""
    elapsed_s, share, tolerance = settings
    x, y, z = rates[0] - bias[0], rates[1] - bias[1], rates[2] - bias[2]
    turned = multiplied(quaternion, rotation((x * elapsed_s, y * elapsed_s, z * elapsed_s)))
    return normalised(_levelled(turned, acceleration, share, tolerance)), (x, y, z)


@compiled
def _levelled(quaternion: Quaternion, acceleration: Vector, share: float, tolerance: float) -> Quaternion:
    """Turn by a share towards the orientation in which the felt force points up."""
    ax, ay, az = acceleration
    length = math.sqrt(ax * ax + ay * ay + az * az)
    doubt = abs(length / GRAVITY_MPS2 - 1.0) / tolerance
    if doubt >= 1.0:
        return quaternion
    up_x, up_y, up_z = up_in_torso(quaternion)
    # The cross product is the axis, in the torso, about which the belief must turn to meet the force.
    part = share * (1.0 - doubt) / length
    turn = (
        part * (ay * up_z - az * up_y),
        part * (az * up_x - ax * up_z),
        part * (ax * up_y - ay * up_x),
    )
    return multiplied(quaternion, rotation(turn))


def leaning(acceleration_mps2: Vector) -> Quaternion:
    """Return the orientation without heading in which this force points up; level where there is none."""
    x, y, z = acceleration_mps2
    if math.sqrt(x * x + y * y + z * z) < 1e-3:
        return (1.0, 0.0, 0.0, 0.0)
    half_roll = 0.5 * math.atan2(y, z)
    half_pitch = 0.5 * math.atan2(-x, math.hypot(y, z))
    pitch = (math.cos(half_pitch), 0.0, math.sin(half_pitch), 0.0)
    return multiplied(pitch, (math.cos(half_roll), math.sin(half_roll), 0.0, 0.0))


@compiled
def rotation(turn_rad: Vector) -> Quaternion:
    """Return the quaternion of a turn about `turn_rad` by its length."""
    x, y, z = turn_rad
    angle = math.sqrt(x * x + y * y + z * z)
    if angle < 1e-9:
        return normalised((1.0, 0.5 * x, 0.5 * y, 0.5 * z))
    scale = math.sin(0.5 * angle) / angle
    return (math.cos(0.5 * angle), scale * x, scale * y, scale * z)


@compiled
def multiplied(a_from_b: Quaternion, b_from_c: Quaternion) -> Quaternion:
    """Return a_from_c, in plain floats."""
    aw, ax, ay, az = a_from_b
    bw, bx, by, bz = b_from_c
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


@compiled
def normalised(quaternion: Quaternion) -> Quaternion:
    """Return it with length one and w >= 0."""
    w, x, y, z = quaternion
    scale = math.copysign(1.0 / math.sqrt(w * w + x * x + y * y + z * z), w)
    return (w * scale, x * scale, y * scale, z * scale)


@compiled
def up_in_torso(quaternion: Quaternion) -> Vector:
    """Return the direction that points up, in the torso's axes."""
    w, x, y, z = quaternion
    return (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y))


def heading(quaternion: Quaternion) -> float:
    """Return yaw in (-π, π]."""
    w, x, y, z = quaternion
    return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
