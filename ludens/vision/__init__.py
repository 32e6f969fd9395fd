"""Algorithms that see: from pixels to regions, from regions to round things of a colour; no game in sight."""

from ludens.vision.circle import Circle, enclosing_circle, roundness
from ludens.vision.circle_fit import CircleFit, fit_circle
from ludens.vision.colour import Colour, colour_score
from ludens.vision.disc_edge import edge_points, locate_disc
from ludens.vision.errors import VisionError
from ludens.vision.images import LabelImage, RgbImage
from ludens.vision.outline import inside_picture, outline_points
from ludens.vision.regions import Regions, measure_regions
from ludens.vision.segmentation import segment
from ludens.vision.threshold import threshold_colour

__all__ = [
    "Circle",
    "CircleFit",
    "Colour",
    "LabelImage",
    "Regions",
    "RgbImage",
    "VisionError",
    "colour_score",
    "edge_points",
    "enclosing_circle",
    "fit_circle",
    "inside_picture",
    "locate_disc",
    "measure_regions",
    "outline_points",
    "roundness",
    "segment",
    "threshold_colour",
]
