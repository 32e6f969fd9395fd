import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.rules import (
    SIX_MEN,
    STANDARD,
    SYMMETRIES,
    TWELVE_MEN,
    GamePhase,
    MorrisError,
    Position,
    Side,
    Turn,
    Variant,
    apply,
    capturable,
    legal_turns,
    may_fly,
    start_position,
    turn_from_text,
    turn_text,
    undo,
)
from tests.games.morris.samples import games, men, position

NO_FLYING = Variant(flying=False)
SAFE_MILLS = Variant(capture_from_mills=False)


def texts(of: Position, variant: Variant = STANDARD) -> list[str]:
    return [turn_text(turn) for turn in legal_turns(of, variant)]


def perft(of: Position, depth: int) -> int:
    turns = legal_turns(of)
    return len(turns) if depth == 1 else sum(perft(apply(of, turn), depth - 1) for turn in turns)


@pytest.mark.parametrize(("depth", "count"), [(1, 24), (2, 552), (3, 12_144), (4, 255_024)])
def test_number_of_games_from_the_empty_board(depth, count):
    assert perft(start_position(), depth) == count


@given(games(longest=80))
def test_undo_takes_back_exactly_what_apply_did(game):
    for turn in legal_turns(game.position):
        assert undo(apply(game.position, turn), turn) == game.position


@given(games(longest=80), st.sampled_from(SYMMETRIES))
def test_a_turned_or_reflected_board_has_the_images_of_the_same_turns(game, symmetry):
    def image(turn: Turn) -> Turn:
        origin, captured = turn.origin, turn.captured
        return Turn(
            symmetry[turn.target],
            None if origin is None else symmetry[origin],
            None if captured is None else symmetry[captured],
        )

    turned = game.position.transformed(symmetry)
    assert {image(turn) for turn in legal_turns(game.position)} == set(legal_turns(turned))
    assert len(legal_turns(game.position)) == len(legal_turns(turned))


@given(st.sampled_from([STANDARD, NO_FLYING, SAFE_MILLS, SIX_MEN, TWELVE_MEN]).flatmap(games))
def test_men_are_never_lost_or_made(game):
    """On the board, in hand and taken: always the men both began with."""
    variant = game.variant
    taken = dict.fromkeys(Side, 0)
    for before, turn in zip(game.positions, game.turns, strict=False):
        taken[before.side_to_move.other] += turn.captured is not None
    for side in Side:
        on_board = game.position.men(side).bit_count()
        assert on_board + game.position.in_hand(side) + taken[side] == variant.men
    assert not game.position.occupied & ~variant.layout.points


def test_a_mill_takes_one_man_and_the_turn_is_written_whole():
    before = position("a1 d1", "a7 d7", hands=(7, 7))
    closing = [turn for turn in texts(before) if turn.startswith("g1")]
    assert closing == ["g1xd7", "g1xa7"]
    assert "d2" in texts(before)


def test_two_mills_closed_at_once_take_one_man():
    before = position("a1 d1 g4 g7", "b2 b6 f6", hands=(5, 5))
    closing = [turn for turn in legal_turns(before) if turn.target == turn_from_text("g1").target]
    assert sorted(turn_text(turn) for turn in closing) == ["g1xb2", "g1xb6", "g1xf6"]
    assert apply(before, closing[0]).white.bit_count() == 5


def test_a_man_in_a_mill_is_safe_while_another_stands_outside():
    assert capturable(men("a7 d7 g7 b2")) == men("b2")


def test_when_all_stand_in_mills_any_may_be_taken():
    assert capturable(men("a7 d7 g7")) == men("a7 d7 g7")
    assert capturable(men("a7 d7 g7 g4 g1")) == men("a7 d7 g7 g4 g1")


def test_where_mills_are_always_safe_a_mill_may_take_nothing():
    before = position("a1 d1", "a7 d7 g7", hands=(7, 6))
    assert "g1" in texts(before, SAFE_MILLS)
    assert "g1" not in texts(before)
    assert len([turn for turn in texts(before) if turn.startswith("g1x")]) == 3


def test_a_man_that_leaves_a_mill_and_comes_back_closes_it_again():
    opened = position("a1 d2 g1 b6", "a7 d7 f4 f2")
    assert "d2-d1xa7" in texts(opened)
    assert "d2-d1" not in texts(opened)


def test_moving_inside_one_line_closes_no_mill():
    """The man that leaves does not count where it comes from."""
    before = position("a1 d1 g4 b4", "a7 d7 f6 f2")
    assert "d1-g1" in texts(before)


def test_three_men_fly_and_four_do_not():
    three = position("a1 b2 c3", "a7 d7 f6 f2")
    four = position("a1 b2 c3 e5", "a7 d7 f6 f2")
    assert may_fly(three)
    assert not may_fly(four)
    assert "a1-g7" in texts(three)
    assert "a1-g7" not in texts(four)
    assert len(texts(three)) == 3 * 17


def test_three_men_walk_where_flying_is_off():
    three = position("a1 b2 c3", "a7 d7 f6 f2")
    assert not may_fly(three, NO_FLYING)
    assert "a1-g7" not in texts(three, NO_FLYING)
    assert "a1-a4" in texts(three, NO_FLYING)


def test_three_men_on_the_board_do_not_fly_while_some_are_in_hand():
    placing = position("a1 b2 c3", "a7 d7 f6", hands=(6, 6))
    assert placing.phase is GamePhase.PLACING
    assert all("-" not in turn for turn in texts(placing))


def test_a_player_with_men_in_hand_places_although_all_on_the_board_are_blocked():
    blocked = position("a1", "d1 a4", hands=(2, 1))
    assert len(texts(blocked)) == 21
    assert "g7" in texts(blocked)


def test_one_player_may_place_while_the_other_already_moves():
    late = position("a1 d1 b4 c5", "a7 d7 f6", hands=(0, 1))
    assert "a1-a4" in texts(late)
    assert apply(late, turn_from_text("a1-a4")).phase is GamePhase.PLACING


def test_diagonals_are_lines_and_mills_of_their_variant_only():
    before = position("a1 b2 e4 f4", "a7 d7 f6 f2")
    assert "b2-c3" in texts(before, TWELVE_MEN)
    assert "b2-c3" not in texts(before)
    closing = position("a1 b2", "a7 d7", hands=(10, 10))
    assert "c3xa7" in texts(closing, TWELVE_MEN)
    assert "c3" in texts(closing)


def test_six_men_play_on_the_outer_two_squares():
    assert len(texts(start_position(SIX_MEN), SIX_MEN)) == 16
    three = position("a1 d1 g4", "b2 b6 f6")
    assert "a1-f4" not in texts(three, SIX_MEN)
    across = position("d1", "b2", hands=(5, 5))
    assert "d2" in texts(across, SIX_MEN)


@pytest.mark.parametrize(
    ("turn", "word"), [("a1", "free"), ("g1", "hand"), ("g1-g4", "origin"), ("a1-d1xb2", "taken")]
)
def test_a_turn_that_cannot_be_is_refused(turn, word):
    with pytest.raises(MorrisError, match=word):
        apply(position("a1 b6 c5 f2", "a7 d7 f6"), turn_from_text(turn))


@pytest.mark.parametrize("men_each", [2, 13])
def test_a_variant_that_cannot_be_played_is_refused(men_each):
    with pytest.raises(MorrisError, match="men"):
        Variant(men=men_each)


@pytest.mark.parametrize("wrong", [{"squares": 4}, {"repetitions": 1}, {"turns_without_mill": 0}])
def test_other_impossible_variants_are_refused(wrong):
    with pytest.raises(MorrisError):
        Variant(**wrong)


def test_two_men_cannot_share_a_point():
    with pytest.raises(MorrisError, match="a1"):
        Position(1, 1)
    with pytest.raises(MorrisError, match="hand"):
        Position(white_in_hand=-1)
