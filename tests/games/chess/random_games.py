"""Positions of random games: every kind of move comes up, and the games go deep."""

from collections.abc import Iterator

import chess
import numpy as np


def random_boards(seed: int, *, games: int, plies: int = 160) -> Iterator[chess.Board]:
    """Every position of some random games, with its history; the same board goes on after each yield."""
    rng = np.random.default_rng(seed)
    for _ in range(games):
        board = chess.Board()
        for _ in range(plies):
            yield board
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(lively(board, moves, rng))


def lively(board: chess.Board, moves: list[chess.Move], rng: np.random.Generator) -> chess.Move:
    """A random move; rare kinds are preferred half of the time."""
    rare = [move for move in moves if move.promotion or board.is_castling(move) or board.is_en_passant(move)]
    chosen = rare if rare and rng.random() < 0.5 else moves
    return chosen[int(rng.integers(len(chosen)))]
