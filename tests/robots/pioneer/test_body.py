import math

import pytest

from ludens.robots.pioneer import BODY, SONAR_PLACES


def test_sixteen_sonars_stand_in_mirrored_pairs():
    assert len(SONAR_PLACES) == 16
    places = {(place.x_m, place.y_m, round(math.cos(place.yaw_rad), 9)) for place in SONAR_PLACES}
    for x_m, y_m, cosine in places:
        assert (x_m, -y_m, cosine) in places


def test_the_ring_looks_all_round_in_order_from_left_over_front_and_right_to_back():
    yaws = [math.degrees(place.yaw_rad) for place in SONAR_PLACES]
    assert yaws == pytest.approx(
        [90, 50, 30, 10, -10, -30, -50, -90, -90, -130, -150, -170, 170, 150, 130, 90]
    )
    for place in SONAR_PLACES:
        outward = math.cos(place.yaw_rad) * place.x_m + math.sin(place.yaw_rad) * place.y_m
        assert outward > 0.0


def test_the_footprint_is_the_makers_and_the_sonars_are_inside_it():
    assert BODY.front_x_m - BODY.rear_x_m == pytest.approx(0.511)
    assert BODY.width_m == 0.425
    for place in SONAR_PLACES:
        assert BODY.rear_x_m < place.x_m < BODY.front_x_m
        assert abs(place.y_m) < 0.5 * BODY.width_m
