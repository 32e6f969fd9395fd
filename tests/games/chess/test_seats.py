"""Who plays whom, how well and in which language, in games that are new or go on."""

from pathlib import Path

import chess
import pytest

from ludens.core.errors import LudensError
from ludens.games.chess.keep.played import PlayedGame
from ludens.games.chess.options import ChessPlayOptions
from ludens.games.chess.play import order_of
from ludens.games.chess.seats import Seats


@pytest.mark.parametrize(
    ("options", "kept", "seats"),
    [
        ({}, None, Seats("engine", "person", 5, "en")),
        ({"white": "text", "level": 0}, None, Seats("text", "person", 0, "en")),
        (
            {},
            {"white": "text", "black": "engine", "level": "2", "language": "de"},
            Seats("text", "engine", 2, "de"),
        ),
        (
            {"white": "voice", "level": 9, "language": "en"},
            {"white": "text", "black": "human", "level": "2", "language": "de"},
            Seats("voice", "human", 9, "en"),
        ),
        ({}, {"white": "words", "black": "hand"}, Seats("text", "person", 5, "en")),  # an older file
        ({"black": "human"}, {"white": "engine", "black": "hand"}, Seats("engine", "human", 5, "en")),
        ({}, {"person": "black", "level": "3"}, Seats("engine", "text", 3, "en")),  # begun in the terminal
    ],
)
def test_what_is_said_counts_and_then_what_was_kept(options, kept, seats):
    assert Seats.chosen(ChessPlayOptions(**options), kept) == seats


def test_nobody_changes_seats_in_the_middle_of_a_game():
    with pytest.raises(LudensError, match="white is 'text': leave out --white engine"):
        Seats.chosen(ChessPlayOptions(white="engine"), {"white": "text", "black": "engine"})


def test_a_game_that_goes_on_is_played_by_whom_it_was_begun(tmp_path: Path):
    path = str(tmp_path / "games.sqlite")
    begun = ChessPlayOptions(white="text", black="engine", level=2, language="de", games=path)
    order, _, (write,) = order_of(begun)
    write(PlayedGame.ordered(order).planned(chess.Move.from_uci("e2e4"))[0].message(0.0))

    order, seats, _ = order_of(ChessPlayOptions(games=path, resume=True))

    assert (order.white, order.black, order.level, order.language) == ("words", "engine", 2, "de")
    assert order.moves == ("e2e4",)
    assert seats == Seats("text", "engine", 2, "de")
    with pytest.raises(LudensError, match="leave out --fen"):
        order_of(ChessPlayOptions(games=path, resume=True, fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
