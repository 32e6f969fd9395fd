"""From the way of a tool to the joints of the arm: closed-form kinematics at every beat, within all limits.

Elbow and wrist keep their branch all the way and the elbow angle goes evenly from that of the start to that
of the goal, so joints never jump. Where that would ask too much of an axis, the motion is slowed until it
does not.

Near a stretched arm one axis peaks for a tenth of the way. To slow the whole motion down for that would cost
a second; but an arm that hurries up to the peak and brakes there shakes what it carries. So up to some
slowness all of it is slowed alike, and what is needed beyond that only around the places that need it.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ludens.geometry import FloatArray
from ludens.planning.arm.hop import Hop, ToolPose
from ludens.planning.arm.tool import Tool
from ludens.planning.arm.trajectory import ArmPlanError, AxisLimits, JointTrajectory
from ludens.robots.iiwa.dimensions import ACCELERATION_RADPS2, SPEED_RADPS, room_to_limits
from ludens.robots.iiwa.kinematics import (
    ArmPosture,
    Branch,
    branch_of,
    elbow_angle,
    nearest_turn,
    roomiest,
    solve,
    solve_way,
)

BEAT_S = 0.01
SHARE_OF_LIMITS = 0.9
"""Of speeds and accelerations: the controller needs some to correct with."""
LIMITS = AxisLimits(SHARE_OF_LIMITS * SPEED_RADPS, SHARE_OF_LIMITS * ACCELERATION_RADPS2)
ELBOW_UP = Branch(shoulder=1, elbow=-1, wrist=1)
LEANING_BACK = replace(ELBOW_UP, shoulder=-1)
LEAST_ROOM = 0.02
"""Of an axis' range, to its limit."""
MOST_ROUNDS, LOCAL_ROUNDS = 18, 8
"""Of slowing down. Near a stretched arm finer beats find higher peaks, so one may not be enough; when all
rounds that slow parts of the way were not, the others slow the whole."""
EVEN = 1.6
"""Factor up to which the whole way is slowed, before only parts of it are."""
NODES = 1001
AROUND = 100
"""Nodes to either side of a place over which a change of scaling is spread."""
SPARE = 1.01
HANN: FloatArray = np.hanning(2 * AROUND + 3)[1:-1]
SHARES: FloatArray = np.linspace(0.0, 1.0, NODES)


def posture_at(place: ToolPose, tool: Tool) -> ArmPosture:
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
    scaling = TimeScaling.wanted()
    for turn in range(MOST_ROUNDS):
        shares = scaling.shares(hop.duration_s, beat_s)
        trajectory = _sampled(hop, tool, start_rad, (from_rad, to_rad), branch, shares, beat_s)
        needed = trajectory.stretches_needed(LIMITS)
        if needed.max() <= 1.0:
            return trajectory
        scaling = (
            scaling.slowed(needed, shares)
            if turn < LOCAL_ROUNDS
            else scaling.slowed_alike(float(needed.max()))
        )
    raise ArmPlanError("The arm cannot follow this way at any speed: it passes too close to a stretched arm.")


def _sampled(
    hop: Hop,
    tool: Tool,
    start_rad: FloatArray,
    elbows_rad: tuple[float, float],
    branch: Branch,
    shares: FloatArray,
    beat_s: float,
) -> JointTrajectory:
    rotations, translations = tool.flanges(*hop.sampled(hop.duration_s * shares))
    postures, reached = solve_way(
        rotations,
        translations,
        elbows_rad=elbows_rad[0] + _eased(shares) * (elbows_rad[1] - elbows_rad[0]),
        branch=branch,
        start_rad=np.asarray(start_rad, dtype=np.float64),
    )
    if reached < len(shares):
        place_m = np.round(translations[reached], 3).tolist()
        raise ArmPlanError(f"The arm does not reach so far: its flange would be at {place_m} m.")
    if room_to_limits(postures) < 0.0:
        raise ArmPlanError("On this way an axis would have to turn beyond its limit.")
    return JointTrajectory(postures, beat_s)


def _eased(shares: FloatArray) -> FloatArray:
    """Return how much of a turn is done by a share of the time: at rest at both ends (a quintic)."""
    eased: FloatArray = shares**3 * (10.0 + shares * (6.0 * shares - 15.0))
    return eased


@dataclass(frozen=True, slots=True, eq=False)
class TimeScaling:
    """How many times longer than wanted each part of a way takes, at even shares of it."""

    slowness: FloatArray

    @classmethod
    def wanted(cls) -> "TimeScaling":
        """Return the scaling of a way at its own speed."""
        return cls(np.ones(NODES))

    def shares(self, duration_s: float, beat_s: float) -> FloatArray:
        """Return which share of the way's wanted time has passed at every beat, from 0 to 1."""
        steps = 0.5 * (self.slowness[1:] + self.slowness[:-1]) / (NODES - 1)
        passed = np.concatenate(([0.0], np.cumsum(steps)))
        beats = max(2, int(np.ceil(duration_s * passed[-1] / beat_s)))
        return np.interp(np.linspace(0.0, passed[-1], beats + 1), passed, SHARES)

    def slowed(self, needed: FloatArray, at_shares: FloatArray) -> "TimeScaling":
        """Return a scaling that is slower by what is needed, at least, at every share."""
        wanted = self.slowness * np.maximum(1.0, SPARE * np.interp(SHARES, at_shares, needed))
        widened = sliding_window_view(np.pad(wanted, 2 * AROUND, mode="edge"), 2 * AROUND + 1).max(axis=1)
        smooth = np.convolve(widened, HANN / HANN.sum(), mode="valid")
        return TimeScaling(np.maximum(smooth, min(float(wanted.max()), EVEN)))

    def slowed_alike(self, factor: float) -> "TimeScaling":
        """Return a scaling that is slower everywhere."""
        return TimeScaling(SPARE * factor * self.slowness)
