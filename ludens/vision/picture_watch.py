"""Whether pictures of a camera can be used: a frozen or a black one must not be taken for what is there.

A camera that lives never delivers the same numbers twice while it turns. What is said about a picture that
can be used is what lets all other steps look at it; a bad one ends here, as a fault with a sentence. A robot
that lies on its face sees black, which is no fault.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.contract.declaration import History
from ludens.core.contract.module import Module
from ludens.core.errors import LudensError
from ludens.messages import CameraImage, CameraPoses, FallReport
from ludens.messages.health import PictureHealth

EVERY_PX = 16
"""Rows and columns that are looked at: noise changes every pixel, so a few of them tell."""


class PictureError(LudensError):
    """A picture cannot be used."""


@dataclass(frozen=True, slots=True)
class PictureWatchParameters:
    """When a picture is of no use."""

    camera: Annotated[str, Meta(pattern="^(top|bottom)$", description="Whose turning counts.")] = "top"
    turned_rad: Annotated[
        float, Meta(gt=0, le=1, description="By so much the camera turned while the picture stayed the same.")
    ] = 0.03
    black: Annotated[float, Meta(ge=0, le=255, description="Mean brightness; darker is of no use.")] = 12.0


class PictureWatch(Module[PictureWatchParameters]):
    """Lets pictures of one camera pass, or says why not."""

    budget_s = 0.0005

    def start(self) -> None:
        """Begin without a picture to compare with."""
        self._last: NDArray[np.uint8] | None = None
        self._turn: NDArray[np.float64] | None = None  # of the camera when this picture first came
        self._told = ""

    def cycle(
        self, image: CameraImage, poses: History[CameraPoses], fall: FallReport | None = None
    ) -> PictureHealth | None:
        """Look at one picture. What is wrong is told once, as a fault; until it ends nothing passes."""
        seen = image.pixels_rgb[::EVERY_PX, ::EVERY_PX]
        brightness = float(seen.mean())
        problem = ""
        if self._is_frozen(seen, image.time_s, poses):
            problem = "The camera repeats one picture: it is frozen. Its pictures are not used."
        elif brightness < self.parameters.black:
            if fall is not None and fall.state != "upright":
                return None
            problem = "The picture is black: is there no light? It is not used."
        is_news, self._told = problem not in ("", self._told), problem
        if is_news:
            raise PictureError(problem)
        return None if problem else PictureHealth(time_s=image.time_s, brightness=brightness)

    def _is_frozen(self, seen: NDArray[np.uint8], time_s: float, poses: History[CameraPoses]) -> bool:
        """Tell whether the picture has stayed the same while the camera turned."""
        posed = poses.at_or_before(time_s)
        turn = None if posed is None else getattr(posed, self.parameters.camera).robot_from_camera.rotation
        if self._last is None or not np.array_equal(seen, self._last):
            self._last, self._turn = seen.copy(), turn
        if turn is None or self._turn is None:
            return False
        cosine = 0.5 * (float(np.trace(self._turn.T @ turn)) - 1.0)
        return bool(np.arccos(np.clip(cosine, -1.0, 1.0)) > self.parameters.turned_rad)
