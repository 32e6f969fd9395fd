import math

import numpy as np

from ludens.core.contract.time_series import TimeSeries
from ludens.games.morris.know.board_localiser import BoardLocaliser
from ludens.geometry import Pose2, Transform3
from ludens.messages import CalibratedJoints, FallReport, FootSupport, LegOdometry
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_table import BoardMarkerSeen
from ludens.robots.nao.joints import HEAD_YAW, JOINTS

STATION = Pose2(0.05, -0.3, math.pi / 2)
CYCLE_S = 0.012


class Table:
    """A robot at the table, one cycle after the other."""

    def __init__(self) -> None:
        self.placer = BoardLocaliser()
        self.past: TimeSeries[LegOdometry] = TimeSeries()
        self.joints: TimeSeries[CalibratedJoints] = TimeSeries()
        self.time_s = 0.0
        self.head_rad, self.head_radps = 0.0, 0.0

    def cycle(
        self, *, sees: BoardMarkerSeen | None = None, has_contact: bool = True, lies: bool = False
    ) -> BoardPose | None:
        self.time_s += CYCLE_S
        odometry = LegOdometry(
            time_s=self.time_s, odometry_from_robot=Pose2.identity(), covariance=np.zeros((3, 3))
        )
        self.past.add(odometry)
        self.joints.add(self._joints())
        support = FootSupport(
            time_s=self.time_s,
            feet="both" if has_contact else "none",
            has_contact=has_contact,
            left_n=25.0 * has_contact,
            right_n=25.0 * has_contact,
            center_in_left_sole_m=None,
            center_in_right_sole_m=None,
            center_m=None,
        )
        fall = FallReport(
            time_s=self.time_s,
            state="fallen" if lies else "upright",
            direction="forward",
            lean_rad=0.0,
        )
        return self.placer.cycle(odometry, self.past, self.joints, None, sees, None, support, fall)

    def _joints(self) -> CalibratedJoints:
        self.head_rad += self.head_radps * CYCLE_S
        zeros, position_rad = np.zeros(len(JOINTS)), np.zeros(len(JOINTS))
        position_rad[HEAD_YAW] = self.head_rad
        return CalibratedJoints(
            time_s=self.time_s,
            position_rad=position_rad,
            stiffness=zeros,
            current_a=zeros,
            temperature_c=zeros,
            status=np.zeros(len(JOINTS), np.int64),
        )

    def view(
        self,
        place: Pose2,
        *,
        tilt_rad: float = 0.0,
        height_m: float = 0.227,
        error_px: float = 0.4,
        calibrated: bool = False,
    ) -> BoardMarkerSeen:
        flat = place.inverse().to_transform3()
        tilted = Transform3.from_rpy(pitch_rad=tilt_rad).rotation @ flat.rotation
        return BoardMarkerSeen(
            time_s=self.time_s,
            camera="bottom",
            robot_from_board=Transform3(tilted, flat.translation + np.array([0.0, 0.0, height_m])),
            error_px=error_px,
            calibrated=calibrated,
        )

    def looks(self, place: Pose2, *, times: int = 20, tilt_rad: float = 0.0) -> BoardPose:
        found = None
        for _ in range(times):
            found = self.cycle(sees=self.view(place, tilt_rad=tilt_rad))
        assert found is not None
        return found


def test_it_says_nothing_before_the_marker_was_seen_and_then_how_long_ago() -> None:
    table = Table()
    assert table.cycle() is None
    table.looks(STATION)
    for _ in range(50):
        place = table.cycle()
    assert place is not None
    assert place.board_from_robot.distance_m(STATION) < 1e-6
    assert 0.59 < place.seen_before_s < 0.65


def test_the_same_sighting_counts_once() -> None:
    table = Table()
    table.cycle()
    view = table.view(STATION)
    first = table.cycle(sees=view)
    for _ in range(20):
        last = table.cycle(sees=view)
    assert first is not None
    assert last is not None
    assert last.covariance[0, 0] >= first.covariance[0, 0]


def test_height_and_tilt_are_as_the_robot_sees_them() -> None:
    place = Table().looks(STATION, times=60, tilt_rad=0.02)
    assert math.isclose(place.robot_from_board.translation[2], 0.227, abs_tol=1e-6)
    normal = place.robot_from_board.rotation[:, 2]
    assert math.isclose(math.atan2(normal[0], normal[2]), 0.02, abs_tol=1e-3)
    back = Pose2.from_transform3(place.robot_from_board.inverse())
    assert back.distance_m(STATION) < 0.01


def test_a_picture_from_a_head_that_turns_tells_less_about_the_heading() -> None:
    askew = Pose2(STATION.x_m, STATION.y_m, STATION.yaw_rad + 0.02)
    believed_rad = []
    for head_radps in (0.0, 1.0):
        table = Table()
        for _ in range(60):
            table.cycle(sees=table.view(STATION, calibrated=True))
        table.head_radps = head_radps
        for _ in range(10):
            table.cycle()
        place = table.cycle(sees=table.view(askew, calibrated=True))
        assert place is not None
        believed_rad.append(place.board_from_robot.yaw_rad - STATION.yaw_rad)
    still_rad, turning_rad = believed_rad
    assert 0.0 < 2.0 * turning_rad < still_rad < 0.01


def test_a_marker_that_hangs_in_the_air_or_fits_badly_is_none() -> None:
    table = Table()
    table.looks(STATION)
    elsewhere = Pose2(0.3, 0.0, math.pi)
    for _ in range(10):
        table.cycle(sees=table.view(elsewhere, height_m=0.30))
        table.cycle(sees=table.view(elsewhere, error_px=6.0))
        place = table.cycle(sees=table.view(elsewhere, tilt_rad=0.5))
    assert place is not None
    assert place.board_from_robot.distance_m(STATION) < 1e-6


def test_feet_in_the_air_mean_that_it_may_be_anywhere() -> None:
    table = Table()
    table.looks(STATION)
    for _ in range(10):
        place = table.cycle(has_contact=False)
    assert place is not None
    assert place.covariance[0, 0] < 0.01  # a hop is no flight
    for _ in range(40):
        place = table.cycle(has_contact=False, sees=table.view(STATION))
    assert place is not None
    assert place.covariance[0, 0] > 0.5
    place = table.looks(Pose2(0.3, 0.0, math.pi), times=2)
    assert place.board_from_robot.distance_m(Pose2(0.3, 0.0, math.pi)) < 0.001


def test_a_robot_that_lies_may_be_anywhere_too() -> None:
    table = Table()
    table.looks(STATION)
    for _ in range(60):
        place = table.cycle(lies=True)
    assert place is not None
    assert place.covariance[0, 0] > 0.5
