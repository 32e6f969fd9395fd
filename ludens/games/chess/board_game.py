"""Chess as the table needs it: records of games as they are kept, told, typed and exported."""

import json
from collections.abc import Mapping, Sequence

import chess
import msgspec

from ludens.core.foreign import reading
from ludens.games.chess.rules.configuration import PieceConfiguration
from ludens.games.chess.rules.ending import Close, Ending
from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.notation import board_from_fen
from ludens.games.chess.rules.pgn import RESULTS, game_from_pgn, pgn_of
from ludens.games.chess.rules.places import PiecePlace
from ludens.games.chess.rules.reasons import ending_sentence
from ludens.games.chess.rules.record import ChessRecord, record_told
from ludens.messages.chess_game import ChessGame, Mover
from ludens.table.board_game import BoardGame, Colour, GameResult, PlayerKind
from ludens.table.lineup import AT, TERMINAL

CLOSED = "closed"  # how the players ended the game: result and reason
CONFIGURATION = "configuration"  # where the pieces were seen last, as the numbers of their places
MOVERS: dict[PlayerKind, Mover] = {
    "engine": "engine",
    "person": "hand",
    "human": "hand",
    "text": "words",
    "voice": "words",
}
"""How the moves of every kind of player come onto the board."""
OLD_PLAYERS = {"hand": "person", "words": "text"}  # as older files name them
OLD_TERMINAL = {
    "white": ("text", "engine"),
    "black": ("engine", "text"),
    "both": ("text", "text"),
    "none": ("engine", "engine"),
}


class Chess(BoardGame[ChessRecord, chess.Move]):
    """The rules of chess, with moves kept as UCI and games exported as PGN."""

    error = ChessError
    message = ChessGame
    turn_word = "move"
    usual_level = 5
    movers = MOVERS
    typed_becomes = "text"
    own_settings = (CLOSED, CONFIGURATION)

    def new(self) -> ChessRecord:
        return ChessRecord()

    def from_fen(self, text: str) -> ChessRecord:
        return ChessRecord(board_from_fen(text).fen())

    def fen(self, record: ChessRecord) -> str:
        return record.board().fen()

    def start_text(self, record: ChessRecord) -> str:
        return record.start

    def turn_text(self, turn: chess.Move) -> str:
        """A move as UCI writes it."""
        return turn.uci()

    def read(self, start: str, turns: Sequence[str], own: Mapping[str, str]) -> ChessRecord:
        """The game that was kept as these texts; every move is checked."""
        board = board_from_fen(start)
        begun = board.fen()
        for text in turns:
            move = chess.Move.from_uci(text)
            if not board.is_legal(move):
                raise ChessError(f"'{text}' is not legal there.")
            board.push(move)
        return ChessRecord(begun, tuple(board.move_stack), _closed_from(own.get(CLOSED, "")))

    def turns(self, record: ChessRecord) -> tuple[chess.Move, ...]:
        return record.moves

    def to_move(self, record: ChessRecord) -> Colour:
        return colour_name(record.board().turn)

    def play(self, record: ChessRecord, turn: chess.Move) -> ChessRecord:
        return record.play(turn)

    def back(self, record: ChessRecord) -> ChessRecord:
        return record.back()

    def seen(self, record: ChessRecord) -> chess.Board:
        """The board with its whole history."""
        return record.board()

    def result(self, record: ChessRecord) -> GameResult | None:
        ending = record.ending
        if ending is None:
            return None
        winner = None if ending.winner is None else colour_name(ending.winner)
        return GameResult(winner, ending_sentence(ending), ending.how.name.lower())

    def exported(self, record: ChessRecord, players: Mapping[Colour, str]) -> str:
        names = {colour.capitalize(): name for colour, name in players.items()}
        return pgn_of(record, {"Event": "Ludens in the terminal", **names})

    def imported(self, text: str) -> ChessRecord:
        """The first game of a PGN text; what its players ended goes on."""
        record = game_from_pgn(text).record
        return ChessRecord(record.start, record.moves)

    def own(self, record: ChessRecord) -> dict[str, str]:
        """How the players ended the game."""
        if record.closed is None:
            return {CLOSED: ""}
        assert isinstance(record.closed.how, Close)
        return {CLOSED: f"{record.closed.result} {record.closed.how.value}"}

    def modern(self, settings: Mapping[str, str]) -> Mapping[str, str]:
        """Settings with the names of today: older files say how somebody moved, or whom a person played."""
        kept = {name: OLD_PLAYERS.get(value, value) for name, value in settings.items()}
        if person := kept.pop("person", ""):
            white, black = OLD_TERMINAL.get(person, ("", ""))
            return {"white": white, "black": black, AT: TERMINAL, **kept}
        return kept

    def told(self, message: ChessGame) -> ChessRecord:
        return record_told(message)

    def own_told(self, message: ChessGame) -> dict[str, str]:
        """Where the pieces stand."""
        return {CONFIGURATION: json.dumps(list(message.places))}

    def is_another(self, before: ChessGame, message: ChessGame) -> bool:
        """Whether a new game has begun; one in which nobody had moved is begun anew in its own row."""
        if before.begun_s == message.begun_s:
            return False
        return bool(before.moves) or before.start != message.start or bool(before.closed)

    def ended_by_players(self, record: ChessRecord) -> bool:
        """Whether somebody resigned, or both agreed to a draw."""
        return record.closed is not None


CHESS_GAME = Chess()


def colour_name(colour: chess.Color) -> Colour:
    """The name of a side."""
    return "white" if colour else "black"


def kept_configuration(own: Mapping[str, str]) -> PieceConfiguration | None:
    """Where the pieces of a kept game were seen last, if they have been looked at."""
    seen = own.get(CONFIGURATION, "")
    if not seen:
        return None
    with reading("Where the pieces of the kept game were seen", remedy="Begin a new game."):
        numbers = msgspec.json.decode(seen, type=tuple[int, ...])
        return PieceConfiguration(tuple(map(PiecePlace, numbers)))


def _closed_from(text: str) -> Ending | None:
    if not text:
        return None
    result, _, how = text.partition(" ")
    return Ending(RESULTS[result], Close(how))
