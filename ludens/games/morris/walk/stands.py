"""From which side of the table and with which hand: the choice with the shortest walk.

A point in the middle of a side (odd element) is reached from that side only, with either hand. A corner
(even element) is reached from both sides that meet there: it is the left end of one, for the left hand,
and the right end of the other, for the right hand. A man that is carried from point to point stays in one
hand, so the stands for all points of a move are chosen together.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import get_args

from ludens.core.errors import LudensError
from ludens.games.morris.board.measures import SIDES, MorrisMeasures
from ludens.games.morris.rules.board import ELEMENTS, POINT_COUNT
from ludens.games.morris.walk.route import route_round
from ludens.geometry import Pose2
from ludens.messages.manipulation import Hand

HANDS: tuple[Hand, ...] = get_args(Hand)
ROUND_CLEARANCE_M = 0.20
"""Of the torso, on the way round, for comparing lengths."""


class SectorError(LudensError):
    """A point that is none, or one that no hand may reach."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A side of the table and the hand that reaches a point from there."""

    side: int
    hand: Hand


StationsFor = Callable[[tuple[Stand, ...]], Sequence[Pose2]]
"""Where the robot must stand on the board for the points in turn, with these stands."""


def stands_for(point: int) -> tuple[Stand, ...]:
    """Return all stands from which a point is reached."""
    if not 0 <= point < POINT_COUNT:
        raise SectorError(f"A board has points 0 to {POINT_COUNT - 1}; got {point}.")
    element = point % ELEMENTS
    side = element // 2
    if element % 2 == 1:
        return tuple(Stand(side, hand) for hand in HANDS)
    return Stand(side, "left"), Stand((side - 1) % SIDES, "right")


def choose_stands(
    here: Pose2,
    points: Sequence[int],
    *,
    stations_for: StationsFor,
    measures: MorrisMeasures,
    hand: Hand | None = None,
) -> tuple[Stand, ...]:
    """Return a stand for each point in turn, all for one hand, so that the whole walk is shortest.

    `hand` is given when something is already in it. Of equally long walks, the one with the shorter last part
    wins: it is better to walk with an empty hand. A place beside its point may be too deep from one of the
    point's sides: then the others count.
    """
    ways: list[tuple[float, float, tuple[Stand, ...]]] = []
    refusal: LudensError | None = None
    for used in HANDS if hand is None else (hand,):
        choices = [[stand for stand in stands_for(point) if stand.hand == used] for point in points]
        for stands in product(*choices):
            try:
                legs_m = _legs_m(here, stations_for(stands), measures)
            except LudensError as error:
                refusal = error
                continue
            ways.append((round(math.fsum(legs_m), 3), legs_m[-1] if legs_m else 0.0, stands))
    if not ways:
        which = "either hand" if hand is None else f"the {hand} hand"
        raise SectorError(f"No stand reaches the points {list(points)} with {which}.") from refusal
    return min(ways, key=lambda way: way[:2])[2]


def _legs_m(here: Pose2, stations: Sequence[Pose2], measures: MorrisMeasures) -> list[float]:
    legs_m = []
    for there in stations:
        way = route_round(here, there, half_m=0.5 * measures.table_width_m, clearance_m=ROUND_CLEARANCE_M)
        legs_m.append(way.cost_m if here.distance_m(there) > 1e-3 else 0.0)
        here = there
    return legs_m
