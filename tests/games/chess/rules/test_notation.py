from contextlib import suppress

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as some

from ludens.games.chess.rules.errors import ChessNotationError
from ludens.games.chess.rules.notation import FAULTS, board_from_fen
from tests.games.chess.random_games import random_boards


def test_positions_of_random_games_come_back():
    for board in random_boards(906, games=2, plies=100):
        assert board_from_fen(board.fen()).fen() == board.fen()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty text"),
        ("hello", "'hello' stands where pieces"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "stands where pieces"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "'x' stands where side to move"),
        ("4k3/8/8/8/8/8/8/4K3 w QX - 0 1", "'QX' stands where castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "'e9' stands where en passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - - many 1", "'many' stands where half-moves"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "'more' stands behind"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "black has no king"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "white has no king"),
        ("kk6/8/8/8/8/8/8/4K3 w - - 0 1", "more than one king"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "white has more than eight pawns"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on the first or last rank"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "castling is allowed where"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant does not fit"),
        ("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", "not to move is in check"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty"),
        ("4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1", "white has more promoted pieces"),
    ],
)
def test_what_is_malformed_or_impossible_is_said(text, said):
    with pytest.raises(ChessNotationError, match=said):
        board_from_fen(text)


def test_every_fault_that_python_chess_knows_has_words():
    of_standard_chess = {flag for flag in chess.Status if not str(flag.name).startswith("RACE")}
    assert set(FAULTS) == of_standard_chess - {chess.STATUS_VALID}


@given(some.text(alphabet="rnbqkpRNBQKP12345678/ w-KQkqabe36 0", max_size=60))
def test_any_text_is_a_position_or_a_sentence(text):
    with suppress(ChessNotationError):
        assert board_from_fen(text).is_valid()
