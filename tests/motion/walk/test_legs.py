import numpy as np

from ludens.motion.walk.legs import MOVING_S, Arms
from ludens.robots.nao.joints import INDEX, SPEED_RADPS
from ludens.robots.nao.kinematics import Posture
from ludens.robots.nao.kinematics.stance import stance

CYCLE_S = 0.012


def placed(arms: Arms, start_rad: np.ndarray, *, behind: bool) -> np.ndarray:
    position_rad = np.array(start_rad)
    for _ in range(round(MOVING_S / CYCLE_S) + 2):
        before_rad = position_rad.copy()
        arms.place(position_rad, behind=behind, elapsed_s=CYCLE_S)
        assert (np.abs(position_rad - before_rad) <= SPEED_RADPS * CYCLE_S).all()
    return position_rad


def test_asked_for_the_back_both_hands_come_to_lie_there_and_return() -> None:
    arms = Arms()
    behind_rad = placed(arms, stance(), behind=True)
    body = Posture(behind_rad)
    left_m, right_m = body.torso_from("LGrip").translation, body.torso_from("RGrip").translation
    np.testing.assert_allclose(left_m, right_m * (1.0, -1.0, 1.0), atol=1e-9)
    assert left_m[0] < -0.1
    assert 0.02 < left_m[1] < 0.11
    np.testing.assert_allclose(placed(arms, behind_rad, behind=False), stance(), atol=1e-9)


def test_the_arm_beside_the_foot_ahead_goes_back_and_behind_they_keep_still() -> None:
    arms, position_rad = Arms(), np.array(stance())
    arms.swing(position_rad, left_foot_ahead_m=0.05, swing_radpm=3.0)
    assert position_rad[INDEX["LShoulderPitch"]] > stance()[INDEX["LShoulderPitch"]]
    assert position_rad[INDEX["RShoulderPitch"]] < stance()[INDEX["RShoulderPitch"]]
    behind_rad = placed(arms, stance(), behind=True)
    still_rad = behind_rad.copy()
    arms.swing(still_rad, left_foot_ahead_m=0.05, swing_radpm=3.0)
    np.testing.assert_array_equal(still_rad, behind_rad)
