import pytest
from hypothesis import given

from ludens.core.errors import LudensError
from ludens.games.morris.judge import Mark, SeenBoard
from ludens.games.morris.rules import POINTS
from tests.games.morris.samples import games, men, position


def test_a_board_is_made_of_marks_and_what_is_missing_is_unknown():
    marks = dict.fromkeys(range(24), Mark.EMPTY) | {POINTS["a1"]: Mark.WHITE, POINTS["d1"]: Mark.BLACK}
    del marks[POINTS["g7"]]
    assert SeenBoard.of_marks(marks) == SeenBoard(men("a1"), men("d1"), men("g7"))


def test_one_point_is_one_thing():
    with pytest.raises(LudensError, match="a1"):
        SeenBoard(men("a1"), men("d1"), men("a1"))
    with pytest.raises(LudensError, match="24"):
        SeenBoard(1 << 24, 0)


@given(games())
def test_a_look_fits_what_was_looked_at(game):
    assert SeenBoard.of_position(game.position).fits(game.position)
    assert SeenBoard.of_position(game.position, unknown=0xF0F0F0).fits(game.position)


def test_a_look_does_not_fit_what_differs_at_a_known_point():
    seen = SeenBoard.of_position(position("a1 d1"), unknown=men("d1 g7"))
    assert seen.fits(position("a1", "g7"))
    assert not seen.fits(position("a1 a4"))
    assert not seen.fits(position("", "a1"))
    assert seen.completed_by(position("", "g7")) == SeenBoard(men("a1"), men("g7"))
