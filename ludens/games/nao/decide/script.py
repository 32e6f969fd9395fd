"""What the humanoid wants: a speed that stays, one that changes at random, or one way after the other."""

import math
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.module import CycleTime, Module
from ludens.messages import WalkRequest


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
"""MotionWeights of the speeds in each way of a tour; in the last one they are as without a tour."""


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
