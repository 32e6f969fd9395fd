"""How far a Pioneer's parts are from perfect: typed figures, read from `noise.toml`.

Each class's default values describe the perfect part; that is what `load_noise("off")` gives. What the
figures do is written in `ludens.sim`.
"""

import math
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
    Sigma,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SonarNoise:
    """The sonar ring: what its cones hear and miss."""

    rate_hz: Rate = 25.0
    cone_half_angle_rad: Annotated[float, Meta(ge=0.0, le=0.6)] = 0.26
    range_sigma_m: Sigma = 0.0
    range_sigma_relative: Relative = 0.0
    specular_angle_rad: Annotated[
        float, Meta(ge=0.0, le=math.pi, description="Incidence at which half the echoes are lost.")
    ] = math.pi
    specular_spread_rad: Annotated[float, Meta(ge=0.0, le=1.0, description="How gradually.")] = 0.0
    dropout_probability: Probability = 0.0
    ghost_probability: Probability = 0.0
    resolution_m: Annotated[float, Meta(ge=0.0, le=0.1, description="Step of a reading; 0 is none.")] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OdometryNoise:
    """Wheel encoders, and what the controller wrongly believes about the wheels."""

    ticks_per_turn: Annotated[
        float, Meta(ge=0.0, le=1e6, description="Encoder ticks per wheel turn; 0 is exact.")
    ] = 0.0
    wheel_radius_sigma: Relative = 0.0
    track_sigma: Relative = 0.0
    slip_sigma: Annotated[float, Meta(ge=0.0, le=1.0, description="Metres per square root of a metre.")] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MotorNoise:
    """The wheel controller: between a commanded and a turned wheel."""

    deadband_mps: Annotated[float, Meta(ge=0.0, le=0.2, description="Of the tyre's speed.")] = 0.0
    gain_sigma: Annotated[float, Meta(ge=0.0, le=0.3, description="Relative, each wheel its own.")] = 0.0
    time_constant_s: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainVariation:
    """How much one room differs from another, by seed."""

    light_level_sigma: Relative = 0.0
    light_position_sigma_m: Sigma = 0.0
    floor_friction_sigma: Relative = 0.0
    ball_friction_sigma: Relative = 0.0
    vary_floor: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PioneerNoise:
    """Every part of the robot and the room it stands in."""

    sonar: SonarNoise = field(default_factory=SonarNoise)
    odometry: OdometryNoise = field(default_factory=OdometryNoise)
    imu: ImuNoise = field(default_factory=ImuNoise)
    camera: CameraNoise = field(default_factory=CameraNoise)
    motors: MotorNoise = field(default_factory=MotorNoise)
    light: LightVariation = field(default_factory=LightVariation)
    domain: DomainVariation = field(default_factory=DomainVariation)


def load_noise(name: str | Path) -> PioneerNoise:
    """Return `off`, `default`, `harsh`, or what a TOML file of differences says."""
    return load_noise_set(name, perfect=PioneerNoise(), package="ludens.robots.pioneer")
