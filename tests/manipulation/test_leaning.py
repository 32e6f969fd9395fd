import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.geometry import Pose2
from ludens.manipulation.leaning import feet_of, lean_over, torso_from_stance
from ludens.robots.nao.kinematics import LEGS, Posture
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.places import SOLE_BACK_M, SOLE_FRONT_M

FEET = feet_of(Posture(stance()))
MARGIN_M = 0.03


@settings(max_examples=15)
@given(st.floats(0.0, 0.5))
def test_leaning_keeps_the_soles_where_they_are_and_the_mass_well_inside_them(lean_rad) -> None:
    leaning = lean_over(FEET, stance(), lean_rad=lean_rad)
    assert leaning is not None
    posture = Posture(leaning.position_rad)
    stance_from_torso = torso_from_stance(posture).inverse()
    np.testing.assert_allclose(
        stance_from_torso.matrix(), leaning.stance_from_torso.matrix(), rtol=0.0, atol=2e-3
    )
    assert stance_from_torso.rpy()[1] == pytest.approx(lean_rad, abs=1e-3)
    for sole, there in (("LSole", FEET.stance_from_left_sole), ("RSole", FEET.stance_from_right_sole)):
        here = leaning.stance_from_torso @ posture.torso_from(sole)
        np.testing.assert_allclose(here.matrix(), there.matrix(), rtol=0.0, atol=2e-3)
    ahead_m, left_m, _ = leaning.stance_from_torso.apply(posture.center_of_mass_in_torso_m)
    assert MARGIN_M - SOLE_BACK_M < ahead_m < SOLE_FRONT_M - MARGIN_M
    assert abs(left_m) < 1e-3


def test_what_no_leg_can_do_is_nothing() -> None:
    assert lean_over(FEET, stance(), lean_rad=1.6) is None


@given(st.lists(st.floats(-0.3, 0.3), min_size=11, max_size=11))
def test_where_the_torso_is_over_the_soles_is_the_shadow_of_its_place_in_the_stance(bends_rad) -> None:
    position_rad = stance()
    position_rad[LEGS] += bends_rad
    posture = Posture(position_rad)
    expected = Pose2.from_transform3(torso_from_stance(posture).inverse())
    found = posture.torso_over_soles()
    np.testing.assert_allclose(
        (found.x_m, found.y_m, found.yaw_rad), (expected.x_m, expected.y_m, expected.yaw_rad), atol=1e-12
    )
