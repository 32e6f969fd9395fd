"""Where all pieces are, by all that was seen so far: a configuration, or a named trouble.

The probability of every piece at every place follows by Bayes' rule from picture to picture. A hand or the
arm hides much at once; a piece that fell over hides a place or two, and its own marker is gone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.contract.module import Module
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.places import FIRST_SLOT, OFF, PIECES, PLACE_COUNT, PiecePlace
from ludens.games.chess.workcell.measures import Measures
from ludens.geometry import FloatArray
from ludens.messages import PiecesBelieved, PiecesSeen, SeenPiece, Trouble

MOVING = 0.02
"""Share of places that must look different before something moves there."""
ON_A_LINE = 0.36
"""Of a square's edge, from its middle: farther out a piece stands on a line."""
OVERLOOKED = 2
"""Pictures in a row in which a marker may be missed without anything in front of it."""
SEARCHED = 20
"""Pictures in which a piece that was never seen is looked for at every place, before it is held to be off."""
GONE = 5
"""Pictures in a row without a marker after which it is not just overlooked."""
DARK = 0.5
"""Of the pieces on the table that are seen at least, unless the light is off."""
SAME_M = 0.01
"""A piece seen so near to where it was has not moved; its place is averaged."""
SIGMA_M = 0.007
"""How far a piece that stands at a place is seen from its middle: people are not exact."""
LEAST_LIKELY = 1e-5
"""A marker read wrongly, or a piece on its way."""
MISSED = 0.04
"""Probability that a marker in plain sight is not found in a picture."""
WANDERS, RESTS = 0.05, 0.002
"""Probability from picture to picture that a piece has gone somewhere: while something moves, and else."""
MOST_LYING = 2
"""Pieces that fall at once; where more are gone something else is in front of them."""
MOST_COVERED = 3
"""Places that one piece on its side covers, lying on a line or a crossing."""


@dataclass(frozen=True, slots=True)
class PieceTrackerParameters:
    """How sure is sure."""

    white_is_near: bool = True
    certain: Annotated[float, Meta(gt=0.5, lt=1.0, description="Of every place, to settle.")] = 0.98
    still_pictures: Annotated[
        int, Meta(ge=1, le=50, description="Pictures without motion in a row, to settle.")
    ] = 2


class PieceTracker(Module[PieceTrackerParameters]):
    """Weighs every picture by Bayes' rule; says when all is settled, and what is wrong if something is."""

    budget_s = 0.002

    def start(self) -> None:
        """Begin knowing nothing."""
        self._measures = Measures(white_is_near=self.parameters.white_is_near)
        self._middles_m = self._measures.middles()
        self._filter = PlaceProbabilities(self._measures)
        self._positions_m = np.full((len(PIECES), 2), np.nan)
        self._yaws_rad = np.zeros(len(PIECES))
        self._missed = np.zeros(len(PIECES), dtype=np.int64)
        self._on_table: frozenset[int] = frozenset()  # the pieces, when all was settled last
        self._still = 0
        self._pictures = 0

    def cycle(self, seen: PiecesSeen) -> PiecesBelieved:
        """Take in one picture."""
        moving = seen.motion > MOVING
        self._still = 0 if moving else self._still + 1
        self._pictures += 1
        self._filter.pass_time(moving=moving)
        counts = Counter(piece.number for piece in seen.pieces)
        dark = not counts or len(self._on_table.intersection(counts)) < DARK * len(self._on_table)
        self._follow([piece for piece in seen.pieces if counts[piece.number] == 1])
        visible = np.full(len(self._middles_m), 0.0 if dark else 1.0)
        visible[list(seen.covered)] = 0.0
        for number in range(len(PIECES)):
            self._missed[number] = 0 if number in counts else self._missed[number] + 1
            if number not in counts:
                self._filter.miss(number, 0.5 * visible if moving else visible)
        believed = self._believed(seen, counts, moving=moving, dark=dark)
        if believed.settled:
            off = OFF.number
            self._on_table = frozenset(piece for piece, place in enumerate(believed.places) if place != off)
        return believed

    def _follow(self, pieces: Sequence[SeenPiece]) -> None:
        if not pieces:
            return
        numbers = np.array([piece.number for piece in pieces])
        at_m = np.array([(piece.x_m, piece.y_m) for piece in pieces])
        self._filter.see(numbers, at_m)
        before_m = self._positions_m[numbers]
        same = np.abs(before_m - at_m).max(axis=1, keepdims=True) < SAME_M  # no where there was none before
        self._positions_m[numbers] = np.where(same, 0.6 * before_m + 0.4 * at_m, at_m)
        self._yaws_rad[numbers] = [piece.yaw_rad for piece in pieces]

    def _believed(
        self, seen: PiecesSeen, counts: Counter[int], *, moving: bool, dark: bool
    ) -> PiecesBelieved:
        chances = self._filter.chances
        places = tuple(chances.argmax(axis=1).tolist())
        confidences = tuple(chances.max(axis=1).tolist())
        # A marker that one picture or two do not show is still there, if its place is not bare.
        overlooked = {
            place for place, missed in zip(places, self._missed, strict=True) if 0 < missed <= OVERLOOKED
        }
        covered = tuple(place for place in seen.covered if place not in overlooked)
        troubles = tuple(
            self._troubles(seen, counts, covered, PieceConfiguration(tuple(map(PiecePlace, places))))
        )
        if dark:
            troubles = (Trouble("dark"),)
        sure = min(confidences) >= self.parameters.certain and max(counts.values(), default=1) == 1
        sure &= self._pictures >= SEARCHED or bool(np.isfinite(self._positions_m).all())
        return PiecesBelieved(
            time_s=seen.time_s,
            places=places,
            confidences=confidences,
            positions_m=self._positions_m.copy(),
            yaws_rad=self._yaws_rad.copy(),
            settled=sure and not (covered or dark) and self._still >= self.parameters.still_pictures,
            hidden=moving or dark or bool(covered),
            troubles=troubles,
            unseen=tuple(np.flatnonzero(self._missed > OVERLOOKED).tolist()),
        )

    def _troubles(
        self,
        seen: PiecesSeen,
        counts: Counter[int],
        covered: tuple[int, ...],
        configuration: PieceConfiguration,
    ) -> Iterator[Trouble]:
        for number, count in sorted(counts.items()):
            if count > 1:
                yield Trouble("doubled", (number,))
        for number in seen.foreign:
            yield Trouble("foreign", (number,))
        taken = Counter(configuration.places)
        for place in sorted(place for place, count in taken.items() if count > 1 and not place.is_off):
            yield Trouble("shared", configuration.at(place), place.number)
        for piece in seen.pieces:
            place = configuration[piece.number]
            if place == OFF or place.number >= FIRST_SLOT or counts[piece.number] > 1:
                continue
            x_m, y_m = self._middles_m[place.number].tolist()
            away_m = max(abs(piece.x_m - x_m), abs(piece.y_m - y_m))
            if away_m > ON_A_LINE * self._measures.square_m:
                yield Trouble("between", (piece.number,), place.number)
        if self._still >= self.parameters.still_pictures:
            gone = [piece for piece in sorted(self._on_table) if self._missed[piece] >= GONE]
            yield from lying(gone, covered, seen_at_m=self._positions_m, middles_m=self._middles_m)
            for number in covered:
                yield Trouble("covered", (), number)


class PlaceProbabilities:
    """A table of 32 pieces by 97 places; every row sums to one."""

    def __init__(self, measures: Measures) -> None:
        self._middles = measures.middles()
        self.chances: FloatArray = np.full((len(PIECES), PLACE_COUNT), 1.0 / PLACE_COUNT)

    def expect(self, configuration: PieceConfiguration, *, certainty: float = 0.9) -> None:
        """Begin with a configuration that somebody told."""
        self.chances[:] = (1.0 - certainty) / PLACE_COUNT
        for piece, place in enumerate(configuration.places):
            self.chances[piece, place.number] += certainty

    def pass_time(self, *, moving: bool) -> None:
        """Let pieces have gone anywhere with a small chance."""
        gone = WANDERS if moving else RESTS
        self.chances = (1.0 - gone) * self.chances + gone / PLACE_COUNT

    def see(self, pieces: NDArray[np.int64], at_m: FloatArray) -> None:
        """Take in that pieces were seen at places (n, 2); what is far from every place is off the board."""
        squared = ((self._middles - at_m[:, np.newaxis]) ** 2).sum(axis=2) / SIGMA_M**2
        likely = np.full((len(pieces), PLACE_COUNT), LEAST_LIKELY)
        likely[:, : len(self._middles)] += np.exp(-0.5 * np.minimum(squared, 60.0))
        likely[:, OFF.number] += 0.02 * (squared.min(axis=1) > 25.0)
        weighed = self.chances[pieces] * likely
        self.chances[pieces] = weighed / weighed.sum(axis=1, keepdims=True)

    def miss(self, piece: int, visible: FloatArray) -> None:
        """Take in that a piece was not seen; `visible` is the share of each place (96) in plain sight."""
        likely = np.ones(PLACE_COUNT)
        likely[: len(self._middles)] = 1.0 - visible * (1.0 - MISSED)
        weighed = self.chances[piece] * likely
        self.chances[piece] = weighed / weighed.sum()


def lying(
    gone: Sequence[int], covered: Sequence[int], *, seen_at_m: FloatArray, middles_m: FloatArray
) -> Iterator[Trouble]:
    """Name the place of each piece that is gone: the covered one nearest to where it was seen last."""
    if not covered or len(gone) > MOST_LYING or len(covered) > MOST_COVERED * len(gone):
        return
    for piece in gone:
        away_m = np.hypot(*(middles_m[list(covered)] - seen_at_m[piece]).T)
        yield Trouble("lying", (piece,), covered[int(np.nan_to_num(away_m).argmin())])
