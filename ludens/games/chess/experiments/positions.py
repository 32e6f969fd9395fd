"""Random positions and moves for trying arm and eyes: what is rare in chess comes often."""

import chess
import numpy as np

THEMES = (
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "r3k2r/pbpp1ppp/1pn1pn2/8/1b1P4/P1N1PN2/1PPBBPPP/R2QK2R b KQkq - 0 8",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "rnbqkbnr/ppp2ppp/4p3/8/2PpP3/5N2/PP1P1PPP/RNBQKB1R b KQkq c3 0 4",
    "3r2k1/P4ppp/2n5/8/8/2N5/p4PPP/3R2K1 w - - 0 1",
    "1n4k1/P1P2ppp/8/3pP3/8/8/5PPP/R3K2R w KQ d6 0 30",
)
"""Positions in which somebody may castle, take en passant or promote."""
RARE_OFTEN = 0.75
CAPTURES_OFTEN = 0.5
LONGEST_PLAY = 50


def random_position(random: np.random.Generator) -> chess.Board:
    """Return a position after random moves, from the start or from one with rare moves in it."""
    if random.random() < 0.5:
        board, plies = chess.Board(THEMES[int(random.integers(len(THEMES)))]), 0
    else:
        board, plies = chess.Board(), int(random.integers(LONGEST_PLAY))
    for _ in range(plies):
        board.push(_any(_going_on(board), random))
    return chess.Board(board.fen(en_passant="fen"))


def random_move(board: chess.Board, random: np.random.Generator) -> chess.Move:
    """Return a legal move after which the game goes on: often a rare one, where there is one."""
    moves = _going_on(board)
    rare = [move for move in moves if kind_of(board, move) in ("en passant", "promotion", "castling")]
    captures = [move for move in moves if board.is_capture(move)]
    if rare and random.random() < RARE_OFTEN:
        return _any(rare, random)
    if captures and random.random() < CAPTURES_OFTEN:
        return _any(captures, random)
    return _any(moves, random)


def kind_of(board: chess.Board, move: chess.Move) -> str:
    """Name what is special about a move."""
    if board.is_en_passant(move):
        return "en passant"
    if move.promotion is not None:
        return "promotion"
    if board.is_castling(move):
        return "castling"
    return "capture" if board.is_capture(move) else "quiet"


def _going_on(board: chess.Board) -> list[chess.Move]:
    """Return the moves that leave the other side one; all, if none does."""
    going_on = []
    for move in board.legal_moves:
        board.push(move)
        if next(board.generate_legal_moves(), None) is not None:
            going_on.append(move)
        board.pop()
    return going_on or list(board.legal_moves)


def _any(moves: list[chess.Move], random: np.random.Generator) -> chess.Move:
    return moves[int(random.integers(len(moves)))]
