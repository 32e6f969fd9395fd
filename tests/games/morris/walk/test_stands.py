import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.walk.route import route_round, side_at
from ludens.games.morris.walk.stands import (
    SectorError,
    Stand,
    choose_stands,
    stands_for,
)
from ludens.geometry import Pose2
from ludens.messages.manipulation import Hand

MEASURES = MorrisMeasures()
BEFORE_EDGE_M, SHOULDER_M = 0.10, 0.098


def station_for(point: int, stand: Stand) -> Pose2:
    """Close before the table's edge, square to it, a shoulder's width beside the point."""
    x_m, y_m = MEASURES.points_m()[point].tolist()
    board_from_side = MEASURES.board_from_side(stand.side)
    _, left_m = board_from_side.inverse().apply(x_m, y_m)
    aside_m = left_m - (SHOULDER_M if stand.hand == "left" else -SHOULDER_M)
    most_m = 0.5 * MEASURES.table_width_m - 0.05
    return board_from_side @ Pose2(-BEFORE_EDGE_M, max(-most_m, min(most_m, aside_m)), 0.0)


def choose(here: Pose2, points: list[int], *, hand: Hand | None = None) -> tuple[Stand, ...]:
    return choose_stands(
        here,
        points,
        stations_for=lambda stands: tuple(map(station_for, points, stands)),
        measures=MEASURES,
        hand=hand,
    )


def test_middles_of_sides_are_for_both_hands_and_corners_for_one_on_each_of_two_sides() -> None:
    assert stands_for(3) == (Stand(1, "left"), Stand(1, "right"))
    assert stands_for(8 + 7) == (Stand(3, "left"), Stand(3, "right"))
    assert stands_for(2) == (Stand(1, "left"), Stand(0, "right"))
    assert stands_for(16 + 0) == (Stand(0, "left"), Stand(3, "right"))  # wraps round
    with pytest.raises(SectorError, match="points 0 to 23"):
        stands_for(24)


@given(st.integers(0, 23))
def test_a_point_lies_before_the_hand_that_reaches_it(point: int) -> None:
    for stand in stands_for(point):
        station = station_for(point, stand)
        assert side_at(station.x_m, station.y_m) == stand.side
        _, left_m = station.inverse().apply(*MEASURES.points_m()[point].tolist())
        assert left_m > 0.0 if stand.hand == "left" else left_m < 0.0


def test_one_point_is_reached_from_the_nearer_side() -> None:
    here = station_for(1, Stand(0, "left"))
    assert choose(here, [2]) == (Stand(0, "right"),)
    assert choose(here, [0]) == (Stand(0, "left"),)
    assert choose(here, [0], hand="right") == (Stand(3, "right"),)  # one quarter, not three
    assert choose(here, [4])[0].side == 1
    assert choose(here, [6])[0].side == 3


def test_from_the_last_side_it_wraps_round_to_the_first() -> None:
    here = station_for(7, Stand(3, "left"))
    assert choose(here, [0]) == (Stand(3, "right"),)
    assert choose(here, [0], hand="left") == (Stand(0, "left"),)


def test_a_man_stays_in_the_hand_that_took_it() -> None:
    here = station_for(1, Stand(0, "left"))
    first, second = choose(here, [0, 1])
    assert (first, second) == (Stand(0, "left"), Stand(0, "left"))
    assert choose(here, [2, 3], hand="left") == (Stand(1, "left"), Stand(1, "left"))


def cost_m(points: list[int], stands: tuple[Stand, ...], here_point: int) -> float:
    here = station_for(here_point, stands_for(here_point)[0])
    total_m = 0.0
    for point, stand in zip(points, stands, strict=True):
        there = station_for(point, stand)
        if here.distance_m(there) > 1e-3:
            way = route_round(here, there, half_m=0.5 * MEASURES.table_width_m, clearance_m=0.2)
            total_m += way.cost_m
        here = there
    return total_m


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 23), st.integers(0, 23), st.integers(0, 23), st.sampled_from([None, "left", "right"]))
def test_no_other_choice_is_shorter(here_point: int, first: int, second: int, hand: Hand | None) -> None:
    here = station_for(here_point, stands_for(here_point)[0])
    chosen = choose(here, [first, second], hand=hand)
    assert chosen[0].hand == chosen[1].hand
    assert hand in (None, chosen[0].hand)
    assert chosen[0] in stands_for(first)
    assert chosen[1] in stands_for(second)
    least_m = min(
        cost_m([first, second], (a, b), here_point)
        for a in stands_for(first)
        for b in stands_for(second)
        if a.hand == b.hand and hand in (None, a.hand)
    )
    assert cost_m([first, second], chosen, here_point) <= least_m + 2e-3


def test_a_place_that_is_too_deep_from_one_of_its_sides_is_reached_from_the_other() -> None:
    corner, here = 2, Pose2(0.0, -0.3, 1.57)
    nearer, farther = sorted(
        stands_for(corner), key=lambda stand: here.distance_m(station_for(corner, stand))
    )

    def stations(stands: tuple[Stand, ...], *, too_deep: tuple[Stand, ...]) -> tuple[Pose2, ...]:
        if set(stands) & set(too_deep):
            raise SectorError("Too deep.")
        return tuple(station_for(corner, stand) for stand in stands)

    def chosen(*too_deep: Stand) -> tuple[Stand, ...]:
        return choose_stands(
            here, [corner], stations_for=lambda stands: stations(stands, too_deep=too_deep), measures=MEASURES
        )

    assert chosen() == (nearer,)
    assert chosen(nearer) == (farther,)
    with pytest.raises(SectorError, match="either hand"):
        chosen(nearer, farther)
