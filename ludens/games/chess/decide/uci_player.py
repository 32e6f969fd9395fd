"""Another engine as a player of ours, at a level; and what happens when it fails."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import chess
import numpy as np

from ludens.core.engine_process import EngineError
from ludens.core.runtime.clock import Clock
from ludens.games.chess.decide.levels import LEVELS, STRONGEST
from ludens.games.chess.decide.player import Choice, Player, require_game_on
from ludens.games.chess.decide.uci_engine import UciEngine, engine_command

SKILLS = 20  # Stockfish's Skill Level goes from 0 to 20


class UciPlayer:
    """Plays what another program says. Close it when the game is over."""

    def __init__(self, engine: UciEngine, *, movetime_s: float = 0.5, nodes: int | None = None) -> None:
        self._engine = engine
        self._movetime_s = movetime_s
        self._nodes = nodes
        self.name = engine.name

    def choose(self, board: chess.Board, rng: np.random.Generator) -> Choice:
        """Ask the program."""
        require_game_on(board)
        candidates = self._engine.best(board, movetime_s=self._movetime_s, nodes=self._nodes)
        return Choice(candidates[0].move, candidates, f"Chosen by {self.name}: {candidates[0].opinion()}.")

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
    """Start an engine and limit it, as far as it can be, to a level or to Elo points."""
    engine = UciEngine(
        engine_command(command), options=options, clock=clock, hello_s=hello_s, patience_s=patience_s
    )
    wanted = elo if elo is not None else LEVELS[level].elo if level < STRONGEST else None
    if wanted is not None:
        _limit(engine, level, wanted)
    return UciPlayer(engine, movetime_s=movetime_s, nodes=nodes)


def _limit(engine: UciEngine, level: int, elo: int) -> None:
    rating = engine.offered.get("uci_elo")
    if rating is not None and "uci_limitstrength" in engine.offered:
        low, high = rating.least or 0, rating.most or elo
        engine.set_option("UCI_LimitStrength", "true")
        engine.set_option("UCI_Elo", str(min(max(elo, low), high)))
    elif "skill level" in engine.offered:
        engine.set_option("Skill Level", str(SKILLS * level // STRONGEST))


class GuardedPlayer:
    """A player that may fail, and one that does not: whatever happens, there is a move.

    The program that hangs, ends or plays what is illegal is started once more; when it fails again, the
    other player plays the game to its end. What happened is said in the note of the choice.
    """

    def __init__(self, start: Callable[[], Player], fallback: Player) -> None:
        self._start = start
        self._fallback = fallback
        self._player: Player | None = None
        self._failures: list[str] = []

    def choose(self, board: chess.Board, rng: np.random.Generator) -> Choice:
        """The program's move, or the other player's."""
        told: list[str] = []
        while len(self._failures) < 2:
            try:
                if self._player is None:
                    self._player = self._start()
                choice = self._player.choose(board, rng)
            except EngineError as error:
                self.close()
                self._failures.append(str(error))
                told.append(str(error))
                if len(self._failures) < 2:
                    told.append("It is started once more.")
                else:
                    told.append("Our own engine plays on.")
            else:
                return replace(choice, note=" ".join([*told, choice.note]))
        choice = self._fallback.choose(board, rng)
        return replace(choice, note=" ".join([*told, choice.note]))

    @property
    def failures(self) -> tuple[str, ...]:
        """What went wrong so far."""
        return tuple(self._failures)

    def close(self) -> None:
        """End the program, if it runs."""
        if self._player is not None:
            self._player.close()
            self._player = None
