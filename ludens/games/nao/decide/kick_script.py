"""Kicks once, as its parameters say, and stands before and after."""

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from ludens.core.contract.declaration import Last
from ludens.core.contract.module import CycleTime, Module
from ludens.messages import KickJoints, KickRequest, MotionRequest


@dataclass(frozen=True, slots=True)
class KickScriptParameters:
    """What to kick, how, and when."""

    kind: Annotated[Literal["forward", "side"], Meta(description="Of kick.")] = "forward"
    with_left: Annotated[bool, Meta(description="With the left foot.")] = True
    strength: Annotated[float, Meta(ge=0, le=1, description="0 is a touch, 1 all that the leg can give.")] = (
        1.0
    )
    ball_ahead_m: Annotated[float, Meta(ge=-3, le=3, description="Where the ball is believed to lie.")] = 0.17
    ball_left_m: Annotated[float, Meta(ge=-3, le=3, description="Likewise, to the left.")] = 0.05
    starts_s: Annotated[float, Meta(ge=0, le=60, description="Standing until then.")] = 1.5


class KickScript(Module[KickScriptParameters]):
    """Asks for one kick at its time."""

    def start(self) -> None:
        """No kick has been seen yet."""
        self._done = False

    def cycle(self, now: CycleTime, kick: Last[KickJoints]) -> tuple[MotionRequest, KickRequest]:
        """Say what is wanted now."""
        p = self.parameters
        self._done = self._done or (kick is not None and kick.finished)
        kicks = now.time_s >= p.starts_s and not self._done
        request = KickRequest(
            time_s=now.time_s,
            kind=p.kind,
            with_left=p.with_left,
            strength=p.strength,
            ball_m=(p.ball_ahead_m, p.ball_left_m),
        )
        return MotionRequest(time_s=now.time_s, motion="kick" if kicks else "walk"), request
