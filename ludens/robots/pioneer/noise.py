"""How far a Pioneer's parts are from perfect: typed figures, read from `noise.toml`.

Each class's default values describe the perfect part; that is what `load_noise("off")` gives. What the
figures do is written in `ludens.sim`.
"""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ludens.core.errors import LudensError, did_you_mean

Sigma = Annotated[float, Meta(ge=0.0, le=100.0, description="One standard deviation; 0 switches it off.")]
Relative = Annotated[float, Meta(ge=0.0, le=1.0, description="A part of the true value; 0 switches it off.")]
Probability = Annotated[float, Meta(ge=0.0, le=1.0)]
Rate = Annotated[float, Meta(ge=1.0, le=100.0, description="Readings a second.")]
Seconds = Annotated[float, Meta(ge=0.0, le=10.0)]


class NoiseError(LudensError):
    """A noise file that cannot be used; the message names file, key and what is possible."""


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
class ImuNoise:
    """White noise of every reading and a bias that stays for the whole run."""

    gyro_sigma_radps: Sigma = 0.0
    gyro_bias_sigma_radps: Sigma = 0.0
    acceleration_sigma_mps2: Sigma = 0.0
    acceleration_bias_sigma_mps2: Sigma = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraNoise:
    """The webcam: its mounting, lens, sensor, compression and the way to the computer."""

    rate_hz: Rate = 10.0
    latency_s: Seconds = 0.1
    latency_jitter_s: Annotated[float, Meta(ge=0.0, le=1.0, description="Mean of an exponential delay.")] = (
        0.0
    )
    dropout_probability: Probability = 0.0
    position_sigma_m: Sigma = 0.0
    rotation_sigma_rad: Annotated[float, Meta(ge=0.0, le=0.2)] = 0.0
    focal_sigma: Annotated[float, Meta(ge=0.0, le=0.2, description="Relative.")] = 0.0
    distortion_sigma: Annotated[float, Meta(ge=0.0, le=0.2, description="Of the radial term k1.")] = 0.0
    softness_px: Annotated[float, Meta(ge=0.0, le=5.0, description="Sigma of the lens blur.")] = 0.0
    vignetting: Annotated[float, Meta(ge=0.0, le=1.0, description="Light lost in the corners.")] = 0.0
    exposure_s: Annotated[float, Meta(ge=0.0, le=0.1, description="Makes motion blur.")] = 0.0
    pixel_sigma: Annotated[float, Meta(ge=0.0, le=50.0, description="Grey levels of 255.")] = 0.0
    gain_sigma: Relative = 0.0
    white_balance_sigma: Relative = 0.0
    drift_time_s: Annotated[float, Meta(gt=0.0, le=100.0, description="Of gain and white balance.")] = 3.0
    depth_sigma_per_m: Annotated[
        float, Meta(ge=0.0, le=0.2, description="Depth error at 1 m, in m; grows with its square.")
    ] = 0.0
    jpeg_quality: Annotated[int, Meta(ge=10, le=100)] = 98


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
    domain: DomainVariation = field(default_factory=DomainVariation)


NAMED = ("off", "default", "harsh")


def load_noise(name: str | Path) -> PioneerNoise:
    """Return `off`, `default`, `harsh`, or what a TOML file of differences says."""
    if name in NAMED:
        return _named(str(name))
    path = Path(name)
    if not path.is_file():
        raise NoiseError(
            f"There is no noise called '{name}', and no file of that name. Write {', '.join(NAMED)}, or the "
            f"path of a TOML file; {did_you_mean(str(name), NAMED)}"
        )
    try:
        differences = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise NoiseError(f"{path} is not a TOML file: {problem}.") from problem
    base = differences.pop("extends", "default")
    if base not in NAMED:
        raise NoiseError(f"{path}: extends = {base!r} names no noise; {did_you_mean(str(base), NAMED)}")
    return _changed(_named(base), differences, where=str(path))


def _named(name: str) -> PioneerNoise:
    noise = PioneerNoise()
    if name == "off":
        return noise
    text = resources.files("ludens.robots.pioneer").joinpath("noise.toml").read_text(encoding="utf-8")
    sets = tomllib.loads(text)
    noise = _changed(noise, sets["default"], where="noise.toml, default")
    return noise if name == "default" else _changed(noise, sets[name], where=f"noise.toml, {name}")


def _changed(noise: PioneerNoise, differences: Mapping[str, Any], *, where: str) -> PioneerNoise:
    """Return `noise` with the differences laid over it, every key and value checked."""
    values = asdict(noise)
    for table, changes in differences.items():
        if table not in values:
            raise NoiseError(f"{where}: there is no part [{table}]; {did_you_mean(table, values)}")
        if not isinstance(changes, Mapping):
            raise NoiseError(f"{where}: {table} is a table of keys, written as [{table}]; got {changes!r}.")
        for key in changes:
            if key not in values[table]:
                raise NoiseError(f"{where}: [{table}] has no key '{key}'; {did_you_mean(key, values[table])}")
        values[table].update(changes)
    parts = {part.name: part.type for part in fields(PioneerNoise)}
    for table in parts:
        for key in values[table]:
            _check(table, key, values[table][key], where=where)
    return msgspec.convert(values, PioneerNoise)


def _check(table: str, key: str, value: object, *, where: str) -> None:
    """Refuse one value of the wrong type or out of range, naming it."""
    try:
        msgspec.convert({table: {key: value}}, PioneerNoise)
    except msgspec.ValidationError as problem:
        reason = str(problem).split(" - at ")[0]
        raise NoiseError(f"{where}: [{table}] {key} = {value!r} will not do: {reason}.") from problem
