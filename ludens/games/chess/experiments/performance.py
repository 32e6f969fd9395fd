"""How strong a player is by its results against opponents of known strength, with honest error bars."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

POINTS_PER_UNIT = 400.0 / log(10.0)  # Elo per unit of the logistic scale
Z_95 = 1.959964


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo points, and half of the 95 % interval."""

    elo: float
    half_width: float


def performance(results: Sequence[tuple[float, float]]) -> Rating:
    """The rating that explains the results best: pairs of an opponent's Elo and the score (1, ½ or 0).

    P(win) = 1 / (1 + 10^((opponent − rating) / 400)), draws counted as half a win (maximum likelihood, by
    Newton's steps). A drawn game against every opponent met is added, so that a clean sweep has a finite
    answer.
    """
    added = [(elo, 0.5) for elo in {elo for elo, _ in results}]
    games = [*results, *added]
    if not games:
        raise ValueError("Without games there is no rating.")
    rating = sum(elo for elo, _ in games) / len(games)
    information = 0.0
    for _ in range(100):
        expected = [1.0 / (1.0 + 10.0 ** ((elo - rating) / 400.0)) for elo, _ in games]
        surplus = sum(score - share for (_, score), share in zip(games, expected, strict=True))
        information = sum(share * (1.0 - share) for share in expected)
        step = POINTS_PER_UNIT * surplus / information
        rating += max(-200.0, min(200.0, step))
        if abs(step) < 1e-6:
            break
    return Rating(rating, Z_95 * POINTS_PER_UNIT / sqrt(information))
