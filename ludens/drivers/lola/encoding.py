"""Writes maps as LoLA does: keys in its order, numbers as float32, nothing longer than it must be."""

from functools import cache

from ludens.drivers.lola.frames import ActuatorFrame, SensorFrame
from ludens.drivers.lola.layout import ACTUATORS, SENSORS
from ludens.drivers.lola.map_writer import MapWriter


def encode_sensors(frame: SensorFrame) -> bytes:
    """A whole sensor map: 896 bytes when ids and versions are as long as a real robot's."""
    return _SENSORS.write(
        {
            "Accelerometer": frame.accelerometer_mps2,
            "Angles": frame.angles_rad,
            "Battery": frame.battery,
            "Current": frame.current_a,
            "FSR": frame.foot_pressure_kg,
            "Gyroscope": frame.gyroscope_radps,
            "Position": frame.position_rad,
            "RobotConfig": frame.robot_config,
            "Sonar": frame.sonar_m,
            "Status": frame.status,
            "Stiffness": frame.stiffness,
            "Temperature": frame.temperature_c,
            "Touch": frame.touch,
        },
    )


def encode_actuators(frame: ActuatorFrame) -> bytes:
    """An actuator map of what the frame tells: 786 bytes when it tells everything."""
    joints = {"Position": frame.position_rad, "Stiffness": frame.stiffness, "Sonar": frame.sonar}
    told = {key: values for key, values in {**joints, **frame.lights}.items() if values is not None}
    return _actuators(frozenset(told)).write(told)


_SENSORS = MapWriter(SENSORS)


@cache
def _actuators(keys: frozenset[str]) -> MapWriter:
    return MapWriter(tuple(entry for entry in ACTUATORS if entry.key in keys))
