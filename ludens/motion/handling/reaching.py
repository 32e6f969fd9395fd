"""Finds how to reach down to a place on the board: how far to lean, along which line the fingers close.

For each lean the body is balanced first; then the arm is solved at the piece and, from there, upwards to
where it may be carried aside. What is left of all that reaches is judged by how steep the hand is, how far
its joints are from their limits and its fingers from others. One lean costs some milliseconds, so that a
module can search a little in every cycle.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ludens.geometry import FloatArray, Transform3
from ludens.messages.morris_table import Hand
from ludens.motion.handling.feet import Feet
from ludens.motion.handling.hand import NARROWEST, WIDEST, held_in_hand_m
from ludens.motion.handling.leaning import Leaning, lean_over
from ludens.motion.handling.parameters import HandlingParameters
from ludens.motion.handling.surroundings import Surroundings
from ludens.motion.handling.tipping import before_it_tips
from ludens.robots.nao.kinematics import LEFT_ARM, RIGHT_ARM, Posture
from ludens.robots.nao.kinematics.from_above import FromAbove, solve_from_above

LEAN_STEP_RAD = 0.05
LEVELS = 5
"""Heights between the piece and where it may be carried aside."""
DEPTHS_M = (-0.001, -0.008)
"""How deep the fingers reach over the piece; less deep beside the raised plate."""
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
class Reach:
    """A way to reach down to a place: the body, and the arm at each height above the piece."""

    hand: Hand
    leaning: Leaning
    yaw_rad: float  # of the line on the board along which fingers close
    deeper_m: float  # how deep they reach over the piece, one of `DEPTHS_M`
    heights_m: FloatArray  # (levels,) above the piece's place, from 0 up
    arms_rad: FloatArray  # (levels, 5)
    opening: float
    tilt_rad: float  # of the hand, at the piece
    margin_rad: float  # to the nearest limit of a joint of the arm, at the piece
    clearance_m: float
    cost: float


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """What is to be reached: the middle of a piece on the board, the way it is turned, and what is around."""

    hand: Hand
    place_m: tuple[float, float]
    height_m: float  # of the piece's middle above the board
    yaw_rad: float
    around: Surroundings
    depths_m: tuple[float, ...] = DEPTHS_M  # how deep fingers may reach over it, or do where they hold it
    tips_m: float = 0.0  # edge of a cube that is tilted like the hand, and tips flat when it is let go


def arm_of(hand: Hand) -> slice:
    """Return the five joints of a hand's arm among the 25."""
    return LEFT_ARM if hand == "left" else RIGHT_ARM


def reaches(
    wish: Wish,
    *,
    feet: Feet,
    stance_from_board: Transform3,
    position_rad: FloatArray,
    parameters: HandlingParameters,
) -> Iterator[Reach | None]:
    """Try one lean after the other, upright first; give the best reach of each, or nothing.

    It ends where leaning farther only makes it worse.
    """
    best_cost, worse = math.inf, 0
    over_rad = position_rad.copy()
    over_rad[arm_of(wish.hand)] = _OVER_RAD * (1.0 if wish.hand == "left" else ARM_SIGNS)
    for lean_rad in np.arange(0.0, parameters.most_lean_rad + 1e-9, LEAN_STEP_RAD).tolist():
        leaning = lean_over(feet, over_rad, lean_rad=lean_rad)
        reach = None if leaning is None else best_reach(wish, leaning, stance_from_board, parameters)
        yield reach
        if reach is not None and reach.cost < best_cost:
            best_cost, worse = reach.cost, 0
        elif best_cost < math.inf:
            worse += 1
            if worse == ENOUGH_WORSE:
                return


def best_reach(
    wish: Wish, leaning: Leaning, stance_from_board: Transform3, parameters: HandlingParameters
) -> Reach | None:
    """Return the best way to reach down from one posture of the body."""
    torso_from_board = leaning.stance_from_torso.inverse() @ stance_from_board
    found = [
        _reach(wish, leaning, torso_from_board, yaw_rad, deeper_m, parameters)
        for deeper_m in wish.depths_m
        for yaw_rad in (wish.yaw_rad + quarter * math.pi / 2.0 for quarter in range(4))
    ]
    return min((one for one in found if one is not None), key=lambda one: one.cost, default=None)


def same_reach(
    wish: Wish, reach: Reach, stance_from_board: Transform3, parameters: HandlingParameters
) -> Reach | None:
    """Return the same way down, body, line and depth, for a board that is seen somewhat elsewhere."""
    torso_from_board = reach.leaning.stance_from_torso.inverse() @ stance_from_board
    return _reach(wish, reach.leaning, torso_from_board, reach.yaw_rad, reach.deeper_m, parameters)


def _reach(
    wish: Wish,
    leaning: Leaning,
    torso_from_board: Transform3,
    yaw_rad: float,
    deeper_m: float,
    parameters: HandlingParameters,
) -> Reach | None:
    """Return the way with fingers that close along this line on the board, if there is one."""
    level_from_torso = leaning.stance_from_torso.rotation
    closing = torso_from_board.rotation @ np.array([math.cos(yaw_rad), math.sin(yaw_rad), 0.0])
    down = -torso_from_board.rotation[:, 2]
    ahead, aside, _ = (level_from_torso @ closing).tolist()
    side = 1.0 if wish.hand == "left" else -1.0
    wrist_rad = _WRIST_RAD - _wrapped(math.atan2(side * aside, ahead) + 0.5 * math.pi)
    if abs(wrist_rad) > MOST_WRIST_RAD:
        return None
    start_rad = np.array([*_OVER_RAD[:4], wrist_rad]) * (1.0 if wish.hand == "left" else ARM_SIGNS)

    def arm_at(place_m: tuple[float, float], height_m: float, near_rad: FloatArray) -> FromAbove:
        return solve_from_above(
            torso_from_board.apply(np.array([*place_m, wish.height_m + height_m])),
            left=wish.hand == "left",
            held_in_hand_m=held_in_hand_m(deeper_m),
            down_in_torso=down,
            closing_in_torso=closing,
            start_rad=near_rad,
        )

    place_m = wish.place_m
    if wish.tips_m > 0.0:
        start_rad = arm_at(place_m, 0.0, start_rad).position_rad
        board_from_hand = torso_from_board.inverse() @ _torso_from_hand(wish.hand, leaning, start_rad)
        place_m = before_it_tips(place_m, board_from_hand.rotation[:, 0], edge_m=wish.tips_m)
    heights_m = np.linspace(0.0, parameters.lift_m, LEVELS)
    arms: list[FromAbove] = []
    for height_m in heights_m.tolist():
        arm = arm_at(place_m, height_m, arms[-1].position_rad if arms else start_rad)
        most_rad = parameters.most_tilt_rad if not arms else STEEPEST_HIGH_RAD
        if not arm.reached or arm.tilt_rad > most_rad:
            return None
        arms.append(arm)
    return _judged(wish, leaning, torso_from_board, heights_m, arms, (yaw_rad, deeper_m), parameters)


def _judged(
    wish: Wish,
    leaning: Leaning,
    torso_from_board: Transform3,
    heights_m: FloatArray,
    arms: list[FromAbove],
    way: tuple[float, float],
    parameters: HandlingParameters,
) -> Reach | None:
    yaw_rad, deeper_m = way
    board_from_torso = torso_from_board.inverse()
    hands = [
        board_from_torso @ _torso_from_hand(wish.hand, leaning, arm.position_rad)
        for arm in (arms[0], arms[2])
    ]
    for opening in (WIDEST, 0.5 * (WIDEST + NARROWEST), NARROWEST):
        clearance_m = min(wish.around.clearance_m(hand, opening=opening) for hand in hands)
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
    return Reach(
        hand=wish.hand,
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
    return Posture(position_rad).torso_from_link("LHand" if hand == "left" else "RHand")


def _wrapped(angle_rad: float) -> float:
    return (angle_rad + math.pi) % (2.0 * math.pi) - math.pi
