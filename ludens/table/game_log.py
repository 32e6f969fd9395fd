"""The game in a file as it is played at the table: whatever happens, it can go on."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic

from ludens.messages import Message, StateReport
from ludens.table.board_game import BoardGame, RecordT
from ludens.table.kept_games import GameStore, KeptGame

OVER = "over"
"""The state of a robot whose game is over and carried out."""


class GameLogger(Generic[RecordT]):
    """Listens to the robot and keeps every change at once, before the robot begins to move.

    `settings` are kept with every game: who plays, and how. A game that is decided on the board is over only
    when the robot says so: until then it owes the last turn.
    """

    def __init__(
        self,
        path: Path,
        game: BoardGame[RecordT, Any],
        settings: Mapping[str, str],
        *,
        kept: KeptGame[RecordT] | None = None,
    ) -> None:
        self._store, self._game, self._settings = GameStore(path, game), game, settings
        self._kept, self._number = kept, None if kept is None else kept.number
        self._told: Message | None = None
        self._is_over = False

    def hear(self, message: Message) -> None:
        """Keep a game that has changed, or ended."""
        if isinstance(message, self._game.message):
            self._keep(message)
        elif isinstance(message, StateReport) and (message.state == OVER) != self._is_over:
            self._is_over = not self._is_over
            if self._is_over and self._number is not None and self._told is not None:
                self._store.keep(self._number, self._game.told(self._told))

    def _keep(self, told: Message) -> None:
        record = self._game.told(told)
        if self._number is None or (self._told is not None and self._game.is_another(self._told, told)):
            self._number = self._store.begin(record, self._settings)
        elif self._kept is not None:
            self._store.set_settings(self._number, {**self._kept.settings, **self._settings})
        self._kept, self._told = None, told
        is_done = self._is_over or self._game.ended_by_players(record)
        self._store.keep(self._number, record, carried_out=is_done, own=self._game.own_told(told))
