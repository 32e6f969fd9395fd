import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.geometry import Pose2
from ludens.motion.walk.pendulum import Pendulum, capture_offset, natural_rate_hz, zmp_towards

RATE_HZ = natural_rate_hz(0.26)
places = st.tuples(st.floats(-0.2, 0.2), st.floats(-0.2, 0.2))


@given(places, places, places, st.floats(0.0, 0.3), st.floats(0.0, 0.3))
def test_two_moves_are_one_longer_move(mass, capture, zmp, first_s, second_s) -> None:
    start = Pendulum(mass, capture)
    once = start.moved(zmp, rate_hz=RATE_HZ, elapsed_s=first_s + second_s)
    twice = start.moved(zmp, rate_hz=RATE_HZ, elapsed_s=first_s).moved(
        zmp, rate_hz=RATE_HZ, elapsed_s=second_s
    )
    assert once.mass_m == pytest.approx(twice.mass_m, abs=1e-12)
    assert once.capture_m == pytest.approx(twice.capture_m, abs=1e-12)


@given(places, places, places)
def test_it_obeys_the_equation_of_the_pendulum(mass, capture, zmp) -> None:
    """Acceleration is ω² (c - p), by finite differences."""
    small_s = 1e-3
    states = [Pendulum(mass, capture).moved(zmp, rate_hz=RATE_HZ, elapsed_s=n * small_s) for n in range(3)]
    for axis in range(2):
        c = [state.mass_m[axis] for state in states]
        acceleration = (c[2] - 2.0 * c[1] + c[0]) / small_s**2
        assert acceleration == pytest.approx(RATE_HZ**2 * (c[1] - zmp[axis]), abs=1e-3)


@given(places, places, places, st.floats(0.05, 0.5))
def test_the_wanted_zmp_brings_the_capture_point_to_its_goal(mass, capture, goal, remaining_s) -> None:
    zmp = zmp_towards(capture, goal, rate_hz=RATE_HZ, remaining_s=remaining_s)
    end = Pendulum(mass, capture).moved(zmp, rate_hz=RATE_HZ, elapsed_s=remaining_s)
    assert end.capture_m == pytest.approx(goal, abs=1e-9)


@given(places, places, places)
def test_the_offset_repeats_itself_after_two_steps(first, second, third) -> None:
    step_s = 0.26
    offset = capture_offset(first, second, third, rate_hz=RATE_HZ, step_s=step_s)
    capture = (first[0] + offset[0], first[1] + offset[1])
    state = Pendulum(capture, capture)
    for zmp in (first, second):
        state = state.moved(zmp, rate_hz=RATE_HZ, elapsed_s=step_s)
    again = (state.capture_m[0] - third[0], state.capture_m[1] - third[1])
    assert again == pytest.approx(offset, abs=1e-9)


@given(places, places, st.builds(Pose2, st.floats(-1, 1), st.floats(-1, 1), st.floats(-3, 3)))
def test_seen_from_another_foot_it_is_the_same_pendulum(mass, capture, foot) -> None:
    seen = Pendulum(mass, capture).seen_from(foot)
    assert foot.apply(*seen.mass_m) == pytest.approx(mass, abs=1e-12)
    assert math.dist(seen.mass_m, seen.capture_m) == pytest.approx(math.dist(mass, capture), abs=1e-12)
