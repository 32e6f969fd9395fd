"""A held man in a picture that was drawn: found where it is, and only where it is."""

import numpy as np
import pytest

from ludens.games.morris.see.colours import MenColours
from ludens.games.morris.see.held_man import ExpectedMan, expected_man, held_man_px
from ludens.geometry import FloatArray, Transform3
from ludens.manipulation.postures import SHOWN_RAD, STUDIED_RAD, arm_rad
from ludens.manipulation.reaching import arm_of
from ludens.messages import CameraPose
from ludens.messages.manipulation import Hand
from ludens.robots.nao.joints import HEAD_PITCH, HEAD_YAW
from ludens.robots.nao.kinematics import Posture, aim_camera
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.places import CAMERA, HEAD_FROM_CAMERA

MAN_M = 0.025
WHITE = np.array([200.0, 200.0, 200.0])
YELLOW, RED = np.array([0.93, 0.74, 0.09]), np.array([0.80, 0.11, 0.13])
COLOURS = MenColours.from_light(255.0 * YELLOW, 255.0 * RED)
PLACE = CameraPose(
    camera=CAMERA,
    head_from_camera=HEAD_FROM_CAMERA["bottom"],
    robot_from_camera=Transform3.identity(),
    calibrated=True,
)


def expected(hand: Hand, posture: int) -> ExpectedMan:
    return expected_in(hand, STUDIED_RAD[posture])


def expected_in(hand: Hand, left_rad: FloatArray) -> ExpectedMan:
    position_rad = stance()
    position_rad[arm_of(hand)] = arm_rad(left_rad, hand)
    grip = Posture(position_rad).torso_from("LGrip" if hand == "left" else "RGrip")
    aim = aim_camera(grip.translation, PLACE.head_from_camera)
    position_rad[HEAD_YAW], position_rad[HEAD_PITCH] = aim.yaw_rad, aim.pitch_rad
    found = expected_man(Posture(position_rad), PLACE, hand, man_m=MAN_M)
    assert found is not None
    return found


def picture(man: ExpectedMan, *, right: int, down: int, colour: np.ndarray = YELLOW) -> np.ndarray:
    """What would be seen of a man, so many pixels beside where it is expected, before a grey room."""
    shown = np.kron(man.mask, np.ones((2, 2), np.uint8)).astype(bool)
    shown = np.roll(shown, (down, right), (0, 1))
    pixels = np.full((CAMERA.height_px, CAMERA.width_px, 3), 110.0)
    pixels[shown] = 0.8 * WHITE * colour
    return pixels.astype(np.uint8)


@pytest.mark.parametrize("posture", range(len(STUDIED_RAD)))
@pytest.mark.parametrize(("right", "down"), [(0, 0), (21, -14), (-34, 26)])
def test_it_is_found_where_it_is_to_a_pixel(posture: int, right: int, down: int) -> None:
    man = expected("left", posture)
    pixels = picture(man, right=right, down=down)
    found = held_man_px(pixels, man, white=WHITE, colours=COLOURS)
    assert found is not None
    assert np.abs(np.subtract(found, man.middle_px) - (right, down)).max() < 1.0


@pytest.mark.parametrize(("right", "down"), [(-24, -12), (40, -20)])
def test_fingers_stay_where_they_are_when_a_man_sits_beside_their_middle(right: int, down: int) -> None:
    man = expected_in("left", SHOWN_RAD)
    whole, fingers = (
        np.kron(part, np.ones((2, 2), np.uint8)).astype(bool) for part in (man.outline, man.hidden)
    )
    pixels = np.full((CAMERA.height_px, CAMERA.width_px, 3), 110.0)
    pixels[np.roll(whole, (down, right), (0, 1)) & ~fingers] = 0.8 * WHITE * YELLOW
    found = held_man_px(pixels.astype(np.uint8), man, white=WHITE, colours=COLOURS)
    assert found is not None
    assert np.abs(np.subtract(found, man.middle_px) - (right, down)).max() < 2.0


def test_both_colours_are_found_and_both_hands() -> None:
    man = expected("right", 1)
    found = held_man_px(picture(man, right=8, down=4, colour=RED), man, white=WHITE, colours=COLOURS)
    assert found is not None


def test_an_empty_hand_holds_no_man() -> None:
    man = expected("left", 0)
    grey = np.full((CAMERA.height_px, CAMERA.width_px, 3), 110, np.uint8)
    assert held_man_px(grey, man, white=WHITE, colours=COLOURS) is None


def test_a_coloured_wall_behind_is_no_man() -> None:
    man = expected("left", 0)
    wall = np.tile((0.8 * WHITE * RED).astype(np.uint8), (CAMERA.height_px, CAMERA.width_px, 1))
    assert held_man_px(wall, man, white=WHITE, colours=COLOURS) is None


def test_a_hand_that_is_not_before_the_camera_is_not_expected() -> None:
    assert expected_man(Posture(stance()), PLACE, "left", man_m=MAN_M) is None
