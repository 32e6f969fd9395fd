"""Sensor maps as messages, and messages as sensor maps: the same body, described by LoLA or by a simulation.

LoLA's accelerometer reports the negative of specific force (upright z ≈ −9.3), its feet report kilograms; our
messages hold specific force and newtons.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

import numpy as np

from ludens.core.errors import LudensError, did_you_mean
from ludens.drivers.lola.layout import Numbers, SensorFrame
from ludens.messages import (
    BatteryState,
    FootPressure,
    ImuReading,
    JointReadings,
    LedCommand,
    Message,
    SonarRing,
    TorsoAngles,
    TouchState,
)
from ludens.robots.nao import JOINTS, LIGHT_GROUPS, LIGHTS, TOUCHES

GRAVITY_MPS2 = 9.81
PRESSED = 0.5  # a switch reports 0 or 1, as a float
SIMULATED_CONFIG = ("LUDENS-SIM-BODY-0001", "6.0.0", "LUDENS-SIM-HEAD-0001", "6.0.0")
"""Ids as long as a real robot's, so that the map is as long too."""


def messages_of(frame: SensorFrame, *, time_s: float) -> tuple[Message, ...]:
    """The messages of a map, true at `time_s`, without the sonars."""
    readings = JointReadings(
        time_s=time_s,
        position_rad=frame.position_rad,
        stiffness=frame.stiffness,
        current_a=frame.current_a,
        temperature_c=frame.temperature_c,
        status=frame.status,
    )
    charge, status, current_a, temperature_c = frame.battery.tolist()
    roll_radps, pitch_radps, yaw_radps = frame.gyroscope_radps.tolist()
    forward_mps2, left_mps2, up_mps2 = (-frame.accelerometer_mps2).tolist()
    roll_rad, pitch_rad = frame.angles_rad.tolist()
    force_n = (frame.foot_pressure_kg * GRAVITY_MPS2).tolist()
    return (
        readings,
        ImuReading(
            time_s=time_s,
            angular_velocity_radps=(roll_radps, pitch_radps, yaw_radps),
            linear_acceleration_mps2=(forward_mps2, left_mps2, up_mps2),
        ),
        TorsoAngles(time_s=time_s, roll_rad=roll_rad, pitch_rad=pitch_rad),
        FootPressure(
            time_s=time_s,
            left_n=(force_n[0], force_n[1], force_n[2], force_n[3]),
            right_n=(force_n[4], force_n[5], force_n[6], force_n[7]),
        ),
        TouchState(
            time_s=time_s,
            pressed=tuple(name for name, value in zip(TOUCHES, frame.touch, strict=True) if value > PRESSED),
        ),
        BatteryState(
            time_s=time_s,
            charge=charge,
            current_a=current_a,
            temperature_c=temperature_c,
            status=int(status) if np.isfinite(status) else 0,
        ),
    )


def sonar_of(frame: SensorFrame, *, time_s: float) -> SonarRing:
    """The ranges of a map, which are news only now and then."""
    return SonarRing(time_s=time_s, ranges_m=tuple(frame.sonar_m.tolist()))


def frame_of(messages: Iterable[Message]) -> SensorFrame:
    """A map of the last message of each kind; a kind that is missing reads as nothing: zeros, untouched."""
    last = {type(message): message for message in (*_NOTHING, *messages)}
    joints, imu, angles = _the(JointReadings, last), _the(ImuReading, last), _the(TorsoAngles, last)
    feet, battery, pressed = (
        _the(FootPressure, last),
        _the(BatteryState, last),
        _the(TouchState, last).pressed,
    )
    return SensorFrame(
        accelerometer_mps2=-np.array(imu.linear_acceleration_mps2),
        angles_rad=np.array([angles.roll_rad, angles.pitch_rad]),
        battery=np.array([battery.charge, battery.status, battery.current_a, battery.temperature_c]),
        current_a=joints.current_a,
        foot_pressure_kg=np.array([*feet.left_n, *feet.right_n]) / GRAVITY_MPS2,
        gyroscope_radps=np.array(imu.angular_velocity_radps),
        position_rad=joints.position_rad,
        robot_config=SIMULATED_CONFIG,
        sonar_m=np.array(_the(SonarRing, last).ranges_m),
        status=joints.status.astype(np.int64),
        stiffness=joints.stiffness,
        temperature_c=joints.temperature_c,
        touch=np.array([float(name in pressed) for name in TOUCHES]),
    )


Kind = TypeVar("Kind", bound=Message)


def _the(kind: type[Kind], last: Mapping[type[Message], Message]) -> Kind:
    message = last[kind]
    assert isinstance(message, kind)
    return message


_ZEROS = np.zeros(len(JOINTS))
_NOTHING: tuple[Message, ...] = (
    JointReadings(
        time_s=0.0,
        position_rad=_ZEROS,
        stiffness=_ZEROS,
        current_a=_ZEROS,
        temperature_c=_ZEROS,
        status=np.zeros(len(JOINTS), dtype=np.int64),
    ),
    ImuReading(time_s=0.0, angular_velocity_radps=(0.0, 0.0, 0.0), linear_acceleration_mps2=(0.0, 0.0, 0.0)),
    TorsoAngles(time_s=0.0, roll_rad=0.0, pitch_rad=0.0),
    FootPressure(time_s=0.0, left_n=(0.0, 0.0, 0.0, 0.0), right_n=(0.0, 0.0, 0.0, 0.0)),
    TouchState(time_s=0.0, pressed=()),
    BatteryState(time_s=0.0, charge=0.0, current_a=0.0, temperature_c=0.0, status=0),
    SonarRing(time_s=0.0, ranges_m=(0.0, 0.0)),
)


_GROUPS = {group.key: group for group in LIGHT_GROUPS}
_PLACES = {light: (group, place) for group in LIGHT_GROUPS for place, light in enumerate(group.lights)}


class LightBoard:
    """The commanded state of every light; all are dark at first."""

    def __init__(self) -> None:
        self._arrays: dict[str, Numbers] = {
            group.key: np.zeros(len(group.lights) * (3 if group.coloured else 1)) for group in LIGHT_GROUPS
        }

    def command(self, command: LedCommand) -> None:
        """Light up what the command names; the rest stays."""
        for light in command.colours:
            if light not in _PLACES:
                raise LudensError(f"A NAO has no light called '{light}'; {did_you_mean(light, LIGHTS)}")
        for light, colour in command.colours.items():
            group, place = _PLACES[light]
            shine = np.clip(colour, 0.0, 1.0)
            if group.coloured:
                self._arrays[group.key][place :: len(group.lights)] = shine
            else:
                self._arrays[group.key][place] = shine.max()

    def arrays(self) -> dict[str, Numbers]:
        """All lights, by LoLA's keys."""
        return self._arrays


def led_command(arrays: Mapping[str, Numbers], *, time_s: float) -> LedCommand:
    """The command that says the same as LoLA's arrays."""
    colours: dict[str, tuple[float, float, float]] = {}
    for key, array in arrays.items():
        group = _GROUPS[key]
        channels = np.clip(array, 0.0, 1.0).reshape(3 if group.coloured else 1, len(group.lights))
        for light, shine in zip(
            group.lights, np.broadcast_to(channels, (3, len(group.lights))).T, strict=True
        ):
            colours[light] = (float(shine[0]), float(shine[1]), float(shine[2]))
    return LedCommand(time_s=time_s, colours=colours)
