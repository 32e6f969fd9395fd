"""Our side of the protocol: lines in, lines out. Reading and writing them is left to who runs it.

A search ends by itself within its limits, so `stop` has nothing to end and `go infinite` is a plain `go`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

import ludens
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock
from ludens.games.morris.decide.alpha_beta import DEEPEST
from ludens.games.morris.decide.candidates import MorrisChoice
from ludens.games.morris.decide.perfect import PerfectPlayer
from ludens.games.morris.decide.players import PERFECT, level_player
from ludens.games.morris.decide.search import analyse
from ludens.games.morris.decide.tables import PositionTables
from ludens.games.morris.decide.uci_player import LEVEL_OPTION
from ludens.games.morris.decide.uci_position import UciPosition, uci_position_after, uci_position_from_fen
from ludens.games.morris.rules import GameRecord, MorrisError, new_game
from ludens.games.morris.rules.fen import format_fen
from ludens.games.morris.rules.notation import tokens_of
from ludens.table.levels import STRONGEST
from ludens.table.search import SearchBudget
from ludens.table.values import plies_text

STANDARD_DURATION_S = 0.8
LONGEST_DURATION_S = 60.0  # where a depth is asked for that no search reaches
SHARE_OF_MOVETIME = 0.9  # the rest is for reading, writing and a machine that is busy


@dataclass(frozen=True, slots=True)
class _Answered:
    """The last answer: when its step comes back, its capture is the one that was meant."""

    record: GameRecord
    choice: MorrisChoice


class UciSession:
    """One conversation. `answer` takes a line and gives the lines to send back."""

    def __init__(self, tables: PositionTables, *, clock: Clock, seed: int = 0, level: int = PERFECT) -> None:
        self._tables = tables
        self._clock = clock
        self._rng = np.random.default_rng(seed)
        self._level = level
        self._position_now = UciPosition(new_game())
        self._answered: _Answered | None = None
        self.is_over = False
        self._commands: dict[str, Callable[[list[str]], Iterator[str]]] = {
            "uci": self._uci,
            "isready": lambda _: iter(["readyok"]),
            "setoption": self._set_option,
            "ucinewgame": self._new_game,
            "position": self._position,
            "go": self._go,
            "d": self._show,
            "stop": lambda _: iter([]),
            "ponderhit": lambda _: iter([]),
            "quit": self._quit,
        }

    def answer(self, line: str) -> Iterator[str]:
        """The answer to one line. What is wrong with it is said in an `info string`."""
        words = line.split()
        if not words:
            return
        command = self._commands.get(words[0])
        if command is None:
            yield f"info string There is no command '{words[0]}'; there are: {', '.join(self._commands)}."
            return
        try:
            yield from command(words[1:])
        except (LudensError, MorrisError) as error:
            yield f"info string {error}"

    def _uci(self, words: list[str]) -> Iterator[str]:
        yield f"id name Ludens {ludens.__version__}"
        yield "id author the authors of Ludens"
        yield f"option name {LEVEL_OPTION} type spin default {PERFECT} min 0 max {STRONGEST}"
        yield "uciok"

    def _set_option(self, words: list[str]) -> Iterator[str]:
        name, value = _after(words, "name", until="value"), _after(words, "value")
        if name.lower() != LEVEL_OPTION.lower():
            raise LudensError(f"There is no option '{name}'; there is {LEVEL_OPTION}.")
        if not value.isdigit() or int(value) > STRONGEST:
            raise LudensError(f"{LEVEL_OPTION} goes from 0 to {STRONGEST} (perfect), not '{value}'.")
        self._level = int(value)
        yield from ()

    def _new_game(self, words: list[str]) -> Iterator[str]:
        self._position_now, self._answered = UciPosition(new_game()), None
        yield from ()

    def _position(self, words: list[str]) -> Iterator[str]:
        place, moves = (words, []) if "moves" not in words else _split(words, "moves")
        if place[:1] == ["startpos"]:
            start = UciPosition(new_game())
        elif place[:1] == ["fen"]:
            start = uci_position_from_fen(" ".join(place[1:]))
        else:
            raise LudensError("A position is 'startpos' or 'fen …', then perhaps 'moves …'.")
        self._position_now = uci_position_after(start, moves)
        yield from ()

    def _go(self, words: list[str]) -> Iterator[str]:
        end = self._position_now.record.outcome
        if end is not None:
            yield f"info string {end}"
            yield f"bestmove {'draw' if end.winner is None else 'none'}"
            return
        choice = self._choose(self._budget(words))
        if choice.candidates:
            yield f"info score cp {choice.candidates[0].score} pv {' '.join(tokens_of(choice.move))}"
        yield f"info string {choice.note}"
        yield f"bestmove {tokens_of(choice.move)[0 if self._position_now.step is None else 1]}"

    def _choose(self, budget: SearchBudget) -> MorrisChoice:
        now = self._position_now
        if now.step is None:
            player = level_player(self._level, perfect=PerfectPlayer(self._tables, budget))
            choice = player.choose(now.record, self._rng)
            self._answered = _Answered(now.record, choice)
            return choice
        meant = self._meant_capture(now)
        if meant is not None:
            return meant
        found = analyse(now.record, budget=budget, tables=self._tables, turns=now.options())
        best = found.candidates[0]
        return MorrisChoice(
            best.move, found.candidates, f"Searched {plies_text(found.depth)} for what to take."
        )

    def _meant_capture(self, now: UciPosition) -> MorrisChoice | None:
        answered = self._answered
        if answered is None or answered.record != now.record:
            return None
        return answered.choice if answered.choice.move in now.options() else None

    def _budget(self, words: list[str]) -> SearchBudget:
        budget = SearchBudget(duration_s=STANDARD_DURATION_S, clock=self._clock)
        if "movetime" in words:
            duration_s = _number(words, "movetime") / 1000.0 * SHARE_OF_MOVETIME
            budget = replace(budget, duration_s=duration_s)
        if "depth" in words:
            depth = min(max(1, _number(words, "depth")), DEEPEST)
            budget = replace(budget, depth=depth, duration_s=LONGEST_DURATION_S)
        if "nodes" in words:
            budget = replace(budget, nodes=_number(words, "nodes"), duration_s=None)
        return budget

    def _show(self, words: list[str]) -> Iterator[str]:
        yield format_fen(self._position_now.fen)

    def _quit(self, words: list[str]) -> Iterator[str]:
        self.is_over = True
        yield from ()


def _split(words: list[str], at: str) -> tuple[list[str], list[str]]:
    place = words.index(at)
    return words[:place], words[place + 1 :]


def _after(words: list[str], keyword: str, *, until: str | None = None) -> str:
    if keyword not in words:
        raise LudensError("An option is set with 'setoption name NAME value VALUE'.")
    rest = _split(words, keyword)[1]
    return " ".join(_split(rest, until)[0] if until in rest else rest)


def _number(words: list[str], keyword: str) -> int:
    rest = _split(words, keyword)[1]
    if not rest or not rest[0].isdigit() or len(rest[0]) > 9:
        raise LudensError(f"Behind '{keyword}' a whole number was expected.")
    return int(rest[0])
