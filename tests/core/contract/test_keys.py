from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.contract.keys import join, key_of, scopes, snake_case
from ludens.messages import Odometry

parts = st.lists(st.text("ab", max_size=3), max_size=4)


def test_a_key_is_the_prefix_and_the_name_of_the_type():
    assert key_of("alpha/ball", Odometry) == "alpha/ball/Odometry"
    assert key_of("", Odometry) == "Odometry"


@given(parts)
def test_empty_parts_leave_no_trace_in_a_path(names):
    path = join(*names)
    assert path.split("/") == ([name for name in names if name] or [""])


@given(parts)
def test_scopes_go_outwards_one_part_at_a_time_and_end_at_the_root(names):
    outwards = list(scopes(join(*names)))
    assert outwards[-1] == ""
    for inner, outer in pairwise(outwards):
        assert inner == join(outer, inner.split("/")[-1])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("BallDetector", "ball_detector"),
        ("IMUFilter", "imu_filter"),
        ("Kalman2Filter", "kalman2_filter"),
        ("Ball", "ball"),
    ],
)
def test_class_names_become_words_of_a_configuration_file(name, expected):
    assert snake_case(name) == expected
