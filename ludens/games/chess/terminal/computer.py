"""Who plays chess for the computer in the terminal: a level, or another program at that level."""

import chess
import numpy as np

from ludens.core.runtime.clock import Clock
from ludens.games.chess.decide.move_rules import ChessPlayer
from ludens.games.chess.decide.players import LEVELS, guarded_player, level_from, level_player
from ludens.games.chess.rules.record import ChessRecord
from ludens.table.terminal_table import ComputerPlayer, TerminalSettings


class ChessComputer(ComputerPlayer[ChessRecord, chess.Move]):
    """Our engine at a level, or another one with ours behind it."""

    usual_level = "5"

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._player: ChessPlayer | None = None

    def prepare(self, settings: TerminalSettings) -> None:
        """Make the player of these settings."""
        level = int(settings.level)
        player = (
            guarded_player(settings.engine, level=level, clock=self._clock)
            if settings.engine
            else level_player(level)
        )
        self.close()
        self._player = player

    def choose(self, record: ChessRecord, rng: np.random.Generator) -> tuple[chess.Move, str]:
        """The move to play, and a note about it."""
        assert self._player is not None
        choice = self._player.choose(record.board(), rng)
        return choice.move, choice.note

    def level_from(self, text: str) -> str:
        """A level by number or name."""
        return str(level_from(text))

    def name(self, settings: TerminalSettings) -> str:
        """Who plays for the computer."""
        if settings.engine:
            return f"{settings.engine}, level {settings.level}"
        return f"computer, level {settings.level} ({LEVELS[int(settings.level)].name})"

    def close(self) -> None:
        """End another program, if one plays."""
        if self._player is not None:
            self._player.close()
