"""Imperfections that sensors of several robots share: typed figures whose default is the perfect part."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

Sigma = Annotated[float, Meta(ge=0.0, le=100.0, description="One standard deviation; 0 switches it off.")]
Relative = Annotated[float, Meta(ge=0.0, le=1.0, description="A part of the true value; 0 switches it off.")]
Probability = Annotated[float, Meta(ge=0.0, le=1.0)]
Rate = Annotated[float, Meta(ge=1.0, le=100.0, description="Readings a second.")]
Seconds = Annotated[float, Meta(ge=0.0, le=10.0)]


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
    stamp_offset_s: Annotated[
        float, Meta(ge=0.0, le=0.2, description="By which stamps are late; they stay before the arrival.")
    ] = 0.0
    stamp_offset_spread_s: Annotated[
        float,
        Meta(ge=0.0, le=0.2, description="By which they are early or late besides, by camera; at most."),
    ] = 0.0
    dropout_probability: Probability = 0.0
    position_sigma_m: Sigma = 0.0
    rotation_sigma_rad: Annotated[float, Meta(ge=0.0, le=0.2)] = 0.0
    focal_sigma: Annotated[float, Meta(ge=0.0, le=0.2, description="Relative.")] = 0.0
    distortion_sigma: Annotated[float, Meta(ge=0.0, le=0.2, description="Of the radial term k1.")] = 0.0
    second_distortion_sigma: Annotated[float, Meta(ge=0.0, le=0.3, description="Of k2.")] = 0.0
    tangential_sigma: Annotated[float, Meta(ge=0.0, le=0.02, description="Of p1 and p2.")] = 0.0
    center_sigma: Annotated[
        float, Meta(ge=0.0, le=0.05, description="Of the lens's axis off the middle, in picture widths.")
    ] = 0.0
    softness_px: Annotated[float, Meta(ge=0.0, le=5.0, description="Sigma of the lens blur.")] = 0.0
    vignetting: Annotated[float, Meta(ge=0.0, le=1.0, description="Light lost in the corners.")] = 0.0
    exposure_s: Annotated[float, Meta(ge=0.0, le=0.1, description="Makes motion blur.")] = 0.0
    exposure_follows: Annotated[
        Relative, Meta(description="Part of a scene's departure from middle grey that is made up for.")
    ] = 0.0
    exposure_time_s: Annotated[float, Meta(gt=0.0, le=10.0, description="After which most of it is.")] = 0.3
    readout_s: Annotated[
        float, Meta(ge=0.0, le=0.1, description="From the first row to the last; 0: all at once.")
    ] = 0.0
    pixel_sigma: Annotated[float, Meta(ge=0.0, le=50.0, description="Grey levels of 255.")] = 0.0
    gain_sigma: Relative = 0.0
    white_balance_sigma: Relative = 0.0
    drift_time_s: Annotated[float, Meta(gt=0.0, le=100.0, description="Of gain and white balance.")] = 3.0
    depth_sigma_per_m: Annotated[
        float, Meta(ge=0.0, le=0.2, description="Depth error at 1 m, in m; grows with its square.")
    ] = 0.0
    jpeg_quality: Annotated[int, Meta(ge=10, le=100)] = 98


@dataclass(frozen=True, slots=True, kw_only=True)
class LightVariation:
    """The light of a room: whether things cast shadows, where lamps stand, what shines in from outside."""

    shadows: bool = False
    low_lamp_probability: Annotated[
        float, Meta(ge=0.0, le=1.0, description="Of a lamp that stands beside instead of hanging above.")
    ] = 0.0
    gloss: Annotated[
        float, Meta(ge=0.0, le=1.0, description="Of a lamp's light that boards and floors mirror; 0: matt.")
    ] = 0.0
    window_level: Annotated[
        float, Meta(ge=0.0, le=1.0, description="Light from a window at the side, against the lamp; mean.")
    ] = 0.0
