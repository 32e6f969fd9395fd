"""Does what the person at the controls says."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import Kind, Since, under
from ludens.core.contract.module import CycleTime, Module
from ludens.messages import (
    HeadRequest,
    KickRequest,
    MotionRequest,
    RemoteCommand,
    WalkRequest,
    WantedJoints,
)
from ludens.motion.kick import KickProgress

Requests = tuple[MotionRequest, WalkRequest, KickRequest, HeadRequest]


@dataclass(frozen=True, slots=True)
class RemoteDeciderParameters:
    """When the controls count as lost."""

    patience_s: Annotated[
        float, Meta(gt=0, le=10, description="Without news from the controls the robot stands after so long.")
    ] = 0.5


class RemoteDecider(Module[RemoteDeciderParameters]):
    """Turns the newest `RemoteCommand` into requests.

    A motion is wanted until another one is asked for; a kick only until it is done. Before the first command,
    and when the controls have fallen silent, the body stands.
    """

    def start(self) -> None:
        """Nobody has said anything."""
        self._told: RemoteCommand | None = None
        self._kick_asked = -1  # which request a kick belongs to
        self._kick = KickProgress()

    def cycle(
        self,
        now: CycleTime,
        told: Since[RemoteCommand],
        kick: Annotated[WantedJoints | None, Kind.LAST, under("kick")],
    ) -> Requests:
        """Say what is wanted now."""
        if told:
            self._told = told[-1]
        command = self._told if self._told is not None else RemoteCommand(time_s=now.time_s)
        heard = now.time_s - command.time_s <= self.parameters.patience_s
        motion = self._motion(command, kick)
        drives = heard and motion == "walk"
        return (
            MotionRequest(time_s=now.time_s, motion=motion),
            WalkRequest(
                time_s=now.time_s,
                forward_mps=command.forward_mps if drives else 0.0,
                left_mps=command.left_mps if drives else 0.0,
                turn_radps=command.turn_radps if drives else 0.0,
            ),
            KickRequest(
                time_s=now.time_s,
                kind=command.kick_kind,
                with_left=command.kick_with_left,
                strength=command.kick_strength,
            ),
            HeadRequest(time_s=now.time_s, yaw_rad=command.head_yaw_rad, pitch_rad=command.head_pitch_rad),
        )

    def _motion(self, command: RemoteCommand, kick: WantedJoints | None) -> str:
        """The requested motion; "walk" again once a kick is done."""
        if command.motion != "kick":
            return command.motion
        if command.asked != self._kick_asked:
            self._kick_asked, self._kick = command.asked, KickProgress()
        return "walk" if self._kick.look(kick) else "kick"
