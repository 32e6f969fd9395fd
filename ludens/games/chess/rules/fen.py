"""Positions from text (FEN): what is malformed or impossible is said in a sentence."""

from collections.abc import Callable

import chess

from ludens.games.chess.rules.errors import NotationError
from ludens.games.chess.rules.pieces import PIECES, colour_name

FAULTS = {
    chess.STATUS_NO_WHITE_KING: "white has no king",
    chess.STATUS_NO_BLACK_KING: "black has no king",
    chess.STATUS_TOO_MANY_KINGS: "a side has more than one king",
    chess.STATUS_TOO_MANY_WHITE_PAWNS: "white has more than eight pawns",
    chess.STATUS_TOO_MANY_BLACK_PAWNS: "black has more than eight pawns",
    chess.STATUS_PAWNS_ON_BACKRANK: "a pawn stands on the first or last rank",
    chess.STATUS_TOO_MANY_WHITE_PIECES: "white has more than sixteen pieces",
    chess.STATUS_TOO_MANY_BLACK_PIECES: "black has more than sixteen pieces",
    chess.STATUS_BAD_CASTLING_RIGHTS: "castling is allowed where king or rook have left their squares",
    chess.STATUS_INVALID_EP_SQUARE: "the square for en passant does not fit the position",
    chess.STATUS_OPPOSITE_CHECK: "the side that is not to move is in check",
    chess.STATUS_EMPTY: "the board is empty",
    chess.STATUS_TOO_MANY_CHECKERS: "more pieces give check than ever can",
    chess.STATUS_IMPOSSIBLE_CHECK: "the pieces that give check can never have come to do so together",
}
FIELDS = (
    "pieces (rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR)",
    "side to move (w or b)",
    "castling (KQkq or -)",
    "en passant (e3 or -)",
    "half-moves since a capture or a pawn's move",
    "number of the move",
)


def board_from_fen(text: str) -> chess.Board:
    """The position of a FEN; the last fields may be missing, as people write it."""
    words = text.split()
    if not words:
        raise NotationError(f"There is no position in an empty text; expected: {', '.join(FIELDS)}.")
    try:
        board = chess.Board(" ".join(words))
    except ValueError as error:
        raise NotationError(f"'{_shown(text)}' is no position: {_why(words, error)}.") from error
    faults = [words for flag, words in FAULTS.items() if board.status() & flag]
    faults += _faults_of_the_set(board)
    if faults:
        raise NotationError(f"This position is impossible: {'; '.join(faults)}.")
    return board


def _why(words: list[str], error: ValueError) -> str:
    for word, fits, meaning in zip(words, FITS, FIELDS, strict=False):
        if not fits(word):
            return f"'{_shown(word)}' stands where {meaning} was expected"
    if len(words) > len(FIELDS):
        return f"'{_shown(words[len(FIELDS)])}' stands behind its six fields"
    return str(error)


def _is_board(word: str) -> bool:
    try:
        chess.BaseBoard(word)
    except ValueError:
        return False
    return True


FITS: tuple[Callable[[str], bool], ...] = (
    _is_board,
    lambda word: word in ("w", "b"),
    lambda word: word == "-" or bool(chess.FEN_CASTLING_REGEX.match(word)),
    lambda word: word == "-" or word in chess.SQUARE_NAMES,
    str.isdigit,
    str.isdigit,
)


def _faults_of_the_set(board: chess.Board) -> list[str]:
    """Promoted pieces need pawns that are gone."""
    faults = []
    for colour in chess.COLORS:
        pawns = len(board.pieces(chess.PAWN, colour))
        extra = 0
        for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN):
            in_set = sum(piece.symbol == chess.Piece(kind, colour) for piece in PIECES)
            extra += max(0, len(board.pieces(kind, colour)) - in_set)
        if extra > 8 - pawns >= 0:
            faults.append(f"{colour_name(colour)} has more promoted pieces than pawns that are gone")
    return faults


def _shown(text: str) -> str:
    return text if len(text) <= 60 else text[:60] + "…"
