"""The game as a picture of a board: position, last move, check, what can be moved where."""

from collections import Counter
from collections.abc import Mapping

import chess

from ludens.games.chess.board_game import record_of
from ludens.games.chess.decide.opinion import Opinion
from ludens.games.chess.rules.pgn import pgn_of
from ludens.games.chess.rules.places import FIRST_SLOT
from ludens.games.chess.rules.reasons import ending_sentence
from ludens.games.chess.rules.record import ChessRecord
from ludens.messages.board_picture import BoardMove, BoardPicture, BoardPiece, BoardSide
from ludens.messages.chess_game import ChessGame, Seat

WHO: dict[Seat, str] = {"hand": "moves by hand", "words": "tells the arm", "engine": "engine and arm"}
ORDER = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
FULL_SET = {chess.PAWN: 8, chess.KNIGHT: 2, chess.BISHOP: 2, chess.ROOK: 2, chess.QUEEN: 1}


def side_of(colour: chess.Color) -> int:
    """White is the first side."""
    return 0 if colour else 1


def picture_of(game: ChessGame, opinion: Opinion) -> BoardPicture:
    """The game; its clocks are still at zero."""
    record = record_of(game)
    board = record.board()
    seats = {chess.WHITE: game.white, chess.BLACK: game.black}
    may_move = record.ending is None and seats[board.turn] != "engine"
    people = [colour for colour in chess.COLORS if seats[colour] != "engine"]
    last = board.move_stack[-1] if board.move_stack else None
    start = chess.Board(record.start)
    return BoardPicture(
        column_names=tuple(chess.FILE_NAMES),
        row_names=tuple(chess.RANK_NAMES),
        pieces=tuple(
            BoardPiece(square, chess.piece_symbol(piece.piece_type).upper(), side_of(piece.color))
            for square, piece in sorted(board.piece_map().items())
        ),
        possible=_possible(board) if may_move else (),
        last=() if last is None else (last.from_square, last.to_square),
        warned=_in_check(board),
        asked=tuple(place for _, place in game.asked if place < FIRST_SLOT),
        sides=(_side(chess.WHITE, board, seats), _side(chess.BLACK, board, seats)),
        turned=people == [chess.BLACK],
        sentence=_sentence(record, board),
        balance=opinion.white_share,
        balance_words="" if record.ending is not None else opinion.text(),
        moves=_notation(record),
        first_number=start.fullmove_number,
        second_began=not start.turn,
        result="" if game.result == "*" else game.result,
        record=pgn_of(record, {"Event": "Ludens with an arm"}),
        file_name="game.pgn",
    )


def _possible(board: chess.Board) -> tuple[BoardMove, ...]:
    """One for each pair of squares: to which piece a pawn is promoted is asked for by the dialogue."""
    pairs = dict.fromkeys((move.from_square, move.to_square) for move in board.legal_moves)
    return tuple(
        BoardMove(origin, target, f"{chess.square_name(origin)} {chess.square_name(target)}")
        for origin, target in pairs
    )


def _in_check(board: chess.Board) -> tuple[int, ...]:
    king = board.king(board.turn)
    return (king,) if board.is_check() and king is not None else ()


def _side(colour: chess.Color, board: chess.Board, seats: Mapping[chess.Color, Seat]) -> BoardSide:
    there = Counter(piece.piece_type for piece in board.piece_map().values() if piece.color != colour)
    taken = tuple(
        chess.piece_symbol(kind).upper() for kind in ORDER for _ in range(FULL_SET[kind] - there[kind])
    )
    return BoardSide(
        name="White" if colour else "Black", who=WHO[seats[colour]], used_s=0.0, clock_runs=False, taken=taken
    )


def _sentence(record: ChessRecord, board: chess.Board) -> str:
    if record.ending is not None:
        return ending_sentence(record.ending)
    side = "White" if board.turn else "Black"
    return f"{side} to move" + (", in check" if board.is_check() else "")


def _notation(record: ChessRecord) -> tuple[str, ...]:
    board = chess.Board(record.start)
    told = []
    for move in record.moves:
        told.append(board.san(move))
        board.push(move)
    return tuple(told)
