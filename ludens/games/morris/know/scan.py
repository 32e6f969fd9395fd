"""The scan as a module: looks at the board until every point is certain, with few turns of the head.

Why a scan does not come to an end, in words.
"""

import math
from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.core.contract.declaration import Since, under
from ludens.core.contract.module import Module
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.know.gaze import Gaze, Stance, searching
from ludens.games.morris.know.men_filter import CERTAIN, ON_POINT_M, MenFilter
from ludens.games.morris.rules.board import POINT_COUNT, POINT_NAMES
from ludens.games.morris.see.colour_learning import LEARNT_AT
from ludens.games.morris.see.stillness import ARRIVED_RAD
from ludens.messages import CalibratedJoints, CameraPoses, HeadRequest
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_table import (
    ColoursLearnt,
    MenBelieved,
    MenSeen,
    ScanReport,
    ScanRequest,
    TaskState,
)
from ludens.robots.nao.kinematics.head import HeadPose

HINDERED = "Something is in the way over the board, perhaps a hand."
ARRIVES_S = 1.5
"""A head that has not arrived after so long is held up; it looks from where it is."""
ENOUGH_LOOKS = 4
"""After which something foreign at a point is not looked at any longer."""
LOOKS_CLOSER = 2
"""Looks after all points are certain, at men of which none yet shows how they stand."""
REPEATS_S = 0.25
"""What is believed is told at least so often."""

Told = tuple[HeadRequest | None, ScanReport | None, MenBelieved | None]


def is_spoilt(men: MenFilter) -> bool:
    """Whether all that is not certain is where something of neither colour stands."""
    foreign = men.believed(0.0).foreign
    points_m = men.measures.points_m()
    return bool(foreign) and all(
        min(math.hypot(thing.x_m - x_m, thing.y_m - y_m) for thing in foreign) < ON_POINT_M
        for x_m, y_m in points_m[men.chances.max(axis=1) < CERTAIN].tolist()
    )


def why_failed(men: MenFilter, *, hindered: bool, knows_place: bool, blind: bool, learning: bool) -> str:
    """Return what is missing, by what was seen and what the scan was about."""
    if hindered:
        return HINDERED
    if not knows_place:
        return "The board's marker is not in sight."
    if blind and not is_spoilt(men):
        return "No picture shows a board of these measures, or the camera has stopped."
    foreign = men.believed(0.0).foreign
    if foreign:
        near = [POINT_NAMES[men.measures.nearest_point((thing.x_m, thing.y_m))[0]] for thing in foreign]
        return f"Something of neither colour stands on the board near {', '.join(near)}."
    if learning:
        return "The men whose colours shall be learnt are not in sight."
    open_points = [POINT_NAMES[point] for point in np.flatnonzero(men.chances.max(axis=1) < CERTAIN)]
    return f"It could not be seen what stands at {', '.join(open_points)}."


@dataclass(frozen=True, slots=True)
class ScanParameters:
    """How long it looks, and when it gives up."""

    measures: MorrisMeasures = field(default_factory=MorrisMeasures)
    pictures: Annotated[int, Meta(ge=1, le=20, description="That tell of men, from each head pose.")] = 2
    patience_s: Annotated[float, Meta(gt=0, le=10, description="Without any such picture.")] = 0.8
    most_looks: Annotated[int, Meta(ge=1, le=50, description="Head poses of one scan.")] = 12
    blind_looks: Annotated[int, Meta(ge=1, le=20, description="In a row without a picture of men.")] = 4


@dataclass(slots=True)
class Progress:
    """One scan as far as it has come."""

    request: ScanRequest
    gaze: Gaze
    head: HeadPose | None = None
    begun_s: float = 0.0  # when the head was asked to turn there
    arrived_s: float | None = None
    pictures: int = 0  # from there
    looks: int = 0
    looks_closer: int = 0  # of these, at men that had not been measured
    blind: int = 0  # looks in a row that showed nothing
    learning: bool = False
    hindered: bool = False  # whether the newest picture shows something large over the board
    state: TaskState = "busy"
    reason: str = ""


class Scan(Module[ScanParameters]):
    """Looks as the newest request says, and believes; without a request it wants nothing."""

    budget_s = 0.002

    def start(self) -> None:
        """Begin idle, knowing nothing."""
        self._progress: Progress | None = None
        self._filter = MenFilter(self.parameters.measures)
        self._viewed: HeadPose | None = None
        self._told_s = -math.inf

    def cycle(
        self,
        joints: CalibratedJoints,
        cameras: CameraPoses,
        request: ScanRequest | None,
        board: BoardPose | None,
        seen: Annotated[Since[MenSeen], under("bottom")],
        learnt: Annotated[Since[ColoursLearnt], under("bottom")],
    ) -> Told:
        """Go on with the scan."""
        if request is not None and (
            self._progress is None or request.number != self._progress.request.number
        ):
            self._begin(request)
        scan = self._progress
        if scan is None:
            return None, None, None
        time_s = joints.time_s
        now = HeadPose.of(joints.position_rad)
        news = self._take(scan, seen, now)
        self._hear(scan, learnt)
        if scan.state == "busy":
            stance = None if board is None else Stance.now(cameras.bottom, now, board.robot_from_board)
            self._go_on(scan, time_s, now, stance)
        report = ScanReport(
            time_s=time_s,
            number=scan.request.number,
            state=scan.state,
            looks=scan.looks,
            reason=HINDERED if scan.hindered and scan.state == "busy" else scan.reason,
        )
        believed = None
        if news or time_s - self._told_s >= REPEATS_S:
            self._told_s = time_s
            believed = self._filter.believed(time_s)
        return self._head(scan, time_s), report, believed

    def _begin(self, request: ScanRequest) -> None:
        self._progress = Progress(request, Gaze(self.parameters.measures), learning=request.learn_colours)
        self._filter = MenFilter(self.parameters.measures)
        self._viewed = None

    def _take(self, scan: Progress, seen: Since[MenSeen], now: HeadPose) -> bool:
        """Weigh new pictures."""
        for picture in seen:
            if picture.time_s < scan.request.time_s:
                continue  # of what was before
            scan.hindered = not picture.visible.any()
            if scan.hindered:
                continue  # of something else
            same_view = self._viewed is not None and self._viewed.way_rad(now) < 2.0 * ARRIVED_RAD
            self._viewed = now
            self._filter.see(picture, same_view=same_view)
            if scan.arrived_s is not None and picture.time_s >= scan.arrived_s:
                scan.pictures += 1
        return bool(seen)

    def _hear(self, scan: Progress, learnt: Since[ColoursLearnt]) -> None:
        for lesson in learnt:
            if lesson.number == scan.request.number and scan.learning:
                scan.learning = False
                scan.head = None
                if lesson.reason:
                    self._end(scan, "failed", lesson.reason)

    def _go_on(self, scan: Progress, time_s: float, now: HeadPose, stance: Stance | None) -> None:
        """Wait for pictures, or choose where to look next, or end."""
        if scan.head is not None and not self._is_over(scan, time_s, now):
            return
        if scan.head is not None:
            scan.blind = 0 if scan.pictures or scan.hindered else scan.blind + 1
            if stance is not None and scan.pictures:
                scan.gaze.tire(stance, scan.head)
        if self._filter.is_settled and not scan.learning:
            self._look_closer(scan, time_s, now, stance)
        elif (
            scan.blind >= self.parameters.blind_looks
            or scan.looks >= self.parameters.most_looks
            or (scan.looks >= ENOUGH_LOOKS and is_spoilt(self._filter))
        ):
            self._end(scan, "failed", self._why(scan, stance))
        else:
            self._look(scan, time_s, now, stance)

    def _is_over(self, scan: Progress, time_s: float, now: HeadPose) -> bool:
        """Whether this look has shown what it can."""
        assert scan.head is not None
        if scan.arrived_s is None:
            if scan.head.way_rad(now) < ARRIVED_RAD or time_s - scan.begun_s > ARRIVES_S:
                scan.arrived_s = time_s
            return False
        if scan.pictures >= self.parameters.pictures or (scan.pictures and self._filter.is_settled):
            return True
        return time_s - scan.arrived_s > self.parameters.patience_s

    def _look_closer(self, scan: Progress, time_s: float, now: HeadPose, stance: Stance | None) -> None:
        """Look once more where pictures have cut a man off, so that nobody knows how it stands; else end."""
        wanted = self._filter.unmeasured & scan.gaze.cut_off
        if stance is None or scan.looks_closer >= LOOKS_CLOSER or not wanted.any():
            self._end(scan, "done", "")
            return
        head = scan.gaze.best(stance, wanted.astype(np.float64), now)
        if head is None:
            self._end(scan, "done", "")
            return
        scan.looks_closer += 1
        self._turn(scan, time_s, head)

    def _look(self, scan: Progress, time_s: float, now: HeadPose, stance: Stance | None) -> None:
        """Turn to the best pose, or search where the board is not known."""
        head: HeadPose | None = None
        if stance is not None and not scan.blind:
            unsure = self._filter.unsure
            if scan.learning:
                unsure = np.isin(np.arange(POINT_COUNT), LEARNT_AT).astype(np.float64)
            head = scan.gaze.best(stance, unsure, now)
            if head is None:
                self._end(scan, "failed", self._why(scan, stance))
                return
        if head is None:
            places = searching()
            head = places[scan.looks % len(places)]
        self._turn(scan, time_s, head)

    def _turn(self, scan: Progress, time_s: float, head: HeadPose) -> None:
        scan.head, scan.begun_s, scan.arrived_s, scan.pictures = head, time_s, None, 0
        scan.looks += 1

    def _why(self, scan: Progress, stance: Stance | None) -> str:
        """Return in words what is missing."""
        return why_failed(
            self._filter,
            hindered=scan.hindered,
            knows_place=stance is not None,
            blind=bool(scan.blind),
            learning=scan.learning,
        )

    def _end(self, scan: Progress, state: Literal["done", "failed"], reason: str) -> None:
        scan.state, scan.reason = state, reason

    def _head(self, scan: Progress, time_s: float) -> HeadRequest | None:
        if scan.head is None or scan.state != "busy":
            return None
        return HeadRequest(
            time_s=time_s, yaw_rad=scan.head.yaw_rad, pitch_rad=scan.head.pitch_rad, camera="bottom"
        )
