import numpy as np
import pytest

from ludens.manipulation.hands import CommandedBody, Feeling, HandControl
from ludens.manipulation.parameters import ManipulationParameters
from ludens.messages import CalibratedJoints
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.kinematics.stance import stance

CYCLE_S = 0.012
SHOULDER = INDEX["LShoulderPitch"]
SAG_RAD = 0.01


def settle(hands: HandControl) -> float:
    """Let an arm that hangs lower than it is told settle; return how far it is then from its course."""
    story, position_rad = hands.settle(0.4), stance()
    for cycle in range(80):
        position_rad = hands.wanted_rad()
        position_rad[SHOULDER] -= SAG_RAD
        zeros = np.zeros(len(JOINTS))
        joints = CalibratedJoints(
            time_s=cycle * CYCLE_S,
            position_rad=position_rad,
            stiffness=zeros,
            current_a=zeros,
            temperature_c=zeros,
            status=np.zeros(len(JOINTS), np.int64),
        )
        hands.advance(joints, elapsed_s=CYCLE_S)
        next(story, None)
    return float(position_rad[SHOULDER] - hands.body.position_rad[SHOULDER])


def test_an_arm_that_settles_again_is_no_farther_off_than_after_the_first_time() -> None:
    hands = HandControl(CommandedBody(stance()), Feeling(), ManipulationParameters(), held={})
    assert abs(settle(hands)) < 1e-3
    assert abs(settle(hands)) < 1e-3


def reading(opening: float, current_a: float) -> CalibratedJoints:
    position_rad, currents_a = np.zeros(len(JOINTS)), np.zeros(len(JOINTS))
    position_rad[INDEX["LHand"]], currents_a[INDEX["LHand"]] = opening, current_a
    flat = np.zeros(len(JOINTS))
    return CalibratedJoints(
        time_s=0.0,
        position_rad=position_rad,
        stiffness=flat,
        current_a=currents_a,
        temperature_c=flat,
        status=np.zeros(len(JOINTS), dtype=np.int64),
    )


@pytest.mark.parametrize(
    ("opening", "current_a", "holds"),
    [
        (0.33, 0.8, True),  # a cube between thumb and both fingers
        (0.20, 0.8, True),  # between thumb and one finger
        (0.02, 0.5, False),  # closed on nothing
        (0.83, 0.3, False),  # held open
        (0.33, 0.02, False),  # on its way, or told to stay there: nothing pulls
    ],
)
def test_fingers_that_are_stopped_and_pull_hold_something(opening, current_a, holds) -> None:
    feeling = Feeling()
    for _ in range(12):
        feeling.feel(reading(opening, current_a), elapsed_s=0.012)
    assert feeling.holds == (holds, False)


def test_a_moment_is_not_enough() -> None:
    feeling = Feeling()
    for _ in range(4):
        feeling.feel(reading(0.33, 0.8), elapsed_s=0.012)
    assert feeling.holds == (False, False)
