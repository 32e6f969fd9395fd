"""What people see of the body: how it stands, and what it does, in words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.contract.module import CycleTime
from ludens.messages import (
    CalibratedJoints,
    Circle,
    Drawing,
    FallReport,
    FootPressure,
    MotionReason,
    MotionWeights,
    Polyline,
    WalkReport,
)
from ludens.robots.nao.kinematics.stance import stance
from ludens.workbench.views import (
    MASS,
    PRESSURE,
    STATES,
    SUPPORT,
    TRANSITIONS,
    BodyReporter,
    balance_drawing,
    convex_hull,
    explanation,
)

COORDINATES = st.integers(-20, 20).map(float)
EVENLY = (3.0, 3.0, 3.0, 3.0)
NOTHING = (0.0, 0.0, 0.0, 0.0)


def drawn(left_n: tuple[float, ...], right_n: tuple[float, ...]) -> Drawing:
    still = np.zeros(25)
    joints = CalibratedJoints(
        time_s=0.0,
        position_rad=stance(),
        stiffness=still,
        current_a=still,
        temperature_c=still,
        status=still.astype(np.int64),
    )
    return balance_drawing(joints, FootPressure(time_s=0.0, left_n=left_n, right_n=right_n), None)  # type: ignore[arg-type]


def support(drawing: Drawing) -> tuple[tuple[float, float], ...]:
    return next(
        (shape.points for shape in drawing.shapes if isinstance(shape, Polyline) and shape.colour == SUPPORT),
        (),
    )


def circles(drawing: Drawing, colour: str) -> list[Circle]:
    return [shape for shape in drawing.shapes if isinstance(shape, Circle) and shape.colour == colour]


def test_on_both_feet_mass_and_pressure_lie_within_the_support():
    drawing = drawn(EVENLY, EVENLY)
    xs, ys = zip(*support(drawing), strict=True)
    (mass,) = circles(drawing, MASS)
    *cells, pressure = circles(drawing, PRESSURE)
    assert len(cells) == 8
    for point in (mass.center, pressure.center):
        assert min(xs) < point[0] < max(xs)
        assert min(ys) < point[1] < max(ys)
    assert pressure.center[1] == pytest.approx(0.0, abs=0.003)


def test_a_foot_in_the_air_supports_nothing_and_one_without_floor_has_no_support():
    assert min(y for _, y in support(drawn(EVENLY, NOTHING))) > 0.0
    assert max(y for _, y in support(drawn(NOTHING, EVENLY))) < 0.0
    lifted = drawn(NOTHING, NOTHING)
    assert support(lifted) == ()
    assert len(circles(lifted, PRESSURE)) == 8


@given(st.lists(st.tuples(COORDINATES, COORDINATES), min_size=3, max_size=12))
def test_a_hull_turns_left_at_every_corner_and_holds_all_points(points: list[tuple[float, float]]):
    hull = convex_hull(points)
    assert set(hull) <= set(points)
    if len(hull) < 3:  # all on one line
        return
    for a, b in zip(hull, (*hull[1:], hull[0]), strict=True):
        for x, y in points:
            assert (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0.0


def state(motion: str, *, phase: str = "stand", falls: str = "upright", share: str = "walk") -> str:
    report = BodyReporter().cycle(
        CycleTime(time_s=1.0),
        MotionWeights(time_s=1.0, motion=motion, weights={share: 1.0}),
        WalkReport(
            time_s=1.0,
            phase=phase,
            share=0.0,
            left_is_stance=True,
            forward_mps=0.1,
            left_mps=0.0,
            turn_radps=0.0,
        ),
        FallReport(time_s=1.0, state=falls, direction="left", lean_rad=0.0),  # type: ignore[arg-type]
    )
    assert report.state in STATES
    return report.state


def test_every_state_has_its_word():
    assert state("walk") == "stand"
    assert state("walk", phase="step") == "walk"
    assert state("kick", share="kick") == "kick"
    assert state("relax", share="relax") == "relax"
    assert state("sit", share="files") == "play"
    assert state("fall_left", falls="falling", share="files") == "fall"
    assert state("relax", falls="fallen", share="relax") == "lie"
    assert state("get_up_front", falls="fallen", share="files") == "play"
    assert {name for pair in TRANSITIONS for name in pair} == set(STATES)


@pytest.mark.parametrize("reason", MotionReason)
def test_every_reason_has_words_that_name_its_details(reason: MotionReason):
    words = explanation(
        MotionWeights(time_s=0.0, motion="walk", weights={}, reason=reason, details="LKneePitch", attempt=2)
    )
    assert words
    told = (MotionReason.DAMAGED, MotionReason.HOT, MotionReason.GIVEN_UP, MotionReason.NO_WAY)
    assert "LKneePitch" in words or reason not in told


def test_where_all_is_well_there_is_nothing_to_say():
    assert explanation(MotionWeights(time_s=0.0, motion="walk", weights={})) == ""
