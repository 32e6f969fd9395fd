import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.motion.kick.course import Course, Knot, resting

places = st.lists(st.floats(-0.3, 0.3), min_size=2, max_size=2).map(np.array)


@given(places, places, st.floats(0.1, 2.0))
def test_from_rest_to_rest_it_never_leaves_the_way(start, end, duration_s) -> None:
    course = Course((resting(0.0, start, ""), resting(duration_s, end, "go")))
    for time_s, place in ((0.0, start), (duration_s, end)):
        value, speed = course.at(time_s)
        assert value == pytest.approx(place)
        assert speed == pytest.approx(np.zeros(2), abs=1e-9)
    lowest, highest = np.minimum(start, end) - 1e-9, np.maximum(start, end) + 1e-9
    for share in np.linspace(0.0, 1.0, 21):
        value, _ = course.at(share * duration_s)
        assert (lowest <= value).all()
        assert (value <= highest).all()


@given(places, places, places)
def test_a_knot_is_passed_at_its_speed_without_a_jump(start, middle, speed) -> None:
    course = Course(
        (resting(0.0, start, ""), Knot(0.4, middle, speed, "there"), resting(1.0, start, "and back"))
    )
    before, after = course.at(0.4 - 1e-9), course.at(0.4 + 1e-9)
    assert before[0] == pytest.approx(middle, abs=1e-6)
    assert after[0] == pytest.approx(middle, abs=1e-6)
    assert before[1] == pytest.approx(speed, abs=1e-5)
    assert after[1] == pytest.approx(speed, abs=1e-5)


@given(places, places, places, st.floats(0.01, 0.99))
def test_the_told_speed_is_the_slope_of_the_way(start, end, speed, time_s) -> None:
    course = Course((Knot(0.0, start, speed), resting(1.0, end, "go")))
    step_s = 1e-5
    slope = (course.at(time_s + step_s)[0] - course.at(time_s - step_s)[0]) / (2.0 * step_s)
    assert course.at(time_s)[1] == pytest.approx(slope, abs=1e-4)


def test_after_its_end_it_rests_there_and_stretches_have_names() -> None:
    course = Course(
        (resting(0.0, np.zeros(1), ""), resting(1.0, np.ones(1), "up"), resting(3.0, np.zeros(1), "down"))
    )
    assert course.end_s == 3.0
    assert course.phase(0.5) == ("up", 0.5)
    assert course.phase(2.0) == ("down", 0.5)
    value, speed = course.at(7.0)
    assert value == pytest.approx([0.0])
    assert speed == pytest.approx([0.0])
