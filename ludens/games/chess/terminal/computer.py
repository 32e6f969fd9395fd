"""Who plays chess for the computer in the terminal: our engine, or another one with ours behind it."""

import chess

from ludens.core.runtime.clock import Clock
from ludens.games.chess.decide.move_rules import ChessPlayer
from ludens.games.chess.decide.players import LEVELS, adaptive_player, guarded_player, level_player
from ludens.games.chess.rules.record import ChessRecord
from ludens.table.adaptive import Adaptation
from ludens.table.kept_games import GameStore
from ludens.table.levels import STRONGEST
from ludens.table.terminal_table import ComputerPlayer


class ChessComputer(ComputerPlayer[ChessRecord, chess.Move]):
    """Players look at boards."""

    levels = LEVELS
    usual_level = "5"

    def __init__(self, *, clock: Clock, store: GameStore[ChessRecord]) -> None:
        super().__init__(store)
        self._clock = clock

    def level_player(self, number: int) -> ChessPlayer:
        return level_player(number)

    def adaptive_player(self, adaptation: Adaptation) -> ChessPlayer:
        return adaptive_player(adaptation)

    def engine_player(self, command: str, level: int | None) -> ChessPlayer:
        """Another engine at a level, with ours behind it."""
        return guarded_player(command, level=STRONGEST if level is None else level, clock=self._clock)

    def seen(self, record: ChessRecord) -> chess.Board:
        return record.board()
