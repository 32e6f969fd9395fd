"""Probabilities of every piece at every place, by Bayes' rule from picture to picture."""

import numpy as np
from numpy.typing import NDArray

from ludens.games.chess.measures import Measures
from ludens.games.chess.rules.configuration import Configuration
from ludens.games.chess.rules.pieces import PIECES
from ludens.games.chess.rules.places import OFF, PLACE_COUNT
from ludens.geometry import FloatArray

SIGMA_M = 0.007
"""How far a piece that stands at a place is seen from its middle: people are not exact."""
LEAST_LIKELY = 1e-5
"""A marker read wrongly, or a piece on its way."""
MISSED = 0.04
"""Probability that a marker in plain sight is not found in a picture."""
WANDERS, RESTS = 0.05, 0.002
"""Probability from picture to picture that a piece has gone somewhere: while something moves, and else."""


class PlaceFilter:
    """A table of 32 pieces by 97 places; every row sums to one."""

    def __init__(self, measures: Measures) -> None:
        self._middles = measures.middles()
        self.chances: FloatArray = np.full((len(PIECES), PLACE_COUNT), 1.0 / PLACE_COUNT)

    def expect(self, configuration: Configuration, *, certainty: float = 0.9) -> None:
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
