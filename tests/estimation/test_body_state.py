import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.estimation.body_state import FallDetector, lean_direction, leaning_rate
from ludens.estimation.orientation import multiplied, rotation, up_in_torso
from ludens.messages.balance import FallDirection

CYCLE_S = 0.012
AXES: dict[FallDirection, tuple[float, float, float]] = {
    "forward": (0.0, 1.0, 0.0),
    "backward": (0.0, -1.0, 0.0),
    "right": (1.0, 0.0, 0.0),
    "left": (-1.0, 0.0, 0.0),
}


def turned(axis: tuple[float, float, float], angle_rad: float):
    return rotation((axis[0] * angle_rad, axis[1] * angle_rad, axis[2] * angle_rad))


@pytest.mark.parametrize(("direction", "axis"), AXES.items())
def test_a_fall_is_told_before_the_floor_and_lying_after_it(direction, axis) -> None:
    """A pendulum tips over from a small lean until it lies at 90°."""
    detector = FallDetector()
    lean_rad, rate_radps, told_rad = 0.05, 0.0, None
    while lean_rad < math.pi / 2:
        rate_radps += 6.0**2 * math.sin(lean_rad) * CYCLE_S
        lean_rad += rate_radps * CYCLE_S
        rates = (axis[0] * rate_radps, axis[1] * rate_radps, 0.0)
        if detector.update(turned(axis, lean_rad), rates, elapsed_s=CYCLE_S) == "falling" and not told_rad:
            told_rad = lean_rad
    assert told_rad is not None
    assert told_rad < math.radians(40.0)
    assert detector.direction == direction
    for _ in range(50):
        detector.update(turned(axis, math.pi / 2), (0.0, 0.0, 0.0), elapsed_s=CYCLE_S)
    assert detector.state == "fallen"


@given(st.floats(0.0, 0.2), st.floats(-1.0, 1.0), st.floats(-1.0, 1.0))
def test_the_swaying_of_a_walk_is_no_fall(lean_rad: float, roll_radps: float, pitch_radps: float) -> None:
    detector = FallDetector()
    for axis in AXES.values():
        state = detector.update(turned(axis, lean_rad), (roll_radps, pitch_radps, 0.5), elapsed_s=CYCLE_S)
        assert state == "upright"


def test_who_gets_up_stands_again_only_after_a_while() -> None:
    detector = FallDetector()
    for _ in range(60):
        detector.update(turned((0.0, 1.0, 0.0), 1.5), (0.0, 0.0, 0.0), elapsed_s=CYCLE_S)
    states = [detector.state]
    for _ in range(60):
        states.append(detector.update(turned((0.0, 1.0, 0.0), 0.1), (0.0, 0.0, 0.0), elapsed_s=CYCLE_S))
    assert states[:30] == ["fallen"] * 30
    assert states[-1] == "upright"


@given(st.floats(0.05, 1.3), st.floats(-3.0, 3.0), st.tuples(*[st.floats(-2.0, 2.0)] * 3))
def test_the_leaning_rate_is_the_derivative_of_the_lean(lean_rad, heading_rad, rates) -> None:
    start = multiplied(
        turned((math.cos(heading_rad), math.sin(heading_rad), 0.0), lean_rad), rotation((0.0, 0.0, 1.0))
    )
    small_s = 1e-5
    after = multiplied(start, rotation(tuple(rate * small_s for rate in rates)))
    leans = [math.acos(up_in_torso(orientation)[2]) for orientation in (start, after)]
    expected = (leans[1] - leans[0]) / small_s
    assert leaning_rate(up_in_torso(start), rates) == pytest.approx(expected, abs=2e-3)


def test_directions_are_the_head_s() -> None:
    for direction, axis in AXES.items():
        x, y, _ = up_in_torso(turned(axis, 0.5))
        assert lean_direction(x, y) == direction
