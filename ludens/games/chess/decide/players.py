"""The players of chess: our engine at levels from child to master, and every player by its name.

What the levels amount to in Elo is measured by the experiment `chess-match`.
"""

import re
from functools import partial

import chess
import numpy as np

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock
from ludens.games.chess.decide.candidates import ChessChoice, ChessPlayer, legal_moves, opinion
from ludens.games.chess.decide.search import analyse
from ludens.games.chess.decide.uci import start_player
from ludens.table.adaptive import Adaptation, AdaptivePlayer
from ludens.table.levels import STRONGEST, Level, LevelPlayer, level_of
from ludens.table.players import GuardedPlayer
from ludens.table.search import SearchBudget
from ludens.table.uci import engine_command
from ludens.table.values import plies_text

KNOWN = (
    "embedded, embedded-N (N positions), level-N (0 to 10), stockfish, stockfish-N (N Elo), or uci:COMMAND"
)
FULL_DEPTH = 50
LEVELS = (
    Level(0, "child", 1, 0.60, spread=80, elo=400),
    Level(1, "pupil", 1, 0.35, spread=60, elo=600),
    Level(2, "novice", 1, 0.18, spread=50, elo=800),
    Level(3, "learner", 2, 0.12, spread=40, elo=1000),
    Level(4, "casual", 2, 0.05, spread=35, elo=1200),
    Level(5, "steady", 3, 0.03, spread=30, elo=1400),
    Level(6, "club", 4, 0.0, spread=25, elo=1600),
    Level(7, "strong", 5, 0.0, spread=15, elo=1800),
    Level(8, "expert", FULL_DEPTH, 0.0, spread=8, nodes=60_000, elo=2000),
    Level(9, "master", FULL_DEPTH, 0.0, spread=4, nodes=250_000, elo=2300),
    Level(10, "strongest", FULL_DEPTH, 0.0, spread=0, nodes=1_000_000),
)
GLANCE = SearchBudget(depth=2)
LEVEL_WORTH = 300.0  # hundredths of a pawn: a minor piece ahead, an adaptive player is a level kinder


class ChessSearchPlayer:
    """Plays what our search likes best; among moves within `spread` hundredths of a pawn it varies."""

    def __init__(self, budget: SearchBudget, *, spread: int) -> None:
        self._budget, self._spread = budget, spread

    def choose(self, game: chess.Board, rng: np.random.Generator) -> ChessChoice:
        """The move to play in a game that is not over."""
        analysis = analyse(game, budget=self._budget, spread=self._spread)
        equals = analysis.equals(self._spread)
        chosen = equals[int(rng.integers(len(equals)))]
        note = f"Searched {plies_text(analysis.depth)}: {opinion(chosen)}."
        return ChessChoice(chosen.move, analysis.candidates, note)

    def close(self) -> None:
        """Nothing was started."""


def level_from(text: str) -> int:
    """The number of a level by number or name."""
    return level_of(text, LEVELS).number


def level_player(
    number: int = STRONGEST, *, budget: SearchBudget | None = None
) -> LevelPlayer[chess.Board, chess.Move]:
    """Our engine at one level, or, with a budget, at its best."""
    level = level_of(number, LEVELS)
    player = ChessSearchPlayer(budget or level.budget, spread=level.spread)
    return LevelPlayer(level, player, legal_moves=legal_moves)


def adaptive_player(adaptation: Adaptation) -> AdaptivePlayer[chess.Board, chess.Move]:
    """Our engine at the level that matches a person."""
    return AdaptivePlayer(
        adaptation,
        players=[level_player(level.number) for level in LEVELS],
        lead=lambda board: analyse(board, budget=GLANCE).candidates[0].score / LEVEL_WORTH,
    )


def make_player(
    name: str, *, movetime_s: float = 0.5, nodes: int | None = None, clock: Clock | None = None
) -> ChessPlayer:
    """The player of this name. Other programs think by time, or to a number of positions (`nodes`).

    When they fail, our engine plays on.
    """
    if name.startswith("uci:"):
        return guarded_player(name.removeprefix("uci:"), movetime_s=movetime_s, nodes=nodes, clock=clock)
    match = re.fullmatch(r"(embedded|level|stockfish)(?:-(\d{1,9}))?", name)
    if match is None or name == "level":
        raise LudensError(f"There is no player '{name}'; there are {KNOWN}.")
    number = None if match[2] is None else int(match[2])
    if match[1] == "stockfish":
        return guarded_player("stockfish", elo=number, movetime_s=movetime_s, nodes=nodes, clock=clock)
    if match[1] == "level":
        return level_player(level_from(match[2]))
    return level_player(budget=None if number is None else SearchBudget(nodes=number))


def guarded_player(
    command: str,
    *,
    level: int = STRONGEST,
    elo: int | None = None,
    movetime_s: float = 0.5,
    nodes: int | None = None,
    clock: Clock | None = None,
) -> GuardedPlayer[chess.Board, chess.Move]:
    """Another program at a level, with our engine at the same level behind it. It must exist, at least."""
    engine_command(command)
    wanted = elo if elo is not None else LEVELS[level].elo or None
    start = partial(
        start_player, command, level=level, elo=wanted, movetime_s=movetime_s, nodes=nodes, clock=clock
    )
    return GuardedPlayer(start, level_player(level))
