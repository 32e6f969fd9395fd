"""Who has the body: the motion that was asked for, handed over to only where that is safe."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.declaration import Last
from ludens.core.module import CycleTime, Module
from ludens.messages import (
    KickJoints,
    MotionActivations,
    MotionRequest,
    PlayedJoints,
    WalkJoints,
    WantedJoints,
)
from ludens.motion.shares import Motion, Shares

LONGEST_CYCLE_S = 0.05


@dataclass(frozen=True, slots=True)
class MotionDispatcherParameters:
    """How motions follow each other."""

    transition_s: Annotated[
        float, Meta(ge=0, le=2, description="In which one motion hands over to the next.")
    ] = 0.2


class MotionDispatcher(Module[MotionDispatcherParameters]):
    """Gives the joints to the motion that is asked for, as soon as the present one may be left.

    The present motion learns from `MotionActivations.motion` that another one is wanted, and comes to where
    it may be left: a walk stops, a kick ends. Without a request the body walks, which also stands.
    """

    budget_s = 0.0001

    def start(self) -> None:
        """Begin with the walk, which goes to its stand from any posture."""
        self._shares = Shares("walk")
        self._time_s: float | None = None

    def cycle(
        self,
        now: CycleTime,
        request: MotionRequest | None,
        walk: Last[WalkJoints],
        kick: Last[KickJoints],
        played: Last[PlayedJoints],
    ) -> MotionActivations:
        """Say who has the joints in this cycle."""
        last_s, self._time_s = self._time_s, now.time_s
        elapsed_s = 0.0 if last_s is None else min(max(now.time_s - last_s, 0.0), LONGEST_CYCLE_S)
        self._shares.advance(elapsed_s)
        motion = "walk" if request is None else request.motion
        present: dict[Motion, WantedJoints | None] = {"walk": walk, "kick": kick, "play": played}
        wish = present.get(self._shares.owner)
        if wish is None or wish.may_leave:
            self._shares.hand_over(_owner(motion), duration_s=self.parameters.transition_s)
        relaxed = self._shares.owner == "relax"
        return MotionActivations(
            time_s=now.time_s, motion=motion, shares=self._shares.now(), head=0.0 if relaxed else 1.0
        )


def _owner(motion: str) -> Motion:
    """Return who does a motion: everything that has no module of its own is a file to be played."""
    match motion:
        case "walk" | "kick" | "relax":
            return motion
        case _:
            return "play"
