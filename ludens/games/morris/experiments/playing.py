"""One game between two players."""

from collections.abc import Callable, Mapping

import numpy as np

from ludens.games.morris.decide.player import Choice, Player
from ludens.games.morris.rules import GameRecord, Side, new_game

Watch = Callable[[GameRecord, Choice], None]


def play_game(
    players: Mapping[Side, Player],
    rng: np.random.Generator,
    *,
    start: GameRecord | None = None,
    watch: Watch | None = None,
) -> GameRecord:
    """Play to the end. `watch` sees every choice with the game before it."""
    record = start or new_game()
    while record.outcome is None:
        choice = players[record.side_to_move].choose(record, rng)
        if watch is not None:
            watch(record, choice)
        record = record.play(choice.turn)
    return record


def score_of(record: GameRecord, side: Side) -> float:
    """What a finished game is worth to a side: 1, ½ or 0."""
    end = record.outcome
    assert end is not None
    return 0.5 if end.winner is None else float(end.winner is side)
