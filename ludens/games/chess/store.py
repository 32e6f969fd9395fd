"""Games of chess in a file of kept games, move by move; and where the pieces stood last."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import chess

from ludens.core.errors import LudensError
from ludens.core.kept_games import KeptGames
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.ending import Close, Ending
from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.notation import board_from_fen
from ludens.games.chess.rules.places import Place
from ludens.games.chess.rules.record import ChessRecord

CLOSED = "closed"  # names of our own among the settings
CONFIGURATION = "configuration"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game from the file. `configuration` is what was seen last, if pieces have been looked at."""

    number: int
    started: str  # date and time, UTC
    record: ChessRecord
    settings: Mapping[str, str]
    configuration: PieceConfiguration | None


class GameStore:
    """The file of games; it is made when it does not exist.

    Keep a move before the arm begins to do it: after a crash the pieces are brought where the game is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._games = KeptGames(path)

    def begin(self, record: ChessRecord, settings: Mapping[str, str]) -> int:
        """Keep a new game, and return its number."""
        number = self._games.begin(record.start, settings)
        self.keep(number, record)
        return number

    def keep(
        self,
        number: int,
        record: ChessRecord,
        *,
        carried_out: bool = True,
        person_score: float | None = None,
    ) -> None:
        """Make the kept game equal to this one: moves were added or taken back, or the players ended it.

        A game at a table whose last move is not `carried_out` goes on: the arm still has to move the pieces.
        """
        texts = [move.uci() for move in record.moves]
        settings = dict(self._games.load(number).settings)
        closed = _closed_text(record.closed)
        if settings.get(CLOSED, "") != closed:
            self._games.set_settings(number, settings | {CLOSED: closed})
        finished = carried_out and record.ending is not None
        self._games.keep(number, texts, finished=finished, person_score=person_score)

    def set_settings(self, number: int, settings: Mapping[str, str]) -> None:
        """Replace the settings of a game; what the store itself keeps beside them stays."""
        kept = self._games.load(number).settings
        own = {name: kept[name] for name in (CLOSED, CONFIGURATION) if name in kept}
        self._games.set_settings(number, {**settings, **own})

    def keep_configuration(self, number: int, configuration: PieceConfiguration) -> None:
        """Remember where the pieces stand."""
        numbers = json.dumps([place.number for place in configuration.places])
        self._games.set_settings(number, {**self._games.load(number).settings, CONFIGURATION: numbers})

    def last_unfinished(self) -> KeptGame | None:
        """The game that was begun last of those that are not over."""
        number = self._games.last_unfinished()
        return None if number is None else self.load(number)

    def load(self, number: int) -> KeptGame:
        """A kept game by its number."""
        kept = self._games.load(number)
        settings = dict(kept.settings)
        try:
            record = ChessRecord(board_from_fen(kept.start).fen())
            board = record.board()
            for text in kept.turns:
                move = chess.Move.from_uci(text)
                if not board.is_legal(move):
                    raise ChessError(f"'{text}' is not legal there.")
                board.push(move)
            closed = _closed_from(settings.pop(CLOSED, ""))
            record = ChessRecord(record.start, tuple(board.move_stack), closed)
            seen = settings.pop(CONFIGURATION, "")
            configuration = (
                PieceConfiguration(tuple(Place(one) for one in json.loads(seen))) if seen else None
            )
        except ValueError as error:
            raise LudensError(f"Game {number} in {self.path} cannot be read: {error}") from error
        return KeptGame(number, kept.started, record, settings, configuration)


def _closed_text(closed: Ending | None) -> str:
    if closed is None:
        return ""
    assert isinstance(closed.how, Close)
    return f"{closed.result} {closed.how.value}"


def _closed_from(text: str) -> Ending | None:
    if not text:
        return None
    result, _, how = text.partition(" ")
    winner = {"1-0": chess.WHITE, "0-1": chess.BLACK, "1/2-1/2": None}[result]
    return Ending(winner, Close(how))
