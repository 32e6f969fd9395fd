"""Our side of the protocol: lines in, lines out. Reading and writing them is left to the caller.

A thread of its own answers one line after the other. What must not wait for a search (`stop`, `quit`, and
`isready` meanwhile) is answered where it is heard.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from queue import SimpleQueue
from threading import Event, Lock, Thread

import numpy as np

import ludens
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock
from ludens.core.whole_number import whole_number
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
from ludens.table.search import SearchBudget, SearchInterrupt
from ludens.table.values import plies_text

STANDARD_DURATION_S = 0.8
LONGEST_DURATION_S = 60.0  # where a depth is asked for that no search reaches
SHARE_OF_MOVETIME = 0.9  # the rest is for reading, writing and a machine that is busy
LONGEST_MOVETIME_MS = 10**9
MOST_NODES = 10**15
GOODBYE_S = 1.0  # for a search to end when it was told to


@dataclass(frozen=True, slots=True)
class _Answered:
    """The last answer: when its step comes back, its capture is the one that was meant."""

    record: GameRecord
    choice: MorrisChoice


@dataclass(frozen=True, slots=True)
class _Heard:
    """A line that is to be answered in its turn; `interrupt` ends the search it may ask for."""

    words: tuple[str, ...]
    interrupt: SearchInterrupt

    @property
    def is_endless(self) -> bool:
        return self.words[0] == "go" and "infinite" in self.words


class UciSession:
    """One conversation. `hear` takes a line and returns at once; `send` gets each line of an answer.

    `send` is called from several threads, but never by two at a time.
    """

    def __init__(
        self,
        tables: PositionTables,
        *,
        send: Callable[[str], None],
        clock: Clock,
        seed: int = 0,
        level: int = PERFECT,
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._rng = np.random.default_rng(seed)
        self._level = level
        self._position_now = UciPosition(new_game())
        self._refused = ""  # why the last position was none
        self._answered: _Answered | None = None
        self.is_over = False
        self._commands: dict[str, Callable[[list[str]], Iterator[str]]] = {
            "uci": lambda _: self._uci(),
            "isready": lambda _: iter(["readyok"]),
            "setoption": self._set_option,
            "ucinewgame": self._new_game,
            "position": self._position,
            "go": self._go,
            "d": self._show,
            "stop": lambda _: iter([]),
            "ponderhit": lambda _: iter([]),
            "quit": lambda _: iter([]),
        }
        self._send, self._sending = send, Lock()
        self._lines: SimpleQueue[_Heard | None] = SimpleQueue()
        self._searches: list[_Heard] = []  # asked for and not answered yet
        self._interrupt = SearchInterrupt()  # of the line that is being answered
        self._loaded = Event()
        self._thread = Thread(target=self._answer_all, name="morris-uci", daemon=True)
        self._thread.start()

    def hear(self, line: str) -> None:
        """Take in a line: what concerns a search is done now, the rest in turn."""
        words = line.split()
        if not words or self.is_over:
            return
        if words[0] in ("stop", "quit"):
            self.is_over = words[0] == "quit"
            for search in tuple(self._searches):
                search.interrupt.stop()
        elif words[0] == "uci":  # whoever asks may not wait until the search is compiled
            for answer in self._uci():
                self._say(answer)
        elif words[0] == "isready" and self._searches:
            self._loaded.wait()
            self._say("readyok")
        else:
            heard = _Heard(tuple(words), SearchInterrupt())
            if words[0] == "go":
                self._searches.append(heard)
            self._lines.put(heard)

    @property
    def is_busy(self) -> bool:
        """Whether something is still being answered, or could be."""
        return self._thread.is_alive()

    def finish(self) -> None:
        """Wait until all that was heard is answered; after `quit`, and for endless searches, not long."""
        for search in tuple(self._searches):
            if search.is_endless:
                search.interrupt.stop()
        self._lines.put(None)
        self._thread.join(GOODBYE_S if self.is_over else None)

    def _answer_all(self) -> None:
        self._load()
        while (heard := self._lines.get()) is not None and not self.is_over:
            self._interrupt = heard.interrupt
            for answer in self._answer(heard.words):
                self._say(answer)
            if heard in self._searches:
                self._searches.remove(heard)

    def _load(self) -> None:
        """Have the search compiled and the tables open before the first move is asked for."""
        try:
            analyse(new_game(), budget=SearchBudget(depth=2), tables=self._tables)
        except (LudensError, MorrisError) as error:
            self._say(f"info string {error}")
        finally:
            self._loaded.set()

    def _say(self, line: str) -> None:
        with self._sending:
            self._send(line)

    def _answer(self, words: tuple[str, ...]) -> Iterator[str]:
        """The answer to one line. What is wrong with it is said in an `info string`."""
        command = self._commands.get(words[0])
        if command is None:
            yield f"info string There is no command '{words[0]}'; there are: {', '.join(self._commands)}."
            return
        try:
            yield from command(list(words[1:]))
        except (LudensError, MorrisError) as error:
            yield f"info string {error}"
            if words[0] == "go":  # whoever asked waits for it
                yield "bestmove none"

    def _uci(self) -> Iterator[str]:
        yield f"id name Ludens {ludens.__version__}"
        yield "id author the authors of Ludens"
        yield f"option name {LEVEL_OPTION} type spin default {PERFECT} min 0 max {STRONGEST}"
        yield "uciok"

    def _set_option(self, words: list[str]) -> Iterator[str]:
        name, value = _after(words, "name", until="value"), _after(words, "value")
        if name.lower() != LEVEL_OPTION.lower():
            raise LudensError(f"There is no option '{name}'; there is {LEVEL_OPTION}.")
        level = whole_number(value, most=STRONGEST)
        if level is None:
            raise LudensError(f"{LEVEL_OPTION} goes from 0 to {STRONGEST} (perfect), not '{value}'.")
        self._level = level
        yield from ()

    def _new_game(self, words: list[str]) -> Iterator[str]:
        self._position_now, self._answered, self._refused = UciPosition(new_game()), None, ""
        yield from ()

    def _position(self, words: list[str]) -> Iterator[str]:
        self._refused = "The last position was refused; there is nothing to choose from."
        place, moves = (words, []) if "moves" not in words else _split(words, "moves")
        if place[:1] == ["startpos"]:
            start = UciPosition(new_game())
        elif place[:1] == ["fen"]:
            start = uci_position_from_fen(" ".join(place[1:]))
        else:
            raise LudensError("A position is 'startpos' or 'fen …', then perhaps 'moves …'.")
        self._position_now = uci_position_after(start, moves)
        self._refused = ""
        yield from ()

    def _go(self, words: list[str]) -> Iterator[str]:
        if self._refused:
            raise LudensError(self._refused)
        end = self._position_now.record.outcome
        if end is not None:
            yield f"info string {end}"
            yield f"bestmove {'draw' if end.winner is None else 'none'}"
            return
        choice = self._choose(self._budget(words))
        if "infinite" in words:
            self._interrupt.wait()  # by the protocol there is no answer before `stop`
        if choice.candidates:
            yield f"info score cp {choice.candidates[0].score} pv {' '.join(tokens_of(choice.move))}"
        yield f"info string {choice.note}"
        yield f"bestmove {tokens_of(choice.move)[0 if self._position_now.step is None else 1]}"

    def _choose(self, budget: SearchBudget) -> MorrisChoice:
        now = self._position_now
        if now.step is None:
            perfect = PerfectPlayer(self._tables, budget)
            player = level_player(self._level, perfect=perfect, interrupt=budget.interrupt)
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
        budget = SearchBudget(duration_s=STANDARD_DURATION_S, clock=self._clock, interrupt=self._interrupt)
        if "infinite" in words:
            budget = replace(budget, duration_s=None)
        if "movetime" in words:
            movetime_s = _number(words, "movetime", most=LONGEST_MOVETIME_MS) / 1000.0
            budget = replace(budget, duration_s=movetime_s * SHARE_OF_MOVETIME)
        if "depth" in words:
            depth = min(max(1, _number(words, "depth")), DEEPEST)
            budget = replace(budget, depth=depth, duration_s=LONGEST_DURATION_S)
        if "nodes" in words:
            budget = replace(budget, nodes=_number(words, "nodes"), duration_s=None)
        return budget

    def _show(self, words: list[str]) -> Iterator[str]:
        yield format_fen(self._position_now.fen)


def _split(words: list[str], at: str) -> tuple[list[str], list[str]]:
    place = words.index(at)
    return words[:place], words[place + 1 :]


def _after(words: list[str], keyword: str, *, until: str | None = None) -> str:
    if keyword not in words:
        raise LudensError("An option is set with 'setoption name NAME value VALUE'.")
    rest = _split(words, keyword)[1]
    return " ".join(_split(rest, until)[0] if until in rest else rest)


def _number(words: list[str], keyword: str, *, most: int = MOST_NODES) -> int:
    rest = _split(words, keyword)[1]
    number = whole_number(rest[0], most=most) if rest else None
    if number is None:
        raise LudensError(f"Behind '{keyword}' a whole number from 0 to {most} was expected.")
    return number
