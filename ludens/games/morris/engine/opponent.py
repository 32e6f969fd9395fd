"""Another engine as a player of ours."""

from collections.abc import Sequence

import numpy as np

from ludens.core.engine_process import EngineError, LineProcess
from ludens.core.runtime.clock import Clock, RealClock, nanoseconds, seconds
from ludens.games.morris.decide.player import Choice, require_game_on
from ludens.games.morris.engine.moment import Moment, moment_after
from ludens.games.morris.rules import GameRecord, MorrisError, Turn, start_position
from ludens.games.morris.rules.fen import Fen, format_fen
from ludens.games.morris.rules.notation import tokens_of

HELLO_S = 10.0
PATIENCE_S = 10.0  # beyond the time the engine was given


class EnginePlayer:
    """Plays what another program says. Close it when the game is over, or use it in a `with`."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        movetime_s: float = 1.0,
        level: int | None = None,
        clock: Clock | None = None,
        hello_s: float = HELLO_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._process = LineProcess(command)
        self._clock = clock or RealClock()
        self._movetime_s = movetime_s
        self._patience_s = patience_s
        self.name = self._process.name
        try:
            self._process.send("uci")
            self._wait_for("uciok", timeout_s=hello_s)
            if level is not None:
                self._process.send(f"setoption name SkillLevel value {level}")
            self._process.send("isready")
            self._wait_for("readyok", timeout_s=hello_s)
            self._process.send("ucinewgame")
        except EngineError:
            self._process.close()
            raise

    def __enter__(self) -> "EnginePlayer":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the other program."""
        self._process.close()

    def choose(self, record: GameRecord, rng: np.random.Generator) -> Choice:
        """Ask for a step, and when it closes a mill for what it takes."""
        require_game_on(record)
        tokens: list[str] = []
        moment = Moment(record)
        while len(moment.record.turns) == len(record.turns):
            tokens.append(self._best_move(record, tokens))
            try:
                moment = moment_after(Moment(record), tokens)
            except MorrisError as error:
                raise EngineError(
                    f"The engine '{self.name}' answered '{tokens[-1]}', which is no legal turn here: {error}"
                ) from error
        turn: Turn = moment.record.turns[-1]
        return Choice(turn, (), f"Chosen by {self.name}.")

    def _best_move(self, record: GameRecord, begun: list[str]) -> str:
        moves = [*(token for turn in record.turns for token in tokens_of(turn)), *begun]
        self._process.send(f"position {_start(record)}" + (f" moves {' '.join(moves)}" if moves else ""))
        self._process.send(f"go movetime {round(1000 * self._movetime_s)}")
        words = self._wait_for("bestmove", timeout_s=self._movetime_s + self._patience_s).split()
        move = words[words.index("bestmove") + 1 :][:1]
        if not move or move[0] in ("none", "(none)", "draw", "resign"):
            raise EngineError(f"The engine '{self.name}' names no move ('{' '.join(words)}').")
        return move[0]

    def _wait_for(self, word: str, *, timeout_s: float) -> str:
        """The next line that holds a word; some engines put their best move behind other facts."""
        asked = {"uciok": "uci", "readyok": "isready", "bestmove": "go"}[word]
        deadline_ns = self._clock.now_ns() + nanoseconds(timeout_s)
        while True:
            left_s = seconds(deadline_ns - self._clock.now_ns())
            line = self._process.read(timeout_s=left_s) if left_s > 0 else None
            if line is None:
                raise EngineError(
                    f"The engine '{self.name}' did not answer '{asked}' within {timeout_s:g} s."
                )
            if word in line.split():
                return line


def _start(record: GameRecord) -> str:
    if record.start == start_position() and not record.quiet_turns[0]:
        return "startpos"
    return f"fen {format_fen(Fen(record.start, record.quiet_turns[0]))}"
