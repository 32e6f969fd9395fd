"""Parameters of reaching, grasping and placing at a table."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

Length = Annotated[float, Meta(ge=-0.05, le=0.5)]
Seconds = Annotated[float, Meta(ge=0.05, le=60.0)]


@dataclass(frozen=True, slots=True)
class ManipulationParameters:
    """Defaults are for a NAO V6 and cubes of 25 mm on a low table; a game passes its own measures."""

    table_height_m: Annotated[Length, Meta(description="Of the table's upper face over the floor.")] = 0.227
    object_m: Annotated[Length, Meta(description="Edge of the cubes.")] = 0.025
    plate_m: Annotated[Length, Meta(description="Width of a raised plate in the middle; 0 is none.")] = 0.090
    plate_height_m: Annotated[Length, Meta(description="Of that plate.")] = 0.012
    lift_m: Annotated[Length, Meta(description="How far an object is lifted before it is carried aside.")] = (
        0.040
    )
    set_down_m: Annotated[Length, Meta(description="Above the table at which an object is let go.")] = 0.0015
    keep_off_m: Annotated[Length, Meta(description="Of fingers from other objects, at least.")] = 0.004
    out_s: Annotated[Seconds, Meta(description="From the back to the side.")] = 0.6
    up_s: Annotated[Seconds, Meta(description="From the side up, and back.")] = 0.8
    over_s: Annotated[Seconds, Meta(description="From there over the table, leaning.")] = 1.2
    higher_s: Annotated[Seconds, Meta(description="To raise the hand before it goes aside.")] = 0.35
    settle_s: Annotated[Seconds, Meta(description="To come to rest above the place.")] = 0.4
    turn_s: Annotated[Seconds, Meta(description="From one posture before the camera to the next.")] = 1.6
    still_s: Annotated[Seconds, Meta(description="In each of them, for pictures to be taken.")] = 0.8
    look_s: Annotated[Seconds, Meta(description="For pictures of the board from above the place.")] = 1.0
    down_s: Annotated[Seconds, Meta(description="Straight down, and up again.")] = 0.9
    lowest_s: Annotated[Seconds, Meta(description="The last centimetre down.")] = 0.3
    settle_low_s: Annotated[Seconds, Meta(description="To come to rest close to the place, and at it.")] = 0.3
    close_s: Annotated[Seconds, Meta(description="For the fingers to close.")] = 0.5
    open_s: Annotated[Seconds, Meta(description="To let go gently.")] = 0.6
    patience_s: Annotated[Seconds, Meta(description="For a person to give or take.")] = 30.0
    most_tilt_rad: Annotated[
        float, Meta(ge=0, le=1.2, description="Of the hand against straight down, at the object.")
    ] = 0.45
    most_lean_rad: Annotated[float, Meta(ge=0, le=0.7, description="Of the torso.")] = 0.55
    gyro_gain_s: Annotated[float, Meta(ge=0, le=0.3, description="Ankles per turning rate.")] = 0.03
    fall_risk_rad: Annotated[
        float, Meta(ge=0.05, le=0.5, description="Lean other than planned that ends the work.")
    ] = 0.14
    blocked_rad: Annotated[
        float, Meta(ge=0.03, le=0.5, description="A joint of the arm this far from its way met something.")
    ] = 0.10
