"""Kicks without standing still: a preparing step beside the ball, and a step whose foot swings through it.

The preparing step brings the other foot ahead, so that the kicking one has room to run up. Then the kicking
foot swings beyond its way, higher than in a usual step, and lands where it would have landed anyway.
"""

import math
from dataclasses import dataclass
from typing import Literal

from ludens.geometry import Pose2

Kind = Literal["forward", "side", "turn"]
Stage = Literal["", "wait", "prepare", "kick", "done"]

BALL_RADIUS_M = 0.05
"""Of the ball for which the places below were found."""
LIFT_M = 0.03
"""Of the kicking foot: its toes then meet the ball at half its height."""
SLOWNESS = 1.3
"""Of the kicking step: servos follow late, and the foot shall get to where it is led."""
GENTLEST = 0.3
"""Of the full swing, at strength 0."""


@dataclass(frozen=True, slots=True)
class StepStroke:
    """Changes that a kind of kick makes to its steps, for the left foot."""

    ahead_m: float  # how far beyond its way the foot swings, at full strength
    aside_m: float
    turn_rad: float  # outwards
    prepare_m: float  # how far ahead of the kicking foot the other one is put before
    land_m: float  # how far ahead of the other foot the kicking one lands
    ball_m: tuple[float, float]  # where the ball is best, before and left of a robot that begins on the spot


STROKES: dict[Kind, StepStroke] = {
    "forward": StepStroke(0.085, 0.0, 0.0, 0.035, 0.02, (0.178, 0.055)),
    "side": StepStroke(0.0, 0.06, 0.0, 0.0, 0.0, (0.03, 0.17)),
    "turn": StepStroke(0.06, 0.035, 0.4, 0.03, 0.02, (0.165, 0.07)),
}


@dataclass(frozen=True, slots=True)
class StepKick:
    """A kick that is wanted."""

    kind: Kind
    with_left: bool
    strength: float


def best_step_place_m(
    kind: Kind, *, with_left: bool, ball_radius_m: float = BALL_RADIUS_M
) -> tuple[float, float]:
    """Return where a ball is kicked best in walking, before and left of the torso's shadow."""
    ahead_m, left_m = STROKES[kind].ball_m
    nearer_m = BALL_RADIUS_M - ball_radius_m  # a smaller ball's side is met where a larger one's is
    ahead_m, left_m = (ahead_m, left_m - nearer_m) if kind == "side" else (ahead_m - nearer_m, left_m)
    return ahead_m, left_m if with_left else -left_m


class KickingSteps:
    """Knows which step is the preparing and which the kicking one. One kick for each time it is asked."""

    def __init__(self) -> None:
        self._kick: StepKick | None = None
        self.stage: Stage = ""

    @property
    def pending(self) -> bool:
        """Whether steps must still be taken for it."""
        return self.stage in ("wait", "prepare", "kick")

    def ask(self, kick: StepKick | None) -> None:
        """Want this kick, or none: one that has begun is done all the same."""
        if kick is None and self.stage in ("wait", "done"):
            self.stage = ""
        elif kick is not None and self.stage == "":
            self._kick, self.stage = kick, "wait"

    def give_up(self) -> None:
        """Walk on: the body has other worries. A foot that is swinging already swings through."""
        if self.stage in ("wait", "prepare"):
            self.stage = "done"

    def next_step(self, *, left_swings: bool) -> None:
        """Take note that a step begins."""
        if self.stage == "wait" and self._kick is not None and left_swings != self._kick.with_left:
            self.stage = "prepare"
        elif self.stage == "prepare":
            self.stage = "kick"
        elif self.stage == "kick":
            self.stage = "done"

    @property
    def slowness(self) -> float:
        """How much longer than usual the present step takes."""
        return SLOWNESS if self.stage == "kick" else 1.0

    def landing(self, usual: Pose2) -> Pose2:
        """Return where the swinging foot shall land, seen from the stance foot."""
        if self._kick is None or self.stage not in ("prepare", "kick"):
            return usual
        stroke = STROKES[self._kick.kind]
        ahead_m = stroke.prepare_m if self.stage == "prepare" else stroke.land_m
        return Pose2(ahead_m, usual.y_m, 0.0)

    def struck(self, swing: Pose2, height_m: float, *, share: float) -> tuple[Pose2, float]:
        """Return place and height of the swinging foot, led through the ball in the kicking step."""
        if self._kick is None or self.stage != "kick":
            return swing, height_m
        stroke = STROKES[self._kick.kind]
        strength = self._kick.strength if math.isfinite(self._kick.strength) else 0.0
        force = GENTLEST + (1.0 - GENTLEST) * min(max(strength, 0.0), 1.0)
        bump = math.sin(math.pi * share) ** 2
        side = 1.0 if self._kick.with_left else -1.0
        beyond = Pose2(
            force * bump * stroke.ahead_m,
            side * force * bump * stroke.aside_m,
            side * bump * stroke.turn_rad,
        )
        place = Pose2(swing.x_m + beyond.x_m, swing.y_m + beyond.y_m, swing.yaw_rad + beyond.yaw_rad)
        return place, max(height_m, LIFT_M * bump)
