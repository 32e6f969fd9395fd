"""Scripts instead of a person: a walk, one kick, one kick in walking, a pose to walk to."""

import math
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from ludens.core.contract.declaration import Kind, Last, under
from ludens.core.contract.module import CycleTime, Module
from ludens.geometry import Pose2
from ludens.messages import KickRequest, MotionRequest, WalkReport, WalkRequest, WalkTarget, WantedJoints
from ludens.motion.kick import KickProgress


@dataclass(frozen=True, slots=True)
class WalkScriptParameters:
    """How to walk, and from when on."""

    forward_mps: Annotated[float, Meta(ge=-0.4, le=0.4, description="Forward; back is negative.")] = 0.0
    left_mps: Annotated[float, Meta(ge=-0.3, le=0.3, description="To the left.")] = 0.0
    turn_radps: Annotated[float, Meta(ge=-2, le=2, description="Turning to the left.")] = 0.0
    starts_s: Annotated[float, Meta(ge=0, le=60, description="Standing until then.")] = 1.5
    stops_s: Annotated[float, Meta(ge=0, le=10_000, description="Standing from then on.")] = 10_000.0
    changes_s: Annotated[
        float, Meta(ge=0, le=60, description="Draw a new speed up to the one above so often; 0 is never.")
    ] = 0.0
    tour_s: Annotated[
        float,
        Meta(ge=0, le=3600, description="Forward, sideways, turning, all: each so long; 0 is all at once."),
    ] = 0.0


TOUR = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), None)
"""Shares of the speeds in each way of a tour; in the last one they are as without a tour."""


class WalkScript(Module[WalkScriptParameters]):
    """Asks for the speed of its parameters, random ones up to it, or one way after the other."""

    def start(self) -> None:
        """Begin with the speed as it is written."""
        self._shares = (1.0, 1.0, 1.0)
        self._drawn_s: float | None = None

    def cycle(self, now: CycleTime) -> WalkRequest:
        """Say what is wanted now."""
        p = self.parameters
        if not p.starts_s <= now.time_s < p.stops_s:
            return WalkRequest(time_s=now.time_s)
        way = TOUR[int((now.time_s - p.starts_s) / p.tour_s) % len(TOUR)] if p.tour_s > 0.0 else None
        forward, left, turn = self._mixed(now.time_s) if way is None else way
        return WalkRequest(
            time_s=now.time_s,
            forward_mps=forward * p.forward_mps,
            left_mps=left * p.left_mps,
            turn_radps=turn * p.turn_radps,
        )

    def _mixed(self, time_s: float) -> tuple[float, float, float]:
        """Return the shares of the speeds, drawn anew where it is time."""
        changes_s = self.parameters.changes_s
        if changes_s > 0.0 and (self._drawn_s is None or time_s >= self._drawn_s + changes_s):
            self._drawn_s = time_s
            forward, left, turn = self.random.uniform(-1.0, 1.0, 3).tolist()
            length = max(1.0, math.hypot(forward, left, turn))
            self._shares = (forward / length, left / length, turn / length)
        return self._shares


@dataclass(frozen=True, slots=True)
class KickScriptParameters:
    """Kind, foot, ball and time of the kick."""

    kind: Annotated[Literal["forward", "side"], Meta(description="Of kick.")] = "forward"
    with_left: Annotated[bool, Meta(description="With the left foot.")] = True
    strength: Annotated[float, Meta(ge=0, le=1, description="0 is a touch, 1 all that the leg can give.")] = (
        1.0
    )
    ball_ahead_m: Annotated[float, Meta(ge=-3, le=3, description="Where the ball is believed to lie.")] = 0.17
    ball_left_m: Annotated[float, Meta(ge=-3, le=3, description="Likewise, to the left.")] = 0.05
    starts_s: Annotated[float, Meta(ge=0, le=60, description="Standing until then.")] = 1.5


KickWanted = Annotated[WantedJoints | None, Kind.LAST, under("kick")]


class KickScript(Module[KickScriptParameters]):
    """Asks for one kick at its time."""

    def start(self) -> None:
        """No kick has been seen yet."""
        self._kick = KickProgress()

    def cycle(self, now: CycleTime, kick: KickWanted) -> tuple[MotionRequest, KickRequest]:
        """Say what is wanted now."""
        p = self.parameters
        kicks = now.time_s >= p.starts_s and not self._kick.look(kick)
        request = KickRequest(
            time_s=now.time_s,
            kind=p.kind,
            with_left=p.with_left,
            strength=p.strength,
            ball_m=(p.ball_ahead_m, p.ball_left_m),
        )
        return MotionRequest(time_s=now.time_s, motion="kick" if kicks else "walk"), request


@dataclass(frozen=True, slots=True)
class StepKickScriptParameters:
    """How to kick and walk, and from when on."""

    kick: Annotated[Literal["forward", "side", "turn"], Meta(description="Kind of kick.")] = "forward"
    with_left: Annotated[bool, Meta(description="With the left foot.")] = True
    strength: Annotated[float, Meta(ge=0, le=1, description="0 is a touch, 1 all a step can give.")] = 1.0
    forward_mps: Annotated[float, Meta(ge=-0.4, le=0.4, description="Walking meanwhile.")] = 0.0
    starts_s: Annotated[float, Meta(ge=0, le=60, description="Standing until then.")] = 1.5


class StepKickScript(Module[StepKickScriptParameters]):
    """Walks from its time on, and kicks on the way; when that is done it stands."""

    def start(self) -> None:
        """No kick has been seen yet."""
        self._done = False

    def cycle(self, now: CycleTime, walk: Last[WalkReport]) -> WalkRequest:
        """Say what is wanted now."""
        p = self.parameters
        self._done = self._done or (walk is not None and walk.kick == "done")
        if now.time_s < p.starts_s or self._done:
            return WalkRequest(time_s=now.time_s)
        return WalkRequest(
            time_s=now.time_s,
            forward_mps=p.forward_mps,
            kick=p.kick,
            kick_with_left=p.with_left,
            kick_strength=p.strength,
        )


Metres = Annotated[float, Meta(ge=-100, le=100)]


@dataclass(frozen=True, slots=True)
class TargetScriptParameters:
    """Where to, and from when on."""

    x_m: Annotated[Metres, Meta(description="Of the target in the frame of the odometry.")] = 1.0
    y_m: Annotated[Metres, Meta(description="Likewise.")] = 0.0
    yaw_rad: Annotated[float, Meta(ge=-10, le=10, description="Its heading.")] = 0.0
    precise: Annotated[bool, Meta(description="Whether to end with small steps.")] = False
    starts_s: Annotated[float, Meta(ge=0, le=60, description="Standing until then.")] = 2.5


class TargetScript(Module[TargetScriptParameters]):
    """Asks for the pose of its parameters."""

    def cycle(self, now: CycleTime) -> WalkTarget | None:
        """Say where to go."""
        p = self.parameters
        if now.time_s < p.starts_s:
            return None
        target = Pose2(p.x_m, p.y_m, p.yaw_rad)
        return WalkTarget(time_s=now.time_s, odometry_from_target=target, precise=p.precise)
