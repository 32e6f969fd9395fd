"""Strengths of players from the results of their games, with honest error bars."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

POINTS_PER_UNIT = 400.0 / np.log(10.0)  # Elo per unit of the logistic scale
PRIOR_GAMES = 0.5  # a draw's half between each pair, so that a clean sweep has a finite answer
Z_95 = 1.959964


@dataclass(frozen=True, slots=True)
class Game:
    """Who played whom, and what the first scored."""

    first: int
    second: int
    score: float


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo points against the mean of all players, and half of the 95 % interval."""

    elo: float
    half_width: float


def ratings(games: Sequence[Game], *, players: int) -> list[Rating]:
    """Maximum likelihood of the Bradley-Terry model, draws counted as half a win.

    P(i beats j) = 1 / (1 + exp(r_j − r_i)), Σ r = 0. Newton's steps; the error bars are those of the inverse
    of the Fisher information at the maximum.
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
        Rating(float(POINTS_PER_UNIT * strength), float(POINTS_PER_UNIT * Z_95 * deviation))
        for strength, deviation in zip(strengths, deviations, strict=True)
    ]


def _counts(games: Sequence[Game], players: int) -> tuple[np.ndarray, np.ndarray]:
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
