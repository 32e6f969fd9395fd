import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ludens.geometry import Pose2
from ludens.motion.handling.feet import torso_from_stance
from ludens.robots.nao.kinematics import LEGS, Posture
from ludens.robots.nao.stance import stance


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
