"""Parameters of the walk."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

Length = Annotated[float, Meta(ge=-0.3, le=0.5)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]


@dataclass(frozen=True, slots=True)
class WalkParameters:
    """Defaults walk a NAO V6 with the servo gains and soles of `ludens.robots.nao`."""

    step_s: Annotated[float, Meta(ge=0.15, le=1.0, description="From one foot's landing to the other's.")] = (
        0.25
    )
    shift_s: Annotated[float, Meta(ge=0.1, le=2.0, description="To shift the weight at start and stop.")] = (
        0.4
    )
    stand_height_m: Annotated[float, Meta(ge=0.2, le=0.33, description="Of the torso above the soles.")] = (
        0.315
    )
    com_height_m: Annotated[float, Meta(ge=0.1, le=0.4, description="Of the pendulum's mass.")] = 0.26
    feet_apart_m: Annotated[
        float, Meta(ge=0.09, le=0.16, description="Between the middles of the soles.")
    ] = 0.10
    zmp_ahead_m: Annotated[Length, Meta(description="Where a sole carries the weight, before its ankle.")] = (
        0.015
    )
    zmp_outside_m: Annotated[Length, Meta(description="Likewise to the outer side.")] = 0.0
    lean_rad: Annotated[float, Meta(ge=-0.3, le=0.3, description="Of the torso, forward.")] = 0.0
    lift_m: Annotated[float, Meta(ge=0.0, le=0.05, description="Of the foot that swings on the spot.")] = (
        0.015
    )
    fast_lift_m: Annotated[float, Meta(ge=0.0, le=0.05, description="Likewise, at the fastest speed.")] = (
        0.024
    )
    both_feet_share: Annotated[Share, Meta(description="Of a step, before the foot leaves the floor.")] = 0.05
    swing_end_share: Annotated[Share, Meta(description="Of a step, when the foot is above its place.")] = 1.0
    forward_most_mps: Annotated[float, Meta(ge=0, le=0.4, description="Forward and back.")] = 0.25
    left_most_mps: Annotated[float, Meta(ge=0, le=0.3, description="To either side.")] = 0.16
    turn_most_radps: Annotated[float, Meta(ge=0, le=2.0, description="To either side.")] = 1.0
    small_share: Annotated[
        float, Meta(gt=0, le=1, description="Of these speeds, when small steps are asked for.")
    ] = 0.25
    forward_change_mps2: Annotated[float, Meta(gt=0, le=5, description="How fast the speed may change.")] = (
        0.25
    )
    left_change_mps2: Annotated[float, Meta(gt=0, le=5, description="Likewise, sideways.")] = 0.2
    turn_change_radps2: Annotated[float, Meta(gt=0, le=20, description="Likewise, turning.")] = 1.5
    stop_times: Annotated[
        float, Meta(ge=1, le=10, description="How many times faster it may change to come to a stand.")
    ] = 3.0
    roll_gyro_gain_s: Annotated[float, Meta(ge=0, le=0.3, description="Stance ankle roll per roll rate.")] = (
        0.08
    )
    pitch_gyro_gain_s: Annotated[
        float, Meta(ge=0, le=0.3, description="Stance ankle pitch per pitch rate.")
    ] = 0.05
    hip_gyro_gain_s: Annotated[float, Meta(ge=0, le=0.3, description="Stance hip roll per roll rate.")] = 0.04
    level_gain: Annotated[
        float, Meta(ge=0, le=1, description="Turn of the swinging leg against the lean, per lean.")
    ] = 0.7
    usual_lean_rad: Annotated[
        float, Meta(ge=0, le=0.2, description="Lean of walking itself, against which no leg turns.")
    ] = 0.012
    level_fade_s: Annotated[
        float, Meta(gt=0, le=2, description="In which it fades while the leg carries the weight.")
    ] = 0.15
    steady_ahead_m: Annotated[
        float, Meta(ge=0, le=0.2, description="Capture error, forward or back, that walking itself makes.")
    ] = 0.065
    steady_aside_m: Annotated[float, Meta(ge=0, le=0.2, description="Likewise to a side.")] = 0.04
    early_share: Annotated[
        Share, Meta(description="Of a step, from when on a foot that carries ends it; 1 is never.")
    ] = 0.7
    calm_s: Annotated[float, Meta(ge=0, le=5, description="Stepping on the spot after a shove.")] = 0.4
    arm_swing_radpm: Annotated[float, Meta(ge=0, le=10, description="Shoulder pitch per metre of foot.")] = (
        3.0
    )
