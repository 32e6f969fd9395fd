"""Where the robot stands at the board: marker, steps and lean weighed together.

Height and tilt of the board, as the robot sees them, are kept beside its place: a torso that believes to
be upright and leans by half a degree sees the board tilted by as much, and its hands, which hang on the
same torso, must go by that.
"""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import History, Last, under
from ludens.core.contract.module import Module
from ludens.estimation.pose_filter import PoseFilter
from ludens.estimation.stillness import was_still
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.geometry import FloatArray, Pose2, Transform3
from ludens.geometry.rotation import matrix_from_rpy
from ludens.messages import CalibratedJoints, FallReport, FootSupport, LegOdometry, WalkReport
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_table import BoardMarkerSeen


@dataclass(frozen=True, slots=True)
class BoardLocaliserParameters:
    """Limits of sightings that are believed, and when the robot has been lifted."""

    table_height_m: Annotated[float, Meta(gt=0, le=1, description="Of its upper face over the floor.")] = (
        MorrisMeasures().table_height_m
    )
    worst_px: Annotated[
        float, Meta(gt=0, le=20, description="Corners farther off after the fit are no marker's.")
    ] = 2.5
    lifted_s: Annotated[
        float, Meta(gt=0, le=5, description="So long without ground the robot may have been carried.")
    ] = 0.3
    tilt_share: Annotated[
        float, Meta(gt=0, le=1, description="Of a new sighting in height and tilt, while it stands.")
    ] = 0.1
    tilt_most_rad: Annotated[float, Meta(gt=0, le=0.5, description="More cannot be.")] = 0.06
    height_most_m: Annotated[float, Meta(gt=0, le=0.1, description="Off the table's height, likewise.")] = (
        0.03
    )


class BoardLocaliser(Module[BoardLocaliserParameters]):
    """Says after every cycle where the robot stands, once the marker has been seen."""

    budget_s = 0.0003

    def start(self) -> None:
        """Begin without any idea."""
        self._filter = PoseFilter()
        self._tilt = np.zeros(3)  # of the board in the robot's frame: height above the table's, roll, pitch
        self._calibrated = False  # whether the camera is, so that tilt is the body's
        self._seen_s = -math.inf
        self._taken_s: dict[str, float] = {}  # the time of each camera's newest sighting
        self._time_s: float | None = None
        self._aloft_since_s: float | None = None

    def cycle(
        self,
        odometry: LegOdometry,
        past: History[LegOdometry],
        joints: History[CalibratedJoints],
        top: Annotated[BoardMarkerSeen | None, under("top")],
        bottom: Annotated[BoardMarkerSeen | None, under("bottom")],
        walk: Last[WalkReport],
        support: FootSupport | None,
        fall: FallReport | None,
    ) -> BoardPose | None:
        """Take in steps and sightings."""
        elapsed_s = 0.0 if self._time_s is None else max(odometry.time_s - self._time_s, 0.0)
        self._time_s = odometry.time_s
        is_stepping = walk is not None and walk.phase != "stand"
        self._filter.walk(odometry.odometry_from_robot, elapsed_s=elapsed_s)
        aloft = self._is_aloft(odometry.time_s, support, fall)
        for sighting in (top, bottom):
            if sighting is not None and self._is_new(sighting) and not aloft:
                shakes = is_stepping or not was_still(sighting.time_s, joints)
                self._take(sighting, past, shakes=shakes)
        if aloft:
            self._filter.lose()
        place = self._filter.place(odometry.odometry_from_robot)
        if place is None:
            return None
        self.debug.plot("sigma_m", lambda: math.sqrt(float(self._filter.covariance[:2, :2].trace())))
        covariance = self._filter.covariance.copy()
        covariance.setflags(write=False)
        return BoardPose(
            time_s=odometry.time_s,
            board_from_robot=place,
            robot_from_board=self._in_space(place),
            covariance=covariance,
            seen_before_s=odometry.time_s - self._seen_s,
        )

    def _is_new(self, sighting: BoardMarkerSeen) -> bool:
        is_new = sighting.time_s > self._taken_s.get(sighting.camera, -math.inf)
        self._taken_s[sighting.camera] = sighting.time_s
        return is_new

    def _is_aloft(self, time_s: float, support: FootSupport | None, fall: FallReport | None) -> bool:
        """Whether the robot is in the air or lies, long enough to be elsewhere afterwards."""
        stands = (support is None or support.has_contact) and (fall is None or fall.state == "upright")
        if stands:
            self._aloft_since_s = None
        elif self._aloft_since_s is None:
            self._aloft_since_s = time_s
        return self._aloft_since_s is not None and time_s - self._aloft_since_s >= self.parameters.lifted_s

    def _take(self, sighting: BoardMarkerSeen, past: History[LegOdometry], *, shakes: bool) -> None:
        p = self.parameters
        height_m = float(sighting.robot_from_board.translation[2]) - p.table_height_m
        tilt = _tilt(sighting.robot_from_board)
        then = past.at_or_before(sighting.time_s)
        if (
            then is None
            or sighting.error_px > p.worst_px
            or abs(height_m) > p.height_most_m
            or float(np.abs(tilt).max()) > 2.0 * p.tilt_most_rad
        ):
            return
        board_from_robot = Pose2.from_transform3(sighting.robot_from_board).inverse()
        if not self._filter.see(
            board_from_robot,
            then.odometry_from_robot,
            shakes=shakes,
            calibrated=sighting.calibrated,
        ):
            return
        self._seen_s = max(self._seen_s, sighting.time_s)
        if not shakes:
            most = np.array([p.height_most_m, p.tilt_most_rad, p.tilt_most_rad])
            wanted = np.clip(np.array([height_m, *tilt]), -most, most)
            share = p.tilt_share if self._calibrated or not sighting.calibrated else 1.0
            self._calibrated = self._calibrated or sighting.calibrated
            self._tilt += share * (wanted - self._tilt)

    def _in_space(self, board_from_robot: Pose2) -> Transform3:
        flat = board_from_robot.inverse().to_transform3()
        height_m, roll_rad, pitch_rad = self._tilt.tolist()
        tilted = matrix_from_rpy(roll_rad, pitch_rad, 0.0) @ flat.rotation
        lifted_m = flat.translation + np.array([0.0, 0.0, self.parameters.table_height_m + height_m])
        return Transform3.of_fresh(tilted, lifted_m)


def _tilt(robot_from_board: Transform3) -> FloatArray:
    """Return roll and pitch, in the robot's frame, of the way the board's normal points."""
    x, y, z = robot_from_board.rotation[:, 2].tolist()
    return np.array([-math.atan2(y, z), math.atan2(x, z)])
