import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.games.morris.walk.journey import ASIDE_MOST_M, SHORT_MOST_M, TURNED_MOST_RAD, aimed_anew
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from tests.games.morris.walk.walker import Walker, station

OFFS = (Pose2(0.0, 0.0, math.radians(-1.6)), Pose2(0.0, 0.009, 0.0), Pose2(0.009, -0.004, math.radians(1.5)))


@pytest.mark.parametrize("off", OFFS)
def test_a_robot_that_always_stops_off_its_aim_allows_for_it_the_second_time(off: Pose2) -> None:
    goal = station(1, left_m=0.05)
    walker = Walker(station(0), goal)
    walker.stops_off = off
    assert walker.run()
    assert walker.doings.count("step up") == 2
    assert walker.place.distance_m(goal) < 0.005
    assert abs(difference(walker.place.yaw_rad, goal.yaw_rad)) < math.radians(0.9)


lengths_m, angles_rad = st.floats(-0.05, 0.05), st.floats(-3.0, 3.0)
poses = st.builds(Pose2, lengths_m, lengths_m, angles_rad)


@given(poses, poses)
def test_it_never_aims_nearer_to_the_table_than_its_station_nor_far_from_it(aim: Pose2, place: Pose2) -> None:
    anew = aimed_anew(aim, place)
    assert -SHORT_MOST_M <= anew.x_m <= 0.0
    assert abs(anew.y_m) <= ASIDE_MOST_M
    assert abs(anew.yaw_rad) <= TURNED_MOST_RAD
