import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.rules import (
    SIX_MEN,
    STANDARD,
    TWELVE_MEN,
    IllegalTurnError,
    Turn,
    Variant,
    awaits_capture,
    legal_turns,
    require_legal,
    turn_from_text,
    why_illegal,
)
from tests.games.morris.samples import games, position

POINT = st.integers(0, 23)
TURNS = st.builds(Turn, POINT, st.none() | POINT, st.none() | POINT)
VARIANTS = st.sampled_from([STANDARD, SIX_MEN, TWELVE_MEN, Variant(flying=False, capture_from_mills=False)])


@given(VARIANTS.flatmap(games), st.lists(TURNS, max_size=40))
def test_it_agrees_with_the_list_of_legal_turns(game, guesses):
    legal = legal_turns(game.position, game.variant)
    for turn in (*legal, *guesses):
        assert (why_illegal(game.position, turn, game.variant) is None) == (turn in legal)


MOVING = position("a1 d1 g4 b4", "a7 d7 g7 b6")
PLACING = position("a1 d1", "a7 d7 g7", hands=(7, 6))


@pytest.mark.parametrize(
    ("where", "turn", "sentence"),
    [
        (PLACING, "a1-a4", "No man may move yet: white still has 7 in hand and must place one."),
        (MOVING, "c3", "There is no man to place at c3: white has none in hand and must move one."),
        (MOVING, "c3-d3", "There is no white man at c3 to move."),
        (MOVING, "a7-a4", "There is no white man at a7 to move."),
        (MOVING, "a1-d1", "The point d1 is not free."),
        (MOVING, "a1-g1", "The man at a1 moves one step along a line, not to g1."),
        (PLACING, "g1", "This closes a mill: say which black man is taken."),
        (PLACING, "g4xa7", "Nothing may be taken at a7: the turn closes no mill."),
        (PLACING, "g1xb2", "There is no black man at b2 to take."),
        (PLACING, "g1xa1", "There is no black man at a1 to take."),
        (position("a1 d1", "a7 d7 g7 b2"), "g1xa7", "The game is over. Black wins"),
        (position("a1 d1", "a7 d7 g7 b2", hands=(7, 6)), "g1xa7", "The black man at a7 is safe: it stands"),
    ],
)
def test_it_says_what_is_wrong(where, turn, sentence):
    assert str(why_illegal(where, turn_from_text(turn))).startswith(sentence)
    with pytest.raises(IllegalTurnError):
        require_legal(where, turn_from_text(turn))


def test_points_the_board_lacks_are_named():
    assert "does not have" in str(why_illegal(MOVING, Turn(24)))
    assert "does not have" in str(why_illegal(position(hands=(6, 6)), turn_from_text("c3"), SIX_MEN))


def test_a_closed_mill_awaits_its_capture():
    assert awaits_capture(PLACING, turn_from_text("g1"))
    assert not awaits_capture(PLACING, turn_from_text("g1xa7"))
    assert not awaits_capture(PLACING, turn_from_text("g4"))
    assert not awaits_capture(PLACING, turn_from_text("g1"), Variant(capture_from_mills=False))
