"""Calibration of cameras from pictures of a known board, or of lines at known places."""

from ludens.vision.calibration.board import NAO_BOARD, Board, SeenCorners
from ludens.vision.calibration.fitting import CameraFit, Eye, EyeFit, fit_cameras
from ludens.vision.calibration.sightings import LineSighting, PointSighting, with_centred_loads

__all__ = [
    "NAO_BOARD",
    "Board",
    "CameraFit",
    "Eye",
    "EyeFit",
    "LineSighting",
    "PointSighting",
    "SeenCorners",
    "fit_cameras",
    "with_centred_loads",
]
