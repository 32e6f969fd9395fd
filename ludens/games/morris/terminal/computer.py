"""Who plays morris for the computer in the terminal: a level, a match for the person, or another program."""

from functools import reduce

import numpy as np

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock
from ludens.games.morris.decide.move_rules import MorrisPlayer
from ludens.games.morris.decide.perfect import PerfectPlayer
from ludens.games.morris.decide.players import LEVELS, PERFECT, adaptive_player, level_from, level_player
from ludens.games.morris.decide.tables import PositionTables
from ludens.games.morris.decide.uci_player import MorrisUciPlayer
from ludens.games.morris.rules import GameRecord, Turn, start_position
from ludens.table.adaptive import Adaptation
from ludens.table.kept_games import GameStore
from ludens.table.search import SearchBudget
from ludens.table.terminal_table import ComputerPlayer, TerminalSettings
from ludens.table.uci import engine_command

ADAPTIVE = "adaptive"
THINKING_S = 0.7


class MorrisComputer(ComputerPlayer[GameRecord, Turn]):
    """Makes players, and closes the other program, if there is one, at the end."""

    usual_level = ADAPTIVE

    def __init__(self, *, tables: PositionTables, clock: Clock, store: GameStore[GameRecord]) -> None:
        self.tables = tables
        self.budget = SearchBudget(duration_s=THINKING_S, clock=clock)
        self._clock, self._store = clock, store
        self._engine: MorrisUciPlayer | None = None
        self._player: MorrisPlayer | None = None

    def prepare(self, settings: TerminalSettings) -> None:
        """Make the player of these settings."""
        self.close()
        self._player = self._make(settings)

    def _make(self, settings: TerminalSettings) -> MorrisPlayer:
        if settings.engine:
            self._engine = self._start(settings)
            return self._engine
        perfect = PerfectPlayer(self.tables, self.budget)
        if settings.level != ADAPTIVE:
            return level_player(int(settings.level), perfect=perfect)
        # The finished games are all that is known of a person, so a game taken back is also forgotten.
        scores = self._store.person_scores(level=ADAPTIVE)
        return adaptive_player(reduce(Adaptation.after, scores, Adaptation()), perfect=perfect)

    def choose(self, record: GameRecord, rng: np.random.Generator) -> tuple[Turn, str]:
        """The turn to play, and a note about it."""
        assert self._player is not None
        choice = self._player.choose(record, rng)
        return choice.move, choice.note

    def level_from(self, text: str) -> str:
        """A level by number or name."""
        word = text.strip().lower()
        try:
            return word if word == ADAPTIVE else str(level_from(word))
        except LudensError as error:
            raise LudensError(f"{error} Or take {ADAPTIVE}.") from error

    def name(self, settings: TerminalSettings) -> str:
        """Who sits on the other side."""
        if settings.engine:
            return f"engine '{settings.engine}'"
        if settings.level == ADAPTIVE:
            return "computer, a match for you"
        return f"computer, level {settings.level} ({LEVELS[int(settings.level)].name})"

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

    def _start(self, settings: TerminalSettings) -> MorrisUciPlayer:
        level = int(settings.level) if settings.level.isdigit() else None
        command = engine_command(settings.engine)
        return MorrisUciPlayer(command, movetime_s=THINKING_S, level=level, clock=self._clock)
