"""Forward kinematics: known poses, mirror symmetry, Jacobians against differences, centre of mass."""

import numpy as np
import pytest
from hypothesis import given, settings

from ludens.robots.nao import INDEX, mirrored
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.links import LINKS, TOTAL_MASS_KG
from tests.robots.nao.postures import postures

FLIP = np.diag((1.0, -1.0, 1.0))


def test_zero_posture_adds_up_the_offsets():
    zero = Posture(np.zeros(25))
    np.testing.assert_allclose(zero.torso_from_left_sole.translation, (0, 0.05, -0.33309), atol=1e-12)
    np.testing.assert_allclose(zero.torso_from("LGrip").translation, (0.2187, 0.113, 0.08769), atol=1e-12)
    np.testing.assert_allclose(zero.torso_from("TopCamera").translation, (0.05871, 0, 0.19014), atol=1e-12)
    np.testing.assert_allclose(zero.torso_from_right_sole.rotation, np.eye(3), atol=1e-12)


@pytest.mark.parametrize(
    ("joint", "place", "direction"),
    [
        ("LShoulderPitch", "LGrip", (0, 0, -1)),
        ("LShoulderRoll", "LGrip", (0, 1, 0)),
        ("RShoulderRoll", "RGrip", (0, 1, 0)),
        ("LHipPitch", "LSole", (-1, 0, 0)),
        ("LKneePitch", "LSole", (-1, 0, 0)),
        ("LHipRoll", "LSole", (0, 1, 0)),
        ("HeadPitch", "TopCamera", (0, 0, -1)),
        ("HeadYaw", "TopCamera", (0, 1, 0)),
    ],
)
def test_joints_turn_the_way_the_maker_says(joint, place, direction):
    posture = np.zeros(25)
    posture[INDEX[joint]] = 0.1
    moved = (
        Posture(posture).torso_from(place).translation - Posture(np.zeros(25)).torso_from(place).translation
    )
    assert moved @ np.array(direction) > 0.005


def test_hip_yaw_pitch_turns_both_feet_outwards_when_negative():
    posture = np.zeros(25)
    posture[INDEX["LHipYawPitch"]] = -0.3
    turned = Posture(posture)
    assert turned.torso_from_left_sole.rotation[1, 0] > 0.1
    assert turned.torso_from_right_sole.rotation[1, 0] < -0.1


@settings(max_examples=30)
@given(postures)
def test_a_mirrored_posture_is_the_mirror_image(position_rad):
    body, image = Posture(position_rad), Posture(mirrored(position_rad))
    for left, right in (("LSole", "RSole"), ("LGrip", "RGrip")):
        seen, mirror = body.torso_from(left), image.torso_from(right)
        np.testing.assert_allclose(mirror.translation, FLIP @ seen.translation, atol=1e-12)
        np.testing.assert_allclose(mirror.rotation, FLIP @ seen.rotation @ FLIP, atol=1e-12)


@settings(max_examples=20)
@given(postures)
def test_jacobians_agree_with_differences(position_rad):
    small = 1e-6
    body = Posture(position_rad)
    for place in ("LSole", "RSole", "RGrip", "BottomCamera"):
        jacobian = body.jacobian(place)
        for joint in range(25):
            step = np.zeros(25)
            step[joint] = small
            ahead, behind = (Posture(position_rad + sign * step).torso_from(place) for sign in (1, -1))
            speed = (ahead.translation - behind.translation) / (2.0 * small)
            turn = (ahead.rotation - behind.rotation) @ body.torso_from(place).rotation.T / (2.0 * small)
            np.testing.assert_allclose(jacobian[:3, joint], speed, atol=1e-7)
            np.testing.assert_allclose(jacobian[3:, joint], (turn[2, 1], turn[0, 2], turn[1, 0]), atol=1e-7)


@settings(max_examples=20)
@given(postures)
def test_center_of_mass_is_the_mean_of_the_links(position_rad):
    body = Posture(position_rad)
    mean = sum(link.mass_kg * body.torso_from_link(link.name).apply(link.center_m) for link in LINKS)
    np.testing.assert_allclose(body.center_of_mass_in_torso_m, mean / TOTAL_MASS_KG, atol=1e-12)


def test_center_of_mass_follows_an_arm():
    posture = np.zeros(25)
    posture[INDEX["LShoulderRoll"]] = 1.0
    assert Posture(posture).center_of_mass_in_torso_m[1] > 0.005
