"""The steps of which acts at the board are made: find a way, come above, settle, down, close, up, back."""

from dataclasses import replace

import numpy as np

from ludens.core.behaviour import Behaviour
from ludens.geometry import FloatArray, Transform3
from ludens.geometry.rotation import axis_angle_from_matrix
from ludens.manipulation.clearance import beside_plate, surroundings
from ludens.manipulation.hands import HandControl, HandTaskError, Held
from ludens.manipulation.leaning import Leaning, lean_over
from ludens.manipulation.postures import BEHIND_RAD, BENT_RAD, OUT_RAD, UP_RAD, hand_joint, is_behind, other
from ludens.manipulation.reaching import ReachPlan, ReachTarget, arm_of, best_reach, reaches, same_reach
from ludens.messages.manipulation import Hand, HandFailure, HandRequest

STAND_HEIGHT_M = 0.315
HIGHER_RAD = 0.35
"""By which the shoulder is raised before a hand goes aside over the table: some 5 cm at the fingers."""
ELBOW = (2, 3, 4)
LIKELY_M, LIKELY_RAD = 0.045, 0.12
"""Eyes and legs that differ by more about the board: it is the eyes that have mistaken something."""


def found(
    hands: HandControl,
    request: HandRequest,
    *,
    height_m: float,
    stance_from_board: Transform3 | None = None,
) -> Behaviour[ReachPlan]:
    """Search for a way to reach a place, one lean a cycle; the board is where it is remembered, or given."""
    hands.doing = "plan"
    stance_from_board = stance_from_board or hands.stance_from_board
    if stance_from_board is None:
        raise HandTaskError(
            HandFailure.BOARD_UNKNOWN, "It is not known where the board is; look for its marker first."
        )
    best: ReachPlan | None = None
    goal = _goal_of(hands, request, height_m)
    for one in reaches(
        goal,
        feet=hands.body.feet,
        stance_from_board=stance_from_board,
        position_rad=hands.body.position_rad,
        parameters=hands.parameters,
    ):
        if one is not None and (best is None or one.cost < best.cost):
            best = one
        yield
    if best is None:
        x_m, y_m = goal.place_m
        raise HandTaskError(
            HandFailure.OUT_OF_REACH,
            f"The {request.hand} hand does not reach ({1e3 * x_m:.0f}, {1e3 * y_m:.0f}) mm from here without "
            "touching others; go to a station for that place.",
        )
    return best


def above(hands: HandControl, reach: ReachPlan, *, opening: float) -> Behaviour[None]:
    """Bring the body into its posture and the hand above the place, fingers open so far."""
    p, hand = hands.parameters, reach.hand
    yield from raised(hands, hand)
    hands.before.add(hand)
    above_rad = reach.arms_rad[-1]
    yield from hands.arm_through(
        "reach over", hand, _higher(above_rad), p.over_s, leaning=reach.leaning, opening=opening
    )
    yield from hands.arm_through("reach over", hand, above_rad[np.newaxis], p.higher_s)
    hands.reach, hands.height_m = reach, float(reach.heights_m[-1])


def settled(
    hands: HandControl, request: HandRequest, reach: ReachPlan, *, height_m: float
) -> Behaviour[ReachPlan]:
    """Come to rest above the place, and aim again by where the board is seen from here.

    Eyes that look from this very posture know best where the board is, and how high: neither the legs' joints
    nor the table's height have a part in it. It goes down as it was planned: with a wrist that is turned by a
    quarter, what joints are short of here would tell nothing. Only where that way is closed another one is
    taken now, and joints settle anew.
    """
    p = hands.parameters
    goal = _goal_of(hands, request, height_m)
    has_replanned = False
    while True:
        yield from hands.settle(p.settle_s)
        stance_from_board = yield from _board_from_here(hands, reach.leaning)
        if stance_from_board is None:
            return reach
        same = same_reach(goal, reach, stance_from_board, p)
        again = same or best_reach(goal, reach.leaning, stance_from_board, p)
        if again is not None:
            break
        if has_replanned:
            raise HandTaskError(
                HandFailure.WAY_CLOSED,
                f"From above, the {reach.hand} hand no longer finds a way down to the place.",
            )
        has_replanned = True
        opening = float(hands.body.position_rad[hand_joint(reach.hand)])
        reach = yield from found(hands, request, height_m=height_m, stance_from_board=stance_from_board)
        yield from above(hands, reach, opening=reach.opening if opening > 0.0 else 0.0)
    hands.reach = again
    yield from hands.arm_through("aim", again.hand, again.arms_rad[-1:], 0.3, opening=None)
    if same is None:
        yield from hands.settle(p.settle_s)
    return again


def _board_from_here(hands: HandControl, leaning: Leaning) -> Behaviour[Transform3 | None]:
    """Return where the board is over feet that stand as planned: as seen now, or as remembered."""
    remembered = hands.stance_from_board
    seen = yield from hands.look(hands.parameters.look_s)
    if remembered is None or not seen:
        return remembered
    stance_from_board = leaning.stance_from_torso @ seen[0].interpolate(seen[-1], 0.5)
    away = remembered.inverse() @ stance_from_board
    _, turn_rad = axis_angle_from_matrix(away.rotation)
    is_likely = float(np.linalg.norm(away.translation)) < LIKELY_M and turn_rad < LIKELY_RAD
    if not is_likely:
        return remembered
    hands.seen_board = stance_from_board
    return stance_from_board


def down(hands: HandControl, reach: ReachPlan) -> Behaviour[None]:
    """Go straight down to the object.

    Gears rub the other way than above it, so what joints are short of is made up for anew.
    """
    p = hands.parameters
    hands.height_m = 0.0
    yield from hands.arm_through("go down", reach.hand, reach.arms_rad[-2:0:-1], p.down_s)
    yield from hands.settle(p.settle_low_s, doing="go down", arm=reach.hand)
    yield from hands.arm_through("go down", reach.hand, reach.arms_rad[:1], p.lowest_s)
    yield from hands.settle(p.settle_low_s, doing="go down", arm=reach.hand)


def lift(hands: HandControl, reach: ReachPlan) -> Behaviour[None]:
    """Go straight up."""
    nearest = int(np.abs(reach.heights_m - hands.height_m).argmin())
    yield from hands.arm_through("lift", reach.hand, reach.arms_rad[nearest:], hands.parameters.down_s)
    hands.height_m = float(reach.heights_m[-1])
    hands.forget_trim()


def close(hands: HandControl, hand: Hand) -> Behaviour[None]:
    """Close the fingers on whatever is between them."""
    yield from hands.fingers("close", hand, 0.0, hands.parameters.close_s)
    yield from hands.wait("close", 0.25)


def raised(hands: HandControl, hand: Hand) -> Behaviour[None]:
    """Bring an arm up at the side, from behind the back or from over the table; the other one goes behind."""
    p, unused = hands.parameters, other(hand)
    if unused in hands.before:
        yield from lowered(hands, unused)
    if not is_behind(hands.body.position_rad, unused):
        yield from hands.arm("tuck", unused, BEHIND_RAD, p.up_s, late=ELBOW)
    if hand in hands.before:
        yield from back(hands, hand)
        return
    yield from hands.arm("aside", hand, OUT_RAD, p.out_s, late=ELBOW)
    yield from hands.arm("aside", hand, BENT_RAD, 0.5 * p.out_s)
    yield from hands.arm("raise", hand, UP_RAD, p.up_s)


def back(hands: HandControl, hand: Hand) -> Behaviour[None]:
    """Bring an arm from over the table up to the side, and the body upright."""
    p = hands.parameters
    hands.forget_trim()
    hands.reach = None
    here_rad = hands.body.position_rad[arm_of(hand)]
    yield from hands.arm_through("draw back", hand, _higher(here_rad), p.higher_s)
    yield from hands.arm("draw back", hand, UP_RAD, p.over_s, leaning=upright_body(hands))
    hands.before.discard(hand)


def lowered(hands: HandControl, hand: Hand) -> Behaviour[None]:
    """Bring an arm from anywhere behind the back."""
    p = hands.parameters
    if hand in hands.before:
        yield from back(hands, hand)
        yield from hands.arm("aside", hand, BENT_RAD, p.up_s)
    yield from hands.arm("aside", hand, OUT_RAD, p.out_s)
    yield from hands.arm("tuck", hand, BEHIND_RAD, p.out_s)


def upright_body(hands: HandControl) -> Leaning:
    """Return the body that stands upright on these feet."""
    standing = lean_over(hands.body.feet, hands.body.position_rad, lean_rad=0.0, height_m=STAND_HEIGHT_M)
    if standing is None:
        raise HandTaskError(
            HandFailure.CANNOT_STAND, "On these feet the body cannot stand upright; step back and come anew."
        )
    return standing


def _higher(arm_rad: FloatArray) -> FloatArray:
    """Return the arm with its shoulder raised, as the only posture of a way."""
    higher_rad: FloatArray = arm_rad - np.array([HIGHER_RAD, 0.0, 0.0, 0.0, 0.0])
    return higher_rad[np.newaxis]


def _goal_of(hands: HandControl, request: HandRequest, height_m: float) -> ReachTarget:
    p = hands.parameters
    if request.place_m is None:
        raise HandTaskError(
            HandFailure.NO_PLACE, f"'{request.act}' needs a place on the board; none was given."
        )
    around = surroundings(
        request.neighbours_m, object_m=p.object_m, plate_m=p.plate_m, plate_height_m=p.plate_height_m
    )
    goal = ReachTarget(request.hand, request.place_m, height_m, request.yaw_rad, around)
    if request.act != "place":
        return goal
    held = hands.held.get(request.hand, Held())
    return replace(
        goal,
        place_m=beside_plate(request.place_m, object_m=p.object_m, plate_m=p.plate_m),
        depths_m=(held.deeper_m,),
        held_m=held.place_m,
        tips_m=p.object_m if held.is_tilted else 0.0,
    )
