"""Pixels from compressed images: the same bytes always give the same pixels."""

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.recording.errors import RecordingError


def decode_image(compressed: bytes) -> NDArray[np.uint8]:
    """Pixels (height × width × 3, red first) of a JPEG or PNG image."""
    encoded = np.frombuffer(compressed, dtype=np.uint8)
    pixels_rgb = cv2.imdecode(encoded, cv2.IMREAD_COLOR_RGB) if encoded.size else None
    if pixels_rgb is None:
        raise RecordingError(f"An image of {len(compressed)} bytes in the recording is not JPEG or PNG.")
    return np.asarray(pixels_rgb, dtype=np.uint8)


def encode_png(pixels_rgb: NDArray[np.uint8]) -> bytes:
    """The pixels without loss, for an image that came without compression."""
    fine, encoded = cv2.imencode(".png", cv2.cvtColor(pixels_rgb, cv2.COLOR_RGB2BGR))
    if not fine:
        raise RecordingError(f"An image of shape {pixels_rgb.shape} cannot be recorded.")
    return encoded.tobytes()
