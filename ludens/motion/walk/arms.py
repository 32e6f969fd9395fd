"""Arms beside the body, swinging against the legs; or behind the back, where they touch nobody beside.

On their way the shoulders go first and the elbows follow, so that no hand has to pass through the hip.
"""

from ludens.geometry import FloatArray
from ludens.geometry.easing import eased
from ludens.robots.nao.joints import INDEX
from ludens.robots.nao.stance import stance

MOVING_S = 1.0
"""From the sides to the back."""
BEHIND_RAD = {"ShoulderPitch": 2.05, "ShoulderRoll": 0.15, "ElbowYaw": 0.9, "ElbowRoll": -0.9}
"""Of the left arm: hands come to lie behind the torso, with room for what they hold beside the thighs."""
_SHOULDERS = ("ShoulderPitch", "ShoulderRoll")


def _both_sides() -> tuple[tuple[int, float, float, bool], ...]:
    """Return number, place at the side, place behind and whether it belongs to a shoulder, for each joint."""
    aside_rad, joints = stance(), []
    for joint, behind_rad in BEHIND_RAD.items():
        mirror = 1.0 if joint.endswith("Pitch") else -1.0
        for side, sign in (("L", 1.0), ("R", mirror)):
            number = INDEX[side + joint]
            joints.append((number, float(aside_rad[number]), sign * behind_rad, joint in _SHOULDERS))
    return tuple(joints)


_JOINTS = _both_sides()
_LEFT, _RIGHT = INDEX["LShoulderPitch"], INDEX["RShoulderPitch"]


class Arms:
    """Where the arms are between sides and back."""

    def __init__(self) -> None:
        self._share = 0.0  # 0 at the sides, 1 behind

    def begin(self, position_rad: FloatArray, *, measured_rad: FloatArray) -> None:
        """Set both arms in `position_rad`: those that are behind the back stay there at first."""
        halfway_rad = 0.5 * (float(stance()[_LEFT]) + BEHIND_RAD["ShoulderPitch"])
        if min(float(measured_rad[_LEFT]), float(measured_rad[_RIGHT])) > halfway_rad:
            self._share = 1.0
        self.place(position_rad, behind=self._share > 0.0, elapsed_s=0.0)

    def place(self, position_rad: FloatArray, *, behind: bool, elapsed_s: float) -> None:
        """Set both arms in `position_rad`, on their way to where they shall be."""
        way = elapsed_s / MOVING_S
        self._share = min(self._share + way, 1.0) if behind else max(self._share - way, 0.0)
        shoulders, elbows = eased(2.0 * self._share), eased(2.0 * self._share - 1.0)
        for number, aside_rad, behind_rad, is_shoulder in _JOINTS:
            position_rad[number] = aside_rad + (shoulders if is_shoulder else elbows) * (
                behind_rad - aside_rad
            )

    def swing(self, position_rad: FloatArray, *, left_foot_ahead_m: float, swing_radpm: float) -> None:
        """Turn both shoulders: the arm beside the foot that is ahead goes back. Behind, arms keep still."""
        turn_rad = (1.0 - self._share) * swing_radpm * left_foot_ahead_m
        position_rad[_LEFT] += turn_rad
        position_rad[_RIGHT] -= turn_rad
