"""Questions the robot asks, in words."""

import chess

from ludens.games.chess.talk.conversation import Question
from ludens.games.chess.talk.language import Language
from ludens.games.chess.talk.meaning import Ask, MoveRequest
from ludens.games.chess.talk.phrases import describe, listed, say
from ludens.table.sentences import capital


def ask_which(ask: Ask, request: MoveRequest | None, board: chess.Board, language: Language) -> Question:
    """The question that decides between moves, or whether the only one was meant."""
    match ask.about:
        case "heard":
            told = [describe(move, board, language) for move in ask.moves]
            text = say(language, "did_you_say", move=listed(told, language, last="or"))
        case "sure":
            text = say(language, "did_you_say", move=describe(ask.moves[0], board, language))
        case "plain" if len(ask.moves) == 1:
            move = ask.moves[0]
            target = chess.square_name(move.to_square)
            text = say(language, "did_you_mean_plain", target=target, move=describe(move, board, language))
        case "castling":
            text = say(language, "which_castling")
        case "promotion":
            text = say(language, "which_promotion")
        case _:
            return Question(
                about="origin", text=_which_text(ask.moves, board, language), moves=ask.moves, request=request
            )
    return Question(about=ask.about, text=text, moves=ask.moves, request=request)


def _which_text(moves: tuple[chess.Move, ...], board: chess.Board, language: Language) -> str:
    """By squares: "the one on b1 or the one on e2"; with names where kinds differ, moves where targets do."""
    kinds = {board.piece_type_at(move.from_square) for move in moves}
    if len({move.to_square for move in moves}) > 1:
        choices = [describe(move, board, language) for move in moves]
    elif len(kinds) == 1:
        choices = [say(language, "one_on", square=chess.square_name(move.from_square)) for move in moves]
    else:
        choices = [
            say(
                language,
                "which_piece_on",
                the=_the(board, move, language),
                square=chess.square_name(move.from_square),
            )
            for move in moves
        ]
    return capital(say(language, "which", choices=listed(choices, language, last="or")))


def _the(board: chess.Board, move: chess.Move, language: Language) -> str:
    piece = board.piece_type_at(move.from_square)
    assert piece is not None
    return language.piece(piece).the


def ask_for_target(request: MoveRequest, language: Language) -> Question:
    """The question for the other half of a move."""
    assert request.piece is not None
    the = language.piece(request.piece).the
    if request.origin is None:
        text = say(language, "where_to", the=the)
    else:
        text = say(language, "where_to_from", the=the, square=chess.square_name(request.origin))
    return Question(about="target", text=text, request=request)
