import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.geometry import GeometryError, circular_mean, difference, wrap, wrap_array

angles = st.floats(-1e4, 1e4)


@given(angles)
def test_wrapping_keeps_the_direction_and_lands_in_the_half_open_interval(angle_rad: float) -> None:
    wrapped = wrap(angle_rad)
    assert -math.pi <= wrapped < math.pi
    assert math.cos(wrapped - angle_rad) == pytest.approx(1.0)
    assert math.sin(wrapped - angle_rad) == pytest.approx(0.0, abs=1e-9)


@given(angles)
def test_wrapping_twice_changes_nothing(angle_rad: float) -> None:
    assert wrap(wrap(angle_rad)) == wrap(angle_rad)


@pytest.mark.parametrize(
    "angle_rad",
    [math.pi, -math.pi, math.nextafter(-math.pi, -4.0), math.nextafter(math.pi, 4.0), 3 * math.pi],
)
def test_the_seam_itself_stays_inside(angle_rad: float) -> None:
    assert -math.pi <= wrap(angle_rad) < math.pi
    assert abs(wrap(angle_rad)) == pytest.approx(math.pi)


@given(st.lists(angles, max_size=20))
def test_arrays_wrap_like_floats(values: list[float]) -> None:
    np.testing.assert_array_equal(wrap_array(values), [wrap(value) for value in values])


@given(angles, angles)
def test_a_difference_leads_from_the_reference_to_the_angle(angle_rad: float, reference_rad: float) -> None:
    turn = difference(angle_rad, reference_rad)
    assert abs(turn) <= math.pi
    assert abs(wrap(reference_rad + turn - angle_rad)) == pytest.approx(0.0, abs=1e-9)


def test_the_shorter_way_round_crosses_the_seam() -> None:
    assert difference(-math.pi + 0.1, math.pi - 0.1) == pytest.approx(0.2)


def test_the_mean_of_directions_about_the_seam_is_the_seam() -> None:
    assert abs(circular_mean([math.pi - 0.1, -math.pi + 0.1])) == pytest.approx(math.pi)


@given(st.lists(st.floats(-1.0, 1.0), min_size=1, max_size=9), angles)
def test_the_mean_turns_with_its_angles(offsets: list[float], turn_rad: float) -> None:
    mean = circular_mean(offsets)
    turned = circular_mean([offset + turn_rad for offset in offsets])
    assert difference(turned, mean + turn_rad) == pytest.approx(0.0, abs=1e-8)


def test_weights_pull_the_mean() -> None:
    assert circular_mean([0.0, 1.0], weights=[1.0, 0.0]) == pytest.approx(0.0)
    assert circular_mean([0.0, 0.1, 0.1]) == pytest.approx(circular_mean([0.0, 0.1], weights=[1.0, 2.0]))


@pytest.mark.parametrize("values", [[], [0.0, math.pi], [math.nan]])
def test_directions_without_a_mean_are_refused(values: list[float]) -> None:
    with pytest.raises(GeometryError, match="no mean"):
        circular_mean(values)


def test_a_missing_weight_is_refused() -> None:
    with pytest.raises(GeometryError, match="got 1 for 2"):
        circular_mean([0.0, 1.0], weights=[1.0])
