"""The module that sees how far the robot has turned.

One picture is taken before, with the head turned ahead of the body, and one after, when both look there.
"""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from ludens.core.contract.declaration import History
from ludens.core.contract.module import Module
from ludens.messages import CameraImage, CameraPoses
from ludens.messages.morris_table import TurnLook, TurnSeen
from ludens.vision.turning import View, turn_between


@dataclass(frozen=True, slots=True)
class TurnEyeParameters:
    """Which camera: the top one sees the walls."""

    camera: Literal["top", "bottom"] = "top"


class TurnEye(Module[TurnEyeParameters]):
    """Keeps a picture when it is asked to, and compares the next one that it is asked for with it."""

    budget_s = 0.03

    def start(self) -> None:
        """Begin without a picture."""
        self._before: tuple[int, View] | None = None
        self._told = 0  # the number of the last turn that was told

    def cycle(
        self, image: CameraImage, places: History[CameraPoses], look: TurnLook | None
    ) -> TurnSeen | None:
        """Look at one picture, if it is wanted."""
        placed = places.at_or_before(image.time_s)
        if look is None or placed is None or image.time_s < look.time_s or look.number == self._told:
            return None
        place = placed.top if self.parameters.camera == "top" else placed.bottom
        grey = np.asarray(cv2.cvtColor(image.pixels_rgb, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
        view = View(grey, place.camera, place.robot_from_camera)
        if look.moment == "before":
            if self._before is None or self._before[0] != look.number:
                self._before = look.number, view
            return None
        self._told = look.number
        if self._before is None or self._before[0] != look.number:
            return None
        turn = turn_between(self._before[1], view, expected_rad=look.expected_rad)
        if turn is None:
            return TurnSeen(time_s=image.time_s, number=look.number, angle_rad=None, matches=0)
        return TurnSeen(
            time_s=image.time_s, number=look.number, angle_rad=turn.angle_rad, matches=turn.matches
        )
