"""The small net that judges samples: ball or no ball. Weights travel with the package, as ONNX.

It is run by OpenCV. `ludens soccer train-ball` makes the weights anew.
"""

from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.vision.images import VisionError

WEIGHTS = "ball.onnx"


class BallNet:
    """Scores from 0 to 1 for samples of a picture."""

    def __init__(self, weights: bytes | None = None) -> None:
        data = files("ludens.vision.balls").joinpath(WEIGHTS).read_bytes() if weights is None else weights
        try:
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
        except cv2.error as error:
            raise VisionError(
                f"The ball net cannot be read: {str(error).strip().splitlines()[-1]} Use a file that "
                "`ludens soccer train-ball` wrote."
            ) from error

    @classmethod
    def from_file(cls, path: Path) -> "BallNet":
        """Read one's own weights."""
        try:
            return cls(path.read_bytes())
        except OSError as error:
            raise VisionError(f"The ball net {path} cannot be read: {error.strerror}.") from error

    def scores(self, samples: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return how much each of (samples, 16, 16, 3) in YCbCr looks like a ball."""
        if not len(samples):
            return np.zeros(0, np.float32)
        self._net.setInput(prepared(samples))
        logits = np.asarray(self._net.forward(), np.float32).reshape(-1)
        return np.asarray(1.0 / (1.0 + np.exp(-logits)), np.float32)


def prepared(samples: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return samples as the net takes them: brightness stretched to its own range, chroma about grey.

    The range makes the net indifferent to how bright a hall is.
    """
    values = samples.astype(np.float32)
    light = values[..., 0]
    low = np.percentile(light, 5, axis=(1, 2))[:, np.newaxis, np.newaxis]
    high = np.percentile(light, 95, axis=(1, 2))[:, np.newaxis, np.newaxis]
    light = (light - low) / np.maximum(high - low, 12.0) - 0.5
    chroma = (values[..., 1:] - 128.0) / 32.0
    stacked = np.concatenate((light[..., np.newaxis], chroma), axis=-1)
    return np.ascontiguousarray(stacked.transpose(0, 3, 1, 2))
