"""A station to go to, as it is written: for experiments and for trying."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.module import CycleTime, Module
from ludens.geometry import Pose2
from ludens.messages.morris_table import StationRequest

Metres = Annotated[float, Meta(ge=-5, le=5)]


@dataclass(frozen=True, slots=True)
class StationScriptParameters:
    """Which request, if any."""

    number: Annotated[int, Meta(ge=0, description="Of the request; 0 asks for nothing.")] = 0
    x_m: Annotated[Metres, Meta(description="Of the robot on the board.")] = 0.0
    y_m: Annotated[Metres, Meta(description="Likewise.")] = -0.33
    yaw_rad: Annotated[float, Meta(ge=-10, le=10, description="Its heading there.")] = 1.5708


class StationScript(Module[StationScriptParameters]):
    """Asks for the station of its parameters."""

    def cycle(self, now: CycleTime) -> StationRequest | None:
        """Say where to stand."""
        p = self.parameters
        if p.number == 0:
            return None
        station = Pose2(p.x_m, p.y_m, p.yaw_rad)
        return StationRequest(time_s=now.time_s, number=p.number, board_from_robot=station)
