"""Finds how to reach down to a place on the board: how far to lean, along which line the fingers close.

For each lean the body is balanced first; then the arm is solved at the object and, from there, upwards to
where it may be carried aside. What is left of all that reaches is judged by how steep the hand is, how far
its joints are from their limits and its fingers from others. One lean costs some milliseconds, so that a
module can search a little in every cycle.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.manipulation.clearance import NARROWEST, WIDEST, Surroundings, held_in_hand_m
from ludens.manipulation.leaning import Feet, Leaning, lean_over
from ludens.manipulation.parameters import ManipulationParameters
from ludens.messages.manipulation import Hand
from ludens.robots.nao.kinematics import LEFT_ARM, RIGHT_ARM, Posture
from ludens.robots.nao.kinematics.from_above import FromAbove, solve_from_above


def before_it_tips(
    place_m: tuple[float, float], pointing: FloatArray, *, edge_m: float
) -> tuple[float, float]:
    """Return where to let go of a cube that is tilted, so that it comes to lie on its place.

    What a person puts into the hand sits square in the hand, and so is tilted with it over the board: it
    touches the board with its near edge first and tips over it, to where the hand points: along the unit
    vector `pointing`, in the board's frame. The middle of the cube moves by half its edge times
    1 - cos t + sin t  for a tilt t.
    """
    x, y, _ = pointing.tolist()
    sine = math.hypot(x, y)
    tilt_rad = math.asin(min(sine, 1.0))
    ways = 0.5 * edge_m * (1.0 - math.cos(tilt_rad) + math.sin(tilt_rad)) / max(sine, 0.01)
    return place_m[0] - ways * x, place_m[1] - ways * y


LEAN_STEP_RAD = 0.05
LEVELS = 5
"""Heights between the object and where it may be carried aside."""
DEPTHS_M = (-0.001, -0.008)
"""How deep the fingers reach over the object; less deep beside the raised plate."""
STEEPEST_HIGH_RAD = 0.75
ENOUGH_WORSE = 3
"""Leans in a row that are worse than the best one."""
GOOD_MARGIN_RAD = 0.06
TOUCHES_M = 0.001
_OVER_RAD = np.array([-0.05, -0.18, 1.55, -1.2, 0.0])
_WRIST_RAD = -0.2
"""A left arm over the table; the wrist turns the line of closing, which is to the right at this angle."""
ARM_SIGNS = np.array([1.0, -1.0, -1.0, -1.0, -1.0])
MOST_WRIST_RAD = 1.85


@dataclass(frozen=True, slots=True, eq=False)
class ReachPlan:
    """A way to reach down to a place: the body, and the arm at each height above the object."""

    hand: Hand
    leaning: Leaning
    yaw_rad: float  # of the line on the board along which fingers close
    deeper_m: float  # how deep they reach over the object, one of `DEPTHS_M`
    heights_m: FloatArray  # (levels,) above the object's place, from 0 up
    arms_rad: FloatArray  # (levels, 5)
    opening: float
    tilt_rad: float  # of the hand, at the object
    margin_rad: float  # to the nearest limit of a joint of the arm, at the object
    clearance_m: float
    cost: float


@dataclass(frozen=True, slots=True, eq=False)
class ReachTarget:
    """Goal of a reach: the middle of an object on the board, its turn, and what is around it."""

    hand: Hand
    place_m: tuple[float, float]
    height_m: float  # of the object's middle above the board
    yaw_rad: float
    around: Surroundings
    depths_m: tuple[float, ...] = DEPTHS_M  # how deep fingers may reach over it, or do where they hold it
    held_m: tuple[float, float, float] | None = None  # its middle in the hand, where eyes have told
    tips_m: float = 0.0  # edge of a cube that is tilted like the hand, and tips flat when it is let go


def arm_of(hand: Hand) -> slice:
    """Return the five joints of a hand's arm among the 25."""
    return LEFT_ARM if hand == "left" else RIGHT_ARM


def torso_from_hand(posture: Posture, hand: Hand) -> Transform3:
    """Return where a hand is, in the frame of its link."""
    return posture.torso_from_link("LHand" if hand == "left" else "RHand")


def reaches(
    goal: ReachTarget,
    *,
    feet: Feet,
    stance_from_board: Transform3,
    position_rad: FloatArray,
    parameters: ManipulationParameters,
) -> Iterator[ReachPlan | None]:
    """Try one lean after the other, upright first; give the best reach of each, or nothing.

    It ends where leaning farther only makes it worse.
    """
    best_cost, worse = math.inf, 0
    over_rad = position_rad.copy()
    over_rad[arm_of(goal.hand)] = _OVER_RAD * (1.0 if goal.hand == "left" else ARM_SIGNS)
    for lean_rad in np.arange(0.0, parameters.most_lean_rad + 1e-9, LEAN_STEP_RAD).tolist():
        leaning = lean_over(feet, over_rad, lean_rad=lean_rad)
        reach = None if leaning is None else best_reach(goal, leaning, stance_from_board, parameters)
        yield reach
        if reach is not None and reach.cost < best_cost:
            best_cost, worse = reach.cost, 0
        elif best_cost < math.inf:
            worse += 1
            if worse == ENOUGH_WORSE:
                return


def best_reach(
    goal: ReachTarget, leaning: Leaning, stance_from_board: Transform3, parameters: ManipulationParameters
) -> ReachPlan | None:
    """Return the best way to reach down from one posture of the body."""
    torso_from_board = leaning.stance_from_torso.inverse() @ stance_from_board
    found = [
        _reach(goal, leaning, torso_from_board, yaw_rad, deeper_m, parameters)
        for deeper_m in goal.depths_m
        for yaw_rad in (goal.yaw_rad + quarter * math.pi / 2.0 for quarter in range(4))
    ]
    return min((one for one in found if one is not None), key=lambda one: one.cost, default=None)


def same_reach(
    goal: ReachTarget, reach: ReachPlan, stance_from_board: Transform3, parameters: ManipulationParameters
) -> ReachPlan | None:
    """Return the same way down, body, line and depth, for a board that is seen somewhat elsewhere."""
    torso_from_board = reach.leaning.stance_from_torso.inverse() @ stance_from_board
    return _reach(goal, reach.leaning, torso_from_board, reach.yaw_rad, reach.deeper_m, parameters)


def _reach(
    goal: ReachTarget,
    leaning: Leaning,
    torso_from_board: Transform3,
    yaw_rad: float,
    deeper_m: float,
    parameters: ManipulationParameters,
) -> ReachPlan | None:
    """Return the way with fingers that close along this line on the board, if there is one."""
    level_from_torso = leaning.stance_from_torso.rotation
    closing = torso_from_board.rotation @ np.array([math.cos(yaw_rad), math.sin(yaw_rad), 0.0])
    down = -torso_from_board.rotation[:, 2]
    ahead, aside, _ = (level_from_torso @ closing).tolist()
    side = 1.0 if goal.hand == "left" else -1.0
    wrist_rad = _WRIST_RAD - _wrapped(math.atan2(side * aside, ahead) + 0.5 * math.pi)
    if abs(wrist_rad) > MOST_WRIST_RAD:
        return None
    start_rad = np.array([*_OVER_RAD[:4], wrist_rad]) * (1.0 if goal.hand == "left" else ARM_SIGNS)

    held_m = held_in_hand_m(deeper_m) if goal.held_m is None else np.array(goal.held_m)

    def arm_at(place_m: tuple[float, float], height_m: float, near_rad: FloatArray) -> FromAbove:
        return solve_from_above(
            torso_from_board.apply(np.array([*place_m, goal.height_m + height_m])),
            left=goal.hand == "left",
            held_in_hand_m=held_m,
            down_in_torso=down,
            closing_in_torso=closing,
            start_rad=near_rad,
        )

    place_m = goal.place_m
    if goal.tips_m > 0.0:
        start_rad = arm_at(place_m, 0.0, start_rad).position_rad
        board_from_hand = torso_from_board.inverse() @ _torso_from_hand(goal.hand, leaning, start_rad)
        place_m = before_it_tips(place_m, board_from_hand.rotation[:, 0], edge_m=goal.tips_m)
    heights_m = np.linspace(0.0, parameters.lift_m, LEVELS)
    arms: list[FromAbove] = []
    for height_m in heights_m.tolist():
        arm = arm_at(place_m, height_m, arms[-1].position_rad if arms else start_rad)
        most_rad = parameters.most_tilt_rad if not arms else STEEPEST_HIGH_RAD
        if not arm.reached or arm.tilt_rad > most_rad:
            return None
        arms.append(arm)
    return _judged(goal, leaning, torso_from_board, heights_m, arms, (yaw_rad, deeper_m), parameters)


def _judged(
    goal: ReachTarget,
    leaning: Leaning,
    torso_from_board: Transform3,
    heights_m: FloatArray,
    arms: list[FromAbove],
    way: tuple[float, float],
    parameters: ManipulationParameters,
) -> ReachPlan | None:
    yaw_rad, deeper_m = way
    board_from_torso = torso_from_board.inverse()
    hands = [
        board_from_torso @ _torso_from_hand(goal.hand, leaning, arm.position_rad)
        for arm in (arms[0], arms[2])
    ]
    for opening in (WIDEST, 0.5 * (WIDEST + NARROWEST), NARROWEST):
        clearance_m = min(goal.around.clearance_m(hand, opening=opening) for hand in hands)
        if clearance_m >= parameters.keep_off_m:
            break
    if clearance_m < TOUCHES_M:
        return None
    low = arms[0]
    cost = (
        low.tilt_rad
        + 0.3 * max(arm.tilt_rad for arm in arms)
        + 4.0 * max(GOOD_MARGIN_RAD - low.margin_rad, 0.0)
        + 60.0 * max(parameters.keep_off_m - clearance_m, 0.0)
        + 0.25 * leaning.lean_rad
        - 12.0 * min(deeper_m, 0.0)
        + 0.2 * (WIDEST - opening)
    )
    return ReachPlan(
        hand=goal.hand,
        leaning=leaning,
        yaw_rad=yaw_rad,
        deeper_m=deeper_m,
        heights_m=heights_m,
        arms_rad=np.array([arm.position_rad for arm in arms]),
        opening=opening,
        tilt_rad=low.tilt_rad,
        margin_rad=low.margin_rad,
        clearance_m=clearance_m,
        cost=cost,
    )


def _torso_from_hand(hand: Hand, leaning: Leaning, arm_rad: FloatArray) -> Transform3:
    position_rad = leaning.position_rad.copy()
    position_rad[arm_of(hand)] = arm_rad
    return torso_from_hand(Posture(position_rad), hand)


def _wrapped(angle_rad: float) -> float:
    return (angle_rad + math.pi) % (2.0 * math.pi) - math.pi
