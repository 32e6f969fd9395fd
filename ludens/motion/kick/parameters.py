"""Parameters of all kinds of kick. Differences between the kinds stand in `strokes.py`."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

Length = Annotated[float, Meta(ge=-0.05, le=0.06)]
Seconds = Annotated[float, Meta(ge=0.1, le=3.0)]
Gain = Annotated[float, Meta(ge=0.0, le=1.0)]


@dataclass(frozen=True, slots=True)
class KickParameters:
    """Defaults kick with a NAO V6; places are in the frame of the stance sole."""

    stand_height_m: Annotated[float, Meta(ge=0.28, le=0.32, description="Of the torso above the soles.")] = (
        0.315
    )
    feet_apart_m: Annotated[
        float, Meta(ge=0.095, le=0.11, description="Between the middles of the soles.")
    ] = 0.10
    stand_ahead_m: Annotated[Length, Meta(description="The mass before the ankles, on both feet.")] = 0.015
    mass_ahead_m: Annotated[Length, Meta(description="The mass before the ankle, on one foot.")] = 0.017
    mass_inside_m: Annotated[Length, Meta(description="Likewise towards the kicking foot.")] = 0.006
    shift_s: Annotated[Seconds, Meta(description="To bring the weight over the stance foot.")] = 0.6
    draw_s: Annotated[Seconds, Meta(description="To lift the foot and draw it back.")] = 0.4
    retract_s: Annotated[Seconds, Meta(description="To bring the foot above the place where it lands.")] = (
        0.35
    )
    down_s: Annotated[Seconds, Meta(description="From there to the floor.")] = 0.25
    return_s: Annotated[Seconds, Meta(description="To bring the weight back between the feet.")] = 0.6
    rescue_s: Annotated[Seconds, Meta(description="To put the foot down when shoved.")] = 0.15
    land_m: Annotated[Length, Meta(description="Of the sole above the place where it lands.")] = 0.02
    lead_s: Annotated[
        float, Meta(ge=0.0, le=0.1, description="How much later than commanded the foot arrives.")
    ] = 0.0216
    slowest_mps: Annotated[float, Meta(ge=0.1, le=1.0, description="Foot at strength 0.")] = 0.4
    roll_gyro_gain_s: Annotated[Gain, Meta(description="Stance ankle roll per roll rate.")] = 0.1
    pitch_gyro_gain_s: Annotated[Gain, Meta(description="Stance ankle pitch per pitch rate.")] = 0.011
    roll_tip_gain: Annotated[
        Gain, Meta(description="Stance ankle roll per roll by which the capture point is off, on one leg.")
    ] = 0.4
    pitch_tip_gain: Annotated[Gain, Meta(description="Likewise, pitch.")] = 0.3
    hip_gyro_share: Annotated[Gain, Meta(description="Of both corrections, for the stance hip.")] = 0.5
    arm_swing_radpm: Annotated[float, Meta(ge=0, le=10, description="Shoulder pitch per metre of foot.")] = (
        2.2
    )
    arm_spread_rad: Annotated[float, Meta(ge=0, le=1, description="Both shoulders' roll on one foot.")] = 0.2
    steady_m: Annotated[
        float, Meta(ge=0, le=0.2, description="Capture error before the swing; beyond, somebody has shoved.")
    ] = 0.038
    catch_share: Annotated[
        float, Meta(ge=0, le=5, description="How far the foot is then put aside, per capture error.")
    ] = 1.5
    settle_s: Annotated[Seconds, Meta(description="To bring the weight between the feet when shoved.")] = 0.3
