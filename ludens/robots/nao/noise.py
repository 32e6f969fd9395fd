"""How far a NAO's parts are from perfect: typed figures, read from `noise.toml`.

Each class's default values describe the perfect part; that is what `load_noise("off")` gives. What the
figures do is written in `ludens.sim`.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from ludens.robots.noise_file import load_noise_set
from ludens.robots.sensor_noise import (
    CameraNoise,
    ImuNoise,
    LightVariation,
    Probability,
    Rate,
    Relative,
    Seconds,
    Sigma,
)

Angle = Annotated[float, Meta(ge=0.0, le=0.2)]


@dataclass(frozen=True, slots=True, kw_only=True)
class JointNoise:
    """Encoders, current and temperature of the servos, and the way of all body readings to the computer."""

    latency_s: Seconds = 0.0
    offset_sigma_rad: Annotated[Angle, Meta(description="Of the zero, fixed for each joint.")] = 0.0
    hand_offset_sigma: Annotated[Relative, Meta(description="Of a hand's reading between 0 and 1.")] = 0.0
    position_sigma_rad: Angle = 0.0
    resolution_rad: Annotated[Angle, Meta(description="Step of a reading; 0 is none.")] = 0.0
    current_sigma_a: Sigma = 0.0
    temperature_resolution_c: Annotated[float, Meta(ge=0.0, le=10.0)] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServoNoise:
    """Between a commanded and a reached joint position."""

    latency_s: Seconds = 0.0
    play_rad: Annotated[
        Angle, Meta(description="Of a gear, in which nothing brakes; 0.4 to 1.6 of it, by joint.")
    ] = 0.0
    finger_play: Annotated[
        Relative, Meta(description="Slack of the fingers' wire, in ways from closed to open.")
    ] = 0.0
    load_friction: Annotated[
        Relative, Meta(description="Of a gear, as a part of the torque that it passes on.")
    ] = 0.0
    gain_sigma: Relative = 0.0
    effort_sigma: Relative = 0.0
    friction_sigma: Relative = 0.0
    heating_sigma: Relative = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PressureNoise:
    """The eight force-sensitive resistors under the feet."""

    gain_sigma: Annotated[float, Meta(ge=0.0, le=1.0, description="Relative, fixed for each cell.")] = 0.0
    offset_sigma_n: Sigma = 0.0
    force_sigma_n: Sigma = 0.0
    resolution_n: Annotated[float, Meta(ge=0.0, le=10.0)] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChestSonarNoise:
    """The two sonars in the chest."""

    rate_hz: Rate = 10.0
    cone_half_angle_rad: Annotated[float, Meta(ge=0.0, le=0.8)] = 0.5
    range_sigma_m: Sigma = 0.0
    dropout_probability: Probability = 0.0
    ghost_probability: Probability = 0.0
    resolution_m: Annotated[float, Meta(ge=0.0, le=0.1)] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class NaoVariation:
    """How much one robot and one floor differ from another, by seed."""

    mass_sigma: Annotated[float, Meta(ge=0.0, le=0.3, description="Relative, each link its own.")] = 0.0
    center_sigma_m: Annotated[float, Meta(ge=0.0, le=0.02, description="Of each link's centre of mass.")] = (
        0.0
    )
    floor_friction: Annotated[
        float, Meta(ge=0.0, le=2.0, description="That counts whatever stands on it; 0: the soles' does.")
    ] = 0.0
    floor_friction_spread: Annotated[
        Relative, Meta(description="Of that, from room to room: one standard deviation.")
    ] = 0.0
    finger_friction: Annotated[
        float, Meta(ge=0.0, le=2.0, description="That counts whatever they hold; 0: the larger one does.")
    ] = 0.0
    carpet_sink_m: Annotated[
        float, Meta(ge=0.0, le=0.008, description="How deep a standing robot sinks in; 0: hard.")
    ] = 0.0
    carpet_rise_sigma_m: Annotated[
        float, Meta(ge=0.0, le=0.005, description="Of its height, over some decimetres.")
    ] = 0.0
    ball_friction_sigma: Annotated[Relative, Meta(description="How easily a ball rolls.")] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableVariation:
    """How much one table with a board game, its men and the room around it differ from another, by seed."""

    light_level_sigma: Relative = 0.0
    light_tint_sigma: Annotated[Relative, Meta(description="Of red and blue against green.")] = 0.0
    light_position_sigma_m: Sigma = 0.0
    light_drift_sigma: Annotated[Relative, Meta(description="Of level and tint within minutes.")] = 0.0
    height_error_m: Annotated[
        float, Meta(ge=-0.02, le=0.02, description="Of the table, above what robots are told.")
    ] = 0.0
    height_sigma_m: Annotated[
        float, Meta(ge=0.0, le=0.01, description="By which tables differ from what robots are told.")
    ] = 0.0
    lean_sigma_rad: Annotated[float, Meta(ge=0.0, le=0.05, description="Of the table, about each axis.")] = (
        0.0
    )
    print_sigma_m: Annotated[
        float, Meta(ge=0.0, le=0.003, description="Of the outer square, and of where the marker is glued.")
    ] = 0.0
    handover_sigma_m: Annotated[
        float,
        Meta(ge=0.0, le=0.02, description="By which a person misses the fingers; 0: as their habit is."),
    ] = 0.0
    handover_turn_sigma_rad: Annotated[
        float, Meta(ge=0.0, le=0.5, description="By which a man is turned in them, about each axis.")
    ] = 0.0
    man_size_error: Annotated[
        float, Meta(ge=-0.2, le=0.2, description="Of all men, relative to what robots are told.")
    ] = 0.0
    man_size_sigma_m: Annotated[float, Meta(ge=0.0, le=0.002)] = 0.0
    man_mass_sigma: Relative = 0.0
    man_friction_sigma: Relative = 0.0
    man_colour_sigma: Annotated[float, Meta(ge=0.0, le=0.2, description="Of each part of a colour.")] = 0.0
    man_place_sigma_m: Annotated[float, Meta(ge=0.0, le=0.01, description="Off its point at the start.")] = (
        0.0
    )
    man_turn_sigma_rad: Angle = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class NaoNoise:
    """Every part of the robot, the floor it stands on and a table to play at."""

    joints: JointNoise = field(default_factory=JointNoise)
    motors: ServoNoise = field(default_factory=ServoNoise)
    imu: ImuNoise = field(default_factory=ImuNoise)
    pressure: PressureNoise = field(default_factory=PressureNoise)
    sonar: ChestSonarNoise = field(default_factory=ChestSonarNoise)
    camera: CameraNoise = field(default_factory=lambda: CameraNoise(rate_hz=30.0, latency_s=0.04))
    domain: NaoVariation = field(default_factory=NaoVariation)
    light: LightVariation = field(default_factory=LightVariation)
    table: TableVariation = field(default_factory=TableVariation)


def load_noise(name: str | Path) -> NaoNoise:
    """Return `off`, `default`, `harsh`, or what a TOML file of differences says."""
    return load_noise_set(name, perfect=NaoNoise(), package="ludens.robots.nao")
