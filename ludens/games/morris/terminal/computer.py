"""Who plays morris for the computer in the terminal: a level, a match for the person, or another program."""

import shlex
from functools import reduce

import numpy as np

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock
from ludens.games.morris.decide.adaptive import Adaptation, AdaptivePlayer
from ludens.games.morris.decide.budget import Budget
from ludens.games.morris.decide.levels import LEVELS, PERFECT, LevelPlayer, level_name, require_level
from ludens.games.morris.decide.perfect import PerfectPlayer
from ludens.games.morris.decide.player import Player
from ludens.games.morris.engine.opponent import EnginePlayer
from ludens.games.morris.rules import GameRecord, Turn, start_position
from ludens.games.morris.solution.values import Tables
from ludens.table.kept_games import GameStore
from ludens.table.terminal_table import ComputerPlayer, TerminalSettings

ADAPTIVE = "adaptive"
THINKING_S = 0.7


class MorrisComputer(ComputerPlayer[GameRecord, Turn]):
    """Makes players, and closes the other program, if there is one, at the end."""

    usual_level = ADAPTIVE

    def __init__(self, *, tables: Tables, clock: Clock, store: GameStore[GameRecord]) -> None:
        self.tables = tables
        self.budget = Budget(duration_s=THINKING_S, clock=clock)
        self._clock, self._store = clock, store
        self._engine: EnginePlayer | None = None
        self._player: Player | None = None

    def prepare(self, settings: TerminalSettings) -> None:
        """Make the player of these settings."""
        self.close()
        self._player = self._make(settings)

    def _make(self, settings: TerminalSettings) -> Player:
        if settings.engine:
            self._engine = self._start(settings)
            return self._engine
        perfect = PerfectPlayer(self.tables, self.budget)
        if settings.level != ADAPTIVE:
            return LevelPlayer(int(settings.level), perfect=perfect)
        # The finished games are all that is known of a person, so a game taken back is also forgotten.
        scores = self._store.person_scores(level=ADAPTIVE)
        return AdaptivePlayer(reduce(Adaptation.after, scores, Adaptation()), perfect=perfect)

    def choose(self, record: GameRecord, rng: np.random.Generator) -> tuple[Turn, str]:
        """The turn to play, and a note about it."""
        assert self._player is not None
        choice = self._player.choose(record, rng)
        return choice.turn, choice.note

    def level_from(self, text: str) -> str:
        """A level by number or name."""
        word = text.strip().lower()
        names = {level.name: str(level.number) for level in LEVELS} | {"perfect": str(PERFECT)}
        if word == ADAPTIVE:
            return word
        if word in names:
            return names[word]
        if not word.isdigit() or len(word) > 2:
            known = ", ".join(f"{number} {name}" for name, number in names.items())
            raise LudensError(f"There is no level '{text.strip()}'; there are {known}, and {ADAPTIVE}.")
        return str(require_level(int(word)))

    def name(self, settings: TerminalSettings) -> str:
        """Who sits on the other side."""
        if settings.engine:
            return f"engine '{settings.engine}'"
        if settings.level == ADAPTIVE:
            return "computer, a match for you"
        return f"computer, level {settings.level} ({level_name(int(settings.level))})"

    def warning(self, settings: TerminalSettings) -> str:
        """That the strongest level needs tables that hold the game from its first turn on."""
        is_perfect = not settings.engine and settings.level == str(PERFECT)
        if is_perfect and self.tables.probe(start_position()) is None:
            return "Without tables of the whole game 'perfect' is a search, and can lose."
        return ""

    def close(self) -> None:
        """End the other program."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _start(self, settings: TerminalSettings) -> EnginePlayer:
        try:
            command = shlex.split(settings.engine)
        except ValueError as error:
            raise LudensError(
                f"The command of the engine, {settings.engine!r}, cannot be read: {error}."
            ) from error
        level = int(settings.level) if settings.level.isdigit() else None
        return EnginePlayer(command, movetime_s=THINKING_S, level=level, clock=self._clock)
