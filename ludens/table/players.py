"""Players of a game at a board: interface, a chosen move with its reasons, a guard against failures.

`Game` is what players of one game look at, with its history; `Move` is a whole move of one side.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

import numpy as np

from ludens.table.uci import EngineError
from ludens.table.values import Value

Game = TypeVar("Game")
Move = TypeVar("Move")
GameSeen = TypeVar("GameSeen", contravariant=True)


# Without slots: a frozen generic class that has them cannot be made through an alias such as ChessCandidate.
@dataclass(frozen=True)
class Candidate(Generic[Move]):
    """A move that was considered, seen by the side to move.

    `score` is in hundredths of a pawn or man, as the search sees it; proven wins and losses lie far beyond.
    `value` is what is certain: from a table, or because the search saw the end; its plies count this move
    too. `line` is what may follow, this move first.
    """

    move: Move
    score: int
    value: Value | None = None
    line: tuple[Move, ...] = ()


@dataclass(frozen=True)
class MoveChoice(Generic[Move]):
    """The move to play, what was considered (best first, not always every move), and a note in words."""

    move: Move
    candidates: tuple[Candidate[Move], ...]
    note: str


class GamePlayer(Protocol[GameSeen, Move]):
    """Chooses moves. Keeps nothing between two calls that changes a choice: moves may be taken back."""

    def choose(self, game: GameSeen, rng: np.random.Generator) -> MoveChoice[Move]:
        """The move to play in a game that is not over; the game is left as it is."""
        ...

    def close(self) -> None:
        """End what was started, such as another program."""
        ...


class GuardedPlayer(Generic[Game, Move]):
    """A player that may fail, and one that does not: whatever happens, there is a move.

    The program that hangs, ends or plays what is illegal is started once more; when it fails again, the
    other player plays the game to its end. What happened is said in the note of the choice.
    """

    def __init__(self, start: Callable[[], GamePlayer[Game, Move]], fallback: GamePlayer[Game, Move]) -> None:
        self._start = start
        self._fallback = fallback
        self._player: GamePlayer[Game, Move] | None = None
        self._failures: list[str] = []

    def choose(self, game: Game, rng: np.random.Generator) -> MoveChoice[Move]:
        """The program's move, or the other player's."""
        told: list[str] = []
        while len(self._failures) < 2:
            try:
                if self._player is None:
                    self._player = self._start()
                choice = self._player.choose(game, rng)
                break
            except EngineError as error:
                self.close()
                self._failures.append(str(error))
                again = len(self._failures) < 2
                told += [str(error), "It is started once more." if again else "Our own engine plays on."]
        else:
            choice = self._fallback.choose(game, rng)
        return replace(choice, note=" ".join([*told, choice.note]))

    @property
    def failures(self) -> tuple[str, ...]:
        """The failures so far, a sentence each."""
        return tuple(self._failures)

    def close(self) -> None:
        """End the program, if it runs."""
        if self._player is not None:
            self._player.close()
            self._player = None
