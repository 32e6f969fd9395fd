"""Actions of the robot at the table, as behaviours: look, go somewhere, use a hand, calibrate its camera.

Eyes, legs and hands are asked for tasks; every `yield` is one cycle of the body. What cannot be done raises a
`TroubleError` with a phrase.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np

from ludens.core.behaviour import Behaviour
from ludens.core.errors import LudensError
from ludens.core.task import TaskClient, TaskEnd, TaskFailedError
from ludens.games.morris.game_flow.table_seen import TableSeen
from ludens.games.morris.talk.words import Phrase, hand_values, phrase, points
from ludens.geometry import Pose2, wrap
from ludens.messages.engine import EngineReply
from ludens.messages.manipulation import (
    BoardPose,
    Hand,
    HandAct,
    HandContents,
    HandReport,
    HandRequest,
    HeldPoint,
)
from ludens.messages.morris_table import (
    CameraCalibrationReport,
    CameraCalibrationRequest,
    MenBelieved,
    ScanReport,
    ScanRequest,
    StationReport,
    StationRequest,
)
from ludens.messages.task import TaskReport, TaskRequest

RequestT = TypeVar("RequestT", bound=TaskRequest)
ReportT = TypeVar("ReportT", bound=TaskReport)

AT_STATION_M, AT_STATION_RAD = 0.008, math.radians(1.2)
"""Nearer than that nobody walks."""
HANDS_REACH_M, HANDS_REACH_RAD = 0.012, math.radians(1.5)
"""Tolerance within which a station counts as reached after a walk."""
SHOWN_S = 2.5
"""How long a hand is looked at, at most."""
SHOWN_TIMES = 3
EQUAL = 0.1
"""Logarithms of odds that differ by less do not tell two colours apart."""


class TroubleError(LudensError):
    """Something that hands, legs or eyes could not do, and what is said about it."""

    def __init__(self, said: Phrase) -> None:
        super().__init__(str(said))
        self.said = said


@dataclass(slots=True)
class Reports:
    """The newest reports of eyes, legs, hands, engine and body."""

    time_s: float = 0.0
    scan: ScanReport | None = None
    calibration: CameraCalibrationReport | None = None
    station: StationReport | None = None
    hand: HandReport | None = None
    believed: MenBelieved | None = None
    place: BoardPose | None = None
    in_hand: HandContents | None = None
    held: HeldPoint | None = None  # where a hand holds what it has shown last
    buttons: frozenset[str] = frozenset()  # those that have just been pressed
    engine_reply: EngineReply | None = None
    legs_hot: bool = False
    legs_cool: bool = True
    lies: bool = False  # whether the body has fallen, to the floor or against something
    leans: bool = False  # likewise, and does not lie on the floor: it cannot get up by itself


class RobotActions:
    """Behaviours of one robot. Its owner calls `hear` every cycle and publishes what is requested."""

    def __init__(self) -> None:
        self.reports = Reports()
        self.motion: Literal["walk", "hands", "rest"] = "walk"  # what the body shall do as a whole
        self.scans = 0
        self._scan = TaskClient[ScanRequest, ScanReport]("scan", timeout_s=60.0)
        self._station = TaskClient[StationRequest, StationReport]("station", timeout_s=240.0)
        self._hand = TaskClient[HandRequest, HandReport]("hand", timeout_s=120.0)
        self._calibration = TaskClient[CameraCalibrationRequest, CameraCalibrationReport](
            "camera_calibration", timeout_s=40.0
        )
        self._last_act: HandRequest | None = None

    def hear(self, reports: Reports) -> None:
        """Take in what is known in this cycle."""
        self.reports = reports
        self._scan.report, self._station.report = reports.scan, reports.station
        self._hand.report, self._calibration.report = reports.hand, reports.calibration
        self._scan.time_s = self._station.time_s = reports.time_s
        self._hand.time_s = self._calibration.time_s = reports.time_s

    @property
    def time_s(self) -> float:
        """The present."""
        return self.reports.time_s

    @property
    def here(self) -> Pose2 | None:
        """Where the robot stands on the board, if it knows."""
        return None if self.reports.place is None else self.reports.place.board_from_robot

    def requests(self) -> tuple[ScanRequest | None, StationRequest | None, HandRequest | None]:
        """Requests that were not heard yet; the hands' last request stays, because eyes go by it."""
        return self._scan.request, self._station.request, self._hand.request or self._last_act

    @property
    def calibration_request(self) -> CameraCalibrationRequest | None:
        """The calibration that was requested, until it has been heard of."""
        return self._calibration.request

    def pause(self, seconds: float) -> Behaviour[None]:
        """Let time pass."""
        until_s = self.time_s + seconds
        while self.time_s < until_s:
            yield

    def calibrate_camera(self) -> Behaviour[Phrase]:
        """Have it found out how the camera sits; return what came of it."""
        report = yield from self._run(
            self._calibration,
            lambda number: CameraCalibrationRequest(time_s=self.time_s, number=number),
            _calibration_phrase,
        )
        return _calibration_phrase(report)

    def look(
        self,
        *,
        learn_colours: bool = False,
        is_clear: bool = False,
        hindered: Callable[[Phrase], None] | None = None,
    ) -> Behaviour[TableSeen]:
        """Look at the board until all is certain; `hindered` hears once what is in the way of that.

        Somebody may have said that the board `is_clear`: then what is only dark is a shadow.
        """
        self.scans += 1
        since_s, told = self.time_s, False

        def tell(report: ScanReport) -> None:
            nonlocal told
            if report.reason and hindered is not None and not told:
                told = True
                hindered(_scan_phrase(report))

        yield from self._run(
            self._scan,
            lambda number: ScanRequest(
                time_s=self.time_s, number=number, learn_colours=learn_colours, is_clear=is_clear
            ),
            lambda report: phrase("trouble.not_seen", reason=_scan_phrase(report)),
            progress=tell,
        )
        while self.reports.believed is None or self.reports.believed.time_s < since_s:
            yield
        return TableSeen.of(self.reports.believed)

    def go(
        self, station: Pose2, *, within_m: float = HANDS_REACH_M, within_rad: float = HANDS_REACH_RAD
    ) -> Behaviour[None]:
        """Stand there, or no farther off than that; at once where the robot already does."""
        here = self.here
        if here is not None and _stands_at(here, station):
            return
        self.motion = "walk"
        yield from self._run(
            self._station,
            lambda number: StationRequest(
                time_s=self.time_s,
                number=number,
                board_from_robot=station,
                within_m=within_m,
                within_rad=within_rad,
            ),
            lambda report: phrase("trouble.not_there", reason=_station_phrase(report)),
        )

    def do(
        self,
        act: HandAct,
        hand: Hand,
        *,
        place_m: tuple[float, float] | None = None,
        yaw_rad: float = 0.0,
        neighbours_m: tuple[tuple[float, float], ...] = (),
    ) -> Behaviour[None]:
        """Do something with a hand."""
        self.motion = "hands"

        def request(number: int) -> HandRequest:
            self._last_act = HandRequest(
                time_s=self.time_s,
                number=number,
                act=act,
                hand=hand,
                place_m=place_m,
                yaw_rad=yaw_rad,
                neighbours_m=neighbours_m,
            )
            return self._last_act

        yield from self._run(self._hand, request, lambda report: _hand_phrase(report, hand))

    def show(self, hand: Hand, *, expected: int) -> Behaviour[int]:
        """Hold a hand before the cameras; return the colour of what is in it, -1 where nothing is.

        Where no camera sees what its fingers feel, they are believed: it is what was expected.
        """
        yield from self.do("show", hand)
        seen: list[HandContents] = []
        since_s = self.time_s
        while len(seen) < SHOWN_TIMES and self.time_s - since_s < SHOWN_S:
            yield
            look = self.reports.in_hand
            if (
                look is not None
                and look.hand == hand
                and look.time_s > (seen[-1].time_s if seen else since_s)
            ):
                seen.append(look)
        if not seen:
            return expected if self.feels(hand) else -1
        logs = np.log(np.clip([look.probabilities for look in seen], 1e-6, 1.0)).sum(axis=0)
        if not self.feels(hand) or logs.argmax() > 0:
            return int(logs.argmax()) - 1
        # Fingers know better than eyes that something is there; eyes may still tell the colours apart.
        return expected if abs(logs[1] - logs[2]) < EQUAL else int(logs[1:].argmax())

    def feels(self, hand: Hand) -> bool:
        """Whether fingers feel something between them."""
        report = self.reports.hand
        return report is not None and report.holds[0 if hand == "left" else 1]

    def _run(
        self,
        client: TaskClient[RequestT, ReportT],
        request: Callable[[int], RequestT],
        explain: Callable[[ReportT], Phrase],
        *,
        progress: Callable[[ReportT], None] | None = None,
    ) -> Behaviour[ReportT]:
        """Have a task done; a fall breaks it off. `explain` says why it failed."""
        try:
            return (yield from client.run(request, interrupted=lambda: self.reports.lies, progress=progress))
        except TaskFailedError as failed:
            if failed.reason is TaskEnd.INTERRUPTED:
                raise TroubleError(phrase("trouble.fell")) from failed
            if failed.reason is TaskEnd.TIMED_OUT or client.report is None:
                task, seconds = phrase(f"tasks.{client.name}"), f"{client.timeout_s:g}"
                raise TroubleError(phrase("trouble.no_end", task=task, seconds=seconds)) from failed
            raise TroubleError(explain(client.report)) from failed


def _stands_at(here: Pose2, station: Pose2) -> bool:
    turned_rad = abs(wrap(here.yaw_rad - station.yaw_rad))
    return here.distance_m(station) < AT_STATION_M and turned_rad < AT_STATION_RAD


def _key(report: TaskReport) -> str:
    return report.reason.replace(" ", "_")


def _scan_phrase(report: ScanReport) -> Phrase:
    return phrase(f"scan.{_key(report)}", points=points(report.points, last=""))


def _station_phrase(report: StationReport) -> Phrase:
    return phrase(f"station.{_key(report)}", left=f"{100.0 * report.left_m:.1f}")


def _hand_phrase(report: HandReport, hand: Hand) -> Phrase:
    return phrase(f"hand.{_key(report)}", **hand_values(hand))


def _calibration_phrase(report: CameraCalibrationReport) -> Phrase:
    return phrase(
        f"camera.{_key(report)}",
        askew=f"{math.degrees(report.askew_rad):.1f}",
        pictures=report.pictures,
        error=f"{report.error_px:.1f}",
    )
