"""Body sensors of a simulated NAO, read every 12 ms: joints, foot pressures, touch, lean, battery."""

import math

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray
from ludens.messages import BatteryState, FootPressure, ImuReading, JointReadings, TorsoAngles, TouchState
from ludens.robots.nao.battery import BATTERY_DISCHARGING
from ludens.robots.nao.joints import JOINTS
from ludens.robots.nao.motors import heat_status
from ludens.robots.nao.noise import JointNoise, PressureNoise
from ludens.robots.nao.places import LEFT_PRESSURE_IN_SOLE_M, RIGHT_PRESSURE_IN_SOLE_M
from ludens.robots.nao.touch import TOUCHES
from ludens.sim.nao.motors import IS_HAND, NaoMotors
from ludens.sim.random_streams import NormalRows

TOUCH_THRESHOLD_N = 0.5
LEAST_LOAD_N = 1e-6
TURN_RAD = 2.0 * math.pi
FILTER_TIME_S = 0.5
BATTERY_AH = 2.9
BOARD_CURRENT_A = 1.2
"""Drawn by head and boards without any motor."""


class JointSensor:
    """Encoders, currents and temperatures."""

    def __init__(self, motors: NaoMotors, *, noise: JointNoise, random: np.random.Generator) -> None:
        self._motors, self._noise = motors, noise
        sigmas = np.where(IS_HAND, noise.hand_offset_sigma, noise.offset_sigma_rad)
        self.offsets_rad = sigmas * random.normal(size=len(JOINTS))
        self._normal = NormalRows(random, 2 * len(JOINTS))

    def read(self, time_ns: int) -> JointReadings:
        """Return what the servos report at this moment."""
        noise, motors = self._noise, self._motors
        errors = self._normal.next()
        readings = motors.truth()
        _blur(
            readings,
            self.offsets_rad,
            errors,
            (noise.position_sigma_rad, noise.current_sigma_a),
            (noise.resolution_rad, noise.temperature_resolution_c),
        )
        status = heat_status(motors.temperature_c)
        readings.setflags(write=False)
        status.setflags(write=False)
        position, stiffness, current, temperature = readings
        return JointReadings(
            time_s=time_ns * 1e-9,
            position_rad=position,
            stiffness=stiffness,
            current_a=current,
            temperature_c=temperature,
            status=status,
        )


@compiled
def _blur(
    readings: FloatArray,
    offsets: FloatArray,
    errors: FloatArray,
    sigmas: tuple[float, float],
    resolutions: tuple[float, float],
) -> None:
    """Make readings of the truth in the rows position, stiffness, current and temperature."""
    count = readings.shape[1]
    angle, degree = resolutions
    for joint in range(count):
        position = readings[0, joint] + offsets[joint] + sigmas[0] * errors[joint]
        readings[0, joint] = position if angle == 0.0 else np.rint(position / angle) * angle
        readings[2, joint] = max(readings[2, joint] + sigmas[1] * errors[count + joint], 0.0)
        temperature = readings[3, joint]
        readings[3, joint] = temperature if degree == 0.0 else np.rint(temperature / degree) * degree


class PressureSensor:
    """Eight cells that share the force through each sole, wherever on the sole it acts.

    Force and torque in the sole give the centre of pressure; the four cells carry the load as a table carries
    a weight on it, the nearer the more. Beyond the cells the load stays on the outer ones.
    """

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        *,
        robot: str,
        noise: PressureNoise,
        random: np.random.Generator,
    ) -> None:
        self._sensed, self._noise = data.sensordata, noise
        self._places = np.array(
            [
                [int(model.sensor(f"{robot}/{side}Sole {part}").adr[0]) for part in ("force", "torque")]
                for side in "LR"
            ]
        )
        self._gains = np.clip(1.0 + noise.gain_sigma * random.normal(size=8), 0.2, 2.0)
        self._offsets_n = np.abs(noise.offset_sigma_n * random.normal(size=8))
        self._normal = NormalRows(random, 8)

    def read(self, time_ns: int) -> FootPressure:
        """Return the force on every cell."""
        cells = _loads(
            self._sensed,
            self._places,
            _CELLS_M,
            (self._gains, self._offsets_n, self._normal.next()),
            (self._noise.force_sigma_n, self._noise.resolution_n, LEAST_LOAD_N),
        ).tolist()
        return FootPressure(time_s=time_ns * 1e-9, left_n=tuple(cells[:4]), right_n=tuple(cells[4:]))


_CELLS_M = np.array([LEFT_PRESSURE_IN_SOLE_M, RIGHT_PRESSURE_IN_SOLE_M])


@compiled
def _loads(
    sensed: FloatArray,
    places: NDArray[np.int64],
    cells_m: FloatArray,
    errors: tuple[FloatArray, FloatArray, FloatArray],
    settings: tuple[float, float, float],
) -> FloatArray:
    """Return the force on every cell, of the left foot and then of the right one."""
    gains, offsets, normal = errors
    sigma, resolution, least = settings
    loads = np.zeros(8)
    for foot in range(2):
        force, torque = places[foot, 0], places[foot, 1]
        load = -sensed[force + 2]  # what the sole passes up counts negative
        if load >= least:
            shares = cell_shares(sensed[torque + 1] / load, -sensed[torque] / load, cells_m[foot])
            for cell in range(4):
                loads[4 * foot + cell] = load * shares[cell]
    for cell in range(8):
        read = loads[cell] * gains[cell] + offsets[cell] + sigma * normal[cell]
        loads[cell] = max(read if resolution == 0.0 else np.rint(read / resolution) * resolution, 0.0)
    return loads


@compiled
def cell_shares(
    x_m: float, y_m: float, cells_m: FloatArray | tuple[tuple[float, float, float], ...]
) -> tuple[float, float, float, float]:
    """Return the parts of a load at (x, y) of the sole that its four cells carry: FL, FR, RL, RR.

    `cells_m` are the places of the four in the same order, (4, 3).
    """
    front_left, front_right, rear_left, rear_right = cells_m[0], cells_m[1], cells_m[2], cells_m[3]
    front = _between(x_m, 0.5 * (rear_left[0] + rear_right[0]), front_left[0])
    left_y = front * front_left[1] + (1.0 - front) * rear_left[1]
    right_y = front * front_right[1] + (1.0 - front) * rear_right[1]
    left = _between(y_m, right_y, left_y)
    return front * left, front * (1 - left), (1 - front) * left, (1 - front) * (1 - left)


@compiled
def _between(value: float, low: float, high: float) -> float:
    return min(max((value - low) / (high - low), 0.0), 1.0)


class TouchSensor:
    """Switches: closed by contacts in their zone, or by a finger that `press` stands for."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, *, robot: str) -> None:
        self._sensed = data.sensordata
        self._addresses = np.array([int(model.sensor(f"{robot}/{touch}").adr[0]) for touch in TOUCHES])
        self.pressed_by_hand: set[str] = set()

    def read(self, time_ns: int) -> TouchState:
        """Return which buttons and bumpers are pressed."""
        forces_n = self._sensed[self._addresses].tolist()
        pressed: tuple[str, ...] = ()
        if self.pressed_by_hand or max(forces_n) > TOUCH_THRESHOLD_N:
            pressed = tuple(
                name
                for name, force_n in zip(TOUCHES, forces_n, strict=True)
                if force_n > TOUCH_THRESHOLD_N or name in self.pressed_by_hand
            )
        return TouchState(time_s=time_ns * 1e-9, pressed=pressed)


class LeanFilter:
    """The chest board's reckoning of roll and pitch: gyroscope for the moment, gravity in the long run."""

    def __init__(self, *, period_s: float) -> None:
        self._period_s = period_s
        self._blend = period_s / (FILTER_TIME_S + period_s)
        self._angles: tuple[float, float] | None = None

    def read(self, imu: ImuReading) -> TorsoAngles:
        """Take one reading in."""
        x, y, z = imu.linear_acceleration_mps2
        fallen = math.atan2(y, z), math.atan2(-x, math.hypot(y, z))
        last = fallen if self._angles is None else self._angles
        rates = imu.angular_velocity_radps
        roll_rad, pitch_rad = (self._turned(last[axis], rates[axis], fallen[axis]) for axis in (0, 1))
        self._angles = roll_rad, pitch_rad
        return TorsoAngles(time_s=imu.time_s, roll_rad=roll_rad, pitch_rad=pitch_rad)

    def _turned(self, angle_rad: float, rate_radps: float, fallen_rad: float) -> float:
        turned_rad = angle_rad + rate_radps * self._period_s
        return math.remainder(
            turned_rad + self._blend * math.remainder(fallen_rad - turned_rad, TURN_RAD), TURN_RAD
        )


class Battery:
    """Empties with what boards and motors draw."""

    def __init__(self, motors: NaoMotors, *, period_s: float, charge: float = 1.0) -> None:
        self._motors, self._period_s, self._charge = motors, period_s, charge

    def read(self, time_ns: int) -> BatteryState:
        """Return its state after another period."""
        current_a = BOARD_CURRENT_A + float(self._motors.current_a.sum())
        self._charge = max(self._charge - current_a * self._period_s / (3600.0 * BATTERY_AH), 0.0)
        return BatteryState(
            time_s=time_ns * 1e-9,
            charge=round(self._charge, 2),
            current_a=-current_a,
            temperature_c=30.0,
            status=BATTERY_DISCHARGING,
        )


def rounded(values: FloatArray, step: float) -> FloatArray:
    """Return values in whole steps; a step of 0 leaves them as they are."""
    return np.array(values) if step == 0.0 else np.rint(values / step) * step
