"""Strengths of players from the results of their games, with honest error bars.

P(i beats j) = 1 / (1 + 10^((r_j − r_i) / 400)), draws counted as half a win, r in Elo points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from ludens.experiments.json_values import Json

POINTS_PER_UNIT = 400.0 / np.log(10.0)  # Elo per unit of the logistic scale
PRIOR_GAMES = 0.5  # a draw's half between each pair, so that a clean sweep has a finite answer
Z_95 = 1.959964


@dataclass(frozen=True, slots=True)
class EloRating:
    """Elo points, and half of the 95 % interval."""

    elo: float
    half_width: float

    @property
    def interval(self) -> list[Json]:
        """Between which points it lies, rounded."""
        return [round(self.elo - self.half_width), round(self.elo + self.half_width)]


@dataclass(frozen=True, slots=True)
class PlayedPair:
    """Players by number who played each other, and what the first scored."""

    first: int
    second: int
    score: float


def performance(results: Sequence[tuple[float, float]]) -> EloRating:
    """The rating that explains results against known opponents best: pairs of their Elo and the score.

    Maximum likelihood, by Newton's steps. A drawn game against every opponent met is added, so that a clean
    sweep has a finite answer.
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
    return EloRating(float(rating), float(Z_95 * POINTS_PER_UNIT / sqrt(information)))


def ratings(games: Sequence[PlayedPair], *, players: int) -> list[EloRating]:
    """The ratings of all players, against their mean: maximum likelihood of the Bradley-Terry model.

    Newton's steps; the error bars are those of the inverse of the Fisher information at the maximum.
    """
    played, won = _counts(games, players)
    strengths = np.zeros(players)
    for _ in range(100):
        expected, information = _model(played, strengths)
        step = np.linalg.pinv(information) @ (won.sum(axis=1) - expected)
        strengths += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-9:
            break
    deviations = np.sqrt(np.diag(np.linalg.pinv(_model(played, strengths)[1])))
    strengths -= strengths.mean()
    return [
        EloRating(float(POINTS_PER_UNIT * strength), float(POINTS_PER_UNIT * Z_95 * deviation))
        for strength, deviation in zip(strengths, deviations, strict=True)
    ]


def _counts(games: Sequence[PlayedPair], players: int) -> tuple[np.ndarray, np.ndarray]:
    played, won = np.zeros((players, players)), np.zeros((players, players))
    for game in games:
        for one, other, score in (
            (game.first, game.second, game.score),
            (game.second, game.first, 1.0 - game.score),
        ):
            played[one, other] += 1.0
            won[one, other] += score
    met = played > 0
    return played + PRIOR_GAMES * met, won + PRIOR_GAMES / 2.0 * met


def _model(played: np.ndarray, strengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Expected points of every player, and the Fisher information of the strengths."""
    wins = 1.0 / (1.0 + np.exp(strengths[None, :] - strengths[:, None]))
    weights = played * wins * (1.0 - wins)
    return (played * wins).sum(axis=1), np.diag(weights.sum(axis=1)) - weights
