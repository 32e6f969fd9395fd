"""The game in a file as it is played: whatever happens, it can go on."""

from collections.abc import Mapping
from pathlib import Path

import chess

from ludens.core.kept_games import game_to_resume
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.ending import Close, Ending
from ludens.games.chess.rules.places import Place
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.store import GameStore, KeptGame
from ludens.messages import Message, StateReport
from ludens.messages.chess_game import ChessGame


class GameWriter:
    """Listens to the robot and keeps every change at once, before the arm begins to move.

    `settings` are kept with every game: who plays, and how. A game that is decided on the board is over only
    when the robot says so: until then the arm owes the last move.
    """

    def __init__(self, path: Path, settings: Mapping[str, str], *, kept: KeptGame | None = None) -> None:
        self._store, self._settings = GameStore(path), settings
        self._kept, self._number = kept, None if kept is None else kept.number
        self._game: ChessGame | None = None
        self._is_over = False

    def hear(self, message: Message) -> None:
        """Keep a game that has changed, or ended."""
        if isinstance(message, ChessGame):
            self._keep(message)
        elif isinstance(message, StateReport) and (message.state == "over") != self._is_over:
            self._is_over = not self._is_over
            if self._is_over and self._number is not None and self._game is not None:
                self._store.keep(self._number, record_of(self._game))

    def _keep(self, game: ChessGame) -> None:
        record = record_of(game)
        if self._number is None or self._is_another(game):
            self._number = self._store.begin(ChessRecord(game.start), self._settings)
        elif self._kept is not None:
            self._store.set_settings(self._number, {**self._kept.settings, **self._settings})
        self._kept, self._game = None, game
        self._store.keep(self._number, record, carried_out=self._is_over or bool(game.closed))
        self._store.keep_configuration(self._number, PieceConfiguration(tuple(map(Place, game.places))))

    def _is_another(self, game: ChessGame) -> bool:
        """Whether a new game has begun; one in which nobody had moved is begun anew in its own row."""
        before = self._game
        if before is None or before.begun_s == game.begun_s:
            return False
        return bool(before.moves) or before.start != game.start or bool(before.closed)


def record_of(game: ChessGame) -> ChessRecord:
    """The record of a game as it was told."""
    record = ChessRecord(game.start, tuple(map(chess.Move.from_uci, game.moves)))
    if not game.closed:
        return record
    winner = {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(game.result)
    return record.close(Ending(winner, Close(game.closed)))


def last_game(path: Path) -> KeptGame:
    """The game to go on with."""
    return game_to_resume(path, lambda file: GameStore(file).last_unfinished())
