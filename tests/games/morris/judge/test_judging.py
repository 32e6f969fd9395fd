import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.judge import FaultKind, Ruling, SeenBoard, Verdict, judge
from ludens.games.morris.rules import (
    SIX_MEN,
    STANDARD,
    TWELVE_MEN,
    GameRecord,
    Position,
    Variant,
    apply,
    names_of,
    new_game,
    turn_from_text,
    turn_text,
)
from tests.games.morris.samples import games, men, position

POINT_SETS = st.integers(0, (1 << 24) - 1)

MOVING = new_game(start=position("a1 d1 g4 b4 c3", "a7 d7 g7 b6 f4"))
FLYING = new_game(start=position("a1 d1 g4", "a7 d7 g7 b6"))
PLACING = new_game(start=position("a1 d1", "a7 d7 g7", hands=(7, 6)))
IN_MILLS = new_game(start=position("a1 d1 g4 b4", "a7 d7 g7"))
OVER = new_game(start=position("a1 d1", "a7 d7 g7"))


def look(record: GameRecord, white: str, black: str, unknown: str = "") -> Verdict:
    return judge(record, SeenBoard(men(white), men(black), men(unknown)))


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


def test_unknown_points_that_decide_nothing_do_not_matter():
    verdict = look(MOVING, "a1 d1 g4 a4 c3", "a7 d7 g7 f4", unknown="b6 e3")
    assert verdict.turn == turn_from_text("b4-a4")


def test_where_several_turns_fit_the_points_to_look_at_are_named():
    verdict = look(PLACING, "a1 d1", "a7 d7 g7", unknown="e3 e4 f4")
    assert verdict.ruling is Ruling.UNCERTAIN
    assert [turn_text(turn) for turn in verdict.turns] == ["f4", "e3", "e4"]
    assert verdict.may_be_unchanged
    assert str(verdict) == "White may have played f4 or e3 or e4 or nothing; look at f4, e3, e4."


def test_only_unknown_points_that_tell_turns_apart_are_to_be_looked_at():
    verdict = look(MOVING, "a1 d1 g1 b4 c3", "a7 d7 g7", unknown="b6 f4 e3")
    assert {turn_text(turn) for turn in verdict.turns} == {"g4-g1xb6", "g4-g1xf4"}
    assert not verdict.may_be_unchanged
    assert set(names_of(verdict.look_at)) == {"b6", "f4"}


def test_a_cheat_is_seen_beside_unknown_points():
    verdict = look(MOVING, "a1 d1 g4 c3", "a7 d7 g7 f4", unknown="a4 e3")
    assert verdict.kinds == {FaultKind.TOOK_WITHOUT_MILL}


def honest_boards(record: GameRecord) -> list[Position]:
    return [record.position, *(apply(record.position, turn) for turn in record.legal_turns())]


@given(games(longest=80), POINT_SETS, POINT_SETS, POINT_SETS, POINT_SETS)
def test_any_board_is_illegal_exactly_when_no_honest_one_fits(game, one, two, three, unknown):
    """Boards of all kinds: some points of the position are replaced by chance, some cannot be seen."""
    replaced = one & two & three
    white = game.position.white & ~replaced | one & ~two & replaced
    white |= replaced & one & unknown
    black = (game.position.black & ~replaced) | (replaced & ~white)
    seen = SeenBoard(white & ~unknown, black & ~white & ~unknown, unknown)
    verdict = judge(game, seen)
    fitting = [board for board in honest_boards(game) if seen.fits(board)]
    assert (verdict.ruling is Ruling.ILLEGAL) == (not fitting)
    assert bool(verdict.kinds) == (verdict.ruling is Ruling.ILLEGAL)
    assert bool(verdict.remedies) == (verdict.ruling is Ruling.ILLEGAL)
    assert (verdict.ruling in (Ruling.LEGAL, Ruling.UNCHANGED)) == (len(fitting) == 1)
    assert str(verdict)


VARIANTS = st.sampled_from([STANDARD, SIX_MEN, TWELVE_MEN, Variant(flying=False, capture_from_mills=False)])


@given(VARIANTS.flatmap(games), st.integers(0, 10_000), POINT_SETS)
def test_looking_where_the_judge_asks_decides(game, choice, unknown):
    turns = game.legal_turns()
    if not turns:
        return
    turn = turns[choice % len(turns)]
    after = apply(game.position, turn)
    verdict = judge(game, SeenBoard.of_position(after, unknown=unknown))
    assert verdict.ruling is not Ruling.ILLEGAL
    if verdict.ruling is Ruling.UNCERTAIN:
        assert turn in verdict.turns
        assert not verdict.look_at & ~unknown
        verdict = judge(game, SeenBoard.of_position(after, unknown=unknown & ~verdict.look_at))
    assert verdict.turn == turn
