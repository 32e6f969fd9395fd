import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.games.morris.rules import POINTS, GamePhase, GameRecord, MorrisError, Turn
from ludens.games.morris.rules.notation import turn_text
from ludens.games.morris.terminal.game import read_capture, read_turn
from tests.games.morris.samples import games


@settings(max_examples=30)
@given(
    games(),
    st.sampled_from([str, str.upper, lambda text: f"  {text} ", lambda text: text.replace("x", " x")]),
)
def test_every_legal_turn_is_understood_as_it_is_written(record: GameRecord, spelling):
    placing = record.position.phase is GamePhase.PLACING
    for turn in record.legal_turns():
        assert read_turn(spelling(turn_text(turn)), placing=placing) == turn


@given(st.text(max_size=12))
def test_whatever_is_typed_is_a_turn_nothing_or_a_sentence(text: str):
    with contextlib.suppress(MorrisError):
        typed = read_turn(text, placing=True)
        assert typed is None or isinstance(typed, Turn)


@pytest.mark.parametrize(("typed", "point"), [("b4", "b4"), ("xB4", "b4"), (" x b4 ", "b4")])
def test_what_is_taken_may_be_written_with_or_without_its_sign(typed: str, point: str):
    assert read_capture(typed) == POINTS[point]
    assert read_capture("nothing") is None
