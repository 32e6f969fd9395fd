"""The game in a file as it is played: whatever happens, it can go on."""

from pathlib import Path

import chess

from ludens.core.kept_games import game_to_resume
from ludens.games.chess.rules.configuration import Configuration
from ludens.games.chess.rules.ending import Close, Ending
from ludens.games.chess.rules.places import Place
from ludens.games.chess.rules.record import GameRecord
from ludens.games.chess.store import GameStore, KeptGame
from ludens.messages import Message
from ludens.messages.chess_game import ChessGame


class GameWriter:
    """Listens to the robot and keeps every change at once, before the arm begins to move."""

    def __init__(self, path: Path, *, kept: KeptGame | None = None) -> None:
        self._store = GameStore(path)
        self._number = None if kept is None else kept.number
        self._known: tuple[str, tuple[str, ...]] | None = None

    def hear(self, message: Message) -> None:
        """Keep a game that has changed."""
        if not isinstance(message, ChessGame):
            return
        record = record_of(message)
        starts_anew = self._known is not None and (self._known[0] != message.start or not message.moves)
        if self._number is None or (starts_anew and self._known and self._known[1]):
            settings = {"white": message.white, "black": message.black}
            self._number = self._store.begin(record, settings)
        else:
            self._store.keep(self._number, record)
        self._store.keep_configuration(self._number, Configuration(tuple(map(Place, message.places))))
        self._known = (message.start, message.moves)


def record_of(game: ChessGame) -> GameRecord:
    """The record of a game as it was told."""
    record = GameRecord(game.start, tuple(map(chess.Move.from_uci, game.moves)))
    if not game.closed:
        return record
    winner = {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(game.result)
    return record.close(Ending(winner, Close(game.closed)))


def last_game(path: Path) -> KeptGame:
    """The game to go on with."""
    return game_to_resume(path, lambda file: GameStore(file).last_unfinished())
