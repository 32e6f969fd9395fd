import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ludens.geometry.angles import difference
from ludens.planning.clear_heading import HEADINGS_RAD, clear_heading_rad, free_distances_m

Disc = tuple[float, float, float]

NONE = np.empty((0, 3))
FARTHEST_M = 3.0


def discs(*rows: Disc) -> NDArray[np.float64]:
    return np.asarray(rows, dtype=np.float64).reshape(-1, 3)


def widened(rows: NDArray[np.float64], by_m: float) -> NDArray[np.float64]:
    return np.asarray(np.add(rows, [0.0, 0.0, by_m]))


def free_m(rows: NDArray[np.float64], heading_rad: float) -> float:
    """How far a point gets along a heading, found by marching in small steps."""
    ahead_m = np.arange(0.0, FARTHEST_M, 0.005)
    way = ahead_m[:, None] * (math.cos(heading_rad), math.sin(heading_rad))
    gaps = np.hypot(*(way[:, None, :] - rows[None, :, :2]).transpose(2, 0, 1)) - rows[:, 2]
    hit = np.flatnonzero((gaps < 0.0).any(axis=1))
    return float(ahead_m[hit[0]]) if len(hit) else FARTHEST_M


def heading(
    rows: NDArray[np.float64],
    *,
    wanted_rad: float = 0.0,
    distance_m: float = 2.0,
    previous_rad: float | None = None,
) -> float:
    return clear_heading_rad(rows, wanted_rad=wanted_rad, distance_m=distance_m, previous_rad=previous_rad)


@st.composite
def outside_discs(draw: st.DrawFn) -> NDArray[np.float64]:
    """Discs none of which the robot is in."""
    rows = []
    for _ in range(draw(st.integers(0, 8))):
        radius_m, gap_m = draw(st.floats(0.1, 1.0)), draw(st.floats(0.02, 2.0))
        bearing_rad = draw(st.floats(-math.pi, math.pi))
        range_m = radius_m + gap_m
        rows.append((range_m * math.cos(bearing_rad), range_m * math.sin(bearing_rad), radius_m))
    return discs(*rows)


angles = st.floats(-math.pi, math.pi)

# ---------------------------------------------------------------- how far each heading is free


def test_everything_is_free_where_nothing_is():
    assert free_distances_m(NONE, farthest_m=FARTHEST_M) == pytest.approx(np.full(len(HEADINGS_RAD), 3.0))


@given(outside_discs())
def test_free_distances_are_those_that_marching_finds(rows: NDArray[np.float64]):
    found = free_distances_m(rows, farthest_m=FARTHEST_M)
    for index in range(0, len(HEADINGS_RAD), 9):
        if len(rows):
            shrunk, grown = widened(rows, -0.01), widened(rows, 0.01)
            assert free_m(grown, HEADINGS_RAD[index]) - 0.01 <= found[index]
            assert found[index] <= free_m(shrunk, HEADINGS_RAD[index]) + 0.01
        else:
            assert found[index] == FARTHEST_M


def test_headings_out_of_a_disc_are_free_and_those_into_it_are_not():
    inside = discs((0.3, 0.0, 0.5))
    free = free_distances_m(inside, farthest_m=FARTHEST_M)
    outward = np.abs(HEADINGS_RAD) > math.pi / 2
    inward = np.abs(HEADINGS_RAD) < math.pi / 4
    assert (free[outward] == FARTHEST_M).all()
    assert (free[inward] == 0.0).all()


def test_inside_a_disc_other_discs_still_count():
    free = free_distances_m(discs((0.3, 0.0, 0.5), (-1.5, 0.0, 0.5)), farthest_m=FARTHEST_M)
    assert free[np.argmin(np.abs(HEADINGS_RAD + math.pi))] == pytest.approx(1.0)


# ---------------------------------------------------------------- which heading is taken


@given(angles, st.floats(0.0, 5.0), st.none() | angles)
def test_straight_to_the_goal_where_nothing_is(
    wanted_rad: float, distance_m: float, previous_rad: float | None
):
    taken = heading(NONE, wanted_rad=wanted_rad, distance_m=distance_m, previous_rad=previous_rad)
    assert difference(taken, wanted_rad) == pytest.approx(0.0, abs=1e-9)


@given(outside_discs(), angles, st.floats(0.1, 5.0), st.none() | angles)
def test_straight_to_the_goal_where_that_way_is_free(
    rows: NDArray[np.float64], wanted_rad: float, distance_m: float, previous_rad: float | None
):
    if not len(rows) or free_m(widened(rows, 0.02), wanted_rad) > min(distance_m, 1.2) + 0.02:
        taken = heading(rows, wanted_rad=wanted_rad, distance_m=distance_m, previous_rad=previous_rad)
        assert difference(taken, wanted_rad) == pytest.approx(0.0, abs=1e-9)


def test_a_goal_before_the_obstacle_is_reached_straight():
    assert heading(discs((1.5, 0.0, 0.5)), distance_m=0.9) == 0.0


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_round_an_obstacle_by_the_shorter_way(side: float):
    rows = discs((1.0, 0.1 * side, 0.5))
    taken = heading(rows)
    assert taken * side < 0.0
    assert 0.3 < abs(taken) < 0.7
    assert free_m(rows, taken) > 1.1


def test_loyal_to_the_way_round_that_was_taken():
    rows = discs((1.0, 0.02, 0.5))
    shorter, other = heading(rows), -heading(rows)
    assert heading(rows, previous_rad=shorter) == shorter
    assert heading(rows, previous_rad=other) == pytest.approx(other, abs=0.1)


def test_not_loyal_to_a_way_that_is_shut():
    rows = discs((1.0, 0.0, 0.5), (0.8, 0.8, 0.6))
    taken = heading(rows, previous_rad=0.6)
    assert taken < -0.3


def test_out_of_a_disc_when_the_goal_lies_behind_it():
    taken = heading(discs((0.3, 0.0, 0.5)))
    assert abs(taken) > 1.2


@given(outside_discs(), angles, st.floats(0.1, 5.0))
def test_no_heading_is_nearer_to_the_goal_and_freer_too(
    rows: NDArray[np.float64], wanted_rad: float, distance_m: float
):
    taken = heading(rows, wanted_rad=wanted_rad, distance_m=distance_m)
    needed_m = min(distance_m, 1.2)
    got_m = needed_m if not len(rows) else min(free_m(rows, taken), needed_m)
    aside_rad = abs(difference(taken, wanted_rad))
    free = np.minimum(free_distances_m(rows, farthest_m=FARTHEST_M), needed_m)
    for candidate_rad, candidate_m in zip(HEADINGS_RAD, free, strict=True):
        nearer = abs(difference(candidate_rad, wanted_rad)) < aside_rad - 1e-9
        assert not (nearer and candidate_m > got_m + 0.01)


@given(outside_discs(), angles, st.floats(1.2, 5.0), st.none() | angles)
def test_a_way_is_found_where_there_is_one(
    rows: NDArray[np.float64], wanted_rad: float, distance_m: float, previous_rad: float | None
):
    """Far from the goal, and with some heading free all the way, the robot never stops before a disc."""
    free = free_distances_m(rows, farthest_m=FARTHEST_M)
    if free.max() >= 1.2:
        taken = heading(rows, wanted_rad=wanted_rad, distance_m=distance_m, previous_rad=previous_rad)
        assert not len(rows) or free_m(rows, taken) > 0.2
