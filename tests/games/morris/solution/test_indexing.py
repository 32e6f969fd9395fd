"""Places in tables: every position has one, the same for all its images, and back."""

from math import comb

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.rules.board import SYMMETRIES, transformed
from ludens.games.morris.solution.index_tables import class_count, index_tables, position_count
from ludens.games.morris.solution.indexing import index_of, position_at, rank_of
from ludens.games.morris.solution.stages import Stage


@st.composite
def boards(draw: st.DrawFn) -> tuple[int, int]:
    """Disjoint sets of up to nine points each."""
    points = draw(st.permutations(range(24)))
    own, other = draw(st.integers(0, 9)), draw(st.integers(0, 9))
    return sum(1 << point for point in points[:own]), sum(1 << point for point in points[own : own + other])


def stage_of(own: int, other: int) -> Stage:
    return Stage(own.bit_count(), other.bit_count())


def place(own: int, other: int) -> int:
    stage = stage_of(own, other)
    return index_of(index_tables(), own, other, stage.own, stage.ranks)


@given(boards())
def test_all_sixteen_images_share_one_place(board: tuple[int, int]):
    places = {place(*(transformed(men, symmetry) for men in board)) for symmetry in SYMMETRIES}
    assert len(places) == 1


@given(boards())
def test_the_position_at_a_place_is_an_image_of_the_one_that_was_put_there(board: tuple[int, int]):
    stage = stage_of(*board)
    index = place(*board)
    assert 0 <= index < position_count(stage)
    own, other, is_twin = position_at(index_tables(), index, stage.own, stage.other, stage.ranks)
    assert not is_twin
    assert (own, other) in {tuple(transformed(men, symmetry) for men in board) for symmetry in SYMMETRIES}


def test_ranks_count_all_sets_in_order():
    tables = index_tables()
    for men in range(10):
        sets = tables.subsets[tables.subset_start[men] : tables.subset_start[men + 1]]
        assert len(sets) == comb(24, men)
        assert (np.diff(sets) > 0).all()
        for rank in range(0, len(sets), 997):
            assert rank_of(tables, int(sets[rank])) == rank


def test_classes_are_as_many_as_burnside_counts():
    for men in range(10):
        kept = 0
        for symmetry in SYMMETRIES:
            kept += _sets_kept(symmetry, men)
        assert class_count(men) == kept // len(SYMMETRIES)


def test_places_that_are_no_twins_are_as_many_as_positions_up_to_symmetry():
    stage = Stage(3, 3)
    tables = index_tables()
    twins = sum(
        position_at(tables, index, stage.own, stage.other, stage.ranks)[2]
        for index in range(position_count(stage))
    )
    # Burnside again, for pairs of sets: cycles go to one side, the other, or neither.
    kept = sum(_pairs_kept(symmetry, stage.own, stage.other) for symmetry in SYMMETRIES)
    assert position_count(stage) - twins == kept // len(SYMMETRIES)


def _cycle_lengths(symmetry: tuple[int, ...]) -> list[int]:
    lengths, seen = [], set()
    for start in range(24):
        length, point = 0, start
        while point not in seen:
            seen.add(point)
            point = symmetry[point]
            length += 1
        if length:
            lengths.append(length)
    return lengths


def _sets_kept(symmetry: tuple[int, ...], men: int) -> int:
    ways = [1] + [0] * men
    for length in _cycle_lengths(symmetry):
        for count in range(men, length - 1, -1):
            ways[count] += ways[count - length]
    return ways[men]


def _pairs_kept(symmetry: tuple[int, ...], own: int, other: int) -> int:
    ways = {(0, 0): 1}
    for length in _cycle_lengths(symmetry):
        longer: dict[tuple[int, int], int] = {}
        for (a, b), count in ways.items():
            for key in ((a, b), (a + length, b), (a, b + length)):
                if key[0] <= own and key[1] <= other:
                    longer[key] = longer.get(key, 0) + count
        ways = longer
    return ways.get((own, other), 0)
