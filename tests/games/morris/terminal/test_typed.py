import pytest

from ludens.games.morris.rules import POINTS
from ludens.games.morris.terminal.game import read_capture


@pytest.mark.parametrize(("typed", "point"), [("b4", "b4"), ("xB4", "b4"), (" x b4 ", "b4")])
def test_what_is_taken_may_be_written_with_or_without_its_sign(typed: str, point: str):
    assert read_capture(typed) == POINTS[point]
    assert read_capture("nothing") is None
