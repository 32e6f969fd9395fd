"""The steps of which acts at the board are made: find a way, come above, settle, down, close, up, back."""

from collections.abc import Generator
from dataclasses import replace

import numpy as np

from ludens.geometry import FloatArray
from ludens.messages.morris_table import Hand, HandRequest
from ludens.motion.handling.errors import HandlingError
from ludens.motion.handling.leaning import Leaning, lean_over
from ludens.motion.handling.postures import BEHIND_RAD, BENT_RAD, OUT_RAD, UP_RAD, is_behind, other
from ludens.motion.handling.reaching import Reach, Wish, arm_of, best_reach, reaches, same_reach
from ludens.motion.handling.surroundings import beside_plate, surroundings
from ludens.motion.handling.worker import Held, Story, Worker

STAND_HEIGHT_M = 0.315
HIGHER_RAD = 0.35
"""By which the shoulder is raised before a hand goes aside over the table: some 5 cm at the fingers."""
ELBOW = (2, 3, 4)


def found(worker: Worker, request: HandRequest, *, height_m: float) -> Generator[None, None, Reach]:
    """Search for a way to reach a place, one lean a cycle."""
    worker.doing = "plan"
    if worker.stance_from_board is None:
        raise HandlingError("It is not known where the board is; look for its marker first.")
    best: Reach | None = None
    wish = _wish(worker, request, height_m)
    for one in reaches(
        wish,
        feet=worker.body.feet,
        stance_from_board=worker.stance_from_board,
        position_rad=worker.body.position_rad,
        parameters=worker.parameters,
    ):
        if one is not None and (best is None or one.cost < best.cost):
            best = one
        yield
    if best is None:
        x_m, y_m = wish.place_m
        raise HandlingError(
            f"The {request.hand} hand does not reach ({1e3 * x_m:.0f}, {1e3 * y_m:.0f}) mm from here without "
            "touching others; go to the station for that place."
        )
    return best


def above(worker: Worker, reach: Reach, *, opening: float) -> Story:
    """Bring the body into its posture and the hand above the place, fingers open so far."""
    p, hand = worker.parameters, reach.hand
    yield from raised(worker, hand)
    worker.before.add(hand)
    above_rad = reach.arms_rad[-1]
    yield from worker.arm_through(
        "reach over", hand, _higher(above_rad), p.over_s, leaning=reach.leaning, opening=opening
    )
    yield from worker.arm_through("reach over", hand, above_rad[np.newaxis], p.higher_s)
    worker.reach, worker.height_m = reach, float(reach.heights_m[-1])


def settled(
    worker: Worker, request: HandRequest, reach: Reach, *, height_m: float
) -> Generator[None, None, Reach]:
    """Come to rest above the place, and aim again by where the board is seen from here.

    It goes down as it was planned: with a wrist that is turned by a quarter, what joints are short of here
    would tell nothing. Only where that way is closed now another one is taken, and joints settle anew.
    """
    p = worker.parameters
    yield from worker.settle(p.settle_s)
    if worker.stance_from_board is None:
        return reach
    wish = _wish(worker, request, height_m)
    same = same_reach(wish, reach, worker.stance_from_board, p)
    again = same or best_reach(wish, reach.leaning, worker.stance_from_board, p)
    if again is None:
        raise HandlingError(f"From above, the {reach.hand} hand no longer finds a way down to the place.")
    worker.reach = again
    yield from worker.arm_through("aim", again.hand, again.arms_rad[-1:], 0.3, opening=None)
    if same is None:
        yield from worker.settle(p.settle_s)
    return again


def down(worker: Worker, reach: Reach) -> Story:
    """Go straight down to the piece."""
    worker.height_m = 0.0
    yield from worker.arm_through("go down", reach.hand, reach.arms_rad[-2::-1], worker.parameters.down_s)
    yield from worker.wait("go down", 0.15)


def lift(worker: Worker, reach: Reach) -> Story:
    """Go straight up."""
    nearest = int(np.abs(reach.heights_m - worker.height_m).argmin())
    yield from worker.arm_through("lift", reach.hand, reach.arms_rad[nearest:], worker.parameters.down_s)
    worker.height_m = float(reach.heights_m[-1])
    worker.forget_trim()


def close(worker: Worker, hand: Hand) -> Story:
    """Close the fingers on whatever is between them."""
    yield from worker.fingers("close", hand, 0.0, worker.parameters.close_s)
    yield from worker.wait("close", 0.25)


def raised(worker: Worker, hand: Hand) -> Story:
    """Bring an arm up at the side, from behind the back or from over the table; the other one goes behind."""
    p, unused = worker.parameters, other(hand)
    if unused in worker.before:
        yield from lowered(worker, unused)
    if not is_behind(worker.body.position_rad, unused):
        yield from worker.arm("tuck", unused, BEHIND_RAD, p.up_s, late=ELBOW)
    if hand in worker.before:
        yield from back(worker, hand)
        return
    yield from worker.arm("aside", hand, OUT_RAD, p.out_s, late=ELBOW)
    yield from worker.arm("aside", hand, BENT_RAD, 0.5 * p.out_s)
    yield from worker.arm("raise", hand, UP_RAD, p.up_s)


def back(worker: Worker, hand: Hand) -> Story:
    """Bring an arm from over the table up to the side, and the body upright."""
    p = worker.parameters
    worker.forget_trim()
    worker.reach = None
    here_rad = worker.body.position_rad[arm_of(hand)]
    yield from worker.arm_through("draw back", hand, _higher(here_rad), p.higher_s)
    yield from worker.arm("draw back", hand, UP_RAD, p.over_s, leaning=upright_body(worker))
    worker.before.discard(hand)


def lowered(worker: Worker, hand: Hand) -> Story:
    """Bring an arm from anywhere behind the back."""
    p = worker.parameters
    if hand in worker.before:
        yield from back(worker, hand)
        yield from worker.arm("aside", hand, BENT_RAD, p.up_s)
    yield from worker.arm("aside", hand, OUT_RAD, p.out_s)
    yield from worker.arm("tuck", hand, BEHIND_RAD, p.out_s)


def upright_body(worker: Worker) -> Leaning:
    """Return the body that stands upright on these feet."""
    standing = lean_over(worker.body.feet, worker.body.position_rad, lean_rad=0.0, height_m=STAND_HEIGHT_M)
    if standing is None:
        raise HandlingError("On these feet the body cannot stand upright; step back and come anew.")
    return standing


def _higher(arm_rad: FloatArray) -> FloatArray:
    """Return the arm with its shoulder raised, as the only posture of a way."""
    higher_rad: FloatArray = arm_rad - np.array([HIGHER_RAD, 0.0, 0.0, 0.0, 0.0])
    return higher_rad[np.newaxis]


def _wish(worker: Worker, request: HandRequest, height_m: float) -> Wish:
    p = worker.parameters
    if request.place_m is None:
        raise HandlingError(f"'{request.act}' needs a place on the board; none was given.")
    around = surroundings(
        request.neighbours_m, piece_m=p.piece_m, plate_m=p.plate_m, plate_height_m=p.plate_height_m
    )
    wish = Wish(request.hand, request.place_m, height_m, request.yaw_rad, around)
    if request.act != "place":
        return wish
    held = worker.held.get(request.hand, Held())
    return replace(
        wish,
        place_m=beside_plate(request.place_m, piece_m=p.piece_m, plate_m=p.plate_m),
        depths_m=(held.deeper_m,),
        tips_m=p.piece_m if held.is_tilted else 0.0,
    )
