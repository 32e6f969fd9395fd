"""Positions from FEN, and moves as people type them: SAN (`Nf3`, `exd5`, `O-O`, `e8=Q`) or squares (`g1f3`).

Whatever is malformed, impossible or illegal is refused with a sentence.
"""

import re
from collections.abc import Callable

import chess

from ludens.games.chess.rules.ending import HowEnded
from ludens.games.chess.rules.errors import ChessNotationError
from ludens.games.chess.rules.legality import castling_reason, reason_against
from ludens.games.chess.rules.places import PIECES, colour_name
from ludens.games.chess.rules.reasons import Code, RefusalReason, sentence
from ludens.games.chess.rules.request import candidates

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
SQUARES = re.compile(r"([a-h][1-8])[-x ]?([a-h][1-8])(?:=?\(?([qrbnQRBN])\)?)?")
SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])(?:=?([QRBN]))?[+#]?[!?]*")
CASTLING = re.compile(r"[oO0]-?[oO0](-?[oO0])?[+#]?")
MOST_DIGITS = 6  # of a number of moves
KINDS = {letter: kind for kind, letter in enumerate(chess.PIECE_SYMBOLS) if letter}


def board_from_fen(text: str) -> chess.Board:
    """The position of a FEN; the last fields may be missing, as people write it."""
    words = text.split()
    if not words:
        raise ChessNotationError(f"There is no position in an empty text; expected: {', '.join(FIELDS)}.")
    against = _why(words)
    try:
        board = chess.Board() if against else chess.Board(" ".join(words))
    except ValueError as error:
        against = _shown(str(error))
    if against:
        raise ChessNotationError(f"'{_shown(text)}' is no position: {against}.")
    faults = [words for flag, words in FAULTS.items() if board.status() & flag]
    faults += _faults_of_the_set(board)
    if faults:
        raise ChessNotationError(f"This position is impossible: {'; '.join(faults)}.")
    return board


def _why(words: list[str]) -> str:
    for word, fits, meaning in zip(words, FITS, FIELDS, strict=False):
        if not fits(word):
            return f"'{_shown(word)}' stands where {meaning} was expected"
    if len(words) > len(FIELDS):
        return f"'{_shown(words[len(FIELDS)])}' stands behind its six fields"
    return ""


def _is_board(word: str) -> bool:
    try:
        chess.BaseBoard(word)
    except ValueError:
        return False
    return True


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS


FITS: tuple[Callable[[str], bool], ...] = (
    _is_board,
    lambda word: word in ("w", "b"),
    lambda word: word == "-" or bool(chess.FEN_CASTLING_REGEX.match(word)),
    lambda word: word == "-" or word in chess.SQUARE_NAMES,
    _is_count,
    _is_count,
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


def move_from_text(board: chess.Board, text: str, *, ending: HowEnded | None = None) -> chess.Move:
    """The legal move that was typed; otherwise a sentence says what stands against it.

    `ending` is how the game has ended, if it has.
    """
    if ending is not None:
        raise ChessNotationError(sentence(RefusalReason(Code.GAME_OVER, ending=ending)))
    typed = text.strip()
    squares = SQUARES.fullmatch(typed)
    move: chess.Move | None = None
    if squares is not None:
        kind = KINDS[squares[3].lower()] if squares[3] else None
        move = chess.Move(chess.parse_square(squares[1]), chess.parse_square(squares[2]), kind)
    else:
        try:
            move = board.parse_san(_as_san(typed))
        except ValueError:
            raise ChessNotationError(explain(board, typed)) from None
    reason = reason_against(board, move.from_square, move.to_square, move.promotion)
    if reason is not None:
        raise ChessNotationError(sentence(reason))
    return move


def explain(board: chess.Board, text: str) -> str:
    """Why text is no legal move here."""
    castling = CASTLING.fullmatch(text)
    if castling is not None:
        reason = castling_reason(board, kingside=castling[1] is None)
        return "" if reason is None else sentence(reason)
    match = SAN.fullmatch(text)
    if match is None:
        return f"'{text}' is no move; moves are written as e4, Nf3, exd5, O-O, e8=Q or e2e4."
    kind = KINDS[match[1].lower()] if match[1] else chess.PAWN
    promotion = KINDS[match[5].lower()] if match[5] else None
    target = chess.parse_square(match[4])
    found = candidates(board, kind, target, promotion)
    if found.reason is not None:
        return sentence(found.reason)
    names = [chess.square_name(move.from_square) for move in found.moves]
    fitting = [name for name in names if match[2] in name and match[3] in name]
    if len(fitting) > 1:
        return f"'{text}' may mean the {chess.piece_name(kind)} on {' or on '.join(fitting)}."
    able = " or on ".join(names)
    return f"No {chess.piece_name(kind)} can go from there to {match[4]}; the one on {able} can."


def _as_san(typed: str) -> str:
    """Return proper SAN for what people type: zeros in castling, small letters of pieces."""
    castling = CASTLING.fullmatch(typed)
    if castling is not None:
        return "O-O" if castling[1] is None else "O-O-O"
    # Small letters for pieces are understood where they can mean nothing else: b is also a file.
    return typed[0].upper() + typed[1:] if typed[:1] in tuple("nkqr") else typed
