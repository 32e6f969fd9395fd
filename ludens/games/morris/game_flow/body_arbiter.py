"""Which task has legs and head at the table: a walk to a station, a scan, hands at work, or none."""

from typing import Annotated

from ludens.core.contract.declaration import Kind, under
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.time_series import TimeSeries
from ludens.messages import HeadRequest, MotionRequest, WalkTarget
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_game import BodyUse
from ludens.messages.morris_table import CameraCalibrationReport, ScanReport
from ludens.messages.task import TaskState

FRESH_S = 1.5
"""A self-calibration asks for the head with every picture; when none comes any more, the head is free."""


class BodyArbiter(Module[NoParameters]):
    """Passes on the requests of the task that has the body. Otherwise the head looks at the marker."""

    budget_s = 0.0002

    def cycle(
        self,
        now: CycleTime,
        use: BodyUse,
        walk: Annotated[WalkTarget | None, under("station")],
        walking_head: Annotated[HeadRequest | None, under("station")],
        walking: Annotated[MotionRequest | None, under("station")],
        scanning_head: Annotated[HeadRequest | None, under("scan")],
        scan: Annotated[ScanReport | None, under("scan")],
        hand_head: Annotated[HeadRequest | None, under("hand")],
        place: BoardPose | None,
        calibrating_head: Annotated[TimeSeries[HeadRequest], Kind.HISTORY, under("bottom")],
        calibration: Annotated[TimeSeries[CameraCalibrationReport], Kind.HISTORY, under("bottom")],
    ) -> tuple[MotionRequest, HeadRequest | None, WalkTarget | None]:
        """Say what the body does now."""
        time_s = now.time_s
        if use.motion == "walk" and walking is not None:
            return walking, walking_head, walk
        motion = MotionRequest(time_s=time_s, motion=use.motion)
        calibrating, report = calibrating_head.latest, calibration.latest
        is_busy = report is not None and report.state is TaskState.BUSY
        if is_busy and calibrating is not None and time_s - calibrating.time_s < FRESH_S:
            return motion, calibrating, None
        if scan is not None and scan.state is TaskState.BUSY and scanning_head is not None:
            return motion, scanning_head, None
        if hand_head is not None:
            return motion, hand_head, None
        if place is None:
            return motion, None, None
        x_m, y_m, z_m = place.robot_from_board.translation.tolist()
        return motion, HeadRequest(time_s=time_s, point_m=(x_m, y_m, z_m), camera="bottom"), None
