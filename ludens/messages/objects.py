"""Round things a camera finds and what is believed about them."""

from typing import ClassVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ludens.messages.message import Message


class SegmentedImage(Message, eq=False):
    """An image cut into regions, from `first_row_px` down. Too large to record: a replay computes it again.

    Rows are counted from there.
    """

    recorded: ClassVar[bool] = False

    first_row_px: int
    pixels_rgb: NDArray[np.uint8]  # height × width × 3
    labels: NDArray[np.int32]  # height × width, region number of every pixel
    pixel_count: NDArray[np.int32]  # of every region
    mean_rgb: NDArray[np.float64]  # regions × 3
    centroid_px: NDArray[np.float64]  # regions × 2: column, row
    box_px: NDArray[np.int32]  # regions × 4: left, top, right, bottom, all inside


class RoundObject(Struct, frozen=True):
    """A ball as one image shows it: its circle in pixels, and where that puts it in the robot's frame.

    Range and bearing are those of its centre, on the ground plane, from the robot's origin.
    """

    center_px: tuple[float, float]  # column, row
    radius_px: float
    score: float  # colour score × roundness
    range_m: float
    range_sigma_m: float
    bearing_rad: float  # positive to the left
    bearing_sigma_rad: float


class Sighting(Message):
    """The answer of a detector to one image. "Looked and found nothing" is an answer too."""

    found: RoundObject | None


class ObjectBelief(Message):
    """Where an object is believed to be now, relative to the robot, in polar coordinates.

    The velocity is the object's own over ground, along the robot's axes.
    """

    range_m: float
    bearing_rad: float
    range_variance_m2: float
    range_bearing_covariance: float
    bearing_variance_rad2: float
    velocity_x_mps: float
    velocity_y_mps: float
    velocity_sigma_mps: float
    seen_s: float  # when the newest image that shows it was taken
    sightings: int  # images that showed it since it was found
    misses: int  # images in a row that should show it and do not


class Doubt(Message):
    """What a behaviour that failed no longer trusts: beliefs (`ball`, `target`) or the plan's `stage`."""

    about: tuple[str, ...]
