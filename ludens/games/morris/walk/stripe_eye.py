"""The module that looks for the stripe round the board: by it a robot finds the board without its marker."""

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from ludens.core.contract.declaration import History
from ludens.core.contract.module import Module
from ludens.games.morris.measures import MorrisMeasures
from ludens.games.morris.walk.stripe import nearest_stripe_m
from ludens.messages import CameraImage, CameraPoses
from ludens.messages.drawing import Drawing, Text
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_table import BoardStripeSeen

LOST_S = 1.0
"""The stripe is for finding a board that has not been seen for so long."""


@dataclass(frozen=True, slots=True)
class StripeEyeParameters:
    """Which camera, and how high the stripe lies."""

    camera: Literal["top", "bottom"] = "bottom"
    height_m: Annotated[
        float,
        Meta(gt=0, le=1, description="Of its lower edge over the floor, round the table."),
    ] = MorrisMeasures().table_height_m - MorrisMeasures().table_thickness_m


class StripeEye(Module[StripeEyeParameters]):
    """Says how near the stripe is, where it is seen, as long as nothing better tells where the board is."""

    budget_s = 0.003

    def cycle(
        self, image: CameraImage, places: History[CameraPoses], board: BoardPose | None
    ) -> BoardStripeSeen | None:
        """Look at one picture."""
        placed = places.at_or_before(image.time_s)
        if placed is None or (board is not None and board.seen_before_s < LOST_S):
            return None
        place = placed.top if self.parameters.camera == "top" else placed.bottom
        nearest_m = nearest_stripe_m(image.pixels_rgb, place, height_m=self.parameters.height_m)
        if nearest_m is None:
            return None
        words = f"stripe {nearest_m[0]:.2f} m ahead, {nearest_m[1]:.2f} m to the left"
        self.debug.drawing(
            "stripe", lambda: Drawing(frame="image", shapes=(Text(at=(10.0, 470.0), words=words),))
        )
        return BoardStripeSeen(time_s=image.time_s, camera=self.parameters.camera, nearest_m=nearest_m)
