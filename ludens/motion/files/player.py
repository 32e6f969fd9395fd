"""Plays motion files: from where the joints are, through all frames, and holds the last."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from ludens.core.contract.declaration import under
from ludens.core.contract.module import Module
from ludens.messages import CalibratedJoints, MotionWeights, TorsoOrientation, WantedJoints
from ludens.motion.files.conditions import Attitude
from ludens.motion.files.curve import Track
from ludens.motion.files.library import MotionLibrary
from ludens.motion.files.playback import Playback

NAME = "files"
LONGEST_CYCLE_S = 0.05
"""After a gap in the readings a motion goes on from where it was."""


@dataclass(frozen=True, slots=True)
class MotionPlayerParameters:
    """Where motions come from."""

    folder: Annotated[
        str, Meta(description="Of one's own motion files, beside the built-in ones; empty for none.")
    ] = ""


class MotionPlayer(Module[MotionPlayerParameters]):
    """Plays the motion file that `MotionWeights` names, while it has a weight.

    Another name starts another motion at once, from where the joints are then; the same name is not played
    again before the weight was taken away. While the weight fades, the motion goes on.
    """

    budget_s = 0.0002

    def start(self) -> None:
        """Read the files."""
        self.parameters_changed()

    def parameters_changed(self) -> None:
        """Read the files, and play none."""
        self._library = MotionLibrary.load(self.parameters.folder)
        self._tracks = {motion.name: Track.of(motion) for motion in self._library}
        self._playback: Playback | None = None
        self._time_s = 0.0

    def cycle(
        self,
        weights: MotionWeights,
        joints: CalibratedJoints,
        orientation: TorsoOrientation | None,
    ) -> Annotated[WantedJoints | None, under(NAME)]:
        """Say where every joint shall be now; nothing without a weight."""
        elapsed_s = min(max(joints.time_s - self._time_s, 0.0), LONGEST_CYCLE_S)
        self._time_s = joints.time_s
        if weights.of(NAME) <= 0.0:
            self._playback = None
            return None
        playback, name = self._playback, weights.motion
        if name in self._library and (playback is None or playback.motion.name != name):
            playback = self._playback = Playback(
                self._library[name],
                self._tracks[name],
                start_rad=joints.position_rad,
                stiffness=joints.stiffness,
            )
        elif playback is not None:
            playback.advance(elapsed_s, None if orientation is None else Attitude.of(orientation))
        if playback is None:
            return None
        roll_radps, pitch_radps, _ = (0.0, 0.0, 0.0) if orientation is None else orientation.rates_radps
        position_rad, stiffness = playback.wanted(roll_radps=roll_radps, pitch_radps=pitch_radps)
        return WantedJoints(
            time_s=joints.time_s,
            position_rad=position_rad,
            stiffness=stiffness,
            may_leave=playback.may_leave,
            finished=playback.finished,
            motion=playback.motion.name,
            progress=playback.progress,
            failed=playback.failed,
        )
