"""Boards of which not every point was seen, and boards of any kind."""

from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.judge import FaultKind, Ruling, SeenBoard, judge
from ludens.games.morris.rules import (
    SIX_MEN,
    STANDARD,
    TWELVE_MEN,
    GameRecord,
    Position,
    Variant,
    apply,
    names_of,
    turn_from_text,
    turn_text,
)
from tests.games.morris.judge.boards import MOVING, PLACING, look
from tests.games.morris.samples import games

POINT_SETS = st.integers(0, (1 << 24) - 1)


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
