"""Time-outs, tolerances and speeds of the state machine."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta


@dataclass(frozen=True, slots=True)
class PassingDeciderParameters:
    """Time-outs, tolerances and speeds of the states."""

    scan_radps: Annotated[float, Meta(gt=0, le=2, description="Turn rate while searching.")] = 0.8
    travel_mps: Annotated[float, Meta(gt=0, le=1.2, description="Speed on the way to the stage.")] = 0.6
    turn_radps: Annotated[float, Meta(gt=0, le=2.5, description="Fastest turn while navigating.")] = 1.2
    ram_turn_radps: Annotated[float, Meta(gt=0, le=2.5, description="Fastest turn while ramming.")] = 0.8
    retreat_mps: Annotated[float, Meta(gt=0, le=1, description="Speed of backing off.")] = 0.3
    retreat_m: Annotated[float, Meta(ge=0, le=2, description="How far to back off after a push.")] = 0.4
    navigate_timeout_s: Annotated[float, Meta(gt=0, le=600, description="Then search again.")] = 30.0
    orient_timeout_s: Annotated[float, Meta(gt=0, le=60, description="Then search again.")] = 8.0
    verify_timeout_s: Annotated[float, Meta(gt=0, le=60, description="Then search again.")] = 4.0
    ram_timeout_s: Annotated[float, Meta(gt=0, le=60, description="Longest push.")] = 3.0
    wander_s: Annotated[
        float, Meta(gt=0, le=60, description="How long to drive on before looking again.")
    ] = 3.0
    arrived_m: Annotated[float, Meta(gt=0, le=1, description="So near the stage counts as there.")] = 0.1
    facing_rad: Annotated[
        float, Meta(gt=0, le=1, description="Bearing at which the robot faces the ball.")
    ] = 0.06
    looks: Annotated[int, Meta(ge=1, le=50, description="Images of the ball wanted before pushing.")] = 4
    beside_m: Annotated[
        float, Meta(gt=0, le=1, description="So far beside the line of the pass, the push still finds back.")
    ] = 0.05
    known_sigma_m: Annotated[float, Meta(gt=0, le=2, description="Known well enough to navigate by.")] = 0.5
    known_looks: Annotated[int, Meta(ge=1, le=50, description="Images of a thing that make it known.")] = 5
    known_s: Annotated[
        float, Meta(gt=0, le=600, description="A belief older than this is looked up again.")
    ] = 40.0
    blind_s: Annotated[
        float, Meta(gt=0, le=60, description="Silence of the camera that stops the robot.")
    ] = 1.5
    delivered_m: Annotated[
        float, Meta(gt=0, le=2, description="Ball so near the target has been passed.")
    ] = 0.33
    shares_ball: Annotated[
        bool, Meta(description="Leave the ball to the target while that is nearer: it plays too.")
    ] = False
    ball_deceleration_mps2: Annotated[float, Meta(gt=0, le=5, description="Of a rolling ball.")] = 0.15
    push_gain: Annotated[float, Meta(gt=0, le=5, description="Speed of the ball over speed of the push.")] = (
        0.9
    )
    overshoot_m: Annotated[
        float, Meta(ge=0, le=5, description="How far past the target the ball may roll.")
    ] = 0.9
    follow_m: Annotated[
        float, Meta(ge=0, le=2, description="How long a push stays with the ball, where there is room.")
    ] = 0.5
    slowest_ram_mps: Annotated[float, Meta(gt=0, le=1.2, description="Slowest push.")] = 0.35
    fastest_ram_mps: Annotated[float, Meta(gt=0, le=1.2, description="Fastest push.")] = 1.2
