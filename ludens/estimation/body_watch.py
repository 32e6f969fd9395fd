"""Judges every frame of a NAO's body sensors before anybody concludes anything from it.

A frame that is absurd holds a number that no NAO can reach. One that is frozen repeats the frame before to
the last digit, which noise does not allow even to a robot that stands still. A gyroscope's axis is dead when
it alone stays the same.
"""

from dataclasses import dataclass, field
from operator import eq

from ludens.core.compiled import compiled
from ludens.core.contract.module import Module, NoParameters
from ludens.core.errors import LudensError
from ludens.geometry import FloatArray
from ludens.messages import BodyHealth, FootPressure, ImuReading, JointReadings
from ludens.messages.health import Axis
from ludens.robots.nao.joints import HIGHEST_RAD, JOINTS, LOWEST_RAD, SPEED_RADPS

AXES: tuple[Axis, Axis, Axis] = ("x", "y", "z")


@dataclass(frozen=True, slots=True)
class FrameTuning:
    """Bounds of what can be true."""

    beyond_limits_rad: float = 0.4  # calibration, play and a joint that is forced
    leap_rad: float = 0.4  # more than the joint's fastest way since the last sound frame
    most_radps: float = 60.0
    most_mps2: float = 500.0  # a head that hits the floor feels some hundred
    most_cell_n: float = 1000.0
    frozen_after_s: float = 0.05
    dead_axis_after_s: float = 0.5


@dataclass(slots=True)
class JointCheck:
    """Whether joints are where joints can be."""

    tuning: FrameTuning
    _sound_rad: FloatArray | None = None
    _sound_s: float = 0.0

    def problem(self, joints: JointReadings) -> str | None:
        """Return a sentence about the first joint that cannot be there, if any."""
        position_rad, tuning = joints.position_rad, self.tuning
        last_rad = position_rad if self._sound_rad is None else self._sound_rad
        elapsed_s = max(joints.time_s - self._sound_s, 0.0)
        joint = _first_outside(
            position_rad,
            last_rad,
            (LOWEST_RAD, HIGHEST_RAD, SPEED_RADPS),
            (tuning.beyond_limits_rad, tuning.leap_rad, elapsed_s),
        )
        if joint >= 0:
            return f"{JOINTS[joint]} reads {position_rad[joint]:.2f} rad, where it cannot be."
        self._sound_rad, self._sound_s = position_rad, joints.time_s
        return None


@compiled
def _first_outside(
    position: FloatArray,
    last: FloatArray,
    limits: tuple[FloatArray, FloatArray, FloatArray],
    slack: tuple[float, float, float],
) -> int:
    """Return the first joint that is beyond its limits or farther than it can have turned; -1 for none."""
    lowest, highest, speeds = limits
    beyond, leap, elapsed = slack
    for joint in range(position.shape[0]):
        outside = position[joint] < lowest[joint] - beyond or position[joint] > highest[joint] + beyond
        if outside or abs(position[joint] - last[joint]) > speeds[joint] * elapsed + leap:
            return joint
    return -1


def imu_problem(imu: ImuReading, tuning: FrameTuning) -> str | None:
    """Return a sentence where rates or accelerations are beyond all falls and blows."""
    rates, forces = imu.angular_velocity_radps, imu.linear_acceleration_mps2
    if max(map(abs, rates)) > tuning.most_radps:
        rate = max(rates, key=abs)
        return f"The gyroscope reads {rate:.0f} rad/s, faster than any fall."
    if max(map(abs, forces)) > tuning.most_mps2:
        force = max(forces, key=abs)
        return f"The accelerometer reads {force:.0f} m/s², harder than any blow."
    return None


def pressure_problem(pressure: FootPressure, tuning: FrameTuning) -> str | None:
    """Return a sentence where a whole foot reads what cannot be; a single cell is the support watch's."""
    for side, cells in (("left", pressure.left_n), ("right", pressure.right_n)):
        if min(map(abs, cells)) > tuning.most_cell_n:
            return f"All cells of the {side} foot read {cells[0]:.0f} N and more, which nothing can press."
    return None


@dataclass(slots=True)
class FreezeCheck:
    """Whether frames still change, and each axis of the gyroscope."""

    tuning: FrameTuning
    _last: ImuReading | None = None
    _last_rad: FloatArray | None = None
    _frozen_s: float = 0.0
    _axis_s: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])

    def update(self, imu: ImuReading, joints: JointReadings) -> None:
        """Compare with the frame before."""
        last, last_rad = self._last, self._last_rad
        self._last, self._last_rad = imu, joints.position_rad
        if last is None or last_rad is None:
            return
        elapsed_s = max(imu.time_s - last.time_s, 0.0)
        same = list(map(eq, imu.angular_velocity_radps, last.angular_velocity_radps))
        whole = (
            all(same)
            and imu.linear_acceleration_mps2 == last.linear_acceleration_mps2
            and bool((joints.position_rad == last_rad).all())
        )
        self._frozen_s = self._frozen_s + elapsed_s if whole else 0.0
        if not whole:
            self._axis_s = [
                since_s + elapsed_s if held else 0.0 for since_s, held in zip(self._axis_s, same, strict=True)
            ]

    @property
    def is_frozen(self) -> bool:
        """Whether the whole frame repeats itself."""
        return self._frozen_s > self.tuning.frozen_after_s

    @property
    def dead_axes(self) -> tuple[Axis, ...]:
        """Axes of the gyroscope that stay the same while the rest changes."""
        after_s = self.tuning.dead_axis_after_s
        if max(self._axis_s) <= after_s:
            return ()
        return tuple(axis for axis, since_s in zip(AXES, self._axis_s, strict=True) if since_s > after_s)


class BodySensorError(LudensError):
    """Sensors of the body cannot be believed."""


class BodyWatch(Module[NoParameters]):
    """Says whether a frame can be believed. A frame without joints or inertial reading has no judgement."""

    budget_s = 0.0002

    def start(self) -> None:
        """Begin trusting."""
        self._tuning = FrameTuning()
        self._joints = JointCheck(self._tuning)
        self._freeze = FreezeCheck(self._tuning)

    def cycle(self, joints: JointReadings, imu: ImuReading, pressure: FootPressure | None) -> BodyHealth:
        """Look at one frame."""
        self._freeze.update(imu, joints)
        found = [self._joints.problem(joints), imu_problem(imu, self._tuning)]
        if pressure is not None:
            found.append(pressure_problem(pressure, self._tuning))
        if self._freeze.is_frozen:
            found.append("The body's sensors repeat one frame: they are frozen.")
        broken = [sentence for sentence in found if sentence is not None]
        dead = self._freeze.dead_axes
        limping = [f"The gyroscope's {axis} axis is dead: it never changes." for axis in dead]
        return BodyHealth(
            time_s=joints.time_s,
            frame_is_sound=not broken,
            dead_gyro_axes=dead,
            sentences=(*broken, *limping),
        )


class BodyAlarm(Module[NoParameters]):
    """Makes a fault of every new problem of the body's sensors, once, so that people are told."""

    def start(self) -> None:
        """Begin in health."""
        self._told: frozenset[str] = frozenset()

    def cycle(self, health: BodyHealth) -> None:
        """Raise what is new; the numbers in a sentence may change without being news."""
        if not health.sentences and not self._told:
            return
        kinds = {_kind(sentence): sentence for sentence in health.sentences}
        told, self._told = self._told, frozenset(kinds)
        news = [sentence for kind, sentence in kinds.items() if kind not in told]
        if news:
            consequence = "" if health.frame_is_sound else " Such frames are not believed."
            raise BodySensorError(" ".join(news) + consequence)


def _kind(sentence: str) -> str:
    return " ".join(word for word in sentence.split() if not any(letter.isdigit() for letter in word))
