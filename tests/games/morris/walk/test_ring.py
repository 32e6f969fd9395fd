import math
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from ludens.games.morris.walk.route import Ring, facing_board, length_m, side_at

RING = Ring(0.188, 0.2)
places = st.tuples(st.floats(-1.2, 1.2), st.floats(-1.2, 1.2))


def test_sides_count_counter_clockwise_from_the_near_one() -> None:
    assert [side_at(*place) for place in ((0.0, -0.3), (0.3, 0.0), (0.0, 0.3), (-0.3, 0.0))] == [0, 1, 2, 3]
    assert side_at(-0.29, -0.30) == 0
    assert side_at(-0.30, -0.29) == 3


@given(places)
def test_whoever_leaves_the_table_ends_on_the_ring_or_stays_outside(place: tuple[float, float]) -> None:
    left = RING.left(*place)
    if RING.distance_m(*place) >= RING.clearance_m:
        assert left == place
    else:
        assert math.isclose(RING.distance_m(*left), RING.clearance_m, abs_tol=1e-9)


def test_the_way_off_the_table_is_straight() -> None:
    assert RING.left(0.1, -0.26) == (0.1, -0.388)


@given(places, places)
def test_the_string_never_crosses_the_ring(start: tuple[float, float], goal: tuple[float, float]) -> None:
    assume(all(RING.distance_m(*place) >= RING.clearance_m for place in (start, goal)))
    string = RING.string(start, goal)
    assert string[0] == start
    assert string[-1] == goal
    for (x, y), (next_x, next_y) in pairwise(string):
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            between = x + share * (next_x - x), y + share * (next_y - y)
            assert RING.distance_m(*between) > RING.clearance_m - 0.008
    # The way there and the way back are the same, and no longer than once half round.
    assert math.isclose(length_m(string), length_m(RING.string(goal, start)), abs_tol=1e-9)
    assert length_m(string) < math.dist(start, goal) + 1.4


def test_from_side_to_opposite_side_it_is_half_round() -> None:
    string = RING.string((0.01, -0.388), (0.01, 0.388))
    assert length_m(string) > 1.3
    assert all(x > 0.0 for x, _ in string)


def test_facing_the_board_looks_at_its_middle() -> None:
    pose = facing_board(0.3, 0.4)
    assert math.isclose(math.dist(pose.apply(0.5, 0.0), (0.0, 0.0)), 0.0, abs_tol=1e-12)
