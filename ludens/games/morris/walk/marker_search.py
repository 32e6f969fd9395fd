"""Finding the marker when it is lost: where to look next, when to walk, and when to ask for help.

First where it should be. Then a quick sweep over four quadrants of what the head can reach; a glimpse on
the way says in which quadrant the marker is, and that quadrant is divided and looked at with a head that
holds still. Without a glimpse all quadrants are. If only the blue stripe round the board was seen, the
robot walks towards it by its measured distance less its own size, and begins anew. If nothing was seen it
turns round once, because the head cannot look behind. Then it asks for help.
"""

import math
from dataclasses import dataclass
from typing import Literal

from ludens.geometry import Pose2

SearchStage = Literal["expected", "sweep", "closer", "approach", "turn round", "help", "found"]
Angles = tuple[float, float]
Place = tuple[float, float]

QUADRANTS_RAD: tuple[float, ...] = (0.5, 1.5, -0.5, -1.5)
"""Yaw of the head in the middle of each: a picture is about one radian wide."""
QUADRANT_RAD = 1.0
PITCHES_RAD = (0.05, 0.35)
TURN_ROUND_RAD = 2.6


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchTuning:
    """How long it looks, and how near to the stripe it walks."""

    expected_s: float = 1.2
    sweep_s: float = 0.5  # at each quadrant, the head's way included
    closer_s: float = 0.8  # likewise
    own_size_m: float = 0.27  # from the torso to the stripe, where it stops
    approaches: int = 2


@dataclass(frozen=True, slots=True)
class SearchStep:
    """Next step of a search. Angles are the head's yaw and pitch; `walk` is a pose in the robot's frame."""

    stage: SearchStage
    head_rad: Angles | None = None  # None: at where the marker should be
    walk: Pose2 | None = None


class MarkerSearch:
    """One search. `step` is called again and again while the robot stands."""

    def __init__(self, time_s: float, *, knows_where: bool, tuning: SearchTuning | None = None) -> None:
        self._tuning = SearchTuning() if tuning is None else tuning
        self._approaches = 0
        self._turned = False
        self._since_s = time_s
        self._looks: list[Angles] = []
        self._stripe_m: Place | None = None
        self._stage: SearchStage = "expected"
        self.looks = 0
        if not knows_where:
            self._sweep(time_s)

    def step(self, time_s: float, *, seen: bool, head_yaw_rad: float, stripe_m: Place | None) -> SearchStep:
        """Say what to do, given whether a picture since the last step shows marker or stripe."""
        if stripe_m is not None and (
            self._stripe_m is None or math.hypot(*stripe_m) < math.hypot(*self._stripe_m)
        ):
            self._stripe_m = stripe_m
        if seen and self._stage == "sweep":
            self._divide(time_s, [min(QUADRANTS_RAD, key=lambda middle: abs(middle - head_yaw_rad))])
        elif seen:
            self._stage = "found"
        elif self._stage == "expected" and time_s - self._since_s >= self._tuning.expected_s:
            self._sweep(time_s)
        elif self._stage in ("sweep", "closer"):
            self._look_on(time_s)
        head_rad = self._looks[0] if self._looks and self._stage in ("sweep", "closer") else None
        walk = self._walk() if self._stage in ("approach", "turn round") else None
        return SearchStep(self._stage, head_rad, walk)

    def walked(self, time_s: float) -> None:
        """The walk that was asked for is over: look again, all around."""
        self._stripe_m = None
        self._sweep(time_s)

    def _sweep(self, time_s: float) -> None:
        self._stage, self._since_s = "sweep", time_s
        self._looks = [(yaw_rad, PITCHES_RAD[0]) for yaw_rad in QUADRANTS_RAD]

    def _divide(self, time_s: float, quadrants_rad: list[float]) -> None:
        self._stage, self._since_s = "closer", time_s
        self._looks = [
            (middle_rad + side * 0.25 * QUADRANT_RAD, pitch_rad)
            for middle_rad in quadrants_rad
            for pitch_rad in PITCHES_RAD
            for side in (-1.0, 1.0)
        ]

    def _look_on(self, time_s: float) -> None:
        held_s = self._tuning.sweep_s if self._stage == "sweep" else self._tuning.closer_s
        if time_s - self._since_s < held_s:
            return
        self._since_s = time_s
        self.looks += 1
        self._looks.pop(0)
        if self._looks:
            return
        if self._stage == "sweep":
            self._divide(time_s, list(QUADRANTS_RAD))
        elif self._stripe_m is not None and self._approaches < self._tuning.approaches:
            self._approaches += 1
            self._stage = "approach"
        elif not self._turned and self._stripe_m is None:
            self._turned = True
            self._stage = "turn round"
        else:
            self._stage = "help"

    def _walk(self) -> Pose2:
        if self._stage == "turn round" or self._stripe_m is None:
            return Pose2(0.0, 0.0, TURN_ROUND_RAD)
        bearing_rad = math.atan2(self._stripe_m[1], self._stripe_m[0])
        way_m = math.hypot(*self._stripe_m) - self._tuning.own_size_m
        return Pose2(way_m * math.cos(bearing_rad), way_m * math.sin(bearing_rad), bearing_rad)
