import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.rules import Position, Side, Turn, apply, legal_turns
from ludens.games.morris.solution.compiled_rules import MOST_TURNS, NONE, generate, perft, play


@st.composite
def positions(draw) -> Position:
    """Any men anywhere, also with few men and in the middle of placing."""
    points = draw(st.permutations(range(24)))
    own_count, other_count = draw(st.integers(0, 9)), draw(st.integers(0, 9))
    hands = draw(st.tuples(st.integers(0, 9 - own_count), st.integers(0, 9 - other_count)))
    if draw(st.booleans()):
        hands = (0, 0)
    return Position.of_sides(
        sum(1 << point for point in points[:own_count]),
        sum(1 << point for point in points[own_count : own_count + other_count]),
        own_in_hand=hands[0],
        other_in_hand=hands[1],
        side=draw(st.sampled_from(Side)),
    )


def numbers(position: Position) -> tuple[int, int, int, int]:
    return position.own, position.other, position.own_in_hand, position.other_in_hand


def packed_turns(position: Position) -> list[int]:
    out = np.empty(MOST_TURNS, dtype=np.int64)
    return [int(turn) for turn in out[: generate(*numbers(position), out)]]


def unpacked(turn: int) -> Turn:
    origin, target, captured = turn >> 10, turn >> 5 & 31, turn & 31
    return Turn(target, None if origin == NONE else origin, None if captured == NONE else captured)


@given(positions())
def test_the_compiled_turns_are_those_of_the_rules(position: Position):
    turns = [unpacked(turn) for turn in packed_turns(position)]
    assert len(turns) == len(set(turns))
    assert set(turns) == set(legal_turns(position))


@given(positions(), st.randoms(use_true_random=False))
def test_a_turn_leads_to_the_position_of_the_rules(position: Position, chance):
    turns = packed_turns(position)
    if turns:
        turn = chance.choice(turns)
        assert play(*numbers(position), turn) == numbers(apply(position, unpacked(turn)))


@pytest.mark.parametrize(
    ("depth", "count"), [*enumerate([1, 24, 552, 12_144, 255_024, 5_140_800, 99_274_176])]
)
def test_the_number_of_openings_is_the_published_one(depth: int, count: int):
    assert perft(0, 0, 9, 9, depth=depth) == count


def test_no_position_has_more_turns_than_room_is_kept_for():
    # Three flying men of which two pairs stand in open lines, against men of which none is in a mill.
    own, other = 0b111, sum(1 << point for point in (8, 10, 12, 14, 17, 19, 21, 23))
    assert 0 < len(packed_turns(Position.of_sides(own, other))) < MOST_TURNS
