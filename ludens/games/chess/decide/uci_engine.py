"""Another program that speaks UCI, the protocol of chess engines: asked for moves and opinions."""

import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import chess

from ludens.core.engine_process import EngineError, LineProcess
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock, RealClock, nanoseconds, seconds
from ludens.games.chess.decide.player import Candidate
from ludens.games.chess.decide.uci_lines import Option, information_from, option_from

HELLO_S = 10.0
PATIENCE_S = 5.0  # beyond the time the engine was given
SLOWEST_NODES_PER_S = 1_000  # of an engine that is told how many positions to look at
KNOWN_ENGINES = ("stockfish",)
UNUSUAL_FOLDERS = ("/usr/games", "/usr/local/games")  # Debian puts games where not every PATH looks


def engine_command(name: str) -> list[str]:
    """The command of an engine that was named: a program on the PATH, a file, or a whole command line."""
    try:
        words = shlex.split(name)
    except ValueError as error:
        raise LudensError(f"The command of the engine, {name!r}, cannot be read: {error}.") from error
    if not words:
        raise LudensError("The name of the engine is empty; name a program such as stockfish.")
    found = _find(words[0])
    if found is None:
        raise LudensError(
            f"There is no engine '{words[0]}': neither a program on the PATH nor a file that can be run. "
            "Stockfish comes with `apt-get install stockfish`; without an engine ours plays."
        )
    return [found, *words[1:]]


def installed_engine() -> str | None:
    """The first engine of those we know that is installed here."""
    return next((name for name in KNOWN_ENGINES if _find(name) is not None), None)


def _find(program: str) -> str | None:
    for folder in (None, *UNUSUAL_FOLDERS):
        found = shutil.which(program, path=folder)
        if found is not None:
            return found
    return None


class UciEngine:
    """A running engine. Every question has an end: hanging, ending and nonsense are `EngineError`s."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        options: Mapping[str, str] | None = None,
        clock: Clock | None = None,
        hello_s: float = HELLO_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._process = LineProcess(command)
        self._clock = clock or RealClock()
        self._patience_s = patience_s
        self.name = Path(self._process.name).name
        self.offered: dict[str, Option] = {}
        try:
            self._process.send("uci")
            for line in self._lines_until("uciok", timeout_s=hello_s):
                option = option_from(line)
                if option is not None:
                    self.offered[option.name.lower()] = option
                elif line.startswith("id name "):
                    self.name = self._process.name = line.removeprefix("id name ")
            for name, value in (options or {}).items():
                self.set_option(name, value)
            self._process.send("isready")
            self._lines_until("readyok", timeout_s=hello_s)
            self._process.send("ucinewgame")
        except LudensError:
            self._process.close()
            raise

    def set_option(self, name: str, value: str) -> None:
        """Set an option; one that the engine does not offer, or not so, is a sentence."""
        option = self.offered.get(name.lower())
        if option is None:
            known = ", ".join(sorted(one.name for one in self.offered.values())) or "none"
            raise LudensError(f"The engine {self.name} has no option '{name}'; it offers: {known}.")
        option.require(value, engine=self.name)
        self._process.send(f"setoption name {option.name} value {value}")

    def best(
        self, board: chess.Board, *, movetime_s: float, nodes: int | None = None, lines: int = 1
    ) -> tuple[Candidate, ...]:
        """The best moves with their scores, best first; the first is the one it would play.

        With `nodes` it looks at so many positions, however busy the machine is, and the time does not count.
        """
        if "multipv" in self.offered:
            self.set_option("MultiPV", str(lines))
        moves = " ".join(move.uci() for move in board.move_stack)
        self._process.send(f"position fen {board.root().fen()}" + (f" moves {moves}" if moves else ""))
        if nodes is None:
            self._process.send(f"go movetime {max(1, round(1000 * movetime_s))}")
        else:
            self._process.send(f"go nodes {nodes}")
        allowed_s = movetime_s if nodes is None else nodes / SLOWEST_NODES_PER_S
        told = self._lines_until("bestmove", timeout_s=allowed_s + self._patience_s)
        move = self._move(board, told[-1])
        candidates: dict[int, Candidate] = {}
        for line in told[:-1]:
            information = information_from(board, line)
            if information is not None:
                candidates[information.place] = information.candidate
        ranked = [candidates[place] for place in sorted(candidates)]
        first = next((one for one in ranked if one.move == move), Candidate(move, 0))
        return (first, *(one for one in ranked if one.move != move))[:lines]

    def close(self) -> None:
        """End the program."""
        self._process.close()

    def _move(self, board: chess.Board, line: str) -> chess.Move:
        words = line.split()
        named = words[words.index("bestmove") + 1 :][:1]
        try:
            move = chess.Move.from_uci(named[0] if named else "")
        except ValueError:
            raise EngineError(f"The engine {self.name} names no move ('{line}').") from None
        if not board.is_legal(move):
            raise EngineError(f"The engine {self.name} answered '{named[0]}', which is not legal here.")
        return move

    def _lines_until(self, word: str, *, timeout_s: float) -> list[str]:
        """The lines up to one that has a word."""
        asked = {"uciok": "uci", "readyok": "isready", "bestmove": "go"}[word]
        deadline_ns = self._clock.now_ns() + nanoseconds(timeout_s)
        lines: list[str] = []
        while True:
            left_s = seconds(deadline_ns - self._clock.now_ns())
            line = self._process.read(timeout_s=left_s) if left_s > 0 else None
            if line is None:
                raise EngineError(f"The engine {self.name} did not answer '{asked}' within {timeout_s:g} s.")
            lines.append(line)
            if word in line.split():
                return lines
