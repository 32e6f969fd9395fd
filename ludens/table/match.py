"""Games between two players, and what a match of many says about them."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, rate
from ludens.table.board_game import COLOURS, Colour
from ludens.table.players import Game, GamePlayer, Move, MoveChoice, MoveRules


def play_game(
    rules: MoveRules[Game, Move],
    players: Mapping[Colour, GamePlayer[Game, Move]],
    start: Game,
    rng: np.random.Generator,
    *,
    most_moves: int | None = None,
    watch: Callable[[Game, MoveChoice[Move]], None] | None = None,
) -> Game:
    """Play to the end, or for a number of moves. `watch` sees every choice with the game before it."""
    game, played = start, 0
    while rules.result(game) is None and (most_moves is None or played < most_moves):
        choice = players[rules.to_move(game)].choose(game, rng)
        if watch is not None:
            watch(game, choice)
        game, played = rules.play(game, choice.move), played + 1
    return game


def play_match_game(
    rules: MoveRules[Game, Move],
    first: GamePlayer[Game, Move],
    second: GamePlayer[Game, Move],
    start: Game,
    *,
    seed: int,
    most_moves: int | None = None,
) -> tuple[Game, Row]:
    """One game of a match, and its row; the first player is white where the seed is even.

    A game that is cut off is a draw. Both players are closed.
    """
    colour, other = COLOURS if seed % 2 == 0 else COLOURS[::-1]
    try:
        players = {colour: first, other: second}
        game = play_game(rules, players, start, np.random.default_rng(seed), most_moves=most_moves)
    finally:
        first.close()
        second.close()
    result = rules.result(game)
    score = 0.5 if result is None else result.score(colour)
    return game, {
        "first_plays": colour,
        "score": score,
        "won": score == 1.0,
        "drawn": score == 0.5,
        "lost": score == 0.0,
        "reason": "too long" if result is None else result.reason,
    }


def summarise_match(rows: Sequence[Row]) -> dict[str, Json]:
    """How the first player did."""
    scores = numbers(rows, "score")
    return {
        "score_rate": sum(scores) / len(scores) if scores else None,
        **rate(rows, "won"),
        **rate(rows, "drawn"),
        **rate(rows, "lost"),
    }
