"""What lens, sensor and compression do to a picture, in the order in which light meets them."""

import math
from typing import Any, TypeAlias, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled
from ludens.geometry import PinholeCamera
from ludens.robots.sensor_noise import CameraNoise

Pixels: TypeAlias = NDArray[np.uint8]

LEAST_POOL = 1 << 20
"""Pixel noise is read from a pool of so many numbers, or of two pictures' if that is more: drawing 230 000
normal ones costs 2 ms."""

LEAST_SMEAR_PX = 1.0
"""A smear within one pixel is not visible."""


class Lens:
    """The optics and electronics of one camera, fixed for a run."""

    def __init__(
        self, camera: PinholeCamera, *, noise: CameraNoise, distortion: float, chance: np.random.Generator
    ) -> None:
        self._noise = noise
        self._chance = chance
        self._focal_px = camera.focal_x_px
        self._soft = _softness(noise.softness_px)
        self._shading = _vignette(camera, noise.vignetting)
        self._maps = _distortion_maps(camera, distortion) if distortion != 0.0 else None
        pool = max(LEAST_POOL, 2 * self._shading.size)
        self._pool = chance.standard_normal(pool, dtype=np.float32) * np.float32(noise.pixel_sigma)
        self._level = chance.normal(0.0, 1.0, 3)  # gain, red, blue: each in units of its sigma

    def expose(self, pixels_rgb: Pixels, *, turn_radps: float, elapsed_s: float) -> Pixels:
        """Return the picture that the sensor delivers, taken while the camera turns (sideways)."""
        noise, seen = self._noise, cast(Any, pixels_rgb)
        if self._maps is not None:
            seen = cv2.remap(seen, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        smear_px = abs(turn_radps) * noise.exposure_s * self._focal_px
        if self._soft.size > 1 or smear_px > LEAST_SMEAR_PX:
            sideways = np.convolve(self._soft, _smear(smear_px)).astype(np.float32)
            seen = cv2.sepFilter2D(seen, -1, sideways, self._soft, borderType=cv2.BORDER_REPLICATE)
        tint = self._drifted(elapsed_s)
        start = int(self._chance.integers(self._pool.size - self._shading.size))
        return _exposed(seen, self._shading, tint, self._pool[start:])

    def _drifted(self, elapsed_s: float) -> NDArray[np.float32]:
        """Return the factors of red, green and blue, which wander as automatic exposure does."""
        keep = math.exp(-elapsed_s / self._noise.drift_time_s)
        self._level = keep * self._level + math.sqrt(1.0 - keep * keep) * self._chance.normal(0.0, 1.0, 3)
        gain, red, blue = self._level
        common = 1.0 + self._noise.gain_sigma * gain
        balance = self._noise.white_balance_sigma
        return np.array([common * (1.0 + balance * red), common, common * (1.0 + balance * blue)], np.float32)


@compiled
def _exposed(
    seen: Pixels, shading: NDArray[np.float32], tint: NDArray[np.float32], grain: NDArray[np.float32]
) -> Pixels:
    """Return a picture with each pixel's light, by place and by channel, and grain added in reading order.

    One pass over plain rows, so that the compiler can use vector instructions.
    """
    height, width, channels = seen.shape
    samples = width * channels
    tints = np.empty(samples, dtype=np.float32)
    for sample in range(samples):
        tints[sample] = tint[sample % channels]
    exposed = np.empty((height, samples), dtype=np.uint8)
    for row in range(height):
        line, lights = seen[row].reshape(samples), shading[row]
        grains = grain[row * samples : (row + 1) * samples]
        result = exposed[row]
        for sample in range(samples):
            light = np.float32(line[sample]) * (lights[sample] * tints[sample]) + grains[sample]
            light = min(max(light, np.float32(0.0)), np.float32(255.0))  # black and white are the limits
            result[sample] = np.uint8(np.int32(np.rint(light)))
    return exposed.reshape(height, width, channels)


def _vignette(camera: PinholeCamera, loss: float) -> NDArray[np.float32]:
    """Return the part of the light that reaches each pixel, once a channel: less by `loss` in the corners."""
    columns = (np.arange(camera.width_px) - camera.center_x_px) / camera.center_x_px
    rows = (np.arange(camera.height_px) - camera.center_y_px) / camera.center_y_px
    squared = 0.5 * (columns**2 + rows[:, np.newaxis] ** 2)
    shading = (1.0 - loss * squared).astype(np.float32)
    return np.repeat(shading, 3, axis=1)


def _distortion_maps(
    camera: PinholeCamera, distortion: float
) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Return where each pixel of the bent picture lies in the straight one, in OpenCV's fixed point."""
    columns = (np.arange(camera.width_px) - camera.center_x_px) / camera.focal_x_px
    rows = (np.arange(camera.height_px) - camera.center_y_px) / camera.focal_y_px
    bent_x, bent_y = np.meshgrid(columns, rows)
    factor = 1.0 + distortion * (bent_x**2 + bent_y**2)
    straight_x, straight_y = bent_x / factor, bent_y / factor
    for _ in range(4):  # solve r (1 + k r²) = r' for r by repeated substitution
        factor = 1.0 + distortion * (straight_x**2 + straight_y**2)
        straight_x, straight_y = bent_x / factor, bent_y / factor
    columns_px = (straight_x * camera.focal_x_px + camera.center_x_px).astype(np.float32)
    rows_px = (straight_y * camera.focal_y_px + camera.center_y_px).astype(np.float32)
    whole, fraction = cv2.convertMaps(columns_px, rows_px, cv2.CV_16SC2)
    return whole, fraction


def _softness(sigma_px: float) -> NDArray[np.float32]:
    """Return the kernel of a Gaussian blur along one axis; a single 1 where nothing is blurred."""
    reach = math.ceil(2.5 * sigma_px)
    offsets = np.arange(-reach, reach + 1)
    weights = np.exp(-0.5 * (offsets / max(sigma_px, 1e-6)) ** 2)
    kernel: NDArray[np.float32] = (weights / weights.sum()).astype(np.float32)
    return kernel


def _smear(length_px: float) -> NDArray[np.float32]:
    """Return a kernel that averages over `length_px` pixels, with fractions at its ends."""
    half = 0.5 * max(length_px, 1.0)
    reach = math.ceil(half - 0.5)
    offsets = np.arange(-reach, reach + 1)
    weights = np.clip(half - np.abs(offsets) + 0.5, 0.0, 1.0)
    kernel: NDArray[np.float32] = (weights / weights.sum()).astype(np.float32)
    return kernel
