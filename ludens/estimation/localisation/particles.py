"""Particles: a hundred poses that live or die by how well they explain what is seen (001, §4.7).

The value of a particle is the inverse of its mean error: for everything that is seen the distance to the
nearest point of the map that could be meant, posts counting more. Particles whose value is below the average
are put at others that are above it, with some noise; every step adds noise too. What nothing explains counts
for at most `MOST_ERROR_M`, so that one false point does not outweigh all others.

001 took the mean over all particles for the pose, headings by their numbers. Here headings are averaged as
directions; and clusters tell several possible poses apart, each with its probability. Some particles begin
anew: at every look where posts that are seen would be seen from, and where even the best explains little
anywhere.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ludens.core.compiled import compiled
from ludens.geometry import FloatArray, Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import SoccerField

PointKind = Literal["lines", "crossings"]

MOST_ERROR_M = 0.6
LEAST_ERROR_M = 0.02
"""Added to a mean error before it is inverted: better than that is chance."""
MAP_STEP_M = 0.10
"""Between two points of the map on one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParticleTuning:
    """How many particles there are, and how they are scattered."""

    particles: int = 100
    post_weight: float = 6.0  # of a post, where a point of a line counts 1
    moving_sigma: float = 0.12  # of a stretch, relative
    turning_sigma: float = 0.10
    still_sigma: tuple[float, float, float] = (0.012, 0.012, 0.012)  # added at every look: x, y, heading
    born_sigma: tuple[float, float, float] = (0.04, 0.04, 0.04)  # beside the particle they are put at
    least_seen: float = 10.0  # with less than so many points, posts by their weight, nothing is judged
    lost_m: float = 0.16  # a mean error above which even the best explains little,
    lost_looks: int = 4  # so often in a row that some begin anew,
    anew: float = 0.1  # of them
    by_posts: float = 0.06  # share that begins anew at every look where posts that are seen are seen from
    cluster_m: float = 0.4
    cluster_rad: float = 0.5


@dataclass(frozen=True, slots=True)
class PoseCluster:
    """Particles close to each other: their mean, and the share of all values that they have."""

    pose: Pose2
    probability: float
    sigma_m: float
    sigma_rad: float


@dataclass(frozen=True, slots=True, eq=False)
class SeenPoints:
    """What is compared with the map, all (n, 2) in the robot's frame."""

    points_m: FloatArray  # of lines, or crossings
    own_posts_m: FloatArray
    other_posts_m: FloatArray

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.points_m) + len(self.own_posts_m) + len(self.other_posts_m)


def map_points(pitch: SoccerField, kind: PointKind) -> FloatArray:
    """Return (n, 2): everything of a field that may be seen as a point of a line, or as a crossing."""
    if kind == "crossings":
        return np.concatenate([pitch.crossings[name] for name in ("L", "T", "X")])
    points = [pitch.marks_m]
    for x1, y1, x2, y2 in pitch.lines_m.tolist():
        count = max(round(math.hypot(x2 - x1, y2 - y1) / MAP_STEP_M), 1) + 1
        points.append(np.column_stack((np.linspace(x1, x2, count), np.linspace(y1, y2, count))))
    turns = np.arange(0.0, 2.0 * math.pi, MAP_STEP_M / pitch.circle_radius_m)
    points.append(pitch.circle_radius_m * np.column_stack((np.cos(turns), np.sin(turns))))
    return np.concatenate(points)


class ParticleFilter:
    """Where one robot may be on one field."""

    def __init__(
        self,
        pitch: SoccerField,
        random: np.random.Generator,
        tuning: ParticleTuning | None = None,
        *,
        kind: PointKind = "lines",
    ) -> None:
        self._pitch, self._random = pitch, random
        self._tuning = ParticleTuning() if tuning is None else tuning
        self._map = np.ascontiguousarray(map_points(pitch, kind))
        self._posts = np.ascontiguousarray(pitch.posts_m)
        self.poses: FloatArray = self._anywhere(self._tuning.particles)
        self.values: FloatArray = np.ones(self._tuning.particles)
        self.error_m = MOST_ERROR_M  # of the best particle at the last look
        self._lost_looks = 0

    def put(self, poses: Sequence[Pose2], *, sigma: tuple[float, float, float]) -> None:
        """Begin anew round poses that somebody knows."""
        count = self._tuning.particles
        means = np.array([(pose.x_m, pose.y_m, pose.yaw_rad) for pose in poses])
        self.poses = means[np.arange(count) % len(means)] + self._noise(count, sigma)
        self.values, self.error_m, self._lost_looks = np.ones(count), LEAST_ERROR_M, 0

    def move(self, moved: Pose2) -> None:
        """Follow odometry: how the robot has moved since the last call, in its own frame."""
        way_m, turn_rad = math.hypot(moved.x_m, moved.y_m), abs(moved.yaw_rad)
        tuning = self._tuning
        stretch = tuning.moving_sigma * way_m + 0.01 * turn_rad
        turn = tuning.turning_sigma * turn_rad + 0.05 * way_m
        noise = self._noise(len(self.poses), (stretch, stretch, turn))
        yaw = self.poses[:, 2]
        cosine, sine = np.cos(yaw), np.sin(yaw)
        self.poses[:, 0] += cosine * moved.x_m - sine * moved.y_m + noise[:, 0]
        self.poses[:, 1] += sine * moved.x_m + cosine * moved.y_m + noise[:, 1]
        self.poses[:, 2] += moved.yaw_rad + noise[:, 2]

    def see(self, seen: SeenPoints) -> None:
        """Value all particles by a picture, and let the bad ones die; one that shows little says nothing."""
        tuning, count = self._tuning, len(self.poses)
        posts = len(seen.own_posts_m) + len(seen.other_posts_m)
        if len(seen.points_m) + tuning.post_weight * posts < tuning.least_seen:
            return
        self.poses += self._noise(count, tuning.still_sigma)
        errors_m = mean_errors_m(
            self.poses,
            np.ascontiguousarray(seen.points_m),
            self._map,
            np.ascontiguousarray(seen.own_posts_m),
            np.ascontiguousarray(seen.other_posts_m),
            self._posts,
            tuning.post_weight,
        )
        self.error_m = float(errors_m.min())
        self._lost_looks = self._lost_looks + 1 if self.error_m > tuning.lost_m else 0
        self.values = 1.0 / (LEAST_ERROR_M + errors_m)
        self._evolve(seen)

    def _evolve(self, seen: SeenPoints) -> None:
        """Put particles below the average beside some above it; let some begin anew.

        A robot that was carried away may see what fits where it was: so some always begin where the posts
        that it sees are seen from, and where even the best explains little some begin anywhere.
        """
        tuning, random, count = self._tuning, self._random, len(self.poses)
        average = min(
            float(self.values.mean()), float(self.values.max())
        )  # of equal values it may be rounded up
        dead, living = np.flatnonzero(self.values < average), np.flatnonzero(self.values >= average)
        parents = random.choice(living, len(dead), p=self.values[living] / self.values[living].sum())
        self.poses[dead] = self.poses[parents] + self._noise(len(dead), tuning.born_sigma)
        self.values[dead] = self.values[parents]
        replaced = dead if len(dead) else living  # where nothing fits anywhere all are as bad
        anew = replaced[:0]
        if self._lost_looks >= tuning.lost_looks:
            anew = replaced[: max(round(tuning.anew * count), 1)]
            self.poses[anew] = self._anywhere(len(anew))
        goals = ((seen.own_posts_m, self._posts[:2]), (seen.other_posts_m, self._posts[2:]))
        for posts_m, places in goals:
            by_posts = replaced[len(anew) :][: round(tuning.by_posts * count)]
            if len(posts_m):
                self.poses[by_posts] = self._seeing(posts_m, places, len(by_posts))
                anew = replaced[: len(anew) + len(by_posts)]
        if len(anew):
            self.values[anew] = self.values.min()

    def _seeing(self, posts_m: FloatArray, places_m: FloatArray, count: int) -> FloatArray:
        """Return poses from which the posts of one goal are seen so: any round one, before both of two."""
        random = self._random
        yaw_rad = random.uniform(-math.pi, math.pi, count)
        chosen = random.integers(2, size=count)
        if len(posts_m) > 1:
            seen_rad, true_rad = (
                math.atan2(*(points[1] - points[0])[::-1]) for points in (posts_m, places_m)
            )
            across = posts_m[0, 0] * posts_m[1, 1] - posts_m[0, 1] * posts_m[1, 0]
            is_right = (across > 0.0) == (places_m[0, 0] > 0.0)  # that the first one is the first of the map
            yaw_rad = np.full(count, true_rad - seen_rad + (0.0 if is_right else math.pi))
            chosen = np.full(count, 0 if is_right else 1)
        cosine, sine = np.cos(yaw_rad), np.sin(yaw_rad)
        x_m, y_m = posts_m[0]
        poses = np.column_stack(
            (
                places_m[chosen, 0] - cosine * x_m + sine * y_m,
                places_m[chosen, 1] - sine * x_m - cosine * y_m,
                yaw_rad,
            )
        )
        return np.asarray(poses + self._noise(count, self._tuning.born_sigma))

    @property
    def mean(self) -> Pose2:
        """Mean over all particles, as in 001."""
        return _mean_pose(self.poses, np.ones(len(self.poses)))

    def clusters(self) -> tuple[PoseCluster, ...]:
        """Return groups of particles, the most probable first."""
        tuning, total = self._tuning, float(self.values.sum())
        left = np.argsort(-self.values, kind="stable")
        clusters = []
        while len(left):
            x, y, yaw = self.poses[left[0]].tolist()
            poses = self.poses[left]
            turned = np.abs(np.angle(np.exp(1j * (poses[:, 2] - yaw))))
            near = (np.hypot(poses[:, 0] - x, poses[:, 1] - y) < tuning.cluster_m) & (
                turned < tuning.cluster_rad
            )
            values = self.values[left[near]]
            mean = _mean_pose(poses[near], values)
            off = poses[near, :2] - (mean.x_m, mean.y_m)
            turns = np.angle(np.exp(1j * (poses[near, 2] - mean.yaw_rad)))
            clusters.append(
                PoseCluster(
                    mean,
                    float(values.sum()) / total,
                    math.sqrt(0.5 * float(np.average((off**2).sum(axis=1), weights=values))),
                    math.sqrt(float(np.average(turns**2, weights=values))),
                )
            )
            left = left[~near]
        return tuple(sorted(clusters, key=lambda cluster: -cluster.probability))

    def cell_probabilities(self, columns: int, rows: int) -> FloatArray:
        """Return (columns, rows): how probable every cell of the field is (001, §4.7.3).

        Columns go along x, rows along y, from the corner at -x, -y. What is missing from 1 is the probability
        to be beyond the lines.
        """
        half_x, half_y = self._pitch.half_length_m, self._pitch.half_width_m
        sums, _, _ = np.histogram2d(
            self.poses[:, 0],
            self.poses[:, 1],
            bins=(columns, rows),
            range=((-half_x, half_x), (-half_y, half_y)),
            weights=self.values,
        )
        return np.asarray(sums / self.values.sum())

    def _anywhere(self, count: int) -> FloatArray:
        half_x, half_y = self._pitch.half_length_m, self._pitch.half_width_m
        return self._random.uniform((-half_x, -half_y, -math.pi), (half_x, half_y, math.pi), (count, 3))

    def _noise(self, count: int, sigma: tuple[float, float, float]) -> FloatArray:
        return self._random.standard_normal((count, 3)) * sigma


def _mean_pose(poses: FloatArray, weights: FloatArray) -> Pose2:
    x_m, y_m = np.average(poses[:, :2], axis=0, weights=weights).tolist()
    towards = np.average(np.exp(1j * poses[:, 2]), weights=weights)
    return Pose2(x_m, y_m, difference(float(np.angle(towards)), 0.0))


@compiled
def mean_errors_m(
    poses: FloatArray,
    points: FloatArray,
    places: FloatArray,
    own_posts: FloatArray,
    other_posts: FloatArray,
    posts: FloatArray,
    post_weight: float,
) -> FloatArray:
    """Return the mean distance of all that is seen from the nearest place of its kind, for every pose."""
    errors = np.empty(poses.shape[0])
    weight = points.shape[0] + post_weight * (own_posts.shape[0] + other_posts.shape[0])
    for number in range(poses.shape[0]):
        x, y, cosine, sine = (
            poses[number, 0],
            poses[number, 1],
            np.cos(poses[number, 2]),
            np.sin(poses[number, 2]),
        )
        total = 0.0
        for seen in range(points.shape[0]):
            at_x = x + cosine * points[seen, 0] - sine * points[seen, 1]
            at_y = y + sine * points[seen, 0] + cosine * points[seen, 1]
            total += _nearest(at_x, at_y, places, 0, places.shape[0])
        for seen in range(own_posts.shape[0]):
            at_x = x + cosine * own_posts[seen, 0] - sine * own_posts[seen, 1]
            at_y = y + sine * own_posts[seen, 0] + cosine * own_posts[seen, 1]
            total += post_weight * _nearest(at_x, at_y, posts, 0, 2)
        for seen in range(other_posts.shape[0]):
            at_x = x + cosine * other_posts[seen, 0] - sine * other_posts[seen, 1]
            at_y = y + sine * other_posts[seen, 0] + cosine * other_posts[seen, 1]
            total += post_weight * _nearest(at_x, at_y, posts, 2, 4)
        errors[number] = total / weight
    return errors


@compiled
def _nearest(x: float, y: float, places: FloatArray, first: int, last: int) -> float:
    """Return how far the nearest place is, as far as that counts."""
    least = MOST_ERROR_M * MOST_ERROR_M
    for number in range(first, last):
        off_x, off_y = places[number, 0] - x, places[number, 1] - y
        squared = off_x * off_x + off_y * off_y
        least = min(least, squared)
    return float(np.sqrt(least))
