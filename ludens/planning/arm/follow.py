"""From the way of a tool to the joints of the arm: closed-form kinematics at every beat, within all limits.

Elbow and wrist keep their branch all the way and the elbow angle goes evenly from that of the start to that
of the goal, so joints never jump. Where that would ask too much of an axis, the whole motion is slowed until
it does not.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.planning.arm.hop import Hop, Place
from ludens.planning.arm.joint_trajectory import AxisLimits, JointTrajectory
from ludens.planning.arm.profile import ArmPlanError
from ludens.robots.iiwa.axes import ACCELERATION_RADPS2, SPEED_RADPS, room_to_limits
from ludens.robots.iiwa.kinematics import (
    Branch,
    Posture,
    branch_of,
    elbow_angle,
    nearest_turn,
    roomiest,
    solve,
)

BEAT_S = 0.01
SHARE_OF_LIMITS = 0.9
"""Of speeds and accelerations: the controller needs some to correct with."""
LIMITS = AxisLimits(SHARE_OF_LIMITS * SPEED_RADPS, SHARE_OF_LIMITS * ACCELERATION_RADPS2)
ELBOW_UP = Branch(shoulder=1, elbow=-1, wrist=1)
LEANING_BACK = replace(ELBOW_UP, shoulder=-1)
SMALL_STEP_RAD = 0.1
"""From beat to beat: so near a posture is surely the next one."""
LEAST_ROOM = 0.02
"""Of an axis' range, to its limit."""
MOST_ROUNDS = 10
"""Of slowing down. Near a stretched arm finer beats find higher peaks, so one may not be enough."""


@dataclass(frozen=True, slots=True, eq=False)
class Tool:
    """What the flange carries: where its tip is, seen from the flange (whose z axis leaves the arm)."""

    length_m: float

    def base_from_flange(self, place: Place) -> Transform3:
        """Return where the flange must be for the tip to be there, looking straight down."""
        # Pitched, not rolled, over: so the last axis is near its middle at yaw zero.
        down = Transform3.from_rpy(pitch_rad=np.pi, yaw_rad=place.yaw_rad)
        return Transform3(down.rotation, place.tip_m + np.array([0.0, 0.0, self.length_m]))


def posture_at(place: Place, tool: Tool) -> Posture:
    """Return how the arm best holds its tool there: elbow up, in the plane of shoulder and wrist if it can.

    That plane (elbow angle zero) is far from most limits wherever the tool is over a table, and staying in it
    lets the arm go from anywhere to anywhere without turning its elbow.
    """
    base_from_flange = tool.base_from_flange(place)
    for branch in (ELBOW_UP, LEANING_BACK):
        plain = solve(base_from_flange, elbow_rad=0.0, branch=branch)
        if plain is not None and plain.room > LEAST_ROOM:
            return plain
    roomy = roomiest(base_from_flange, branches=(ELBOW_UP, LEANING_BACK))
    if roomy is None:
        raise ArmPlanError(f"The arm does not reach {np.round(place.tip_m, 3).tolist()} m from its base.")
    return roomy


def follow(
    hop: Hop, *, tool: Tool, start_rad: FloatArray, goal_elbow_rad: float, beat_s: float = BEAT_S
) -> JointTrajectory:
    """Return the joints that lead the tool along a hop, from a posture that holds it at the hop's start."""
    branch = branch_of(start_rad)
    from_rad = elbow_angle(start_rad)
    to_rad = nearest_turn(goal_elbow_rad, from_rad)
    stretch = 1.0
    for _ in range(MOST_ROUNDS):
        trajectory = _sampled(hop, tool, start_rad, (from_rad, to_rad), branch, stretch, beat_s)
        needed = trajectory.stretch_needed(LIMITS)
        if needed <= 1.0:
            return trajectory
        stretch *= 1.01 * needed
    raise ArmPlanError("The arm cannot follow this way at any speed: it passes too close to a stretched arm.")


def _sampled(
    hop: Hop,
    tool: Tool,
    start_rad: FloatArray,
    elbows_rad: tuple[float, float],
    branch: Branch,
    stretch: float,
    beat_s: float,
) -> JointTrajectory:
    beats = max(2, int(np.ceil(hop.duration_s * stretch / beat_s)))
    postures = np.empty((beats + 1, len(start_rad)))
    present = np.asarray(start_rad, dtype=np.float64)
    eased = _eased(beats)
    for beat in range(beats + 1):
        place = hop.at(hop.duration_s * beat / beats)
        elbow_rad = elbows_rad[0] + eased(beat) * (elbows_rad[1] - elbows_rad[0])
        present = _nearest(tool.base_from_flange(place), elbow_rad, branch, present)
        postures[beat] = present
    if room_to_limits(postures) < 0.0:
        raise ArmPlanError("On this way an axis would have to turn beyond its limit.")
    return JointTrajectory(postures, beat_s)


def _nearest(
    base_from_flange: Transform3, elbow_rad: float, branch: Branch, present_rad: FloatArray
) -> FloatArray:
    """Return the posture next to the present one. Where the upper arm passes upright, q2 changes its sign."""
    nearest_rad, nearest_way_rad = present_rad, np.inf
    for shoulder in (branch.shoulder, -branch.shoulder):
        posture = solve(base_from_flange, elbow_rad=elbow_rad, branch=replace(branch, shoulder=shoulder))
        if posture is None:
            place_m = np.round(base_from_flange.translation, 3).tolist()
            raise ArmPlanError(f"The arm does not reach so far: its flange would be at {place_m} m.")
        turns = np.round((present_rad - posture.joints_rad) / (2.0 * np.pi))
        joints_rad = posture.joints_rad + 2.0 * np.pi * turns
        way_rad = float(np.abs(joints_rad - present_rad).max())
        if way_rad < nearest_way_rad:
            nearest_rad, nearest_way_rad = joints_rad, way_rad
        if way_rad < SMALL_STEP_RAD:
            break
    return nearest_rad


def _eased(beats: int) -> Callable[[int], float]:
    """Return the share of the way at a beat: at rest at both ends (a quintic)."""

    def share(beat: int) -> float:
        x = beat / beats
        return x * x * x * (10.0 + x * (6.0 * x - 15.0))

    return share
