"""Acts of the hands for an experiment, and where the board is believed to be, as parameters say.

Both are parameters that are edited while it runs, as a person at the studio would.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.module import Module
from ludens.geometry import Pose2, Transform3
from ludens.messages import CalibratedJoints, MotionRequest, WalkRequest
from ludens.messages.manipulation import BoardPose, Hand, HandAct, HandRequest

SURE = np.diag([2e-6, 2e-6, 1e-5])
SURE.setflags(write=False)


@dataclass(frozen=True, slots=True)
class AskedAct:
    """One act; a new number is a new request."""

    number: int = 0
    act: HandAct = "tuck"
    hand: Hand = "left"
    place_m: tuple[float, float] | None = None
    yaw_rad: float = 0.0
    neighbours_m: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class BelievedPlace:
    """The robot's place on the board, as eyes that err would have it, and the board's height and tilt."""

    x_m: float = 0.0
    y_m: float = 0.0
    yaw_rad: float = 0.0
    height_m: float = 0.227
    roll_rad: float = 0.0
    pitch_rad: float = 0.0


@dataclass(frozen=True, slots=True)
class HandScriptParameters:
    """What is asked for, and what is believed."""

    handles: Annotated[bool, Meta(description="Whether the hands have the body; else it stands.")] = False
    asked: AskedAct | None = None
    believed: BelievedPlace | None = None


class HandScript(Module[HandScriptParameters]):
    """Passes on what it is told."""

    def cycle(
        self, joints: CalibratedJoints
    ) -> tuple[MotionRequest, WalkRequest, HandRequest | None, BoardPose | None]:
        """Ask for motion and act."""
        time_s = joints.time_s
        return (
            MotionRequest(time_s=time_s, motion="hands" if self.parameters.handles else "walk"),
            WalkRequest(time_s=time_s, arms="behind"),
            self._request(time_s),
            self._place(time_s),
        )

    def _request(self, time_s: float) -> HandRequest | None:
        asked = self.parameters.asked
        if asked is None:
            return None
        return HandRequest(
            time_s=time_s,
            number=asked.number,
            act=asked.act,
            hand=asked.hand,
            place_m=asked.place_m,
            yaw_rad=asked.yaw_rad,
            neighbours_m=asked.neighbours_m,
        )

    def _place(self, time_s: float) -> BoardPose | None:
        believed = self.parameters.believed
        if believed is None:
            return None
        place = Pose2(believed.x_m, believed.y_m, believed.yaw_rad)
        flat = place.inverse().to_transform3()
        tilt = Transform3.from_rpy(roll_rad=believed.roll_rad, pitch_rad=believed.pitch_rad).rotation
        lifted_m = flat.translation + np.array([0.0, 0.0, believed.height_m])
        return BoardPose(
            time_s=time_s,
            board_from_robot=place,
            robot_from_board=Transform3(tilt @ flat.rotation, lifted_m),
            covariance=SURE,
            seen_before_s=10.0,
        )
