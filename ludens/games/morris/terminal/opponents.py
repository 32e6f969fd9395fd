"""Who plays against a person: a level, a match, or another program."""

import shlex
from functools import reduce

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock
from ludens.games.morris.decide.adaptive import Adaptation, AdaptivePlayer
from ludens.games.morris.decide.budget import Budget
from ludens.games.morris.decide.levels import LevelPlayer
from ludens.games.morris.decide.perfect import PerfectPlayer
from ludens.games.morris.decide.player import Player
from ludens.games.morris.engine.opponent import EnginePlayer
from ludens.games.morris.rules import start_position
from ludens.games.morris.solution.values import Tables
from ludens.games.morris.store import GameStore
from ludens.games.morris.terminal.settings import ADAPTIVE, Settings

THINKING_S = 0.7


class Opponents:
    """Makes players, and closes the other program, if there is one, at the end."""

    def __init__(self, *, tables: Tables, clock: Clock, store: GameStore) -> None:
        self.tables = tables
        self.budget = Budget(duration_s=THINKING_S, clock=clock)
        self._clock = clock
        self._store = store
        self._engine: EnginePlayer | None = None

    def make(self, settings: Settings) -> Player:
        """The player for these settings."""
        self.close()
        if settings.engine:
            self._engine = self._start(settings)
            return self._engine
        perfect = PerfectPlayer(self.tables, self.budget)
        if settings.level != ADAPTIVE:
            return LevelPlayer(int(settings.level), perfect=perfect)
        # The finished games are all that is known of a person, so a game taken back is also forgotten.
        scores = self._store.person_scores(opponent=ADAPTIVE)
        return AdaptivePlayer(reduce(Adaptation.after, scores, Adaptation()), perfect=perfect)

    @property
    def knows_the_opening(self) -> bool:
        """Whether the tables hold the game from its first turn on."""
        return self.tables.probe(start_position()) is not None

    def close(self) -> None:
        """End the other program."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _start(self, settings: Settings) -> EnginePlayer:
        try:
            command = shlex.split(settings.engine)
        except ValueError as error:
            raise LudensError(
                f"The command of the engine, {settings.engine!r}, cannot be read: {error}."
            ) from error
        level = int(settings.level) if settings.level.isdigit() else None
        return EnginePlayer(command, movetime_s=THINKING_S, level=level, clock=self._clock)
