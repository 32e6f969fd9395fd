import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ludens.estimation.obstacle_memory import SAME_PLACE_M, ObstacleMemory
from ludens.geometry import Pose2

HERE = Pose2.identity()


def points(*places: tuple[float, float]) -> NDArray[np.float64]:
    return np.array(places, dtype=np.float64).reshape(-1, 2)


def recall(
    memory: ObstacleMemory, *, pose: Pose2 = HERE, within_m: float = 10.0
) -> list[tuple[float, float]]:
    found = memory.points_in_robot_m(pose, within_m=within_m)
    return sorted((round(x_m, 6), round(y_m, 6)) for x_m, y_m in found.tolist())


def look(memory: ObstacleMemory, *beams: tuple[float, float, float, float], before_s: float = 10.0) -> None:
    """Each beam is (x, y, yaw, range)."""
    rows = np.array(beams, dtype=np.float64).reshape(-1, 4)
    memory.see_through(rows[:, :3], rows[:, 3], half_angle_rad=0.1, margin_m=0.25, before_s=before_s)


def test_points_are_remembered_where_they_are_while_the_robot_moves():
    memory = ObstacleMemory()
    memory.add(points((1.0, 0.0), (0.0, 2.0)), time_s=0.0)
    assert recall(memory) == [(0.0, 2.0), (1.0, 0.0)]
    assert recall(memory, pose=Pose2(1.0, 1.0, math.pi / 2)) == [(-1.0, 0.0), (1.0, 1.0)]


def test_only_points_near_the_robot_are_told():
    memory = ObstacleMemory()
    memory.add(points((1.0, 0.0), (3.0, 0.0)), time_s=0.0)
    assert recall(memory, within_m=2.0) == [(1.0, 0.0)]
    assert recall(memory, pose=Pose2(3.5, 0.0, 0.0), within_m=1.0) == [(-0.5, 0.0)]


def test_a_place_heard_again_is_refreshed_and_not_stored_twice():
    memory = ObstacleMemory()
    memory.add(points((1.0, 0.0)), time_s=0.0)
    memory.add(points((1.0 + 0.5 * SAME_PLACE_M, 0.0)), time_s=5.0)
    assert recall(memory) == [(1.0 + 0.5 * SAME_PLACE_M, 0.0)]
    memory.forget(before_s=4.0)
    assert len(recall(memory)) == 1
    memory.forget(before_s=6.0)
    assert recall(memory) == []


def test_old_points_are_forgotten():
    memory = ObstacleMemory()
    memory.add(points((1.0, 0.0)), time_s=1.0)
    memory.add(points((2.0, 0.0)), time_s=2.0)
    memory.forget(before_s=1.5)
    assert recall(memory) == [(2.0, 0.0)]


def test_points_round_a_tracked_thing_are_dropped():
    memory = ObstacleMemory()
    memory.add(points((1.0, 0.0), (1.2, 0.1), (2.0, 0.0)), time_s=0.0)
    memory.forget_near(1.1, 0.0, radius_m=0.3)
    assert recall(memory) == [(2.0, 0.0)]


def test_a_full_memory_lets_the_oldest_go():
    memory = ObstacleMemory(capacity=3)
    for time_s in range(5):
        memory.add(points((float(time_s), 0.0)), time_s=float(time_s))
    assert recall(memory) == [(2.0, 0.0), (3.0, 0.0), (4.0, 0.0)]


def test_a_beam_that_passes_well_beyond_a_point_takes_it_away():
    memory = ObstacleMemory()
    memory.add(points((1.0, 0.0)), time_s=0.0)
    look(memory, (0.0, 0.0, 0.0, 2.0))
    assert recall(memory) == []


@pytest.mark.parametrize(
    ("beam", "why"),
    [
        ((0.0, 0.0, 0.0, 1.0), "it ends at the point"),
        ((0.0, 0.0, 0.0, 1.2), "it ends little behind the point"),
        ((0.0, 0.0, 0.5, 3.0), "it passes beside the point"),
        ((0.0, 0.0, math.pi, 3.0), "it looks the other way"),
        ((2.0, 0.0, 0.0, 3.0), "the sensor is beyond the point"),
    ],
)
def test_other_beams_prove_nothing(beam: tuple[float, float, float, float], why: str):
    memory = ObstacleMemory()
    memory.add(points((1.0, 0.0)), time_s=0.0)
    look(memory, beam)
    assert len(recall(memory)) == 1, why


def test_a_point_heard_just_now_is_not_seen_through():
    memory = ObstacleMemory()
    memory.add(points((1.0, 0.0)), time_s=9.9)
    look(memory, (0.0, 0.0, 0.0, 3.0), before_s=9.8)
    assert len(recall(memory)) == 1


def test_one_of_many_beams_is_enough_and_none_is_fine():
    memory = ObstacleMemory()
    memory.add(points((1.0, 0.0), (0.0, 1.0)), time_s=0.0)
    look(memory)
    assert len(recall(memory)) == 2
    look(memory, (0.0, 0.0, math.pi / 2, 0.5), (0.0, 0.0, math.pi / 2, 3.0), (0.0, 0.0, math.pi, 3.0))
    assert recall(memory) == [(1.0, 0.0)]


places = st.tuples(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0))


@given(st.lists(places, max_size=40), st.integers(1, 20))
def test_the_newest_point_is_there_and_the_room_is_never_exceeded(
    heard: list[tuple[float, float]], capacity: int
):
    memory = ObstacleMemory(capacity=capacity)
    for number, place in enumerate(heard):
        memory.add(points(place), time_s=float(number))
        found = memory.points_in_robot_m(HERE, within_m=10.0)
        assert len(found) <= capacity
        assert np.hypot(*(found - place).T).min() < 1e-9
