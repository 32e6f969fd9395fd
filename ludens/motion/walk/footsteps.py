"""Where the swinging foot shall land, as the stance foot sees it.

The body is where both feet would stand side by side around it. A step carries the body on by its share of the
speed and puts the foot to its side of the new place. Forward, every step does its half. Sideways and turning
only the foot on that side can open the stance, the other one closes it again: the first does all of it.
"""

from ludens.geometry import Pose2
from ludens.motion.walk.parameters import WalkParameters
from ludens.motion.walk.speed import Speed

HEEL_ROOM_M = 0.03
"""How much farther apart the feet stand per radian that they open: heels would touch."""


def landing(speed: Speed, parameters: WalkParameters, *, left_swings: bool) -> Pose2:
    """Return the place of the swinging sole at the end of its step, in the frame of the stance sole."""
    side = 1.0 if left_swings else -1.0
    half_apart_m = 0.5 * parameters.feet_apart_m
    left_m = 2.0 * parameters.step_s * speed.left_mps
    turn_rad = 2.0 * parameters.step_s * speed.turn_radps
    opens = turn_rad * side > 0.0
    carried = Pose2(
        parameters.step_s * speed.forward_mps,
        left_m if left_m * side > 0.0 else 0.0,
        turn_rad if opens else 0.0,
    )
    # The foot that opens stands farther from the body, and is still there when the other one closes.
    wide_m = half_apart_m + HEEL_ROOM_M * abs(turn_rad)
    stance_from_body = Pose2(0.0, side * (half_apart_m if opens else wide_m), 0.0)
    body_from_foot = Pose2(0.0, side * (wide_m if opens else half_apart_m), 0.0)
    return stance_from_body @ carried @ body_from_foot


def side_by_side(parameters: WalkParameters, *, left_swings: bool) -> Pose2:
    """Return where the other foot stands in a stance at rest."""
    return Pose2(0.0, parameters.feet_apart_m if left_swings else -parameters.feet_apart_m, 0.0)
