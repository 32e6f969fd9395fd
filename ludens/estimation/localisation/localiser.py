"""Localisation on a soccer field: which hypotheses there are, where new ones come from, and which one holds.

New hypotheses come from what is seen and would be a pose by itself: a corner or a T of lines with its
direction, the centre circle with the line through it. Each fits the map in several places. A robot that is
lost tries those that explain the present picture; where it sees none of these, two lines at a right angle do
that were seen one after the other. Any other robot asks now and then whether one of them explains
the last seconds much better than what it believes: somebody may have carried it to where lines run alike, so
that what it sees never looks quite wrong.

The field is the same when turned by half a turn: which half is the own one is known from where the robot
entered, and kept by odometry alone; unless its goals have colours, and posts are seen.
"""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from ludens.estimation.localisation.hypotheses import (
    MISSED,
    FieldMap,
    Hypotheses,
    ObservationNoise,
    SeenMap,
)
from ludens.geometry import FloatArray, Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import SoccerField
from ludens.messages.field import Landmarks

Point = tuple[float, float]
PoseNumbers = tuple[float, float, float]
"""A pose on the field: x, y, yaw."""


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
    turned_round: int = 4  # pictures of posts in a row that only the other side explains
    new_sigma: tuple[float, float, float] = (0.3, 0.3, 0.2)


SHORTEST_M = 0.5
ACROSS = 0.35
"""Lines at least so long, whose angle has no larger cosine, are taken to cross at a right angle."""
NO_POINTS, NO_LINES = np.zeros((0, 3)), np.zeros((0, 4))
CORNER, JUNCTION, CROSSING, MARK, CENTRE, OWN_POST, OTHER_POST = map(float, range(7))
"""Kinds of points on the map."""
NARROW = (0.08, 0.08, 0.05)
"""How wrong a pose may be by which pictures of some seconds ago are explained."""


@dataclass(frozen=True, slots=True, eq=False)
class _Remembered:
    """What was seen, and where the robot was then by odometry."""

    time_s: float
    way: Pose2
    seen: SeenMap
    count: int  # of landmarks


class FieldLocaliser:
    """Keeps the hypotheses of one robot on one field."""

    def __init__(self, pitch: SoccerField, tuning: LocaliserTuning | None = None) -> None:
        self._tuning = LocaliserTuning() if tuning is None else tuning
        self._pitch = pitch
        self._map, self._noise = _field_map(pitch), self._tuning.noise.numbers
        self._directed_places = {"L": _directed_corners(pitch), "T": _directed_junctions(pitch)}
        self.hypotheses = Hypotheses()
        self._anchor: Pose2 | None = None  # the last pose that was sure, carried on by odometry
        self._told_left = 0.0  # how much of somebody's word where the robot is still counts
        self._time_s, self._asked_s = 0.0, 0.0
        self._way = Pose2.identity()  # by odometry
        self._memory: deque[_Remembered] = deque(maxlen=self._tuning.kept)
        self._posts_against = 0  # pictures of posts in a row that contradict the side

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
        return self.hypotheses.least_error

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
        variances = stretch * stretch, stretch * stretch, turn * turn
        self.hypotheses.move((moved.x_m, moved.y_m, moved.yaw_rad), variances)

    def see(self, seen: Landmarks) -> None:
        """Correct by one picture; give up what does not fit, and try what would."""
        observed = _seen_map(seen)
        if len(self.hypotheses):
            self._correct(self.hypotheses, observed)
            self._give_up()
        error = self.error
        if error < self._tuning.sure:
            self._anchor = self.pose
        elif error > self._tuning.lost and self._told_left <= 0.0:
            self._try_new(seen, observed)
        self._remember(observed, seen.count)
        if self._told_left <= 0.0 and self._time_s - self._asked_s >= self._tuning.asks_s:
            self._ask_memory(seen, observed)
        if len(self.hypotheses):
            self.hypotheses.merge(near_m=self._tuning.merge_m, near_rad=self._tuning.merge_rad)

    def see_posts(self, own_m: FloatArray, other_m: FloatArray) -> None:
        """Correct by coloured goal posts, (n, 2) in the robot's frame; they also tell the sides apart."""
        if not len(self.hypotheses):
            return
        best = self.hypotheses.means[self.hypotheses.best].copy()
        twin = np.array((-best[0], -best[1], difference(float(best[2]), math.pi)))
        sides = Hypotheses.at(np.array((best, twin)), sigma=self._tuning.new_sigma)
        self._correct_by_posts(sides, own_m, other_m, memory=0.5)
        believed, turned = sides.errors.tolist()
        self._posts_against = self._posts_against + 1 if turned + self._tuning.worse < believed else 0
        if self._posts_against >= self._tuning.turned_round:
            self._turn_round()
        self._correct_by_posts(self.hypotheses, own_m, other_m, memory=self._tuning.memory)

    def _correct_by_posts(
        self, hypotheses: Hypotheses, own_m: FloatArray, other_m: FloatArray, *, memory: float
    ) -> None:
        own, other = (
            np.column_stack((np.full(len(posts_m), kind), posts_m))
            for kind, posts_m in ((OWN_POST, own_m), (OTHER_POST, other_m))
        )
        hypotheses.see(SeenMap(NO_LINES, np.concatenate((own, other))), self._map, self._noise, memory=memory)

    def _turn_round(self) -> None:
        """Believe the other side of everything: somebody carried the robot there, or it was told wrongly."""
        self._posts_against = 0
        means = self.hypotheses.means
        means[:, :2] *= -1.0
        means[:, 2] = [difference(yaw_rad, math.pi) for yaw_rad in means[:, 2].tolist()]
        self._memory.clear()
        self._anchor = self.pose

    def _correct(self, hypotheses: Hypotheses, seen: SeenMap, memory: float | None = None) -> None:
        memory = self._tuning.memory if memory is None else memory
        hypotheses.see(seen, self._map, self._noise, memory=memory)

    def _give_up(self) -> None:
        hypotheses, pitch = self.hypotheses, self._pitch
        if len(hypotheses) < 2:
            return  # the only one is kept, wherever it is
        near = hypotheses.errors < hypotheses.errors.min() + self._tuning.worse
        inside = np.array([pitch.has_on_turf(x, y, margin_m=0.5) for x, y, _ in hypotheses.means.tolist()])
        keep = np.flatnonzero(near & inside) if (near & inside).any() else np.flatnonzero(near)
        if len(keep) < len(hypotheses):
            hypotheses.keep(keep)

    def _try_new(self, seen: Landmarks, observed: SeenMap) -> None:
        """Add poses that what is seen now would mean, if they explain all of it; the best first."""
        candidates = [self._on_own_side(pose) for pose in self.poses_meant(seen)]
        if not candidates:
            self._try_crossing_lines()
            return
        tried = Hypotheses.at(np.array(candidates), sigma=self._tuning.new_sigma)
        self._correct(tried, observed, memory=0.5)
        tried.keep(np.flatnonzero(tried.errors < self._tuning.lost))
        start = min(self.error + self._tuning.new_error, MISSED)
        for number in np.argsort(tried.errors, kind="stable")[:4].tolist():
            x_m, y_m, yaw_rad = tried.means[number].tolist()
            if self._is_new((x_m, y_m, yaw_rad)):
                self.hypotheses.add(tried.means[number], sigma=self._tuning.new_sigma, error=start)

    def _try_crossing_lines(self) -> None:
        """Add poses that two remembered lines at a right angle would mean, if they explain the memory."""
        if self._time_s - self._asked_s < self._tuning.asks_s:
            return
        self._asked_s = self._time_s
        poses = [Pose2(*self._on_own_side(pose)) for pose in self._poses_by_crossing_lines()]
        if not poses:
            return
        costs = self._costs(poses)
        start = min(self.error + self._tuning.new_error, MISSED)
        for number in np.argsort(costs, kind="stable")[:4].tolist():
            pose = poses[number].x_m, poses[number].y_m, poses[number].yaw_rad
            if costs[number] < self._tuning.sure and self._is_new(pose):
                self.hypotheses.add(np.array(pose), sigma=self._tuning.new_sigma, error=start)

    def _poses_by_crossing_lines(self) -> list[PoseNumbers]:
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
                    poses.append((at_x_m - ahead_m, at_y_m - aside_m, difference(yaw_rad, 0.0)))
        return poses

    def _remember(self, seen: SeenMap, count: int) -> None:
        is_due = not self._memory or self._time_s - self._memory[-1].time_s >= self._tuning.kept_s
        if is_due and count:
            self._memory.append(_Remembered(self._time_s, self._way, seen, count))

    def _ask_memory(self, seen: Landmarks, observed: SeenMap) -> None:
        """Believe a pose that this picture could mean, if it explains the last seconds much better."""
        best = self.pose
        if best is None or len(self._memory) < self._tuning.kept:
            return
        candidates = [self._on_own_side(pose) for pose in self.poses_meant(seen)]
        if not candidates:
            return
        self._asked_s = self._time_s
        tried = Hypotheses.at(np.array(candidates), sigma=self._tuning.new_sigma)
        self._correct(tried, observed, memory=0.5)
        likely = tried.means[np.argsort(tried.errors, kind="stable")[:4]].tolist()
        poses = [
            Pose2(x_m, y_m, yaw_rad) for x_m, y_m, yaw_rad in likely if self._is_new((x_m, y_m, yaw_rad))
        ]
        if not poses:
            return  # what the picture could mean is believed already
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
            self._correct(tried, remembered.seen, memory=1.0 - 1.0 / remembered.count)
            total, count = total + tried.errors * remembered.count, count + remembered.count
        costs: FloatArray = total / max(count, 1)
        return costs

    def _on_own_side(self, pose: PoseNumbers) -> PoseNumbers:
        """Return a pose or its twin, turned by half a turn: the one that fits what was believed till now.

        Nothing on the field tells the two apart; odometry does, as long as nobody carries the robot round.
        """
        believed = self._anchor
        if believed is None:
            return pose
        twin = -pose[0], -pose[1], difference(pose[2], math.pi)
        here, there = (
            math.hypot(x_m - believed.x_m, y_m - believed.y_m) + abs(difference(yaw_rad, believed.yaw_rad))
            for x_m, y_m, yaw_rad in (pose, twin)
        )
        return pose if here <= there else twin

    def _is_new(self, pose: PoseNumbers) -> bool:
        """Tell whether a pose lies on the turf and is no hypothesis yet."""
        return self._pitch.has_on_turf(pose[0], pose[1]) and not any(
            math.hypot(pose[0] - x, pose[1] - y) < self._tuning.merge_m
            and abs(difference(pose[2], yaw)) < self._tuning.merge_rad
            for x, y, yaw in self.hypotheses.means.tolist()
        )

    def poses_meant(self, seen: Landmarks) -> list[PoseNumbers]:
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


def _field_map(pitch: SoccerField) -> FieldMap:
    """Return the lines of the field, and its points by kind: corners, junctions, crossings, and so on."""
    crossings, posts_m = pitch.crossings, pitch.posts_m
    kinds = [crossings["L"], crossings["T"], crossings["X"], pitch.marks_m, np.zeros((1, 2))]
    kinds += [posts_m[:2], posts_m[2:]]
    points = [(float(kind), x_m, y_m) for kind, points in enumerate(kinds) for x_m, y_m in points.tolist()]
    return FieldMap(np.ascontiguousarray(pitch.lines_m), np.array(points))


def _seen_map(seen: Landmarks) -> SeenMap:
    """Return landmarks for compiled code, with kinds as in the field's map."""
    points = [(CORNER, x_m, y_m) for (x_m, y_m), _ in seen.corners]
    points += [(JUNCTION, x_m, y_m) for (x_m, y_m), _ in seen.junctions]
    points += [(CROSSING, x_m, y_m) for x_m, y_m in seen.crossings]
    points += [(MARK, x_m, y_m) for x_m, y_m in seen.marks]
    if seen.circle is not None:
        points.append((CENTRE, *seen.circle))
    return SeenMap(seen.lines_m, np.array(points) if points else NO_POINTS)


def _pose_with(at_m: Point, yaw_rad: float, place_m: Point, place_yaw_rad: float) -> PoseNumbers:
    """Return the pose from which a place of the field is seen there, in that direction."""
    yaw = difference(place_yaw_rad, yaw_rad)
    cosine, sine = math.cos(yaw), math.sin(yaw)
    x_m = place_m[0] - cosine * at_m[0] + sine * at_m[1]
    y_m = place_m[1] - sine * at_m[0] - cosine * at_m[1]
    return x_m, y_m, yaw


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
