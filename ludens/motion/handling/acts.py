"""What hands do, each act as a story told step by step; every `yield` is one cycle of the body.

An act that cannot go on raises `HandlingError` with a sentence. Whatever happens, `withdraw` brings the
hand straight up and `tuck` brings the body back to a stand.
"""

import numpy as np

from ludens.geometry import FloatArray
from ludens.messages.morris_table import Hand, HandRequest
from ludens.motion.handling.errors import HandlingError
from ludens.motion.handling.hand import WIDEST
from ludens.motion.handling.postures import OFFERED_RAD, SHOWN_RAD, is_behind
from ludens.motion.handling.reach_steps import (
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
from ludens.motion.handling.worker import Held, Story, Worker

PROBE_S = 2.5
"""Without being told that something is in the hand, it closes now and then to feel."""
TUGGED_RAD = 0.035
TUG_S = 0.1
HANDS: tuple[Hand, ...] = ("left", "right")


def story_of(worker: Worker, request: HandRequest) -> Story:
    """Tell the story of a request; a hand that is still down at the board comes up first."""
    yield from withdraw(worker)
    yield from _story_of(worker, request)


def _story_of(worker: Worker, request: HandRequest) -> Story:
    match request.act:
        case "grasp":
            return grasp(worker, request)
        case "place":
            return place(worker, request)
        case "accept":
            return accept(worker, request.hand)
        case "offer":
            return offer(worker, request.hand)
        case "show":
            return show(worker, request.hand)
        case "tuck":
            return tuck(worker)


def grasp(worker: Worker, request: HandRequest) -> Story:
    """Fetch a piece from the board and hold it above its place."""
    hand, height_m = request.hand, 0.5 * worker.parameters.piece_m
    if worker.holds(hand):
        raise HandlingError(f"The {hand} hand already holds something; place it first.")
    reach = yield from found(worker, request, height_m=height_m)
    yield from above(worker, reach, opening=reach.opening)
    reach = yield from settled(worker, request, reach, height_m=height_m)
    yield from down(worker, reach)
    yield from close(worker, hand)
    worker.held[hand] = Held(deeper_m=reach.deeper_m)
    if not worker.holds(hand):
        yield from worker.fingers("open", hand, reach.opening, worker.parameters.open_s)
        yield from lift(worker, reach)
        raise HandlingError(f"The {hand} hand closed and felt nothing: no man is where it was looked for.")
    yield from lift(worker, reach)
    if not worker.holds(hand):
        raise HandlingError(f"The {hand} hand lost the man while it lifted it.")


def place(worker: Worker, request: HandRequest) -> Story:
    """Set down the piece in hand, let go and leave straight upwards."""
    hand, p = request.hand, worker.parameters
    if not worker.holds(hand):
        raise HandlingError(f"The {hand} hand holds nothing to be placed.")
    height_m = 0.5 * p.piece_m + p.set_down_m
    reach = yield from found(worker, request, height_m=height_m)
    yield from above(worker, reach, opening=0.0)
    if not worker.holds(hand):
        raise HandlingError(f"The {hand} hand lost the man on its way to the board.")
    reach = yield from settled(worker, request, reach, height_m=height_m)
    yield from down(worker, reach)
    yield from worker.fingers("let go", hand, reach.opening, p.open_s)
    yield from lift(worker, reach)


def accept(worker: Worker, hand: Hand) -> Story:
    """Hold the open hand out, and close it on what a person gives."""
    if worker.holds(hand):
        raise HandlingError(f"The {hand} hand already holds something and takes no more.")
    yield from _before(worker, hand, OFFERED_RAD, opening=WIDEST, doing="hold the hand out")
    waited_s, probed_s = 0.0, 0.0
    worker.seen[hand] = False  # what was in it before is of no interest
    while waited_s < worker.parameters.patience_s:
        worker.doing = "wait for a man"
        waited_s, probed_s = waited_s + worker.elapsed_s, probed_s + worker.elapsed_s
        if worker.seen[hand] or worker.touched(hand) or probed_s > PROBE_S:
            yield from close(worker, hand)
            if worker.holds(hand):
                worker.held[hand] = Held(is_tilted=True)
                return
            yield from worker.fingers("open", hand, WIDEST, worker.parameters.open_s)
            probed_s, worker.seen[hand] = 0.0, False
        yield
    raise HandlingError(f"Nobody gave a man to the {hand} hand within {worker.parameters.patience_s:g} s.")


def offer(worker: Worker, hand: Hand) -> Story:
    """Hold the piece out, and let go when a person pulls at it or touches the hand."""
    if not worker.holds(hand):
        raise HandlingError(f"The {hand} hand holds nothing to be offered.")
    yield from _before(worker, hand, OFFERED_RAD, opening=0.0, doing="hold the man out")
    yield from worker.wait("hold still", 2.0 * worker.parameters.settle_s)
    usual_rad, waited_s, tugged_s = worker.arm_error_rad(hand), 0.0, 0.0
    while waited_s < worker.parameters.patience_s:
        worker.doing = "wait for the man to be taken"
        waited_s += worker.elapsed_s
        tugs = float(np.abs(worker.arm_error_rad(hand) - usual_rad).max()) > TUGGED_RAD
        tugged_s = tugged_s + worker.elapsed_s if tugs else 0.0
        if tugged_s > TUG_S or worker.touched(hand) or not worker.holds(hand):
            yield from worker.fingers("let go", hand, WIDEST, worker.parameters.open_s)
            return
        yield
    raise HandlingError(f"Nobody took the man within {worker.parameters.patience_s:g} s.")


def show(worker: Worker, hand: Hand) -> Story:
    """Hold the hand where both cameras see it."""
    yield from _before(worker, hand, SHOWN_RAD, opening=None, doing="show the hand")
    yield from worker.wait("hold still", worker.parameters.settle_s)


def tuck(worker: Worker) -> Story:
    """Bring the body to a stand and both arms behind the back, with what they hold."""
    for hand in HANDS:
        if hand in worker.before or not is_behind(worker.body.position_rad, hand):
            yield from lowered(worker, hand)
    yield from worker.stand("stand", upright_body(worker), worker.parameters.out_s)


def withdraw(worker: Worker) -> Story:
    """Bring a hand that is down at the board straight up."""
    if worker.reach is not None and worker.height_m < worker.reach.heights_m[-1]:
        yield from lift(worker, worker.reach)


def _before(worker: Worker, hand: Hand, left_rad: FloatArray, *, opening: float | None, doing: str) -> Story:
    """Bring an upright body's arm into a posture over the table, above all pieces."""
    yield from raised(worker, hand)
    worker.before.add(hand)
    yield from worker.arm(
        doing, hand, left_rad, worker.parameters.over_s, leaning=upright_body(worker), opening=opening
    )
