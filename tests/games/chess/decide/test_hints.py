from itertools import pairwise

import chess
import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.games.chess.decide.candidates import ChessCandidate
from ludens.games.chess.decide.hints import HintCode, hint_for, won_along
from ludens.games.chess.decide.players import LEVELS, level_from, level_player
from ludens.games.chess.decide.search import analyse
from ludens.games.chess.show.board import Opinion, opinion_from
from ludens.games.chess.talk.advising import hint_sentence
from ludens.games.chess.talk.language import load_language
from ludens.table.search import SearchBudget

DEPTH = SearchBudget(depth=5)


@pytest.mark.parametrize(
    ("fen", "code", "said"),
    [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", HintCode.MATES, "Try Rd8#: it mates at once."),
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", HintCode.HOLDS_OUT, "Try Kg8: it holds out longest, 1 move."),
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", HintCode.PROMOTES, "Try a8=Q: the pawn becomes a queen."),
        ("4k3/p7/8/3n4/8/8/P5B1/4K3 w - - 0 1", HintCode.WINS, "Try Bxd5: it wins a piece."),
    ],
)
def test_the_engines_choice_is_explained(fen, code, said):
    board = chess.Board(fen)
    best = analyse(board, budget=DEPTH).candidates[0]
    hint = hint_for(board, best)
    assert hint.code is code
    assert hint_sentence(hint, board.san(hint.move), load_language()) == said


@pytest.mark.parametrize(
    ("fen", "uci", "code", "square"),
    [
        ("4k3/8/8/4r3/8/8/4N3/K7 w - - 0 1", "e2c3", HintCode.SAVES, chess.E2),
        ("4k3/8/8/4r3/8/8/4N3/2K5 w - - 0 1", "c1d2", HintCode.PROTECTS, chess.E2),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", HintCode.CASTLES, None),
        ("4k3/8/8/3n4/8/8/8/K6R w - - 0 1", "h1h5", HintCode.ATTACKS, chess.D5),
        ("4k3/8/8/8/8/8/8/K6R w - - 0 1", "h1h8", HintCode.CHECKS, None),
        (chess.STARTING_FEN, "g1f3", HintCode.DEVELOPS, None),
        (chess.STARTING_FEN, "e2e4", HintCode.CENTRE, None),
        (chess.STARTING_FEN, "a2a3", HintCode.BEST, None),
    ],
)
def test_what_a_quiet_move_is_good_for(fen, uci, code, square):
    move = chess.Move.from_uci(uci)
    board = chess.Board(fen)
    hint = hint_for(board, ChessCandidate(move, 0, None, (move,)))
    assert (hint.code, hint.square) == (code, square)
    said = hint_sentence(hint, board.san(move), load_language())
    assert said.startswith("Try ")
    assert said.endswith(".")


def test_an_exchange_wins_nothing():
    board = chess.Board("4k3/2p5/3n4/8/8/8/3R4/3RK3 w - - 0 1")
    line = tuple(chess.Move.from_uci(uci) for uci in ("d2d6", "c7d6", "d1d6", "e8e7"))
    assert won_along(board, line) == 3 - 5 + 1
    assert won_along(board, line[:1]) == 0


def thought_of(fen: str) -> Opinion:
    board = chess.Board(fen)
    best = analyse(board, budget=DEPTH).candidates[0]
    return opinion_from(board.turn, best.score, best.value)


def test_opinions_are_whites_and_fill_a_bar():
    ahead = thought_of("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1")
    assert ahead.score > 500
    assert ahead.white_share > 0.9
    mate = thought_of("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    assert (mate.text(), mate.white_share) == ("#1", 1.0)
    mated = thought_of("k2r4/8/8/8/8/8/5PPP/6K1 b - - 0 1")
    assert (mated.text(), mated.white_share) == ("#-1", 0.0)


def test_levels_have_names_and_the_lowest_slips():
    assert level_from("club") == level_from("6") == 6
    with pytest.raises(LudensError, match="no level '11'"):
        level_from("11")
    board = chess.Board("rnb1kbnr/pppp1ppp/8/4p1q1/3P4/4P3/PPP2PPP/RNBQKBNR w KQkq - 1 3")
    notes = [level_player(0).choose(board, np.random.default_rng(seed)).note for seed in range(40)]
    slips = sum(note == "Played without looking." for note in notes)
    assert 10 < slips < 35
    assert all(one.slip_rate >= two.slip_rate for one, two in pairwise(LEVELS))


def test_a_level_never_lets_a_mate_go_for_something_as_good():
    board = chess.Board("6k1/5ppp/8/8/8/8/8/K2RQ3 w - - 0 1")
    for seed in range(5):
        choice = level_player(6).choose(board, np.random.default_rng(seed))
        board.push(choice.move)
        assert board.is_checkmate()
        board.pop()
