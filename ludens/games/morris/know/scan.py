"""The scan: the head turns from pose to pose until every point of the board is certain, with few turns."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.behaviour import Behaviour
from ludens.core.contract.declaration import Since, under
from ludens.core.contract.module import Module
from ludens.core.task import TaskServer
from ludens.estimation.stillness import ARRIVED_RAD
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.know.gaze import Gaze, Stance, searching
from ludens.games.morris.know.men_filter import CERTAIN, ON_POINT_M, MenFilter
from ludens.games.morris.rules.board import POINT_COUNT
from ludens.games.morris.see.colour_learning import LEARNT_AT
from ludens.messages import CalibratedJoints, CameraPoses, HeadRequest
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_table import (
    ColoursLearnt,
    MenBelieved,
    MenSeen,
    ScanFailure,
    ScanReport,
    ScanRequest,
)
from ludens.robots.nao.kinematics.head import HeadPose

ARRIVES_S = 1.5
"""A head that has not arrived after so long is held up; it looks from where it is."""
ENOUGH_LOOKS = 4
"""After which something foreign at a point is not looked at any longer."""
LOOKS_CLOSER = 2
"""Looks after all points are certain, at men of which none yet shows how they stand."""
REPEATS_S = 0.25
"""Period in which beliefs are published at least."""

Told = tuple[HeadRequest | None, ScanReport | None, MenBelieved | None]


@dataclass(frozen=True, slots=True)
class ScanParameters:
    """How long it looks, and when it gives up."""

    measures: MorrisMeasures = field(default_factory=MorrisMeasures)
    pictures: Annotated[int, Meta(ge=1, le=20, description="That tell of men, from each head pose.")] = 2
    patience_s: Annotated[float, Meta(gt=0, le=10, description="Without any such picture.")] = 0.8
    most_looks: Annotated[int, Meta(ge=1, le=50, description="Head poses of one scan.")] = 12
    blind_looks: Annotated[int, Meta(ge=1, le=20, description="In a row without a picture of men.")] = 4


class ScanFailedError(Exception):
    """The scan has found out that it cannot come to its end."""

    def __init__(self, failure: ScanFailure, points: Sequence[int] = ()) -> None:
        super().__init__(failure)
        self.failure, self.points = failure, tuple(points)


class Scan(Module[ScanParameters]):
    """Looks as the newest request says, and believes; without a request it wants nothing."""

    budget_s = 0.002

    def start(self) -> None:
        """Begin idle, knowing nothing."""
        self._task = TaskServer[ScanRequest]()
        self._told_s = -math.inf
        self._begin()

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
        if self._task.hear(request):
            self._begin()
        if self._task.request is None:
            return None, None, None
        self._time_s, self._now = joints.time_s, HeadPose.of(joints.position_rad)
        self._stance = (
            None if board is None else Stance.now(cameras.bottom, self._now, board.robot_from_board)
        )
        self._take(self._task.request, seen)
        self._go_on(learnt)
        believed = None
        if seen or self._time_s - self._told_s >= REPEATS_S:
            self._told_s = self._time_s
            believed = self._filter.believed(self._time_s)
        return self._head_request(), self._report(), believed

    def _begin(self) -> None:
        """Forget the scan before."""
        self._filter = MenFilter(self.parameters.measures)
        self._gaze = Gaze(self.parameters.measures)
        self._head: HeadPose | None = None  # where it shall look now
        self._viewed: HeadPose | None = None  # from where the last picture was taken
        self._arrived_s: float | None = None
        self._pictures = 0  # from this head pose
        self._looks = 0
        self._blind = 0  # looks in a row that showed nothing
        self._hindered = False  # whether the newest picture shows something large over the board
        self._learning = self._task.request is not None and self._task.request.learn_colours
        self._points: tuple[int, ...] = ()
        self._behaviour = self._look_round()

    def _take(self, request: ScanRequest, seen: Since[MenSeen]) -> None:
        """Weigh new pictures."""
        for picture in seen:
            if picture.time_s < request.time_s:
                continue  # of what was before
            self._hindered = not picture.visible.any()
            if self._hindered:
                continue  # of something else
            same_view = self._viewed is not None and self._viewed.way_rad(self._now) < 2.0 * ARRIVED_RAD
            self._viewed = self._now
            self._filter.see(picture, same_view=same_view)
            self._gaze.take_in(picture.visible)
            if self._arrived_s is not None and picture.time_s >= self._arrived_s:
                self._pictures += 1

    def _go_on(self, learnt: Since[ColoursLearnt]) -> None:
        """Let the behaviour go on by a cycle, after what was learnt; its end is the task's."""
        try:
            self._hear(learnt)
            if self._task.is_busy:
                next(self._behaviour)
        except StopIteration:
            self._task.finish()
        except ScanFailedError as failed:
            self._points = failed.points
            self._task.fail(failed.failure)
        except Exception:
            self._behaviour = self._look_round()  # a fault ends it: begin anew with what is known
            raise

    def _hear(self, learnt: Since[ColoursLearnt]) -> None:
        for end in learnt:
            if end.number == self._task.number and self._learning:
                self._learning, self._head = False, None
                if end.failure is not None:
                    raise ScanFailedError(end.failure)

    def _look_round(self) -> Behaviour[None]:
        """Look from pose to pose until all is certain, then closer at men that pictures have cut off."""
        p, looks_closer = self.parameters, 0
        while True:
            if self._filter.is_settled and not self._learning:
                pose = self._closer_pose() if looks_closer < LOOKS_CLOSER else None
                looks_closer += 1
                if pose is None:
                    return
            elif (
                self._blind >= p.blind_looks
                or self._looks >= p.most_looks
                or (self._looks >= ENOUGH_LOOKS and self._is_spoilt())
            ):
                raise self._failed()
            else:
                pose = self._best_pose()
            yield from self._look_from(pose)

    def _closer_pose(self) -> HeadPose | None:
        """From where a man is seen of which nobody knows how it stands, because pictures have cut it off."""
        wanted = self._filter.unmeasured & self._gaze.cut_off
        if self._stance is None or not wanted.any():
            return None
        return self._gaze.best(self._stance, wanted.astype(np.float64), self._now)

    def _best_pose(self) -> HeadPose:
        """The pose that promises most, or the next one of a search where the board is not known."""
        if self._stance is None or self._blind:
            poses = searching()
            return poses[self._looks % len(poses)]
        unsure = self._filter.unsure
        if self._learning:
            unsure = np.isin(np.arange(POINT_COUNT), LEARNT_AT).astype(np.float64)
        best = self._gaze.best(self._stance, unsure, self._now)
        if best is None:
            raise self._failed()
        return best

    def _look_from(self, head: HeadPose) -> Behaviour[None]:
        """Turn the head there, and wait until this look has shown what it can."""
        self._head, self._arrived_s, self._pictures = head, None, 0
        self._looks += 1
        begun_s = self._time_s
        yield
        while self._is_looking() and self._arrived_s is None:
            if head.way_rad(self._now) < ARRIVED_RAD or self._time_s - begun_s > ARRIVES_S:
                self._arrived_s = self._time_s
            yield
        while self._is_looking() and not self._has_shown_all():
            yield
        if self._is_looking():
            self._blind = 0 if self._pictures or self._hindered else self._blind + 1
            if self._stance is not None and self._pictures:
                self._gaze.tire(self._stance, head)

    def _is_looking(self) -> bool:
        """Whether this look goes on; not after colours were learnt meanwhile."""
        return self._head is not None

    def _has_shown_all(self) -> bool:
        assert self._arrived_s is not None
        if self._pictures >= self.parameters.pictures or (self._pictures and self._filter.is_settled):
            return True
        return self._time_s - self._arrived_s > self.parameters.patience_s

    def _is_spoilt(self) -> bool:
        """Whether all that is not certain is where something of neither colour stands."""
        foreign = self._filter.believed(0.0).foreign
        open_m = self.parameters.measures.points_m()[self._filter.chances.max(axis=1) < CERTAIN]
        return bool(foreign) and all(
            min(math.hypot(thing.x_m - x_m, thing.y_m - y_m) for thing in foreign) < ON_POINT_M
            for x_m, y_m in open_m.tolist()
        )

    def _failed(self) -> ScanFailedError:
        """The failure, by what was seen and what the scan was about."""
        if self._hindered:
            return ScanFailedError(ScanFailure.HINDERED)
        if self._stance is None:
            return ScanFailedError(ScanFailure.NO_MARKER)
        if self._blind and not self._is_spoilt():
            return ScanFailedError(ScanFailure.NO_BOARD)
        foreign = self._filter.believed(0.0).foreign
        if foreign:
            nearest = self.parameters.measures.nearest_point
            return ScanFailedError(
                ScanFailure.FOREIGN, [nearest((thing.x_m, thing.y_m))[0] for thing in foreign]
            )
        if self._learning:
            return ScanFailedError(ScanFailure.MEN_UNSEEN)
        open_points = np.flatnonzero(self._filter.chances.max(axis=1) < CERTAIN)
        return ScanFailedError(ScanFailure.POINTS_UNSEEN, open_points.tolist())

    def _report(self) -> ScanReport:
        task = self._task
        return ScanReport(
            time_s=self._time_s,
            number=task.number,
            state=task.state,
            looks=self._looks,
            reason=ScanFailure.HINDERED if self._hindered and task.is_busy else task.reason,
            points=self._points,
        )

    def _head_request(self) -> HeadRequest | None:
        if self._head is None or not self._task.is_busy:
            return None
        return HeadRequest(
            time_s=self._time_s,
            yaw_rad=self._head.yaw_rad,
            pitch_rad=self._head.pitch_rad,
            camera="bottom",
        )
