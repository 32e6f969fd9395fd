from contextlib import suppress

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from ludens.games.chess.rules.ending import Close, Ending
from ludens.games.chess.rules.errors import ChessError, ChessNotationError
from ludens.games.chess.rules.notation import move_from_text
from ludens.games.chess.rules.pgn import game_from_pgn, pgn_of
from ludens.games.chess.rules.reasons import ending_sentence
from ludens.games.chess.rules.record import ChessRecord
from tests.games.chess.random_games import random_boards

SCHOLARS_MATE = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"


def test_games_come_back_as_they_were_written():
    for number, board in enumerate(random_boards(907, games=2)):
        if number % 40 == 39:
            record = ChessRecord(moves=tuple(board.move_stack))
            read = game_from_pgn(pgn_of(record, {"White": "Ada", "Black": "Ludens"}))
            assert read.record == record
            assert read.headers["White"] == "Ada"


def test_a_start_and_an_end_by_the_players_come_back():
    record = ChessRecord("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").play(chess.Move.from_uci("a7a8q"))
    for ending in (
        Ending(chess.WHITE, Close.RESIGNATION),
        Ending(chess.BLACK, Close.TIME),
        Ending(None, Close.AGREEMENT),
    ):
        closed = record.close(ending)
        assert game_from_pgn(pgn_of(closed)).record == closed
        assert closed.ending == ending
    assert record.back(1).moves == ()


def test_mate_ends_a_game_and_nothing_can_be_played_after_it():
    record = game_from_pgn(SCHOLARS_MATE).record
    assert record.ending is not None
    assert ending_sentence(record.ending) == "White wins by checkmate."
    with pytest.raises(ChessError, match="The game is over by checkmate"):
        record.play(chess.Move.from_uci("e8f7"))
    with pytest.raises(ChessError, match="9 cannot be taken back"):
        record.back(9)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "Draw by threefold repetition."),
        ("", None),
    ],
)
def test_repetition_ends_a_game(moves, said):
    ending = game_from_pgn(f"{moves} *").record.ending
    assert (None if ending is None else ending_sentence(ending)) == said


def test_stalemate_little_material_and_fifty_moves_are_draws():
    for fen, said in (
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Draw by stalemate."),
        ("7k/8/6K1/8/8/8/8/6B1 b - - 0 1", "Draw because neither side can give mate."),
        ("7k/8/6K1/8/8/8/8/6R1 b - - 100 80", "Draw by the fifty-move rule."),
    ):
        ending = ChessRecord(fen).ending
        assert ending is not None
        assert ending_sentence(ending) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no game in this text"),
        ("What a fine day it is", "cannot be played|no game"),
        ("1. e4 e5 2. Ke3", r"Move 2\. 'Ke3' cannot be played\. A king moves one square"),
        ("1. e4 e5 2. Bc5", r"Move 2\. 'Bc5' cannot be played\. "),
        ("1. e4 e5 2. O-O", r"Move 2\. 'O-O' cannot be played\. Your own knight stands on g1"),
        ("1. Nc3 Nc6 2. Nf3 Nf6 3. Nd5 a6 4. Nd4 a5 5. Nb5 a4 6. Nc3", r"may mean the knight on"),
        ('[FEN "4k3/8/8/8/8/8/8/8 w - - 0 1"]\n[SetUp "1"]\n\n*', "tag FEN is wrong.*white has no king"),
        ('[FEN "nonsense"]\n[SetUp "1"]\n\n*', "tag FEN is wrong"),
        ('[Variant "Atomic"]\n\n1. e4 *', "variant 'Atomic'"),
        ('[Result "0-1"]\n\n' + SCHOLARS_MATE, "says 0-1, but the moves end in 1-0"),
    ],
)
def test_what_is_malformed_or_impossible_is_said(text, said):
    with pytest.raises(ChessNotationError, match=said):
        game_from_pgn(text)


def test_variations_comments_and_marks_are_passed_over():
    text = '[White "Ada"]\n\n1. e4! {best by test} e5 (1... c5 2. Nf3) 2. Nf3 $1 *'
    assert [move.uci() for move in game_from_pgn(text).record.moves] == ["e2e4", "e7e5", "g1f3"]


@settings(max_examples=60, deadline=None)
@given(some.text(alphabet='abcdefgh12345678KQRBNxO-=+#.[]"()*{} \n', max_size=80))
def test_any_text_is_a_game_or_a_sentence(text):
    with suppress(ChessNotationError):
        record = game_from_pgn(text).record
        board = chess.Board(record.start)
        for move in record.moves:
            assert board.is_legal(move)
            board.push(move)


def test_moves_are_understood_as_people_type_them():
    board = chess.Board("r3k2r/P7/8/3Pp3/8/8/8/R3K1NR w KQkq e6 0 1")
    for typed, uci in (
        ("d6", "d5d6"),
        ("d5-d6", "d5d6"),
        ("dxe6", "d5e6"),
        ("Nf3", "g1f3"),
        ("nf3", "g1f3"),
        ("g1f3", "g1f3"),
        ("0-0-0", "e1c1"),
        ("O-O-O", "e1c1"),
        ("Rxa7", None),
        ("Rh9", None),
    ):
        if uci is None:
            with pytest.raises(ChessNotationError):
                move_from_text(board, typed)
        else:
            assert move_from_text(board, typed).uci() == uci
    promotion = chess.Board("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert move_from_text(promotion, "a8=Q").uci() == "a7a8q"
    assert move_from_text(promotion, "a7a8n").uci() == "a7a8n"
    with pytest.raises(ChessNotationError, match="say which"):
        move_from_text(promotion, "a8")
    with pytest.raises(ChessNotationError, match="is no move"):
        move_from_text(board, "the horse")
