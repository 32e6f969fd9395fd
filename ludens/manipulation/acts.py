"""The acts of hands as behaviours, step by step.

An act that cannot go on raises `HandTaskError`. Whatever happens, `withdraw` brings the
hand straight up and `tuck` brings the body back to a stand.
"""

import numpy as np

from ludens.core.behaviour import Behaviour
from ludens.geometry import FloatArray
from ludens.manipulation.clearance import WIDEST
from ludens.manipulation.hands import HandControl, HandTaskError, Held
from ludens.manipulation.postures import OFFERED_RAD, SHOWN_RAD, STUDIED_RAD, is_behind
from ludens.manipulation.reach_steps import (
    above,
    close,
    down,
    found,
    lift,
    lowered,
    raised,
    settled,
    upright_body,
)
from ludens.messages.manipulation import Hand, HandFailure, HandRequest

PROBE_S = 2.5
"""Without being told that something is in the hand, it closes now and then to feel."""
TUGGED_RAD = 0.035
TUG_S = 0.1
HANDS: tuple[Hand, ...] = ("left", "right")


def behaviour_for(hands: HandControl, request: HandRequest) -> Behaviour[None]:
    """Do what a request says; a hand that is still down at the board comes up first."""
    yield from withdraw(hands)
    yield from _act(hands, request)


def _act(hands: HandControl, request: HandRequest) -> Behaviour[None]:
    match request.act:
        case "grasp":
            return grasp(hands, request)
        case "place":
            return place(hands, request)
        case "accept":
            return accept(hands, request.hand)
        case "offer":
            return offer(hands, request.hand)
        case "show":
            return show(hands, request.hand)
        case "study":
            return study(hands, request.hand)
        case "tuck":
            return tuck(hands)


def grasp(hands: HandControl, request: HandRequest) -> Behaviour[None]:
    """Fetch an object from the board and hold it above its place."""
    hand, height_m = request.hand, 0.5 * hands.parameters.object_m
    if hands.holds(hand):
        raise HandTaskError(HandFailure.HAND_FULL, f"The {hand} hand holds something; place it first.")
    reach = yield from found(hands, request, height_m=height_m)
    yield from above(hands, reach, opening=reach.opening)
    reach = yield from settled(hands, request, reach, height_m=height_m)
    yield from down(hands, reach)
    yield from close(hands, hand)
    hands.held[hand] = Held(deeper_m=reach.deeper_m)
    if not hands.holds(hand):
        yield from hands.fingers("open", hand, reach.opening, hands.parameters.open_s)
        yield from lift(hands, reach)
        raise HandTaskError(
            HandFailure.FELT_NOTHING,
            f"The {hand} hand closed and felt nothing: no object is where it was looked for.",
        )
    yield from lift(hands, reach)
    if not hands.holds(hand):
        raise HandTaskError(HandFailure.LOST, f"The {hand} hand lost the object while it lifted it.")


def place(hands: HandControl, request: HandRequest) -> Behaviour[None]:
    """Set down the object in hand, let go and leave straight upwards."""
    hand, p = request.hand, hands.parameters
    if not hands.holds(hand):
        raise HandTaskError(HandFailure.HAND_EMPTY, f"The {hand} hand holds nothing to be placed.")
    height_m = 0.5 * p.object_m + p.set_down_m
    reach = yield from found(hands, request, height_m=height_m)
    yield from above(hands, reach, opening=0.0)
    if not hands.holds(hand):
        raise HandTaskError(HandFailure.LOST, f"The {hand} hand lost the object on its way to the board.")
    reach = yield from settled(hands, request, reach, height_m=height_m)
    yield from down(hands, reach)
    yield from hands.fingers("let go", hand, reach.opening, p.open_s)
    yield from lift(hands, reach)


def accept(hands: HandControl, hand: Hand) -> Behaviour[None]:
    """Hold the open hand out, and close it on what a person gives."""
    if hands.holds(hand):
        raise HandTaskError(HandFailure.HAND_FULL, f"The {hand} hand holds something and takes no more.")
    yield from _before(hands, hand, OFFERED_RAD, opening=WIDEST, doing="hold the hand out")
    waited_s, probed_s = 0.0, 0.0
    hands.seen[hand] = False  # what was in it before is of no interest
    while waited_s < hands.parameters.patience_s:
        hands.doing = "wait for an object"
        waited_s, probed_s = waited_s + hands.elapsed_s, probed_s + hands.elapsed_s
        if hands.seen[hand] or hands.touched(hand) or probed_s > PROBE_S:
            yield from close(hands, hand)
            if hands.holds(hand):
                hands.held[hand] = Held(is_tilted=True)
                return
            yield from hands.fingers("open", hand, WIDEST, hands.parameters.open_s)
            probed_s, hands.seen[hand] = 0.0, False
        yield
    raise HandTaskError(
        HandFailure.NOT_GIVEN,
        f"Nobody gave anything to the {hand} hand within {hands.parameters.patience_s:g} s.",
    )


def offer(hands: HandControl, hand: Hand) -> Behaviour[None]:
    """Hold the object out, and let go when a person pulls at it or touches the hand."""
    if not hands.holds(hand):
        raise HandTaskError(HandFailure.HAND_EMPTY, f"The {hand} hand holds nothing to be offered.")
    yield from _before(hands, hand, OFFERED_RAD, opening=0.0, doing="hold the object out")
    yield from hands.wait("hold still", 2.0 * hands.parameters.settle_s)
    usual_rad, waited_s, tugged_s = hands.arm_error_rad(hand), 0.0, 0.0
    while waited_s < hands.parameters.patience_s:
        hands.doing = "wait until it is taken"
        waited_s += hands.elapsed_s
        tugs = float(np.abs(hands.arm_error_rad(hand) - usual_rad).max()) > TUGGED_RAD
        tugged_s = tugged_s + hands.elapsed_s if tugs else 0.0
        if tugged_s > TUG_S or hands.touched(hand) or not hands.holds(hand):
            yield from hands.fingers("let go", hand, WIDEST, hands.parameters.open_s)
            return
        yield
    raise HandTaskError(
        HandFailure.NOT_TAKEN, f"Nobody took the object within {hands.parameters.patience_s:g} s."
    )


def show(hands: HandControl, hand: Hand) -> Behaviour[None]:
    """Hold the hand where both cameras see it."""
    yield from _before(hands, hand, SHOWN_RAD, opening=None, doing="show the hand")
    yield from hands.wait("hold still", hands.parameters.settle_s)


def study(hands: HandControl, hand: Hand) -> Behaviour[None]:
    """Turn what the hand holds before the camera, and hold still in each posture for pictures."""
    if not hands.holds(hand):
        raise HandTaskError(HandFailure.HAND_EMPTY, f"The {hand} hand holds nothing to be looked at.")
    p = hands.parameters
    yield from _before(hands, hand, STUDIED_RAD[0], opening=None, doing="turn the hand")
    yield from hands.wait("hold still", p.still_s)
    for left_rad in STUDIED_RAD[1:]:
        yield from hands.arm("turn the hand", hand, left_rad, p.turn_s)
        yield from hands.wait("hold still", p.still_s)


def tuck(hands: HandControl) -> Behaviour[None]:
    """Bring the body to a stand and both arms behind the back, with what they hold."""
    for hand in HANDS:
        if hand in hands.before or not is_behind(hands.body.position_rad, hand):
            yield from lowered(hands, hand)
    yield from hands.stand("stand", upright_body(hands), hands.parameters.out_s)


def withdraw(hands: HandControl) -> Behaviour[None]:
    """Bring a hand that is down at the board straight up."""
    if hands.reach is not None and hands.height_m < hands.reach.heights_m[-1]:
        yield from lift(hands, hands.reach)


def _before(
    hands: HandControl, hand: Hand, left_rad: FloatArray, *, opening: float | None, doing: str
) -> Behaviour[None]:
    """Bring an upright body's arm into a posture over the table, above all objects."""
    yield from raised(hands, hand)
    hands.before.add(hand)
    yield from hands.arm(
        doing, hand, left_rad, hands.parameters.over_s, leaning=upright_body(hands), opening=opening
    )
