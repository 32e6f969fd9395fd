"""A pose to walk to, as it is written."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.module import CycleTime, Module
from ludens.geometry import Pose2
from ludens.messages import WalkTarget

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
