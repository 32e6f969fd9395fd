"""Between the stories of a game and those who see, walk and grasp: requests go out, reports come in.

A story is told step by step; every `yield` is one cycle of the body. What cannot be done raises a
`TroubleError` with a sentence.
"""

import math
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Literal, TypeVar

import numpy as np

from ludens.core.errors import LudensError
from ludens.games.morris.game_flow.reports import Reports
from ludens.games.morris.game_flow.sight import TableSeen
from ludens.geometry import Pose2, wrap
from ludens.messages.manipulation import Hand, HandAct, HandContents, HandReport, HandRequest
from ludens.messages.morris_table import (
    CameraLessonReport,
    CameraLessonRequest,
    ScanReport,
    ScanRequest,
    StationReport,
    StationRequest,
)

ResultT = TypeVar("ResultT")
AnswerT = TypeVar("AnswerT", ScanReport, StationReport, HandReport, CameraLessonReport)
Story = Generator[None, None, ResultT]

AT_STATION_M, AT_STATION_RAD = 0.008, math.radians(1.2)
"""Nearer than that nobody walks."""
HANDS_REACH_M, HANDS_REACH_RAD = 0.012, math.radians(1.5)
"""Who has walked and stands so near to a station reaches what it is for: no more steps are made for it."""
LONGEST_S = {"scan": 60.0, "station": 240.0, "hand": 120.0, "lesson": 40.0}
"""After so long without an end something is wrong that nobody has noticed."""
SHOWN_S = 2.5
"""How long a hand is looked at, at most."""
SHOWN_TIMES = 3
EQUAL = 0.1
"""Logarithms of odds that differ by less do not tell two colours apart."""


class TroubleError(LudensError):
    """Something that hands, legs or eyes could not do; the sentence says what."""


@dataclass(slots=True)
class TableDesk:
    """Hands out requests, each with a new number, until whoever is meant has heard."""

    reports: Reports = field(default_factory=Reports)
    motion: Literal["walk", "hands", "rest"] = "walk"  # what the body shall do as a whole
    scans: int = 0
    _scan: ScanRequest | None = None
    _lesson: CameraLessonRequest | None = None
    _station: StationRequest | None = None
    _hand: HandRequest | None = None
    _number: int = 0

    @property
    def time_s(self) -> float:
        """The present."""
        return self.reports.time_s

    @property
    def here(self) -> Pose2 | None:
        """Where the robot stands on the board, if it knows."""
        return None if self.reports.place is None else self.reports.place.board_from_robot

    def requests(self) -> tuple[ScanRequest | None, StationRequest | None, HandRequest | None]:
        """What has been asked for and not been heard; the hands' last request stands as long as it is one."""
        reports = self.reports
        return (
            self._scan if reports.scan is None or _unheard(self._scan, reports.scan) else None,
            self._station if reports.station is None or _unheard(self._station, reports.station) else None,
            self._hand,
        )

    @property
    def lesson(self) -> CameraLessonRequest | None:
        """The lesson that was asked for, until it has been heard of."""
        report = self.reports.lesson
        return self._lesson if report is None or _unheard(self._lesson, report) else None

    def learn_camera(self) -> Story[str]:
        """Have it found out how the camera sits; return in a sentence what came of it."""
        self._number += 1
        self._lesson = request = CameraLessonRequest(time_s=self.time_s, number=self._number)
        report = yield from self._answer("lesson", request.number, lambda: self.reports.lesson)
        if report.state == "failed":
            raise TroubleError(report.reason)
        return report.reason

    def pause(self, seconds: float) -> Story[None]:
        """Let time pass."""
        until_s = self.time_s + seconds
        while self.time_s < until_s:
            yield

    def look(
        self, *, learn_colours: bool = False, heed: Callable[[str], None] | None = None
    ) -> Story[TableSeen]:
        """Look at the board until all is certain; `heed` hears once what hinders that."""
        self._number += 1
        self.scans += 1
        self._scan = request = ScanRequest(
            time_s=self.time_s, number=self._number, learn_colours=learn_colours
        )
        since_s = self.time_s
        report = yield from self._answer("scan", request.number, lambda: self.reports.scan, heed=heed)
        if report.state == "failed":
            raise TroubleError(f"I could not see the whole board: {report.reason}")
        while self.reports.believed is None or self.reports.believed.time_s < since_s:
            yield
        return TableSeen.of(self.reports.believed)

    def go(
        self, station: Pose2, *, within_m: float = HANDS_REACH_M, within_rad: float = HANDS_REACH_RAD
    ) -> Story[None]:
        """Stand there, or no farther off than that; at once where the robot already does."""
        here = self.here
        if here is not None and self._stands_at(here, station):
            return
        self._number += 1
        self.motion = "walk"
        self._station = request = StationRequest(
            time_s=self.time_s,
            number=self._number,
            board_from_robot=station,
            within_m=within_m,
            within_rad=within_rad,
        )
        report = yield from self._answer("station", request.number, lambda: self.reports.station)
        if report.state == "failed":
            raise TroubleError(f"I could not go there: {report.reason}")

    def do(
        self,
        act: HandAct,
        hand: Hand,
        *,
        place_m: tuple[float, float] | None = None,
        yaw_rad: float = 0.0,
        neighbours_m: tuple[tuple[float, float], ...] = (),
    ) -> Story[None]:
        """Do something with a hand."""
        self._number += 1
        self.motion = "hands"
        self._hand = request = HandRequest(
            time_s=self.time_s,
            number=self._number,
            act=act,
            hand=hand,
            place_m=place_m,
            yaw_rad=yaw_rad,
            neighbours_m=neighbours_m,
        )
        report = yield from self._answer("hand", request.number, lambda: self.reports.hand)
        if report.state == "failed":
            raise TroubleError(report.details)

    def show(self, hand: Hand, *, expected: int) -> Story[int]:
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

    def _stands_at(self, here: Pose2, station: Pose2) -> bool:
        turned_rad = abs(wrap(here.yaw_rad - station.yaw_rad))
        return here.distance_m(station) < AT_STATION_M and turned_rad < AT_STATION_RAD

    def _answer(
        self,
        what: str,
        number: int,
        newest: Callable[[], AnswerT | None],
        *,
        heed: Callable[[str], None] | None = None,
    ) -> Story[AnswerT]:
        """Wait for the end of what was asked for; who is busy and says a reason is heeded once."""
        since_s = self.time_s
        while True:
            yield
            report = newest()
            if report is not None and report.number == number:
                if report.state != "busy":
                    return report
                if report.reason and heed is not None:
                    heed(report.reason)
                    heed = None
            if self.reports.lies:
                raise TroubleError("I fell in the middle of it.")
            if self.time_s - since_s > LONGEST_S[what]:
                raise TroubleError(f"My {what} has not come to an end within {LONGEST_S[what]:g} s.")


def _unheard(
    request: ScanRequest | StationRequest | CameraLessonRequest | None,
    report: ScanReport | StationReport | CameraLessonReport,
) -> bool:
    return request is not None and request.number != report.number
