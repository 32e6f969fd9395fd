"""Where the board is over the feet, remembered from when the body stood still and upright.

Legs tell better than eyes and inner ear how high the board is and how much tilted: floor and table are level,
the table's height is known. Where it is and how it is turned, only eyes know. They tell it by where the torso
is, so it is taken over only while the body stands: in a lean the torso's place is known less well.
"""

from ludens.geometry import Pose2, Transform3
from ludens.geometry.angles import difference
from ludens.messages import CalibratedJoints
from ludens.messages.morris_table import BoardPlace
from ludens.robots.nao.kinematics import Posture

NEW_SHARE = 0.06
"""Of a new reading in what is remembered, at 83 a second: a standing body sways."""
ELSEWHERE_M, ELSEWHERE_RAD = 0.02, 0.05
"""What differs by more is no swaying: feet or beliefs have moved."""


class BoardOverFeet:
    """Remembers one place."""

    def __init__(self) -> None:
        self._stance_from_board: Pose2 | None = None

    def see(self, place: BoardPlace, joints: CalibratedJoints) -> None:
        """Take in where a standing robot believes to be."""
        stance_from_robot = Posture.of(joints.position_rad).torso_over_soles()
        seen, last = stance_from_robot @ place.board_from_robot.inverse(), self._stance_from_board
        if last is not None:
            turn_rad = difference(seen.yaw_rad, last.yaw_rad)
            if seen.distance_m(last) < ELSEWHERE_M and abs(turn_rad) < ELSEWHERE_RAD:
                seen = Pose2(
                    last.x_m + NEW_SHARE * (seen.x_m - last.x_m),
                    last.y_m + NEW_SHARE * (seen.y_m - last.y_m),
                    last.yaw_rad + NEW_SHARE * turn_rad,
                )
        self._stance_from_board = seen

    def stance_from_board(self, *, table_height_m: float) -> Transform3 | None:
        """Return it in space, level and at the table's height; nothing before it has been seen."""
        if self._stance_from_board is None:
            return None
        lifted = Transform3.from_translation(0.0, 0.0, table_height_m)
        return lifted @ self._stance_from_board.to_transform3()
