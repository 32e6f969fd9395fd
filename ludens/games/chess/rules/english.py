"""Reasons as English sentences, for whoever has no other language."""

import chess

from ludens.games.chess.rules.ending import Close, Ending, HowEnded
from ludens.games.chess.rules.pieces import colour_name
from ludens.games.chess.rules.reasons import Code, Reason

MOVES_OF = {
    chess.PAWN: "A pawn moves one square straight ahead, and takes one square aslant",
    chess.KNIGHT: "A knight jumps two squares one way and one to the side",
    chess.BISHOP: "A bishop moves along diagonals",
    chess.ROOK: "A rook moves along ranks and files",
    chess.QUEEN: "A queen moves along ranks, files and diagonals",
    chess.KING: "A king moves one square in any direction",
}
ENDINGS: dict[HowEnded, str] = {
    chess.Termination.CHECKMATE: "by checkmate",
    chess.Termination.STALEMATE: "by stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "because neither side can give mate",
    chess.Termination.THREEFOLD_REPETITION: "by threefold repetition",
    chess.Termination.FIVEFOLD_REPETITION: "by repetition",
    chess.Termination.FIFTY_MOVES: "by the fifty-move rule",
    chess.Termination.SEVENTYFIVE_MOVES: "by the seventy-five-move rule",
    Close.RESIGNATION: "by resignation",
    Close.AGREEMENT: "by agreement",
    Close.TIME: "on time",
}


def ending_sentence(ending: Ending) -> str:
    """Who has won, and how."""
    how = ENDINGS.get(ending.how, "")
    if ending.winner is None:
        return f"Draw {how}."
    return f"{colour_name(ending.winner).capitalize()} wins {how}."


def sentence(reason: Reason) -> str:
    """One or two sentences to the player who wanted the move."""
    form = FORMS[reason.code]
    if reason.code is Code.CASTLING_MOVED and reason.other is None:
        form = "You cannot castle there: the king or that rook has moved before."
    return form.format(
        piece=_kind(reason.piece),
        other=_kind(reason.other),
        origin=_square(reason.origin),
        target=_square(reason.target),
        where=_square(reason.other_square),
        crossed=_square(reason.crossed),
        promotion="" if reason.promotion is None else chess.piece_name(reason.promotion),
        turn="" if reason.turn is None else colour_name(reason.turn),
        ending=f" {ENDINGS[reason.ending]}" if reason.ending in ENDINGS else "",
        colour="" if reason.piece is None else colour_name(reason.piece.color),
        squares=", ".join(chess.square_name(square) for square in reason.squares),
        way="" if reason.piece is None else MOVES_OF[reason.piece.piece_type],
    )


FORMS = {
    Code.GAME_OVER: "The game is over{ending}.",
    Code.NOT_YOUR_TURN: "It is not your turn: {turn} is to move.",
    Code.OFF_BOARD: "There is no such square: files are a to h, ranks 1 to 8.",
    Code.EMPTY_SQUARE: "There is no piece on {origin}.",
    Code.NONE_LEFT: "You have no {piece} on the board.",
    Code.TAKEN: "That {piece} has been taken.",
    Code.OPPONENTS_PIECE: "The {piece} on {origin} is not yours: {turn} is to move.",
    Code.SAME_SQUARE: "The {piece} is on {target} already.",
    Code.OWN_PIECE: "Your own {other} stands on {target}.",
    Code.NOT_HOW_IT_MOVES: "{way}; it cannot go from {origin} to {target}.",
    Code.NONE_REACHES: "None of your {piece}s can go to {target}.",
    Code.BLOCKED: "The {other} on {where} is in the way.",
    Code.PAWN_TAKES_ASLANT: "A pawn cannot take straight ahead; the {other} on {where} blocks it.",
    Code.NOTHING_TO_TAKE: "A pawn moves aslant only to take, and there is nothing to take on {target}.",
    Code.DOUBLE_STEP_GONE: "A pawn may go two squares only from where it began.",
    Code.EN_PASSANT_TOO_LATE: "It is too late to take the pawn on {where} en passant: that is done at once.",
    Code.PROMOTION_MISSING: "The pawn becomes a queen, rook, bishop or knight on {target}: say which.",
    Code.WRONG_PROMOTION: (
        "Only a pawn that reaches the last rank is promoted, and only to a queen, rook, bishop or knight."
    ),
    Code.INTO_CHECK: "Your king would be in check from the {other} on {where}.",
    Code.KING_INTO_CHECK: "Your king would be in check on {target}, from the {other} on {where}.",
    Code.STILL_IN_CHECK: "You are in check from the {other} on {where}, and this does not help.",
    Code.CASTLING_MOVED: "You cannot castle there: the {other} from {where} has moved or been taken.",
    Code.CASTLING_BLOCKED: "You cannot castle there: the {other} on {where} is in the way.",
    Code.CASTLING_IN_CHECK: "You cannot castle while you are in check from the {other} on {where}.",
    Code.CASTLING_THROUGH_CHECK: (
        "You cannot castle there: the king would pass {crossed}, which the {other} on {where} attacks."
    ),
    Code.SEVERAL_MOVED: "More than one move was made, on {squares}.",
    Code.PIECE_MISSING: "The {colour} {piece} from {origin} is missing.",
    Code.PIECE_ADDED: "A {colour} {piece} has been put on {target} that does not belong there.",
    Code.TWO_ON_SQUARE: "Two pieces stand on {target}.",
    Code.CASTLING_HALF_DONE: "To castle, the rook on {where} must move too.",
    Code.PROMOTION_HALF_DONE: "To promote, take the pawn on {where} off the board.",
    Code.EN_PASSANT_HALF_DONE: "The pawn on {where} was taken en passant; take it off the board.",
}


def _kind(piece: chess.Piece | None) -> str:
    return "" if piece is None else chess.piece_name(piece.piece_type)


def _square(square: int | None) -> str:
    return chess.square_name(square) if square in chess.SQUARES else ""
