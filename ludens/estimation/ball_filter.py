"""The ball on the ground: where it is, how fast it rolls, and where it will come to rest.

Several hypotheses are kept in the frame of the odometry, where a robot that walks does not move the ball.
Each is a Kalman filter of position and velocity with the turf's constant deceleration. An observation goes to
the hypothesis that expects it, or begins a new one: a false ball seen once is not believed, and one that
was kicked or carried away is found again.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.estimation.moving_point import (
    MovingState,
    PlaceCovariance,
    Point,
    begun,
    carried_on,
    corrected,
    squared_distance,
)
from ludens.geometry import FloatArray

RESTS_MPS = 0.35
"""A ball whose speed is believed to be less may as well lie: speeds are known no better after few looks."""
SHORTEST_PUSH_S = 0.05
"""Two cameras may see a ball at the same time, at places that differ."""
BEGINS_M2PS2 = 0.5
"""Variance of the velocity of a ball that is seen for the first time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallFilterTuning:
    """How a ball rolls, and how hypotheses live."""

    deceleration_mps2: float = 0.30
    resting_mps: float = 0.08  # slower than this it lies
    pushed_mps2: float = 0.4  # unknown accelerations of a ball that rolls
    nudged_mps: float = 0.2  # speed that one that lies may have got unseen, a second
    gate: float = 11.0  # squared Mahalanobis distance
    steady_gate: float = 5.0  # likewise, of a ball that lies, for a robot that stands: see `observe`
    gate_m: float = 0.8  # farther from where it should be it is another ball
    shoved_m: float = 0.15  # of that, however lately it was seen
    kick_mps: float = 4.0  # nothing is faster
    same_place: float = 2.0  # squared Mahalanobis distance, of a ball seen where it lay: it was not kicked
    doubts_kick_s: float = 1.0  # how long that is asked
    believed_after: int = 3  # observations of one hypothesis
    forget_s: float = 10.0
    candidate_s: float = 1.5  # how long a hypothesis nobody believes lives without being seen
    kept_share: float = 0.5  # of the best one's belief: less, and another ball is believed instead
    missed_share: float = 0.35  # of belief lost when it should be in view and is not seen


Lay = tuple[MovingState, FloatArray, float]
"""State and covariance of a ball that lies, and when it was seen there."""


@dataclass(slots=True, eq=False)
class BallHypothesis:
    """One ball: (x, y, vx, vy) in the odometry's frame with its covariance."""

    state: MovingState
    covariance: FloatArray
    seen_s: float
    observations: int
    belief: float
    before: Lay | None = None  # how it lay before one look told that it was kicked

    @property
    def place_m(self) -> Point:
        """Where it is."""
        return self.state[:2]

    @property
    def velocity_mps(self) -> Point:
        """How fast it rolls."""
        return self.state[2:]

    @property
    def speed_mps(self) -> float:
        """Over the ground."""
        return math.hypot(self.state[2], self.state[3])


class BallFilter:
    """Keeps what is known about the ball."""

    def __init__(self, tuning: BallFilterTuning | None = None) -> None:
        self._tuning = BallFilterTuning() if tuning is None else tuning
        self.hypotheses: list[BallHypothesis] = []
        self._time_s: float | None = None
        self._chosen: BallHypothesis | None = None

    @property
    def known(self) -> list[BallHypothesis]:
        """Balls that were seen often enough to be some."""
        least = self._tuning.believed_after
        return [ball for ball in self.hypotheses if ball.observations >= least]

    def choose(self) -> BallHypothesis | None:
        """Return the ball that is believed, if any is: where there are two, the same one as before."""
        known = self.known
        best = max(known, key=lambda ball: (ball.belief, ball.seen_s), default=None)
        chosen = next((ball for ball in known if ball is self._chosen), None)
        if best is None or chosen is None or chosen.belief < self._tuning.kept_share * best.belief:
            chosen = best
        self._chosen = chosen
        return chosen

    def destination_m(self, ball: BallHypothesis) -> Point:
        """Return where a ball will come to rest."""
        speed = ball.speed_mps
        if speed < self._tuning.resting_mps:
            return ball.place_m
        way_m = 0.5 * speed * speed / self._tuning.deceleration_mps2
        x_m, y_m = ball.place_m
        vx, vy = ball.velocity_mps
        return x_m + way_m * vx / speed, y_m + way_m * vy / speed

    def predict(self, time_s: float) -> None:
        """Let all balls roll until a time."""
        elapsed_s = 0.0 if self._time_s is None else time_s - self._time_s
        if self._time_s is not None and elapsed_s <= 0.0:
            return
        self._time_s = time_s
        for ball in self.hypotheses:
            self._roll(ball, min(elapsed_s, 1.0))
            if ball.before is not None and time_s - ball.before[2] > self._tuning.doubts_kick_s:
                ball.before = None
        self.hypotheses = [ball for ball in self.hypotheses if time_s - ball.seen_s < self._patience_s(ball)]

    def observe(
        self,
        place_m: Point,
        covariance: PlaceCovariance,
        time_s: float,
        *,
        score: float = 1.0,
        taken: Sequence[BallHypothesis] = (),
        steady: bool = False,
    ) -> BallHypothesis:
        """Take in one ball that was seen, in the odometry's frame, and return which it is.

        `taken` are those that the same picture shows elsewhere. `steady` says that the robot stands still:
        most of what is unsure about a sighting is how the camera is held, and that is the same in all its
        pictures then. They differ by half as much, so a ball that lay is sooner known to roll.
        """
        self.predict(time_s)
        best: tuple[float, BallHypothesis] | None = None
        for ball in (ball for ball in self.hypotheses if ball not in taken):
            distance = self._distance(ball, place_m, covariance, time_s)
            if ball.before is not None:
                distance = self._unless_never_kicked(ball, ball.before, place_m, covariance, distance)
            if distance is not None and (best is None or distance < best[0]):
                best = distance, ball
        if best is None:
            return self._begin(place_m, covariance, time_s, score)
        distance, ball = best
        lies = ball.speed_mps < RESTS_MPS
        if distance > (self._tuning.steady_gate if steady and lies else self._tuning.gate):
            if lies and ball.before is None:
                ball.before = ball.state, ball.covariance.copy(), ball.seen_s
            self._pushed(ball, time_s)
        else:
            ball.before = None
        self._correct(ball, place_m, covariance, time_s, score)
        return ball

    def missed(self, in_view: Sequence[BallHypothesis]) -> None:
        """Believe less in balls that should have been seen."""
        for ball in in_view:
            ball.belief *= 1.0 - self._tuning.missed_share
        self.hypotheses = [ball for ball in self.hypotheses if ball.belief > 0.02 or ball not in in_view]

    def _patience_s(self, ball: BallHypothesis) -> float:
        known = ball.observations >= self._tuning.believed_after
        return self._tuning.forget_s if known else self._tuning.candidate_s

    def _roll(self, ball: BallHypothesis, elapsed_s: float) -> None:
        t = self._tuning
        speed = ball.speed_mps
        rolls = speed > t.resting_mps
        x_m, y_m, vx, vy = ball.state
        if rolls:
            kept = max(speed - t.deceleration_mps2 * elapsed_s, 0.0) / speed
            mean = 0.5 * (1.0 + kept)
            x_m, y_m = x_m + mean * vx * elapsed_s, y_m + mean * vy * elapsed_s
        else:
            kept = math.exp(-3.0 * elapsed_s)
        ball.state = x_m, y_m, kept * vx, kept * vy
        speed_variance = (t.pushed_mps2 * elapsed_s) ** 2 if rolls else (t.nudged_mps**2) * elapsed_s
        ball.covariance = carried_on(ball.covariance, elapsed_s, speed_variance)

    def _distance(
        self, ball: BallHypothesis, observed: Point, covariance: PlaceCovariance, time_s: float
    ) -> float | None:
        """Return how far an observation is from a ball, or None where it cannot be the same one."""
        x_m, y_m = ball.place_m
        off = observed[0] - x_m, observed[1] - y_m
        distance = squared_distance(off, ball.covariance, covariance)
        if distance < self._tuning.gate:
            return distance
        kicked_m = self._tuning.kick_mps * (time_s - ball.seen_s)
        reach_m = min(self._tuning.gate_m, self._tuning.shoved_m + kicked_m)
        return distance if math.hypot(*off) < reach_m else None

    def _unless_never_kicked(
        self, ball: BallHypothesis, before: Lay, observed: Point, noise: PlaceCovariance, kicked: float | None
    ) -> float | None:
        """Return the distance of an observation from a ball that one look told to be kicked, `kicked` if so.

        A ball that is now seen where it lay before was not: that look was false, and is taken back.
        """
        state, covariance, seen_s = before
        distance = squared_distance((observed[0] - state[0], observed[1] - state[1]), covariance, noise)
        if distance > self._tuning.same_place or (kicked is not None and kicked < distance):
            return kicked
        ball.state, ball.covariance, ball.seen_s, ball.before = state, covariance, seen_s, None
        return distance

    def _begin(self, observed: Point, noise: PlaceCovariance, time_s: float, score: float) -> BallHypothesis:
        state, covariance = begun(observed, noise, BEGINS_M2PS2)
        ball = BallHypothesis(state, covariance, time_s, 1, 0.3 * score)
        self.hypotheses.append(ball)
        return ball

    def _pushed(self, ball: BallHypothesis, time_s: float) -> None:
        """Forget the speed of a ball that is not where it should be: it was kicked since it was last seen.

        Or a little before, too little to be noticed. With that speed it has rolled here. So place and speed
        are wrong together, and the next correction finds the speed at once.
        """
        elapsed_s = 1.5 * max(time_s - ball.seen_s, SHORTEST_PUSH_S)
        unknown = 0.25 * self._tuning.kick_mps**2
        ball.covariance[2:, :] = ball.covariance[:, 2:] = (
            0.0  # a rest of it would not be a covariance any more
        )
        for axis in range(2):
            ball.covariance[axis, axis + 2] = ball.covariance[axis + 2, axis] = elapsed_s * unknown
            ball.covariance[axis, axis] += elapsed_s**2 * unknown
            ball.covariance[axis + 2, axis + 2] = unknown
        for one, other in ((0, 3), (1, 2), (2, 3)):  # a speed that is unknown is so along both axes alike
            ball.covariance[one, other] = ball.covariance[other, one] = 0.0

    def _correct(
        self, ball: BallHypothesis, observed: Point, noise: PlaceCovariance, time_s: float, score: float
    ) -> None:
        ball.state, ball.covariance = corrected(ball.state, ball.covariance, observed, noise)
        speed = ball.speed_mps
        if speed > self._tuning.kick_mps:
            x_m, y_m, vx, vy = ball.state
            slower = self._tuning.kick_mps / speed
            ball.state = x_m, y_m, slower * vx, slower * vy
        ball.seen_s = time_s
        ball.observations += 1
        ball.belief += (1.0 - ball.belief) * 0.35 * score
