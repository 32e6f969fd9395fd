import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.experiments.judge import carried_out
from ludens.games.morris.judge import SeenBoard, judge
from ludens.games.morris.rules import GameRecord, Side, apply, new_game, turn_from_text
from tests.games.morris.samples import games, men, position

MOVING = new_game(start=position("a1 d1 g4 b4 c3", "a7 d7 g7 b6 f4"))
PLACING = new_game(start=position("a1 d1", "a7 d7 g7", hands=(7, 6)))


def advice(record: GameRecord, white: str, black: str) -> list[str]:
    return [str(remedy) for remedy in judge(record, SeenBoard(men(white), men(black))).remedies]


def test_a_man_that_went_too_far_goes_back():
    assert advice(MOVING, "a1 d1 g4 b4 e5", "a7 d7 g7 b6 f4")[0] == "Put the white man from e5 back to c3."


def test_a_forgotten_capture_is_made_up_for():
    first, second, third, *_ = advice(MOVING, "a1 d1 g1 b4 c3", "a7 d7 g7 b6 f4")
    assert {first, second} == {"Take the black man off b6.", "Take the black man off f4."}
    assert third == "Put the white man from g1 back to g4."


def test_of_two_men_taken_one_comes_back():
    assert set(advice(MOVING, "a1 d1 g1 b4 c3", "a7 d7 g7")) == {
        "Put a black man back on b6.",
        "Put a black man back on f4.",
    }


def test_the_right_one_is_taken_instead_of_the_safe_one():
    assert set(advice(MOVING, "a1 d1 g1 b4 c3", "a7 d7 b6 f4")) == {
        "Put the black man from b6 back to g7.",
        "Put the black man from f4 back to g7.",
    }


def test_of_two_men_placed_one_is_taken_off():
    assert set(advice(PLACING, "a1 d1 e3 e4", "a7 d7 g7")) == {
        "Take the white man off e3.",
        "Take the white man off e4.",
    }


def test_men_that_stand_in_the_way_go_first():
    """A white man stands where a black one belongs; its own place is free."""
    first = advice(MOVING, "a1 d1 g4 b4 b6", "a7 d7 g7 f4 e3")[0]
    assert first == "Put the white man from b6 back to c3. Put the black man from e3 back to b6."


def test_black_men_go_first_where_they_stand_in_the_way():
    first = advice(MOVING, "a1 d1 g4 b4 e5", "a7 d7 g7 b6 c3")[0]
    assert first == "Put the black man from c3 back to f4. Put the white man from e5 back to c3."


def test_unknown_points_ask_for_no_correction():
    seen = SeenBoard(men("a1 d1 g4 b4"), men("a7 d7 g7 f4"), men("c3"))
    assert str(judge(MOVING, seen).remedy) == "Put a black man back on b6."


@given(games(longest=80), st.lists(st.tuples(st.integers(0, 23), st.integers(0, 2)), max_size=6))
def test_carrying_out_any_remedy_makes_the_board_right(game, changes):
    white, black = game.position.white, game.position.black
    for point, mark in changes:
        white, black = white & ~(1 << point), black & ~(1 << point)
        white |= (mark == 1) << point
        black |= (mark == 2) << point
    seen = SeenBoard(white, black)
    remedies = judge(game, seen).remedies
    assert len({len(remedy.corrections) for remedy in remedies}) <= 1
    for remedy in remedies:
        wanted = game.position if remedy.turn is None else apply(game.position, remedy.turn)
        assert carried_out(remedy, seen) == SeenBoard.of_position(wanted)


@given(games(longest=60), st.integers(0, 23), st.integers(0, 23))
def test_corrections_can_be_done_one_after_the_other(game, one, two):
    """Men go to free points only, unless two of different colours have to be exchanged."""
    first, second = 1 << one, 1 << two
    white = game.position.white & ~first | second
    black = (game.position.black | first) & ~second & ~white
    seen = SeenBoard(white, black)
    for remedy in judge(game, seen).remedies[:5]:
        occupied = white | black
        exchanged = {step.origin for step in remedy.corrections} & {
            step.target for step in remedy.corrections
        }
        for step in remedy.corrections:
            if step.target is not None and step.target not in exchanged:
                assert not occupied >> step.target & 1
            if step.origin is not None:
                occupied &= ~(1 << step.origin)
            if step.target is not None:
                occupied |= 1 << step.target


def test_two_men_that_changed_places_are_exchanged():
    record = new_game(start=position("a1 d1 g4 b4", "a7 d7 b6 f4", side=Side.BLACK))
    texts = advice(record, "a1 d1 g4 f4", "a7 d7 b6 b4")
    assert "Put the white man from f4 back to b4. Put the black man from b4 back to f4." in texts


@pytest.mark.parametrize("turn", ["b4-a4", "g4-g1xb6"])
def test_a_legal_board_needs_no_remedy(turn):
    after = apply(MOVING.position, turn_from_text(turn))
    assert judge(MOVING, SeenBoard.of_position(after)).remedies == ()
