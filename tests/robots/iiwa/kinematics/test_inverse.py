import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ludens.geometry import Transform3
from ludens.geometry.angles import difference
from ludens.robots.iiwa import HIGHEST_RAD
from ludens.robots.iiwa.kinematics import (
    BRANCHES,
    base_from_flange,
    branch_of,
    elbow_angle,
    nearest_turn,
    roomiest,
    solve,
)

# Away from zero: there shoulder, elbow or wrist is straight, and two axes do the same.
bends = st.floats(0.02, 1.0).flatmap(lambda size: st.sampled_from([size, -size]))
postures = arrays(np.float64, 7, elements=bends).map(lambda share: share * HIGHEST_RAD)
turns = st.floats(-math.pi, math.pi)


def down(x_m: float, y_m: float, z_m: float, *, yaw_rad: float = 0.0) -> Transform3:
    """Return a flange that looks at the table."""
    return Transform3.from_rpy(roll_rad=math.pi, yaw_rad=yaw_rad, translation=(x_m, y_m, z_m))


@given(joints_rad=postures)
def test_a_posture_is_found_again_from_its_elbow_angle_and_branch(joints_rad):
    posture = solve(
        base_from_flange(joints_rad), elbow_rad=elbow_angle(joints_rad), branch=branch_of(joints_rad)
    )

    assert posture is not None
    for found, meant in zip(posture.joints_rad, joints_rad, strict=True):
        assert abs(difference(found, meant)) < 1e-5


@given(joints_rad=postures, elbow_rad=turns, branch=st.sampled_from(BRANCHES))
def test_every_elbow_angle_and_branch_reaches_the_same_place(joints_rad, elbow_rad, branch):
    place = base_from_flange(joints_rad)

    posture = solve(place, elbow_rad=elbow_rad, branch=branch)

    assert posture is not None
    assert base_from_flange(posture.joints_rad).is_close(place, tolerance=1e-7)
    assert posture.joints_rad[3] * branch.elbow >= 0.0


@given(joints_rad=postures, elbow_rad=turns)
def test_the_elbow_angle_of_what_was_solved_is_the_one_asked_for(joints_rad, elbow_rad):
    posture = solve(base_from_flange(joints_rad), elbow_rad=elbow_rad, branch=branch_of(joints_rad))

    assert posture is not None
    assert abs(difference(elbow_angle(posture.joints_rad), elbow_rad)) < 1e-5


@pytest.mark.parametrize("place", [down(1.2, 0.0, 0.2), down(0.0, 0.0, 2.0), down(0.0, 0.0, 0.214)])
def test_out_of_reach_there_is_no_posture(place):
    assert solve(place, elbow_rad=0.0, branch=BRANCHES[0]) is None
    assert roomiest(place) is None


@settings(max_examples=15, deadline=None)
@given(
    x_m=st.floats(0.43, 0.77),
    y_m=st.floats(-0.25, 0.25),
    z_m=st.floats(0.15, 0.4),
    yaw_rad=turns,
)
def test_over_a_chessboard_the_roomiest_posture_is_the_best_of_all(x_m, y_m, z_m, yaw_rad):
    assume(math.hypot(x_m, y_m) < 0.76)  # beyond, no posture reaches the corners of this box
    place = down(x_m, y_m, z_m, yaw_rad=yaw_rad)

    posture = roomiest(place)

    assert posture is not None
    assert base_from_flange(posture.joints_rad).is_close(place, tolerance=1e-7)
    assert posture.room > 0.0
    tried = [
        other.room
        for branch in BRANCHES
        for angle_rad in np.radians(np.arange(-180.0, 180.0, 5.0))
        if (other := solve(place, elbow_rad=float(angle_rad), branch=branch)) is not None
    ]
    assert posture.room == pytest.approx(max(tried))


@given(angle_rad=turns, present_rad=st.floats(-10.0, 10.0))
def test_the_nearest_turn_is_the_same_direction_and_at_most_half_a_turn_away(angle_rad, present_rad):
    turned = nearest_turn(angle_rad, present_rad)

    assert abs(difference(turned, angle_rad)) < 1e-9
    assert abs(turned - present_rad) <= math.pi + 1e-9
