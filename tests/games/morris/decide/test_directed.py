import pytest
from hypothesis import given

from ludens.games.morris.decide.candidates import MorrisCandidate
from ludens.games.morris.decide.directed import DirectedTurnError, directed_turn
from ludens.games.morris.rules import new_game, turn_from_text, turn_text
from tests.games.morris.samples import games, position

MOVING = new_game(start=position("a1 d1 g4 b4 c3", "a7 d7 g7 b6 f4"))
PLACING = new_game(start=position("a1 d1", "a7 d7 g7 b6 b2", hands=(7, 4)))


@given(games(longest=60))
def test_every_legal_turn_can_be_said(game):
    for turn in game.legal_turns():
        assert directed_turn(game, turn_text(turn)) == turn


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("b4-a4", "b4-a4"),
        (" B4-A4 ", "b4-a4"),
        ("g4-g1 xb6", "g4-g1xb6"),
        ("g1xf4", "g4-g1xf4"),
        ("a4xb6", None),
        ("1/7-0/7", "b4-a4"),
        ("e4", None),
        ("c4", None),
        ("d3", "c3-d3"),
    ],
)
def test_a_turn_may_be_said_in_short_where_that_is_clear(said, meant):
    if meant is None:
        with pytest.raises(DirectedTurnError):
            directed_turn(MOVING, said)
    else:
        assert directed_turn(MOVING, said) == turn_from_text(meant)


@pytest.mark.parametrize(
    ("record", "said", "sentence"),
    [
        (MOVING, "b4-e4", "The man at b4 moves one step along a line, not to e4."),
        (MOVING, "b4-b6", "The point b6 is not free."),
        (MOVING, "g4-g1", "g4-g1 closes a mill: say which man is taken: g4-g1xf4, g4-g1xb6."),
        (PLACING, "g1", "g1 closes a mill: say which man is taken: g1xb2, g1xb6."),
        (MOVING, "a4", "a4 can mean several turns: a1-a4, b4-a4."),
        (MOVING, "b4-a4xb6", "Nothing may be taken at b6: the turn closes no mill."),
        (MOVING, "hello", "'hello' is no turn; write d6 to place"),
        (MOVING, "", "Say one turn"),
        (MOVING, "b4-a4 a1-a4", "Say one turn"),
        (MOVING, "3", "There is no list"),
        (new_game(start=position("a1 d1", "a7 d7 g7")), "a1-a4", "The game is over."),
    ],
)
def test_what_cannot_be_played_is_answered_in_words(record, said, sentence):
    with pytest.raises(DirectedTurnError) as told:
        directed_turn(record, said)
    assert str(told.value).startswith(sentence)


def test_a_number_of_the_list_is_a_turn():
    listed = [MorrisCandidate(turn, 0) for turn in MOVING.legal_turns()[:3]]
    assert directed_turn(MOVING, "2", listed) == MOVING.legal_turns()[1]
    with pytest.raises(DirectedTurnError, match="The list goes from 1 to 3; there is no 9"):
        directed_turn(MOVING, "9", listed)


def test_where_one_man_only_may_be_taken_it_need_not_be_said():
    record = new_game(start=position("a1 d1", "a7 d7 g7 b6", hands=(7, 5)))
    assert directed_turn(record, "g1") == turn_from_text("g1xb6")
