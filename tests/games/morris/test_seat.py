"""Whom the robot plays, and how well, in games that are new or go on."""

import pytest

from ludens.core.errors import LudensError
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.seat import Seat


@pytest.mark.parametrize(
    ("options", "kept", "seat"),
    [
        ({}, None, Seat(("white",), "8")),
        ({"plays": "referee", "level": 0}, None, Seat((), "0")),
        ({}, {"robot": "black", "level": "3"}, Seat(("black",), "3")),
        ({"level": 10}, {"robot": "", "level": "3"}, Seat((), "10")),
        ({}, {"robot": "black"}, Seat(("black",), "8")),  # as files were written before
        ({}, {"side": "white", "level": "adaptive"}, Seat(("black",), "8", "human")),  # of the terminal
        ({"plays": "white", "opponent": "robot"}, {"robot": "black"}, Seat(("white",), "8", "robot")),
        ({"opponent": "human"}, None, Seat(("white",), "8", "human")),
        ({}, {"robot": "black", "opponent": "human"}, Seat(("black",), "8", "human")),
        ({"opponent": "person"}, {"robot": "black", "opponent": "human"}, Seat(("black",), "8")),
        ({"plays": "black"}, {"robot": "white", "opponent": "robot"}, Seat(("black",), "8", "robot")),
        ({}, {"robot": "black", "opponent": "nobody"}, Seat(("black",), "8")),
    ],
)
def test_what_is_said_counts_and_then_what_was_kept(options, kept, seat):
    assert Seat.chosen(MorrisPlayOptions(**options), kept) == seat


@pytest.mark.parametrize(
    ("robot", "part"), [("black", "plays black: leave out --plays white"), ("", "is the referee")]
)
def test_nobody_changes_sides_in_the_middle_of_a_game(robot, part):
    with pytest.raises(LudensError, match=f"In the kept game the robot {part}"):
        Seat.chosen(MorrisPlayOptions(plays="white"), {"robot": robot, "level": "8"})
