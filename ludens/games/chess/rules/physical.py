"""How a chess move is done with the pieces: which go where, in which order."""

import chess

from ludens.games.chess.rules.arrangement import PieceMove
from ludens.games.chess.rules.configuration import PieceConfiguration, cast
from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.places import PIECES, PiecePlace, on_square


def plan_of(
    board: chess.Board, move: chess.Move, configuration: PieceConfiguration, *, stand_in: bool = False
) -> tuple[PieceMove, ...]:
    """The piece moves of a legal chess move.

    What is taken leaves first, to the first free slot of its colour. In castling the king goes first, as the
    rules of touching want it. A promoted piece is fetched from its slot; one that lies elsewhere is to be
    brought by hand, unless `stand_in` lets the pawn stand for it. The pawn also stands for it when every
    piece of that kind is on the board.
    """
    if cast(board, configuration) is None:
        raise ChessError("The pieces do not stand as the game does; the board must be set right first.")
    if not board.is_legal(move):
        raise ChessError(f"{move.uci()} is not legal here, so no piece is moved.")
    moves: list[PieceMove] = []

    def carry(piece_id: int, target: PiecePlace) -> None:
        nonlocal configuration
        moves.append(PieceMove(piece_id, configuration[piece_id], target))
        configuration = configuration.moved(piece_id, target)

    taken = captured_square(board, move)
    if taken is not None:
        piece_id = _piece_on(configuration, taken)
        carry(piece_id, _free_slot(configuration, piece_id))
    mover = _piece_on(configuration, move.from_square)
    fetched = None if move.promotion is None else _beside(configuration, board.turn, move.promotion)
    if fetched is None or (stand_in and configuration[fetched].is_off):
        carry(mover, on_square(move.to_square))
    else:
        carry(mover, _free_slot(configuration, mover))
        carry(fetched, on_square(move.to_square))
    if board.is_castling(move):
        corner, target = rook_squares(move)
        carry(_piece_on(configuration, corner), on_square(target))
    return tuple(moves)


def captured_square(board: chess.Board, move: chess.Move) -> chess.Square | None:
    """Where the piece stands that a move takes."""
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square if board.is_capture(move) else None


def rook_squares(castling: chess.Move) -> tuple[chess.Square, chess.Square]:
    """Origin and target of the rook when the king castles."""
    rank = chess.square_rank(castling.from_square)
    kingside = castling.to_square > castling.from_square
    return chess.square(7 if kingside else 0, rank), chess.square(5 if kingside else 3, rank)


def _piece_on(configuration: PieceConfiguration, square: chess.Square) -> int:
    piece_id = configuration.on(square)
    assert piece_id is not None
    return piece_id


def _free_slot(configuration: PieceConfiguration, piece_id: int) -> PiecePlace:
    slot = configuration.free_slot(PIECES[piece_id].colour)
    assert slot is not None, "32 pieces cannot fill 32 slots while one is on the board"
    return slot


def _beside(configuration: PieceConfiguration, colour: chess.Color, kind: chess.PieceType) -> int | None:
    """A piece of a kind that is not on the board; one in a slot rather than one elsewhere."""
    wanted = chess.Piece(kind, colour)
    found = [one.id for one in PIECES if one.symbol == wanted and configuration[one.id].square is None]
    return min(found, key=lambda one: configuration[one].is_off, default=None)
