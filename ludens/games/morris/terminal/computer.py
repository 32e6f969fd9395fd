"""Who plays morris for the computer in the terminal: ours, with tables or without, or another program."""

from ludens.core.runtime.clock import Clock
from ludens.games.morris.decide.move_rules import MorrisPlayer
from ludens.games.morris.decide.perfect import PerfectPlayer
from ludens.games.morris.decide.players import LEVELS, PERFECT, adaptive_player, level_player
from ludens.games.morris.decide.tables import PositionTables
from ludens.games.morris.decide.uci_player import MorrisUciPlayer
from ludens.games.morris.rules import GameRecord, Turn, start_position
from ludens.table.adaptive import ADAPTIVE, Adaptation
from ludens.table.kept_games import GameStore
from ludens.table.search import SearchBudget
from ludens.table.terminal_table import ComputerPlayer, TerminalSettings
from ludens.table.uci import engine_command

THINKING_S = 0.7


class MorrisComputer(ComputerPlayer[GameRecord, Turn]):
    """Thinks by the clock where the tables end."""

    levels = LEVELS
    usual_level = ADAPTIVE

    def __init__(self, *, tables: PositionTables, clock: Clock, store: GameStore[GameRecord]) -> None:
        super().__init__(store)
        self.tables = tables
        self.budget = SearchBudget(duration_s=THINKING_S, clock=clock)
        self._clock = clock
        self._perfect = PerfectPlayer(tables, self.budget)

    def level_player(self, number: int) -> MorrisPlayer:
        return level_player(number, perfect=self._perfect)

    def adaptive_player(self, adaptation: Adaptation) -> MorrisPlayer:
        return adaptive_player(adaptation, perfect=self._perfect)

    def engine_player(self, command: str, level: int | None) -> MorrisPlayer:
        words = engine_command(command)
        return MorrisUciPlayer(words, movetime_s=THINKING_S, level=level, clock=self._clock)

    def warning(self, settings: TerminalSettings) -> str:
        """That the strongest level needs tables that hold the game from its first turn on."""
        is_perfect = not settings.engine and settings.level == str(PERFECT)
        if is_perfect and self.tables.probe(start_position()) is None:
            return "Without tables of the whole game 'perfect' is a search, and can lose."
        return ""
