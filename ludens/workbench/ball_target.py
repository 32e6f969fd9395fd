"""A ball that is seen becomes a pose to walk to: the one from which it lies at a wanted place."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import History, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.geometry import Pose2
from ludens.messages import HeadRequest, LegOdometry, Sighting, WalkTarget
from ludens.workbench.demo import LOOKS_DOWN_RAD, believed_ball


@dataclass(frozen=True, slots=True)
class BallTargetParameters:
    """Where the ball shall lie in the end, and from when on the robot walks."""

    ahead_m: Annotated[float, Meta(ge=0.1, le=2, description="Before the robot.")] = 0.3
    left_m: Annotated[float, Meta(ge=-1, le=1, description="Left of it.")] = 0.0
    starts_s: Annotated[float, Meta(ge=0, le=60, description="Standing until then.")] = 1.5
    precise: Annotated[bool, Meta(description="With small steps at the end.")] = True


class BallTarget(Module[BallTargetParameters]):
    """Believes in a ball that lies still, and keeps the heading with which it began."""

    def start(self) -> None:
        """Know of no ball."""
        self._ball_m: tuple[float, float] | None = None  # in the odometry's frame

    def cycle(
        self,
        now: CycleTime,
        odometry: LegOdometry,
        path: History[LegOdometry],
        sightings: Annotated[Since[Sighting], under("bottom")],
    ) -> tuple[WalkTarget | None, HeadRequest]:
        """Say where to stand."""
        for sighting in sightings:
            self._look(sighting, path.at_or_before(sighting.time_s))
        head = HeadRequest(time_s=now.time_s, pitch_rad=LOOKS_DOWN_RAD)
        p = self.parameters
        if now.time_s < p.starts_s:
            self._heading_rad = odometry.odometry_from_robot.yaw_rad
            return None, head
        if self._ball_m is None:
            return None, head
        turned = Pose2(0.0, 0.0, self._heading_rad)
        ahead_m, left_m = turned.apply(p.ahead_m, p.left_m)
        target = Pose2(self._ball_m[0] - ahead_m, self._ball_m[1] - left_m, self._heading_rad)
        return WalkTarget(time_s=now.time_s, odometry_from_target=target, precise=p.precise), head

    def _look(self, sighting: Sighting, then: LegOdometry | None) -> None:
        found = sighting.found
        if found is None or then is None:
            return
        self._ball_m = believed_ball(self._ball_m, found, then)
