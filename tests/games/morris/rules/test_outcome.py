from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.rules import (
    SIX_MEN,
    STANDARD,
    TWELVE_MEN,
    Outcome,
    Position,
    Reason,
    Side,
    Variant,
    legal_turns,
    outcome,
    start_position,
)
from tests.games.morris.samples import games, position


def test_the_game_goes_on_at_the_start():
    assert outcome(start_position()) is None


def test_two_men_and_none_in_hand_have_lost():
    lost = position("a1 d1", "a7 d7 g7")
    assert outcome(lost) == Outcome(Side.BLACK, Reason.TOO_FEW_MEN)
    assert legal_turns(lost) == ()
    assert str(outcome(lost)) == "Black wins: the opponent has fewer than three men."


def test_the_player_not_to_move_can_have_lost_too():
    lost = position("a1 d1", "a7 d7 g7", side=Side.BLACK)
    assert outcome(lost) == Outcome(Side.BLACK, Reason.TOO_FEW_MEN)
    assert legal_turns(lost) == ()


def test_men_in_hand_count():
    assert outcome(position("a1 d1", "a7 d7 g7", hands=(1, 1))) is None
    assert outcome(position("a1", "a7 d7 g7", hands=(1, 1))) == Outcome(Side.BLACK, Reason.TOO_FEW_MEN)


def test_who_cannot_move_has_lost():
    blocked = position("a1 g1 g7 a7", "d1 g4 d7 a4")
    assert outcome(blocked) == Outcome(Side.BLACK, Reason.NO_MOVE)


def test_the_opponent_may_be_blocked_while_one_moves():
    assert outcome(position("a1 g1 g7 a7", "d1 g4 d7 a4", side=Side.BLACK)) is None


def test_three_men_fly_out_of_a_block():
    walled = position("a1 g1 g7", "d1 g4 d7 a4")
    assert outcome(walled) is None
    assert outcome(walled, Variant(flying=False)) == Outcome(Side.BLACK, Reason.NO_MOVE)


def test_nobody_is_blocked_while_placing():
    assert outcome(position("a1", "d1 a4", hands=(2, 1))) is None


def test_a_full_board_is_a_draw():
    full = Position(white=0x555555, black=0xAAAAAA)
    assert outcome(full, TWELVE_MEN) == Outcome(None, Reason.FULL_BOARD)
    assert str(outcome(full, TWELVE_MEN)).startswith("Draw")


@given(st.sampled_from([STANDARD, SIX_MEN, TWELVE_MEN]).flatmap(games))
def test_a_game_is_over_exactly_when_there_is_no_turn(game):
    assert (outcome(game.position, game.variant) is None) == bool(legal_turns(game.position, game.variant))
