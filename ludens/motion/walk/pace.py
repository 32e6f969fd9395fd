"""How this body on this floor walks when told a speed, learnt from its odometry; and what to tell it.

No two robots make the same of a command: joints that are off and gears with play turn one to the left, let
another one drift or shorten its steps. Over a pair of steps that was told a steady speed u, odometry shows
the speed v. With speeds as parts of the fastest ones the body is taken for

    v = A (1, u)        A of three rows, at first (0, identity)

whose twelve numbers a Kalman filter keeps; what is not yet known stays as planned. To walk at v it is told
the u that gives v. Odometry's own error stays: where soles slip, nobody on the robot knows.
"""

import math
from collections.abc import Callable
from operator import mul, sub
from typing import NamedTuple

import numpy as np

from ludens.geometry import Pose2
from ludens.motion.walk.gait import Gait, GaitPhase
from ludens.motion.walk.parameters import WalkParameters
from ludens.motion.walk.speed import Parts, Speed, parts_of_fastest

STEADY = 0.06
"""By how much the speed that is told may change over two pairs of steps that count as steady."""
MEASURED_SIGMA = 0.05
"""Of a pair's speed: sway, and what a floor does to one step."""
DRIFT_SIGMA, GAIN_SIGMA = 0.05, 0.15
"""Of the first column of A and of the others, before anything is learnt."""
CHANGES_SIGMA = 0.004
"""Of each number, within a pair: motors warm up, and another floor is another floor."""
MOST_DRIFT, MOST_GAIN = 0.08, 0.25
"""By how much a part is corrected at most: always, and by the speed that is wanted."""


class PairOfSteps(NamedTuple):
    """A pair of steps: where and when it began, and between which speeds it was told to walk."""

    pose: Pose2
    began_s: float
    least: Parts
    most: Parts


class LearntPace:
    """Learns A, and tells what to ask of the legs."""

    def __init__(self) -> None:
        self._model = np.hstack([np.zeros((3, 1)), np.eye(3)])
        self._covariance = np.diag([DRIFT_SIGMA**2, *[GAIN_SIGMA**2] * 3])
        self.pairs = 0  # that A has been learnt from: as long as they stay the same, so do all answers
        self._make_ready()
        self.begin()

    def begin(self) -> None:
        """Measure anew; what is known of the body stays."""
        self._stood_left = False
        self._last: PairOfSteps | None = None
        self._present: PairOfSteps | None = None
        self._told: Parts = (0.0, 0.0, 0.0)  # in the last cycle of the present pair

    def corrected(self, wanted: Speed, parameters: WalkParameters) -> Speed:
        """Return what to tell the legs so that the body walks at the wanted speed; a stand stays one."""
        if wanted.is_zero:
            return wanted
        parts = parts_of_fastest(wanted, parameters)
        most = MOST_DRIFT + MOST_GAIN * math.hypot(*parts)
        rest = [part - drift for part, drift in zip(parts, self._drift, strict=True)]
        forward, left, turn = (
            part + min(max(sum(map(mul, row, rest)) - part, -most), most)
            for row, part in zip(self._answer, parts, strict=True)
        )
        return _speed_of(forward, left, turn, parameters)

    def expected(self, told: Speed, parameters: WalkParameters) -> Speed:
        """Return how a body that is told so walks, as far as is known; a stand is one."""
        if told.is_zero:
            return told
        seen = (1.0, *parts_of_fastest(told, parameters))
        forward, left, turn = (sum(map(mul, row, seen)) for row in self._rows)
        return _speed_of(forward, left, turn, parameters)

    def learn(self, pose: Pose2, gait: Gait, *, time_s: float) -> None:
        """Take in where odometry has the body; called once a cycle."""
        if gait.phase is not GaitPhase.STEP or gait.is_calming or gait.kicking.pending:
            self.begin()
            return
        told = parts_of_fastest(gait.speed, gait.parameters)
        begins = gait.left_is_stance and not self._stood_left
        self._stood_left = gait.left_is_stance
        if self._present is not None and told != self._told:
            self._present = self._present._replace(
                least=_each(min, self._present.least, told),
                most=_each(max, self._present.most, told),
            )
        self._told = told
        if not begins:
            return
        last, present = self._last, self._present
        self._last, self._present = present, PairOfSteps(pose, time_s, told, told)
        if last is None or present is None:
            return
        least, most = _each(min, last.least, present.least), _each(max, last.most, present.most)
        if max(map(sub, most, least)) <= STEADY:
            moved = present.pose.inverse() @ pose
            self._take_in(told, _walked(moved, time_s - present.began_s, gait.parameters))

    def _take_in(self, told: Parts, walked: Parts) -> None:
        """Improve A by one pair of steps."""
        seen = np.array((1.0, *told))
        self._covariance += CHANGES_SIGMA**2 * np.eye(4)
        spread = self._covariance @ seen
        variance = float(seen @ spread) + MEASURED_SIGMA**2
        limit = 3.0 * math.sqrt(variance)
        surprise = np.clip(np.array(walked) - self._model @ seen, -limit, limit)
        self._model += np.outer(surprise, spread / variance)
        self._covariance -= np.outer(spread, spread) / variance
        self.pairs += 1
        self._make_ready()

    def _make_ready(self) -> None:
        """Lay A and what answers it out as plain numbers: they are needed in every cycle."""
        self._rows: list[list[float]] = self._model.tolist()
        self._drift: list[float] = self._model[:, 0].tolist()
        self._answer: list[list[float]] = np.linalg.inv(self._model[:, 1:]).tolist()


def _speed_of(forward: float, left: float, turn: float, parameters: WalkParameters) -> Speed:
    return Speed(
        forward * parameters.forward_most_mps,
        left * parameters.left_most_mps,
        turn * parameters.turn_most_radps,
    )


def _walked(moved: Pose2, seconds: float, parameters: WalkParameters) -> Parts:
    """Return the mean speed of a body that has moved so; forward is the middle of its turn."""
    forward_m, left_m = Pose2(0.0, 0.0, -0.5 * moved.yaw_rad).apply(moved.x_m, moved.y_m)
    return parts_of_fastest(Speed(forward_m / seconds, left_m / seconds, moved.yaw_rad / seconds), parameters)


def _each(choose: Callable[[float, float], float], one: Parts, other: Parts) -> Parts:
    return choose(one[0], other[0]), choose(one[1], other[1]), choose(one[2], other[2])
