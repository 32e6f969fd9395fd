"""Localisation on a soccer field: which hypotheses there are, where new ones come from, and which one holds.

New hypotheses come from what is seen and would be a pose by itself: a corner or a T of lines with its
direction, the centre circle with the line through it. Each fits the map in several places. A robot that is
lost tries those that explain the present picture; where it sees none of these, two lines at a right angle do
that were seen one after the other. Any other robot asks now and then whether one of them explains
the last seconds much better than what it believes: somebody may have carried it to where lines run alike, so
that what it sees never looks quite wrong.

The field is the same when turned by half a turn: which half is the own one is known from where the robot
entered, and kept by odometry alone.
"""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from ludens.estimation.localisation.hypotheses import MISSED, Hypotheses, ObservationNoise
from ludens.geometry import FloatArray, Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import SoccerField
from ludens.messages.field import Landmarks

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class LocaliserTuning:
    """How the hypotheses live."""

    noise: ObservationNoise = field(default_factory=ObservationNoise)
    moving_sigma: float = 0.12  # of a stretch, relative
    turning_sigma: float = 0.10
    drift_mps: float = 0.01
    drift_radps: float = 0.01
    memory: float = 0.94  # of errors, from observation to observation
    merge_m: float = 0.3
    merge_rad: float = 0.25
    worse: float = 2.5  # errors above the best one's by which a hypothesis is given up
    lost: float = 5.5  # error of the best above which new hypotheses are looked for
    new_error: float = 0.5  # of a new hypothesis above the best: it must prove itself first
    sure: float = 2.5  # error below which the pose is taken for certain
    kept_s: float = 0.25  # between two pictures that are remembered,
    kept: int = 8  # and how many are
    asks_s: float = 1.0  # between two questions whether another pose explains them better,
    better: float = 1.2  # by so much
    told_s: float = 60.0  # told where it is, it tries no other pose for so long,
    told_m: float = 0.4  # or until it has walked so far,
    told_rad: float = 1.0  # or turned so much
    new_sigma: tuple[float, float, float] = (0.3, 0.3, 0.2)


SHORTEST_M = 0.5
ACROSS = 0.35
"""Lines at least so long, whose angle has no larger cosine, are taken to cross at a right angle."""
NARROW = (0.08, 0.08, 0.05)
"""How wrong a pose may be by which pictures of some seconds ago are explained."""


@dataclass(frozen=True, slots=True, eq=False)
class _Remembered:
    """What was seen, and where the robot was then by odometry."""

    time_s: float
    way: Pose2
    seen: Landmarks


class FieldLocaliser:
    """Keeps the hypotheses of one robot on one field."""

    def __init__(self, pitch: SoccerField, tuning: LocaliserTuning | None = None) -> None:
        self._tuning = LocaliserTuning() if tuning is None else tuning
        self._pitch = pitch
        self._field_lines = np.ascontiguousarray(pitch.lines_m)
        self._directed_places = {"L": _directed_corners(pitch), "T": _directed_junctions(pitch)}
        self.hypotheses = Hypotheses()
        self._anchor: Pose2 | None = None  # the last pose that was sure, carried on by odometry
        self._told_left = 0.0  # how much of somebody's word where the robot is still counts
        self._time_s, self._asked_s = 0.0, 0.0
        self._way = Pose2.identity()  # by odometry
        self._memory: deque[_Remembered] = deque(maxlen=self._tuning.kept)

    def directed(self, kind: Literal["L", "T"]) -> FloatArray:
        """Return (places, 3) of the map's corners or junctions: where they are and where they point."""
        return self._directed_places[kind]

    @property
    def pose(self) -> Pose2 | None:
        """What is believed; None before anything is."""
        if not len(self.hypotheses):
            return None
        x_m, y_m, yaw_rad = self.hypotheses.means[self.hypotheses.best].tolist()
        return Pose2(x_m, y_m, yaw_rad)

    @property
    def error(self) -> float:
        """How badly the believed pose explains what is seen: about 1 is good, 9 the worst."""
        return float(self.hypotheses.errors.min()) if len(self.hypotheses) else MISSED

    def put(self, poses: Sequence[Pose2], *, sigma: tuple[float, float, float]) -> None:
        """Begin anew with poses that somebody knows: where robots enter, where a game begins."""
        self.hypotheses = Hypotheses()
        self._anchor, self._told_left = (poses[0] if poses else None), 1.0
        for pose in poses:
            self.hypotheses.add(
                np.array((pose.x_m, pose.y_m, pose.yaw_rad)), sigma=sigma, error=self._tuning.sure
            )

    def move(self, moved: Pose2, *, elapsed_s: float) -> None:
        """Follow odometry: how the robot has moved since the last call, in its own frame."""
        t = self._tuning
        way_m, turn_rad = math.hypot(moved.x_m, moved.y_m), abs(moved.yaw_rad)
        self._told_left -= elapsed_s / t.told_s + way_m / t.told_m + turn_rad / t.told_rad
        self._time_s += elapsed_s
        self._way = self._way @ moved
        if self._anchor is not None:
            self._anchor = self._anchor @ moved
        if not len(self.hypotheses):
            return
        stretch = t.moving_sigma * way_m + t.drift_mps * elapsed_s + 0.01 * turn_rad
        turn = t.turning_sigma * turn_rad + t.drift_radps * elapsed_s + 0.05 * way_m
        self.hypotheses.move(
            np.array((moved.x_m, moved.y_m, moved.yaw_rad)), np.square((stretch, stretch, turn))
        )

    def see(self, seen: Landmarks) -> None:
        """Correct by one picture; give up what does not fit, and try what would."""
        if len(self.hypotheses):
            self._correct(self.hypotheses, seen)
            self._give_up()
        if self.error < self._tuning.sure:
            self._anchor = self.pose
        elif self.error > self._tuning.lost and self._told_left <= 0.0:
            self._try_new(seen)
        self._remember(seen)
        if self._told_left <= 0.0 and self._time_s - self._asked_s >= self._tuning.asks_s:
            self._ask_memory(seen)
        if len(self.hypotheses):
            self.hypotheses.merge(near_m=self._tuning.merge_m, near_rad=self._tuning.merge_rad)

    def _correct(self, hypotheses: Hypotheses, seen: Landmarks, memory: float | None = None) -> None:
        noise, memory = self._tuning.noise, self._tuning.memory if memory is None else memory
        if len(seen.lines_m):
            hypotheses.see_lines(seen.lines_m, self._field_lines, noise, memory=memory)
        for points, places in (
            ([at for at, _ in seen.corners], self._pitch.crossings["L"]),
            ([at for at, _ in seen.junctions], self._pitch.crossings["T"]),
            (seen.crossings, self._pitch.crossings["X"]),
            (seen.marks, self._pitch.marks_m),
            ([] if seen.circle is None else [seen.circle], np.zeros((1, 2))),
        ):
            if len(points):
                observed = np.ascontiguousarray(points, dtype=np.float64).reshape(-1, 2)
                hypotheses.see_points(observed, np.ascontiguousarray(places), noise, memory=memory)

    def _give_up(self) -> None:
        hypotheses, pitch = self.hypotheses, self._pitch
        if len(hypotheses) < 2:
            return  # the only one is kept, wherever it is
        near = hypotheses.errors < hypotheses.errors.min() + self._tuning.worse
        inside = np.array([pitch.has_on_turf(x, y, margin_m=0.5) for x, y, _ in hypotheses.means.tolist()])
        keep = np.flatnonzero(near & inside) if (near & inside).any() else np.flatnonzero(near)
        if len(keep) < len(hypotheses):
            hypotheses.keep(keep)

    def _try_new(self, seen: Landmarks) -> None:
        """Add poses that what is seen now would mean, if they explain all of it; the best first."""
        candidates = [self._on_own_side(pose) for pose in self.poses_meant(seen)]
        if not candidates:
            self._try_crossing_lines()
            return
        tried = Hypotheses.at(np.array(candidates), sigma=self._tuning.new_sigma)
        self._correct(tried, seen, memory=0.5)
        tried.keep(np.flatnonzero(tried.errors < self._tuning.lost))
        start = min(self.error + self._tuning.new_error, MISSED)
        for number in np.argsort(tried.errors, kind="stable")[:4].tolist():
            pose = tried.means[number]
            if self._is_new(pose):
                self.hypotheses.add(pose, sigma=self._tuning.new_sigma, error=start)

    def _try_crossing_lines(self) -> None:
        """Add poses that two remembered lines at a right angle would mean, if they explain the memory."""
        if self._time_s - self._asked_s < self._tuning.asks_s:
            return
        self._asked_s = self._time_s
        poses = [Pose2(*self._on_own_side(pose).tolist()) for pose in self._poses_by_crossing_lines()]
        if not poses:
            return
        costs = self._costs(poses)
        start = min(self.error + self._tuning.new_error, MISSED)
        for number in np.argsort(costs, kind="stable")[:4].tolist():
            pose = np.array((poses[number].x_m, poses[number].y_m, poses[number].yaw_rad))
            if costs[number] < self._tuning.sure and self._is_new(pose):
                self.hypotheses.add(pose, sigma=self._tuning.new_sigma, error=start)

    def _poses_by_crossing_lines(self) -> list[FloatArray]:
        """Return every pose, but for half a turn, at which the two longest such lines would be on the map."""
        seen = [
            (*now_from_then.apply(x1, y1), *now_from_then.apply(x2, y2))
            for remembered in self._memory
            for now_from_then in [self._way.inverse() @ remembered.way]
            for x1, y1, x2, y2 in remembered.seen.lines_m.tolist()
        ]
        lines = np.array(seen).reshape(-1, 4)
        ways = lines[:, 2:] - lines[:, :2]
        lengths = np.hypot(ways[:, 0], ways[:, 1])
        if not len(lines) or lengths.max() < SHORTEST_M:
            return []
        longest = int(np.argmax(lengths))
        cosines = np.abs(ways @ ways[longest]) / np.maximum(lengths * lengths[longest], 1e-9)
        crossing = np.where((cosines < ACROSS) & (lengths >= SHORTEST_M), lengths, 0.0)
        if crossing.max() == 0.0:
            return []
        one, other = (0.5 * (lines[n, :2] + lines[n, 2:]) for n in (longest, int(np.argmax(crossing))))
        along_rad = math.atan2(ways[longest, 1], ways[longest, 0])
        x_m, y_m = self._pitch.half_length_m, self._pitch.half_width_m
        box_x_m, box_y_m = x_m - self._pitch.box_length_m, 0.5 * self._pitch.box_width_m
        poses = []
        for quarter in range(2):
            yaw_rad = quarter * 0.5 * math.pi - along_rad
            turn = Pose2(0.0, 0.0, yaw_rad)
            lengthwise, crosswise = (one, other) if quarter == 0 else (other, one)
            _, aside_m = turn.apply(*lengthwise.tolist())
            ahead_m, _ = turn.apply(*crosswise.tolist())
            for at_y_m in (y_m, -y_m, box_y_m, -box_y_m):
                for at_x_m in (x_m, -x_m, box_x_m, -box_x_m, 0.0):
                    poses.append(np.array((at_x_m - ahead_m, at_y_m - aside_m, difference(yaw_rad, 0.0))))
        return poses

    def _remember(self, seen: Landmarks) -> None:
        is_due = not self._memory or self._time_s - self._memory[-1].time_s >= self._tuning.kept_s
        if is_due and seen.count:
            self._memory.append(_Remembered(self._time_s, self._way, seen))

    def _ask_memory(self, seen: Landmarks) -> None:
        """Believe a pose that this picture could mean, if it explains the last seconds much better."""
        best = self.pose
        candidates = [] if best is None else [self._on_own_side(pose) for pose in self.poses_meant(seen)]
        if best is None or not candidates or len(self._memory) < self._tuning.kept:
            return
        self._asked_s = self._time_s
        tried = Hypotheses.at(np.array(candidates), sigma=self._tuning.new_sigma)
        self._correct(tried, seen, memory=0.5)
        likely = [tried.means[number] for number in np.argsort(tried.errors, kind="stable")[:4]]
        poses = [Pose2(*mean.tolist()) for mean in likely if self._is_new(mean)]
        costs = self._costs([best, *poses])
        winner = int(np.argmin(costs))
        if winner and costs[winner] < costs[0] - self._tuning.better:
            pose = poses[winner - 1]
            self.hypotheses.errors[self.hypotheses.best] = max(self.error, float(costs[0]))
            self.hypotheses.add(
                np.array((pose.x_m, pose.y_m, pose.yaw_rad)),
                sigma=self._tuning.new_sigma,
                error=float(costs[winner]),
            )

    def _costs(self, poses: Sequence[Pose2]) -> FloatArray:
        """Return how badly poses of now explain what is remembered: the mean cost of a landmark."""
        total, count = np.zeros(len(poses)), 0
        for remembered in self._memory:
            now_from_then = self._way.inverse() @ remembered.way
            then = np.array(
                [(was.x_m, was.y_m, was.yaw_rad) for was in (pose @ now_from_then for pose in poses)]
            )
            tried = Hypotheses.at(then, sigma=NARROW)
            self._correct(tried, remembered.seen, memory=1.0 - 1.0 / remembered.seen.count)
            total, count = total + tried.errors * remembered.seen.count, count + remembered.seen.count
        costs: FloatArray = total / max(count, 1)
        return costs

    def _on_own_side(self, pose: FloatArray) -> FloatArray:
        """Return a pose or its twin, turned by half a turn: the one that fits what was believed till now.

        Nothing on the field tells the two apart; odometry does, as long as nobody carries the robot round.
        """
        believed = self._anchor
        if believed is None:
            return pose
        twin = np.array((-pose[0], -pose[1], difference(float(pose[2]), math.pi)))
        here, there = (
            math.hypot(p[0] - believed.x_m, p[1] - believed.y_m)
            + abs(difference(float(p[2]), believed.yaw_rad))
            for p in (pose, twin)
        )
        return pose if here <= there else twin

    def _is_new(self, pose: FloatArray) -> bool:
        """Tell whether a pose lies on the turf and is no hypothesis yet."""
        return self._pitch.has_on_turf(float(pose[0]), float(pose[1])) and not any(
            math.hypot(pose[0] - x, pose[1] - y) < self._tuning.merge_m
            and abs(difference(float(pose[2]), yaw)) < self._tuning.merge_rad
            for x, y, yaw in self.hypotheses.means.tolist()
        )

    def poses_meant(self, seen: Landmarks) -> list[FloatArray]:
        """Return every pose at which one landmark with a direction would look as it does."""
        meant = []
        corners, junctions = self.directed("L").tolist(), self.directed("T").tolist()
        for landmarks, places in ((seen.corners, corners), (seen.junctions, junctions)):
            for at_m, yaw_rad in landmarks:
                for field_x, field_y, field_yaw in places:
                    meant.append(_pose_with(at_m, yaw_rad, (field_x, field_y), field_yaw))
        if seen.circle is not None and seen.middle_line_rad is not None:
            for field_yaw in (0.5 * math.pi, -0.5 * math.pi):
                meant.append(_pose_with(seen.circle, seen.middle_line_rad, (0.0, 0.0), field_yaw))
        return meant


def _pose_with(at_m: Point, yaw_rad: float, place_m: Point, place_yaw_rad: float) -> FloatArray:
    """Return the pose from which a place of the field is seen there, in that direction."""
    yaw = difference(place_yaw_rad, yaw_rad)
    cosine, sine = math.cos(yaw), math.sin(yaw)
    return np.array(
        (
            place_m[0] - cosine * at_m[0] + sine * at_m[1],
            place_m[1] - sine * at_m[0] - cosine * at_m[1],
            yaw,
        )
    )


def _directed_corners(pitch: SoccerField) -> FloatArray:
    """Return (corners, 3): where they are and the direction between both arms."""
    rows = []
    for x_m, y_m in pitch.crossings["L"].tolist():
        outer = abs(abs(x_m) - pitch.half_length_m) < 1e-6
        # Outer corners open towards the centre, those of a box towards the goal line and the middle.
        toward_x = -x_m if outer else x_m
        rows.append((x_m, y_m, math.atan2(-math.copysign(1.0, y_m), math.copysign(1.0, toward_x))))
    return np.array(rows)


def _directed_junctions(pitch: SoccerField) -> FloatArray:
    """Return (junctions, 3): where they are and where the stem points."""
    rows = []
    for x_m, y_m in pitch.crossings["T"].tolist():
        if abs(x_m) < 1e-6:
            rows.append((x_m, y_m, math.atan2(-y_m, 0.0)))
        else:
            rows.append((x_m, y_m, 0.0 if x_m < 0.0 else math.pi))
    return np.array(rows)
