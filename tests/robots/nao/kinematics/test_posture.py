"""Forward kinematics: known poses, mirror symmetry, Jacobians against differences, centre of mass."""

import math
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.geometry import Pose2, Transform3
from ludens.geometry.angles import difference
from ludens.robots.nao import INDEX, mirrored
from ludens.robots.nao.kinematics import Posture, center_of_mass_of, robot_from_torso
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
    np.testing.assert_allclose(center_of_mass_of(position_rad), mean / TOTAL_MASS_KG, atol=1e-12)


def test_center_of_mass_follows_an_arm():
    posture = np.zeros(25)
    posture[INDEX["LShoulderRoll"]] = 1.0
    assert Posture(posture).center_of_mass_in_torso_m[1] > 0.005


@settings(max_examples=20)
@given(postures, st.floats(-0.6, 0.6), st.floats(-0.6, 0.6))
def test_shadows_agree_with_transforms(position_rad, roll_rad, pitch_rad):
    body = Posture(position_rad)
    standing = robot_from_torso(body, lean_rad=(roll_rad, pitch_rad))
    up = tuple(standing.rotation[2].tolist())
    for sole, seen in zip(("LSole", "RSole"), body.soles_over_floor(up), strict=True):
        expected = Pose2.from_transform3(standing @ body.torso_from(sole))
        assert math.hypot(seen.x_m - expected.x_m, seen.y_m - expected.y_m) < 1e-9
        tilted = (standing @ body.torso_from(sole)).rotation[:2, 0]
        assert np.hypot(*tilted) < 1e-3 or abs(difference(seen.yaw_rad, expected.yaw_rad)) < 1e-9
    point = (0.03, -0.01, -0.04)
    placed = standing.apply(body.torso_from_link("RFoot").apply(point))
    np.testing.assert_allclose(body.point_over_floor("RFoot", point, up), placed[:2], atol=1e-9)
    mount = Transform3.from_rpy(roll_rad=0.1, pitch_rad=-0.7, translation=(0.05, 0.0, 0.06))
    turns, places_m = body.mounted_over_floor("Head", (mount.rotation[None], mount.translation[None]), up)
    mounted = standing @ body.torso_from_link("Head") @ mount
    np.testing.assert_allclose(turns[0], mounted.rotation, atol=1e-9)
    np.testing.assert_allclose(places_m[0], mounted.translation, atol=1e-9)


def test_a_reading_s_posture_is_worked_out_once_and_forgotten_with_it():
    reading = np.linspace(-0.1, 0.1, 25)
    reading.setflags(write=False)
    posture = Posture.of(reading)
    assert Posture.of(reading) is posture
    gone = weakref.ref(posture)
    del reading, posture
    assert gone() is None


def test_joints_that_can_be_written_to_are_worked_out_anew():
    joints = np.zeros(25)
    first = Posture.of(joints)
    joints[INDEX["HeadYaw"]] = 0.5
    assert not Posture.of(joints).torso_from("TopCamera").is_close(first.torso_from("TopCamera"))
