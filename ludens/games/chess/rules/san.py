"""Moves as people type them: SAN (`Nf3`, `exd5`, `O-O`, `e8=Q`) or squares (`g1f3`, `e7e8q`)."""

import re

import chess

from ludens.games.chess.rules.ending import HowEnded
from ludens.games.chess.rules.english import sentence
from ludens.games.chess.rules.errors import NotationError
from ludens.games.chess.rules.legality import castling_reason, reason_against
from ludens.games.chess.rules.reasons import Code, Reason
from ludens.games.chess.rules.request import candidates

SQUARES = re.compile(r"([a-h][1-8])[-x ]?([a-h][1-8])(?:=?\(?([qrbnQRBN])\)?)?")
SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])(?:=?([QRBN]))?[+#]?[!?]*")
CASTLING = re.compile(r"[oO0]-?[oO0](-?[oO0])?[+#]?")
KINDS = {letter: kind for kind, letter in enumerate(chess.PIECE_SYMBOLS) if letter}


def move_from_text(board: chess.Board, text: str, *, ending: HowEnded | None = None) -> chess.Move:
    """The legal move that was typed; otherwise a sentence says what stands against it.

    `ending` is how the game has ended, if it has.
    """
    if ending is not None:
        raise NotationError(sentence(Reason(code=Code.GAME_OVER, ending=ending)))
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
            raise NotationError(explain(board, typed)) from None
    reason = reason_against(board, move.from_square, move.to_square, move.promotion)
    if reason is not None:
        raise NotationError(sentence(reason))
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
    """With zeros and small letters in castling put right, as people type it."""
    castling = CASTLING.fullmatch(typed)
    if castling is not None:
        return "O-O" if castling[1] is None else "O-O-O"
    # Small letters for pieces are understood where they can mean nothing else: b is also a file.
    return typed[0].upper() + typed[1:] if typed[:1] in tuple("nkqr") else typed
