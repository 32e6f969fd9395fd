"""Games as PGN: written with names and result, read with every move checked."""

import io
from collections.abc import Mapping
from dataclasses import dataclass

import chess
import chess.pgn

from ludens.games.chess.rules.ending import Close, Ending, ending_of
from ludens.games.chess.rules.errors import ChessNotationError
from ludens.games.chess.rules.notation import board_from_fen, explain
from ludens.games.chess.rules.record import ChessRecord

RESULTS: Mapping[str, chess.Color | None] = {"1-0": chess.WHITE, "0-1": chess.BLACK, "1/2-1/2": None}
NO_GAME = 'There is no game in this text; expected tags such as [White "…"] and moves: 1. e4 e5.'
TERMINATIONS = {Close.TIME: "time forfeit", Close.RESIGNATION: "normal", Close.AGREEMENT: "normal"}


@dataclass(frozen=True, slots=True)
class PgnGame:
    """A game from PGN; `headers` are its tags."""

    record: ChessRecord
    headers: Mapping[str, str]


def pgn_of(record: ChessRecord, headers: Mapping[str, str] | None = None) -> str:
    """The game as PGN, with a line feed at the end."""
    game = chess.pgn.Game.from_board(record.board())
    for name, value in (headers or {}).items():
        game.headers[name] = value
    ending = record.ending
    game.headers["Result"] = "*" if ending is None else ending.result
    if ending is not None and isinstance(ending.how, Close):
        game.headers["Termination"] = TERMINATIONS[ending.how]
    return str(game) + "\n"


def game_from_pgn(text: str) -> PgnGame:
    """The first game of a PGN text, main line only."""
    text = text.lstrip("\ufeff")
    game = _read(text)
    headers = dict(game.headers)
    variant = headers.get("Variant", "Standard")
    if variant.lower() not in ("standard", "from position", "chess", "normal"):
        raise ChessNotationError(
            f"The game is of the variant '{variant}'; here only standard chess is played."
        )
    start = board_from_fen(headers["FEN"]).fen() if "FEN" in headers else chess.STARTING_FEN
    record = ChessRecord(start, tuple(game.mainline_moves()))
    if not record.moves and not _says_anything(text):
        raise ChessNotationError(NO_GAME)
    return PgnGame(_with_result(record, headers), headers)


def _says_anything(text: str) -> bool:
    return "[" in text or any(result in text.split() for result in (*RESULTS, "*"))


def _read(text: str) -> chess.pgn.Game:
    builder = _Builder()
    try:
        game = chess.pgn.read_game(io.StringIO(text), Visitor=lambda: builder)
    except (ValueError, LookupError, AssertionError) as error:
        raise ChessNotationError(f"This PGN cannot be read: {error}.") from error
    if builder.trouble is not None:
        raise ChessNotationError(builder.trouble)
    if game is None:
        raise ChessNotationError(NO_GAME)
    return game


class _Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Builds the game, and stops at the first thing in it that cannot be."""

    def __init__(self) -> None:
        super().__init__()
        self.trouble: str | None = None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if tagname == "FEN":
            try:
                board_from_fen(tagvalue)
            except ChessNotationError as error:
                self.trouble = self.trouble or f"The tag FEN is wrong. {error}"
                return
        super().visit_header(tagname, tagvalue)

    def parse_san(self, board: chess.Board, san: str) -> chess.Move:
        try:
            return super().parse_san(board, san)
        except ValueError as error:
            if self.trouble is None:
                number = f"{board.fullmove_number}.{'' if board.turn else '..'}"
                self.trouble = f"Move {number} '{san}' cannot be played. {explain(board, san)}"
            raise error

    def handle_error(self, error: Exception) -> None:
        self.trouble = self.trouble or f"This PGN cannot be read: {error}."


def _with_result(record: ChessRecord, headers: Mapping[str, str]) -> ChessRecord:
    """A result that the position does not explain was made by the players."""
    ended = ending_of(record.board())
    result = headers.get("Result", "*")
    if result not in RESULTS:
        return record
    if ended is not None:
        if ended.result != result:
            raise ChessNotationError(f"The tag Result says {result}, but the moves end in {ended.result}.")
        return record
    winner = RESULTS[result]
    if "time" in headers.get("Termination", "").lower():
        return record.close(Ending(winner, Close.TIME))
    return record.close(Ending(winner, Close.AGREEMENT if winner is None else Close.RESIGNATION))
