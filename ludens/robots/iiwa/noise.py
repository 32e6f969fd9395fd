"""How far the arm and what belongs to it are from perfect: typed figures, read from `noise.toml`.

Each class's default values describe the perfect part; that is what `load_noise("off")` gives.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from ludens.robots.noise_file import load_noise_set
from ludens.robots.sensor_noise import CameraNoise, LightVariation, Probability, Relative, Seconds, Sigma


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmJointNoise:
    """Encoders and torque sensors of the axes."""

    offset_sigma_rad: Sigma = 0.0
    position_sigma_rad: Sigma = 0.0
    torque_sigma_nm: Sigma = 0.0
    torque_bias_sigma_nm: Sigma = 0.0
    latency_s: Seconds = 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class MagnetNoise:
    """How surely the magnet holds."""

    pull_sigma: Relative = 0.0
    fails_probability: Probability = 0.0
    reach_m: Annotated[
        float,
        Meta(ge=0.0, le=0.005, description="Air gap that leaves a quarter of the pull; 0: it must touch."),
    ] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessTableVariation:
    """How much one laboratory differs from another, by seed."""

    light_level_sigma: Relative = 0.0
    light_position_sigma_m: Sigma = 0.0
    piece_mass_sigma: Relative = 0.0
    piece_friction_sigma: Relative = 0.0
    board_position_sigma_m: Sigma = 0.0
    board_rotation_sigma_rad: Sigma = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class IiwaNoise:
    """The arm, its gripper, the camera above it and the table before it."""

    joints: ArmJointNoise = field(default_factory=ArmJointNoise)
    magnet: MagnetNoise = field(default_factory=MagnetNoise)
    camera: CameraNoise = field(default_factory=CameraNoise)
    light: LightVariation = field(default_factory=LightVariation)
    domain: ChessTableVariation = field(default_factory=ChessTableVariation)


def load_noise(name: str | Path) -> IiwaNoise:
    """Return `off`, `default`, `harsh`, or what a TOML file of differences says."""
    return load_noise_set(name, perfect=IiwaNoise(), package="ludens.robots.iiwa")
