import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.robots.pioneer import BODY, WheelSpeeds, body_speeds, wheel_speeds

speeds = st.floats(-3.0, 3.0)


@given(forward=speeds, turn=speeds)
def test_wheels_and_body_are_inverse(forward: float, turn: float):
    assert body_speeds(wheel_speeds(forward, turn, body=BODY), body=BODY) == pytest.approx((forward, turn))


def test_equal_wheels_drive_straight_and_opposite_wheels_turn_left():
    assert body_speeds(WheelSpeeds(2.0, 2.0), body=BODY) == (2.0 * BODY.wheel_radius_m, 0.0)
    forward, turn = body_speeds(WheelSpeeds(-1.0, 1.0), body=BODY)
    assert forward == 0.0
    assert turn > 0.0
