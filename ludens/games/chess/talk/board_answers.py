"""Answers to questions about the board: where a piece is, what can be played, what has been played."""

import chess

from ludens.games.chess.talk.language import Language
from ludens.games.chess.talk.meaning import Command
from ludens.games.chess.talk.phrases import describe, listed, say

MOST_TOLD = 8  # moves in one breath


def answer_about_board(command: Command, board: chess.Board, player: chess.Color, language: Language) -> str:
    """The answer to one of the questions `where`, `options`, `list_pieces`, `turn` and `last_move`."""
    match command.name:
        case "where":
            return _where(command, board, player, language)
        case "options":
            return _options(command, board, language)
        case "list_pieces":
            return " ".join(_side(colour, board, language) for colour in (player, not player))
        case "turn":
            return say(language, "turn", colour=language.colour(board.turn))
        case _:
            return _last_move(board, language)


def _where(command: Command, board: chess.Board, player: chess.Color, language: Language) -> str:
    """Both sides are told where nobody's was asked for, the asker's first."""
    named = {"mine": player, "yours": not player, "white": chess.WHITE, "black": chess.BLACK}
    colours = [named[command.whose]] if command.whose else [player, not player]
    piece = command.piece or chess.KING
    words = language.piece(piece)
    told = []
    for colour in colours:
        squares = _squares(board.pieces(piece, colour))
        key = "where_none" if not squares else ("where_one" if len(squares) == 1 else "where_many")
        told.append(
            say(
                language,
                key,
                owner=language.colour(colour),
                piece=words.name,
                pieces=words.plural,
                squares=listed(squares, language),
            )
        )
    return " ".join(told)


def _options(command: Command, board: chess.Board, language: Language) -> str:
    if command.square is not None:
        return _options_of(command.square, board, language)
    if command.piece is not None:
        squares = board.pieces(command.piece, board.turn)
        if not squares:
            return say(language, "options_no_piece", piece=language.piece(command.piece).name)
        return " ".join(_options_of(square, board, language) for square in squares)
    moves = list(board.legal_moves)
    if not moves:
        return say(language, "options_none")
    # Captures and checks first: they are what a player would not like to miss.
    moves.sort(key=lambda move: (not board.is_capture(move), not board.gives_check(move)))
    told = listed([describe(move, board, language) for move in moves[:MOST_TOLD]], language)
    key = "options_count" if len(moves) <= MOST_TOLD else "options_some"
    return say(language, key, count=len(moves), moves=told)


def _options_of(square: chess.Square, board: chess.Board, language: Language) -> str:
    piece = board.piece_at(square)
    if piece is None:
        return language.reasons["empty_square"].format(origin=chess.square_name(square))
    targets = sorted({move.to_square for move in board.legal_moves if move.from_square == square})
    the, name = language.piece(piece.piece_type).the, chess.square_name(square)
    if not targets:
        return say(language, "options_piece_none", the=the, square=name)
    return say(language, "options_piece", the=the, square=name, targets=listed(_squares(targets), language))


def _side(colour: chess.Color, board: chess.Board, language: Language) -> str:
    parts = [
        language.answers["list_piece"].format(
            piece=words.name if len(squares) == 1 else words.plural,
            squares=listed(_squares(squares), language),
        )
        for piece in reversed(chess.PIECE_TYPES)
        for squares, words in [(board.pieces(piece, colour), language.piece(piece))]
        if squares
    ]
    return say(language, "list_side", colour=language.colour(colour), pieces="; ".join(parts))


def _last_move(board: chess.Board, language: Language) -> str:
    if not board.move_stack:
        return say(language, "no_last_move")
    before = board.copy()
    move = before.pop()
    return say(language, "last_move", move=describe(move, before, language))


def _squares(squares: chess.SquareSet | list[chess.Square]) -> list[str]:
    return [chess.square_name(square) for square in squares]
