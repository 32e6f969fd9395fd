"""Games between two players, and what a match of many says about them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import crashed, numbers, rate
from ludens.table.board_game import COLOURS, BoardGame, Colour, RecordT, TurnT
from ludens.table.players import GamePlayer, MoveChoice


def play_game(
    game: BoardGame[RecordT, TurnT],
    players: Mapping[Colour, GamePlayer[Any, TurnT]],
    start: RecordT,
    rng: np.random.Generator,
    *,
    most_moves: int | None = None,
    watch: Callable[[RecordT, MoveChoice[TurnT]], None] | None = None,
) -> RecordT:
    """Play to the end, or for a number of moves. `watch` sees every choice with the game before it."""
    record, played = start, 0
    while game.result(record) is None and (most_moves is None or played < most_moves):
        choice = players[game.to_move(record)].choose(game.seen(record), rng)
        if watch is not None:
            watch(record, choice)
        record, played = game.play(record, choice.move), played + 1
    return record


def play_match_game(
    game: BoardGame[RecordT, TurnT],
    first: GamePlayer[Any, TurnT],
    second: GamePlayer[Any, TurnT],
    start: RecordT,
    *,
    seed: int,
    most_moves: int | None = None,
) -> tuple[RecordT, Row]:
    """One game of a match, and its row; the first player is white where the seed is even.

    A game that is cut off is a draw. Both players are closed.
    """
    colour, other = COLOURS if seed % 2 == 0 else COLOURS[::-1]
    try:
        players = {colour: first, other: second}
        record = play_game(game, players, start, np.random.default_rng(seed), most_moves=most_moves)
    finally:
        first.close()
        second.close()
    result = game.result(record)
    score = 0.5 if result is None else result.score(colour)
    return record, {
        "first_plays": colour,
        "score": score,
        "won": score == 1.0,
        "drawn": score == 0.5,
        "lost": score == 0.0,
        "reason": "too long" if result is None else result.reason,
    }


def summarise_match(rows: Sequence[Row]) -> dict[str, Json]:
    """How the first player did."""
    scores = [*numbers(rows, "score"), *[0.0] * crashed(rows)]  # who crashes has lost
    return {
        "score_rate": sum(scores) / len(scores) if scores else None,
        **rate(rows, "won"),
        **rate(rows, "drawn"),
        **rate(rows, "lost", wanted=False),
    }
