"""What the robot sees: a ball and a target, by colour and roundness, in the regions of its camera image."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from ludens.core.contract.module import Module
from ludens.messages import CameraImage, Circle, Drawing, RoundObject, SegmentedImage, Sighting, Text
from ludens.robots.pioneer import CAMERA, ROBOT_FROM_CAMERA
from ludens.vision.circle import CircleFit, roundness
from ludens.vision.colour import Colour, colour_score, threshold_colour
from ludens.vision.disc_edge import locate_disc
from ludens.vision.regions import Regions, measure_regions
from ludens.vision.segmentation import segment


@dataclass(frozen=True, slots=True)
class SegmenterParameters:
    """How finely the image is cut."""

    scale: Annotated[float, Meta(gt=0, le=10000, description="Larger gives larger regions.")] = 30.0
    sigma_px: Annotated[float, Meta(ge=0, le=5, description="Smoothing before cutting.")] = 0.8
    minimum_size_px: Annotated[int, Meta(ge=1, le=5000, description="Smaller regions join a neighbour.")] = 25
    sky_px: Annotated[
        int, Meta(ge=0, le=200, description="Rows at the top left out: above the horizon there is no ball.")
    ] = 24


class Segmenter(Module[SegmenterParameters]):
    """Cuts the camera image into regions of even colour (Felzenszwalb and Huttenlocher)."""

    budget_s = 0.012

    def cycle(self, image: CameraImage) -> SegmentedImage:
        """Segment and measure."""
        p = self.parameters
        pixels_rgb = np.ascontiguousarray(image.pixels_rgb[p.sky_px :])
        # Four neighbours instead of eight: balls are found as well, in two thirds of the time.
        labels = segment(
            pixels_rgb, scale=p.scale, sigma_px=p.sigma_px, minimum_size_px=p.minimum_size_px, connectivity=4
        )
        regions = measure_regions(labels, pixels_rgb)
        self.debug.image("regions", lambda: regions.mean_rgb.astype(np.uint8)[labels])
        return SegmentedImage(
            time_s=image.time_s,
            first_row_px=p.sky_px,
            pixels_rgb=pixels_rgb,
            labels=labels,
            pixel_count=regions.pixel_count,
            mean_rgb=regions.mean_rgb,
            centroid_px=regions.centroid_px,
            box_px=np.stack([regions.left_px, regions.top_px, regions.right_px, regions.bottom_px], axis=1),
        )


@dataclass(frozen=True, slots=True)
class RoundObjectDetectorParameters:
    """Which round thing is looked for."""

    wanted: Annotated[Colour, Meta(description="Its colour.")] = Colour.GREEN
    radius_m: Annotated[
        float, Meta(gt=0, le=1, description="Its true radius, from which its range follows.")
    ] = 0.11
    drawn_in: Annotated[str, Meta(description="Colour of its drawings.")] = "#3fae49"
    minimum_score: Annotated[float, Meta(ge=0, le=1, description="Least colour score times roundness.")] = (
        0.14
    )
    minimum_colour: Annotated[float, Meta(ge=0, le=1, description="Least colour score of a region.")] = 0.15
    minimum_pixels: Annotated[int, Meta(ge=1, le=100000, description="Smallest region accepted.")] = 40
    minimum_support: Annotated[
        float, Meta(ge=0, le=1, description="Least share of the outline that lies on the circle.")
    ] = 0.45
    edge_sigma_px: Annotated[float, Meta(gt=0, le=10, description="σ of a circle's radius and centre.")] = 0.4
    scale_sigma: Annotated[
        float, Meta(ge=0, le=1, description="Relative σ of range: focal length, true size.")
    ] = 0.02
    bearing_sigma_rad: Annotated[float, Meta(ge=0, le=0.5, description="σ of bearing: mounting, timing.")] = (
        0.006
    )


class RoundObjectDetector(Module[RoundObjectDetectorParameters]):
    """Finds the region whose colour score times roundness is best, and its place from its circle."""

    budget_s = 0.003

    def cycle(self, image: SegmentedImage) -> Sighting:
        """Look at every region of the wanted colour."""
        left, top, right, bottom = image.box_px.T
        regions = Regions(
            image.labels, image.pixel_count, image.mean_rgb, image.centroid_px, left, top, right, bottom
        )
        found = best_round_object(image.pixels_rgb, regions, self.parameters, first_row_px=image.first_row_px)
        self.debug.drawing("circle", lambda: _drawing(found, self.parameters))
        return Sighting(time_s=image.time_s, found=found)


class ColourDetector(Module[RoundObjectDetectorParameters]):
    """The plain alternative: a threshold on the colour of every pixel, no regions."""

    budget_s = 0.003

    def cycle(self, image: CameraImage) -> Sighting:
        """Threshold, join what touches, and look at every patch."""
        labels = threshold_colour(
            image.pixels_rgb, self.parameters.wanted, minimum_score=self.parameters.minimum_colour
        )
        regions = measure_regions(labels, image.pixels_rgb)
        found = best_round_object(image.pixels_rgb, regions, self.parameters)
        self.debug.drawing("circle", lambda: _drawing(found, self.parameters))
        return Sighting(time_s=image.time_s, found=found)


def best_round_object(
    pixels_rgb: NDArray[np.uint8],
    regions: Regions,
    wanted: RoundObjectDetectorParameters,
    *,
    first_row_px: int = 0,
) -> RoundObject | None:
    """The region that looks most like the wanted thing, or None.

    The picture may be a part of the camera's, from `first_row_px` down.
    """
    colours = colour_score(regions.mean_rgb, wanted.wanted)
    likely = np.flatnonzero(
        (colours > wanted.minimum_colour) & (regions.pixel_count >= wanted.minimum_pixels)
    )
    best: RoundObject | None = None
    for index in likely:
        score = float(colours[index]) * roundness(regions, int(index))
        if score < wanted.minimum_score or (best is not None and score < best.score):
            continue
        fit = locate_disc(pixels_rgb, regions, int(index), wanted.wanted)
        if fit is not None and fit.support >= wanted.minimum_support:
            best = placed(fit, score, wanted, first_row_px=first_row_px)
    return best


def placed(
    fit: CircleFit, score: float, wanted: RoundObjectDetectorParameters, *, first_row_px: int = 0
) -> RoundObject:
    """Where a circle in the image puts the thing, on the ground plane of the robot.

    A sphere of radius R at distance d fills the half angle α with sin α = R / d.
    """
    circle = fit.circle
    column, row, radius = circle.column_px, circle.row_px + first_row_px, circle.radius_px
    left, center, right = CAMERA.ray(
        np.array([(column - radius, row), (column, row), (column + radius, row)])
    )
    half_angle_rad = 0.5 * math.acos(float(np.clip(left @ right, -1.0, 1.0)))
    distance_m = wanted.radius_m / math.sin(half_angle_rad)
    point: NDArray[np.float64] = ROBOT_FROM_CAMERA.apply(distance_m * center)
    radius_sigma_px = math.hypot(wanted.edge_sigma_px, fit.radius_deviation_px)
    range_m = math.hypot(point[0], point[1])
    return RoundObject(
        center_px=(column, row),
        radius_px=radius,
        score=score,
        range_m=range_m,
        range_sigma_m=distance_m * math.hypot(radius_sigma_px / radius, wanted.scale_sigma),
        bearing_rad=math.atan2(point[1], point[0]),
        bearing_sigma_rad=math.hypot(radius_sigma_px / CAMERA.focal_x_px, wanted.bearing_sigma_rad),
    )


def _drawing(found: RoundObject | None, wanted: RoundObjectDetectorParameters) -> Drawing:
    if found is None:
        return Drawing(frame="image", shapes=())
    label = f"{found.range_m:.2f} m, score {found.score:.2f}"
    column, row = found.center_px
    return Drawing(
        frame="image",
        shapes=(
            Circle(center=found.center_px, radius=found.radius_px, colour=wanted.drawn_in),
            Text(at=(column, max(row - found.radius_px - 6.0, 10.0)), words=label, colour=wanted.drawn_in),
        ),
    )
