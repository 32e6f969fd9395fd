"""Kicks once in walking, as its parameters say."""

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import CycleTime, Module
from ludens.messages import WalkReport, WalkRequest


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
