"""Moves, reasons, lists and questions in the words of a language."""

from collections.abc import Sequence

import chess

from ludens.games.chess.talk.commands import usual_phrase
from ludens.games.chess.talk.language import FILES, Language
from ludens.games.chess.talk.meaning import YES_OR_NO, Ask, MoveRequest, Question, Refuse
from ludens.table.sentences import capital, filled


def say(language: Language, key: str, **values: object) -> str:
    """An answer with its values; `{The}` is `{the}` with a capital, for every value."""
    return filled(language.answers[key], values)


def listed(parts: Sequence[str], language: Language, *, last: str = "and") -> str:
    """Parts in a row: "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return language.lists["comma"].join(parts[:-1]) + language.lists[last] + parts[-1]


def alphabet(language: Language) -> str:
    """The phonetic alphabet of the board."""
    return listed([language.files[letter].spelled[0] for letter in FILES], language)


def describe(move: chess.Move, board: chess.Board, language: Language) -> str:
    """A legal move in words, with its first square only where another of its kind could go there too."""
    if board.is_castling(move):
        return language.moves["castle_king" if board.is_kingside_castling(move) else "castle_queen"]
    piece = board.piece_type_at(move.from_square)
    assert piece is not None
    rivals = {
        other.from_square
        for other in board.legal_moves
        if other.to_square == move.to_square and board.piece_type_at(other.from_square) == piece
    }
    key = "plain" if len(rivals) > 1 else ("takes" if board.is_capture(move) else "short")
    said = _move(key, piece, move.from_square, move.to_square, language)
    if move.promotion is None:
        return said
    words, promoted = language.piece(piece), language.piece(move.promotion)
    return language.moves["promotion"].format(
        move=said,
        promotion=promoted.name,
        promotion_object=promoted.object,
        the=words.the,
        object=words.object,
    )


def _move(key: str, piece: int, origin: int | None, target: int | None, language: Language) -> str:
    words = language.piece(piece)
    return language.moves[key].format(
        piece=words.name,
        the=words.the,
        object=words.object,
        origin=_square(origin),
        target=_square(target),
    )


def explain(refusal: Refuse, language: Language) -> str:
    """Why a move cannot be played, in one or two sentences."""
    reason = refusal.reason
    piece, other = reason.piece, reason.other
    words = language.piece(piece.piece_type) if piece else None
    others = language.piece(other.piece_type) if other else None
    wanted = ""
    if piece is not None and reason.target is not None:
        wanted = _move("short", piece.piece_type, reason.origin, reason.target, language)
    values = {
        "piece": words.name if words else "",
        "pieces": words.plural if words else "",
        "the": words.the if words else "",
        "object": words.object if words else "",
        "coloured": language.coloured_piece(piece).the if piece else "",
        "way": language.ways[chess.piece_name(piece.piece_type)] if piece else "",
        "other": others.name if others else "",
        "other_the": others.the if others else "",
        "other_The": capital(others.the) if others else "",
        "origin": _square(reason.origin),
        "target": _square(reason.target),
        "where": _square(reason.other_square),
        "crossed": _square(reason.crossed),
        "squares": listed([chess.square_name(square) for square in reason.squares], language),
        "promotion": language.piece(reason.promotion).name if reason.promotion else "",
        "move": wanted,
    }
    return capital(filled(language.reasons[refusal.code], values))


def _square(square: int | None) -> str:
    return chess.square_name(square) if square is not None and square in chess.SQUARES else ""


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
            say(language, "which_piece_on", the=_the(board, move, language), square=_square(move.from_square))
            for move in moves
        ]
    return capital(say(language, "which", choices=listed(choices, language, last="or")))


def _the(board: chess.Board, move: chess.Move, language: Language) -> str:
    piece = board.piece_type_at(move.from_square)
    assert piece is not None
    return language.piece(piece).the


def possible_answers(question: Question, language: Language) -> tuple[str, ...]:
    """Some of what one can say to a question, for buttons that say it; () where a square is asked for."""
    if question.about in YES_OR_NO:
        return usual_phrase("yes", language), usual_phrase("no", language)
    if question.about == "promotion":
        pieces = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
        return tuple(language.piece(piece).name for piece in pieces)
    if question.about == "castling":
        return language.words.king_side.words[0], language.words.queen_side.words[0]
    if question.about == "origin" and len({move.to_square for move in question.moves}) == 1:
        return tuple(chess.square_name(move.from_square) for move in question.moves)
    return ()


def ask_for_target(request: MoveRequest, language: Language) -> Question:
    """The question for the other half of a move."""
    assert request.piece is not None
    the = language.piece(request.piece).the
    if request.origin is None:
        text = say(language, "where_to", the=the)
    else:
        text = say(language, "where_to_from", the=the, square=chess.square_name(request.origin))
    return Question(about="target", text=text, request=request)
