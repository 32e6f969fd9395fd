"""Images as a browser takes them: JPEG in a data address, so that they travel with the page's other news."""

import base64
from typing import Any

import cv2
import numpy as np

from ludens.messages import CameraImage, DepthImage

JPEG_QUALITY = 85


def image_size_px(value: Any) -> tuple[int, int] | None:
    """Width and height; None for something that is no image."""
    pixels = _pixels(value)
    return (pixels.shape[1], pixels.shape[0]) if pixels is not None else None


def data_address(value: Any) -> str | None:
    """The image as `data:image/jpeg;base64,…`; a camera's own JPEG is passed on as it is."""
    if isinstance(value, CameraImage):
        return _address(value.jpeg)
    pixels = _pixels(value)
    if pixels is None:
        return None
    bgr = cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR)
    encoded = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    return _address(encoded.tobytes())


def _address(jpeg: bytes) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")


def _pixels(value: Any) -> Any:
    """Height × width × 3, 8 bit; depth becomes grey, near is bright."""
    if isinstance(value, CameraImage):
        return value.pixels_rgb
    if isinstance(value, DepthImage):
        depth_m = value.depth_m
        nearness = np.where(depth_m > 0.0, 1.0 / (1.0 + depth_m), 0.0)
        return np.repeat((255 * nearness).astype(np.uint8)[:, :, None], 3, axis=2)
    if isinstance(value, np.ndarray) and value.ndim == 3 and value.shape[2] == 3:
        return np.ascontiguousarray(value, dtype=np.uint8)
    return None
