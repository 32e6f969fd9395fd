"""Chess engines of others, by UCI: asked for their best moves, and as players limited to a level."""

from collections.abc import Mapping
from dataclasses import dataclass

import chess
import numpy as np

from ludens.core.runtime.clock import Clock
from ludens.games.chess.decide.candidates import (
    ChessCandidate,
    ChessChoice,
    mate_value,
    opinion,
    require_game_on,
)
from ludens.table.levels import STRONGEST
from ludens.table.uci import EngineError, UciEngine, engine_command, number_after

SKILLS = 20  # Stockfish's Skill Level goes from 0 to 20
MATE_SCORE = 30_000


@dataclass(frozen=True, slots=True)
class Information:
    """One line of what an engine thinks; `place` 1 is the best."""

    place: int
    candidate: ChessCandidate


def information_from(board: chess.Board, line: str) -> Information | None:
    """The candidate of an `info` line, or None when it says nothing certain."""
    words = line.split()
    if words[:1] != ["info"] or "pv" not in words or "lowerbound" in words or "upperbound" in words:
        return None
    moves = _legal_line(board, words[words.index("pv") + 1 :])
    mate, score = number_after(words, "mate"), number_after(words, "cp")
    place = number_after(words, "multipv") or 1
    if moves and mate is not None:
        score = MATE_SCORE - 2 * mate if mate > 0 else -MATE_SCORE - 2 * mate
        return Information(place, ChessCandidate(moves[0], score, mate_value(mate), moves))
    if moves and score is not None:
        return Information(place, ChessCandidate(moves[0], score, None, moves))
    return None


def _legal_line(board: chess.Board, words: list[str]) -> tuple[chess.Move, ...]:
    ahead = board.copy(stack=False)
    moves: list[chess.Move] = []
    for word in words:
        try:
            moves.append(ahead.push_uci(word))
        except ValueError:
            break
    return tuple(moves)


def best_moves(
    engine: UciEngine, board: chess.Board, *, movetime_s: float, nodes: int | None = None, lines: int = 1
) -> tuple[ChessCandidate, ...]:
    """The best moves with their scores, best first; the first is the one the engine would play."""
    if "multipv" in engine.offered:
        engine.set_option("MultiPV", str(lines))
    moves = [move.uci() for move in board.move_stack]
    named, told = engine.search(f"fen {board.root().fen()}", moves, movetime_s=movetime_s, nodes=nodes)
    try:
        move = chess.Move.from_uci(named)
    except ValueError:
        raise EngineError(f"The engine {engine.name} names no move ('bestmove {named}').") from None
    if not board.is_legal(move):
        raise EngineError(f"The engine {engine.name} answered '{named}', which is not legal here.")
    found = [one for one in (information_from(board, line) for line in told) if one is not None]
    latest = {one.place: one.candidate for one in found}
    ranked = [latest[place] for place in sorted(latest)]
    first = next((one for one in ranked if one.move == move), ChessCandidate(move, 0))
    return (first, *(one for one in ranked if one.move != move))[:lines]


class UciPlayer:
    """Plays what another program says. Close it when the game is over."""

    def __init__(self, engine: UciEngine, *, movetime_s: float = 0.5, nodes: int | None = None) -> None:
        self._engine, self._movetime_s, self._nodes = engine, movetime_s, nodes

    def choose(self, game: chess.Board, rng: np.random.Generator) -> ChessChoice:
        """Ask the program."""
        require_game_on(game)
        found = best_moves(self._engine, game, movetime_s=self._movetime_s, nodes=self._nodes)
        return ChessChoice(found[0].move, found, f"Chosen by {self._engine.name}: {opinion(found[0])}.")

    def close(self) -> None:
        """End the program."""
        self._engine.close()


def start_player(
    command: str,
    *,
    level: int = STRONGEST,
    elo: int | None = None,
    options: Mapping[str, str] | None = None,
    movetime_s: float = 0.5,
    nodes: int | None = None,
    clock: Clock | None = None,
    hello_s: float = 10.0,
    patience_s: float = 5.0,
) -> UciPlayer:
    """Start an engine and limit it, as far as it can be, to Elo points, or else to a level."""
    engine = UciEngine(
        engine_command(command), options=options, clock=clock, hello_s=hello_s, patience_s=patience_s
    )
    if elo is not None:
        _limit(engine, level, elo)
    return UciPlayer(engine, movetime_s=movetime_s, nodes=nodes)


def _limit(engine: UciEngine, level: int, elo: int) -> None:
    rating = engine.offered.get("uci_elo")
    if rating is not None and "uci_limitstrength" in engine.offered:
        low, high = rating.least or 0, rating.most or elo
        engine.set_option("UCI_LimitStrength", "true")
        engine.set_option("UCI_Elo", str(min(max(elo, low), high)))
    elif "skill level" in engine.offered:
        engine.set_option("Skill Level", str(SKILLS * level // STRONGEST))
