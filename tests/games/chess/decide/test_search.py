"""Our engine: its moves are python-chess's, and it finds what must be found."""

import chess
import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import RealClock
from ludens.games.chess.decide.alpha_beta import new_undos
from ludens.games.chess.decide.candidates import mate_in, opinion
from ludens.games.chess.decide.compiled_board import KEY, make, unmake
from ludens.games.chess.decide.evaluation import evaluate
from ludens.games.chess.decide.move_generation import ALL_MOVES, MOST_MOVES, generate, perft
from ludens.games.chess.decide.search import analyse, packed, packed_move, unpacked
from ludens.table.search import SearchBudget
from tests.games.chess.random_games import random_boards

# Positions and counts that move generators are usually tested by: castling, pins, en passant, promotion.
COUNTS = [
    (chess.STARTING_FEN, 4, 197_281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
]


@pytest.mark.parametrize(("fen", "depth", "count"), COUNTS)
def test_sequences_of_moves_are_as_many_as_there_are(fen, depth, count):
    squares, state = packed(chess.Board(fen))
    before = squares.copy(), state.copy()
    stack = np.zeros((depth + 1, MOST_MOVES), dtype=np.int64)
    assert perft(squares, state, depth, stack, new_undos()) == count
    assert np.array_equal(squares, before[0])
    assert np.array_equal(state, before[1])


def test_moves_keys_and_sums_agree_with_python_chess_along_random_games():
    moves, undo = np.zeros(MOST_MOVES, dtype=np.int64), new_undos()[0]
    for number, board in enumerate(random_boards(908, games=3)):
        if number % 4:
            continue
        squares, state = packed(board)
        legal = set()
        for index in range(generate(squares, state, moves, ALL_MOVES)):
            move = int(moves[index])
            if make(squares, state, undo, move):
                assert packed_move(board, unpacked(move)) == move
                legal.add(unpacked(move))
            unmake(squares, state, undo, move)
        assert legal == set(board.legal_moves)
        for step in list(legal)[:3]:
            make(squares, state, undo, packed_move(board, step))
            after = board.copy(stack=False)
            after.push(step)
            again = packed(after)
            assert np.array_equal(squares, again[0])
            assert state[KEY] == again[1][KEY]
            assert np.array_equal(state, again[1])
            unmake(squares, state, undo, packed_move(board, step))


def test_white_and_black_are_judged_alike():
    for number, board in enumerate(random_boards(909, games=2)):
        if number % 10 == 0:
            mirrored = board.mirror()
            assert evaluate(*packed(board)) == evaluate(*packed(mirrored))


@pytest.mark.parametrize(
    ("fen", "best", "moves"),
    [
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7", 1),
        ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", "f3f7", 2),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", 1),
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", None, 1),
    ],
)
def test_mates_are_found_and_counted(fen, best, moves):
    analysis = analyse(chess.Board(fen), budget=SearchBudget(nodes=30_000))
    first = analysis.candidates[0]
    assert mate_in(first.value) == moves
    assert best is None or first.move.uci() == best
    assert len(first.line) == 2 * moves - 1


def test_a_mate_that_cannot_be_helped_is_known():
    analysis = analyse(chess.Board("7k/8/6K1/8/8/8/8/R7 b - - 0 1"), budget=SearchBudget(nodes=5_000))
    assert mate_in(analysis.candidates[0].value) == -1
    assert opinion(analysis.candidates[0]) == "mated in 1"


@pytest.mark.parametrize(
    ("fen", "best"),
    [
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"),
        ("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", None),
        ("3r2k1/8/8/4N3/8/8/5PPP/6K1 w - - 0 1", None),
    ],
)
def test_it_takes_what_hangs_promotes_and_gives_nothing_away(fen, best):
    board = chess.Board(fen)
    analysis = analyse(board, budget=SearchBudget(nodes=30_000))
    if best is None:
        assert analysis.candidates[0].score > -450
    else:
        assert analysis.candidates[0].move.uci() == best


def test_it_gives_mate_with_a_rook_within_the_fifty_moves():
    board = chess.Board("8/8/8/4k3/8/8/8/4K2R w - - 0 1")
    while not board.is_game_over() and board.halfmove_clock < 99:
        nodes = 20_000 if board.turn else 1_000
        board.push(analyse(board, budget=SearchBudget(nodes=nodes)).candidates[0].move)
    assert board.is_checkmate()


def test_a_position_that_has_been_there_before_counts_as_a_draw():
    board = chess.Board("7k/8/8/8/8/8/Q7/K7 w - - 0 1")
    for uci in ("a2b2", "h8g8", "b2a2", "g8h8", "a2b2", "h8g8"):
        board.push(chess.Move.from_uci(uci))
    candidates = analyse(board, budget=SearchBudget(depth=4), lines=60).candidates
    scores = {one.move.uci(): one.score for one in candidates}
    assert scores["b2a2"] == 0
    assert candidates[0].score > 800


def test_the_same_budget_gives_the_same_answer_and_a_clock_ends_a_search():
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    budget = SearchBudget(nodes=20_000)
    assert analyse(board, budget=budget) == analyse(board, budget=budget)
    assert analyse(board, budget=budget, lines=3).candidates[2].line
    timed = analyse(board, budget=SearchBudget(duration_s=0.05, clock=RealClock()))
    assert 2 <= timed.depth < 30
    assert len(board.move_stack) == 0


def test_what_cannot_be_searched_is_said():
    with pytest.raises(LudensError, match="White wins by checkmate"):
        analyse(chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), budget=SearchBudget(depth=1))
    with pytest.raises(LudensError, match="plies ahead, not 0"):
        analyse(chess.Board(), budget=SearchBudget(depth=0))
    with pytest.raises(LudensError, match="needs a clock"):
        SearchBudget(duration_s=1.0)
