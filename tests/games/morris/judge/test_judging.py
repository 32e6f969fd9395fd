from dataclasses import replace

import pytest

from ludens.games.morris.judge import FaultKind, Ruling
from ludens.games.morris.rules import Variant, names_of, new_game, turn_from_text
from tests.games.morris.judge.boards import FLYING, IN_MILLS, MOVING, OVER, PLACING, look
from tests.games.morris.samples import position


@pytest.mark.parametrize(
    ("record", "white", "black", "turn"),
    [
        (MOVING, "a1 d1 g4 a4 c3", "a7 d7 g7 b6 f4", "b4-a4"),
        (MOVING, "a1 d1 g1 b4 c3", "a7 d7 g7 f4", "g4-g1xb6"),
        (FLYING, "a1 d1 e5", "a7 d7 g7 b6", "g4-e5"),
        (IN_MILLS, "a1 d1 g1 b4", "a7 g7", "g4-g1xd7"),
        (PLACING, "a1 d1 e5", "a7 d7 g7", "e5"),
        (PLACING, "a1 d1 g1", "d7 g7", "g1xa7"),
    ],
)
def test_a_legal_turn_is_recognised(record, white, black, turn):
    verdict = look(record, white, black)
    assert verdict.ruling is Ruling.LEGAL
    assert verdict.turn == turn_from_text(turn)
    assert str(verdict) == f"White played {turn}."


def test_a_board_on_which_nothing_changed_is_no_cheat():
    verdict = look(MOVING, "a1 d1 g4 b4 c3", "a7 d7 g7 b6 f4")
    assert verdict.ruling is Ruling.UNCHANGED
    assert str(verdict) == "Nothing has changed: white has yet to make a turn."


@pytest.mark.parametrize(
    ("record", "white", "black", "kinds", "sentence"),
    [
        (
            MOVING,
            "a1 d1 g4 b4 e5",
            "a7 d7 g7 b6 f4",
            "TOO_FAR",
            "White moved from c3 to e5, which is more than one",
        ),
        (
            PLACING,
            "a1 d2",
            "a7 d7 g7",
            "MOVED_WHILE_IN_HAND",
            "White moved from d1 to d2 although 7 men are still",
        ),
        (
            MOVING,
            "a1 d2 g4 b2 c3",
            "a7 d7 g7 b6 f4",
            "MOVED_SEVERAL",
            "White moved 2 men, d1 to d2 and b4 to b2",
        ),
        (PLACING, "a1 d1 e3 e4", "a7 d7 g7", "PLACED_SEVERAL", "White placed 2 men at once, at e3 and e4"),
        (
            MOVING,
            "a1 d1 g4 b4 c3 e5",
            "a7 d7 g7 b6 f4",
            "PLACED_WITH_EMPTY_HAND",
            "White placed a man at e5, but has",
        ),
        (
            MOVING,
            "a1 d1 b4 c3 f4",
            "a7 d7 g7 b6",
            "MOVED_ONTO_MAN",
            "White moved from g4 onto f4, where a black man",
        ),
        (MOVING, "a1 d1 g4 b4", "a7 d7 g7 b6 f4", "OWN_MAN_GONE", "White's own man at c3 is gone."),
        (
            MOVING,
            "a1 d1 g4 b4 c3",
            "a7 d7 g7 b6 e4",
            "OPPONENT_MOVED",
            "A black man moved from f4 to e4 although it was",
        ),
        (MOVING, "a1 d1 g4 a4 c3", "a7 d7 g7 b6 f4 e4", "OPPONENT_ADDED", "A black man was added at e4."),
        (PLACING, "a1 d1", "a7 d7 g7 e4", "WRONG_COLOUR_PLACED", "White placed a black man, at e4."),
        (
            MOVING,
            "a1 d1 g4 b4",
            "a7 d7 g7 b6 f4 c3",
            "COLOUR_CHANGED",
            "The man at c3 was white and is black now.",
        ),
        (
            MOVING,
            "a1 d1 g1 b4 c3",
            "a7 d7 g7 b6 f4",
            "MILL_WITHOUT_CAPTURE",
            "White closed a mill with g1 and took no",
        ),
        (
            MOVING,
            "a1 d1 g4 a4 c3",
            "a7 d7 g7 f4",
            "TOOK_WITHOUT_MILL",
            "White took the black man at b6 without closing",
        ),
        (
            MOVING,
            "a1 d1 g1 b4 c3",
            "a7 d7 b6 f4",
            "TOOK_SAFE_MAN",
            "White took the black man at g7, safe in a mill.",
        ),
        (
            MOVING,
            "a1 d1 g1 b4 c3",
            "a7 d7 g7",
            "TOOK_SEVERAL",
            "White took 2 men, at f4 and b6; a turn takes one.",
        ),
        (
            MOVING,
            "e3 e4 e5 f2 f6",
            "a7 b2 c3 b6 f4",
            "BOARD_UPSET",
            "13 points have changed, far more than one turn",
        ),
        (OVER, "a1 d2", "a7 d7 g7", "GAME_OVER", "The game was over, nothing may change. Black wins"),
    ],
)
def test_what_is_wrong_is_named(record, white, black, kinds, sentence):
    verdict = look(record, white, black)
    assert verdict.ruling is Ruling.ILLEGAL
    assert {kind.name for kind in verdict.kinds} == {kinds}
    assert str(verdict).startswith(sentence)


def test_two_cheats_at_once_are_both_named():
    verdict = look(MOVING, "a1 d1 g4 b4 e5", "a7 d7 g7 b6 e4")
    assert verdict.kinds == {FaultKind.TOO_FAR, FaultKind.OPPONENT_MOVED}


def test_of_several_explanations_the_one_with_fewest_faults_is_believed():
    """White placed g1, closed the mill, took b2 and its own a1; a move from a1 would close none."""
    record = new_game(start=position("a1 d1", "a7 d7 b2", hands=(7, 6)))
    assert look(record, "d1 g1", "a7 d7").kinds == {FaultKind.OWN_MAN_GONE}


def test_a_capture_that_was_due_is_the_one_that_was_allowed():
    """White closed a mill and took b6, which it may; d7, which was safe, moved to e4."""
    verdict = look(MOVING, "a1 d1 g1 b4 c3", "a7 g7 f4 e4")
    assert verdict.kinds == {FaultKind.OPPONENT_MOVED}
    assert str(verdict).startswith("A black man moved from d7 to e4")


def test_the_number_of_men_is_checked_against_the_game_so_far():
    verdict = look(MOVING, "a1 d1 g1 b4 c3", "a7 d7 g7")
    assert "Black has 3 men on the board where 4 or 5 would be right." in str(verdict)
    assert "White has" not in str(verdict)
    moved_instead_of_placed = look(PLACING, "a1 d2", "a7 d7 g7")
    assert "White has 2 men on the board where 3 would be right." in str(moved_instead_of_placed)


def test_of_a_wrong_board_the_points_to_look_at_again_are_those_that_would_make_it_right():
    """White placed e5, and the black man at g7 was overlooked."""
    verdict = look(PLACING, "a1 d1 e5", "a7 d7")
    assert verdict.ruling is Ruling.ILLEGAL
    assert set(names_of(verdict.look_at)) == {"g7"}


def test_a_turn_that_was_taken_back_is_recognised():
    record = new_game().play(turn_from_text("d6")).play(turn_from_text("f4"))
    verdict = look(record, "d6", "")
    assert "The board is as it was before the last turn, before f4: was that taken back?" in str(verdict)
    assert "2 turns ago, before d6" in str(look(record, "", ""))


def test_rules_are_those_of_the_game():
    """What is a cheat by one set of rules is a turn by another."""
    walking = new_game(Variant(flying=False), start=FLYING.start)
    assert look(FLYING, "a1 d1 e5", "a7 d7 g7 b6").ruling is Ruling.LEGAL
    assert look(walking, "a1 d1 e5", "a7 d7 g7 b6").kinds == {FaultKind.TOO_FAR}
    safe = new_game(Variant(capture_from_mills=False), start=IN_MILLS.start)
    assert look(safe, "a1 d1 g1 b4", "a7 d7 g7").ruling is Ruling.LEGAL
    assert look(safe, "a1 d1 g1 b4", "a7 g7").kinds == {FaultKind.TOOK_SAFE_MAN}
    assert look(IN_MILLS, "a1 d1 g1 b4", "a7 d7 g7").kinds == {FaultKind.MILL_WITHOUT_CAPTURE}


def test_ways_to_put_it_right_that_are_not_said_are_counted():
    verdict = look(IN_MILLS, "a1 d1 g1 b4", "a7 d7 g7")
    assert str(verdict).endswith("(Or 3 more ways that take as little.)")
    fewer = replace(verdict, remedies=verdict.remedies[:4])
    assert str(fewer).endswith("(Or 1 more way that takes as little.)")


def test_of_a_board_that_was_upset_one_way_to_put_it_right_is_said():
    verdict = look(MOVING, "d2 b2 f2 e4 e5", "a1 d1 g4 c3 d6")
    assert verdict.kinds == {FaultKind.BOARD_UPSET}
    assert len(verdict.remedies[0].corrections) > 3
    assert "Or" not in str(verdict)
