"""Effects of lens, sensor and compression on an image, in the order in which light meets them."""

import math
from typing import Any, TypeAlias, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.compiled import compiled, read_only
from ludens.geometry import PinholeCamera
from ludens.robots.sensor_noise import CameraNoise
from ludens.sim.picture_window import ImageWindow
from ludens.sim.sensors.bending import Bending, LensTerms, Maps
from ludens.sim.sensors.exposure import AutomaticExposure

Pixels: TypeAlias = NDArray[np.uint8]

LEAST_POOL = 1 << 20
"""Pixel noise is read from a pool of so many numbers, or of two pictures' if that is more: drawing 230 000
normal ones costs 2 ms."""

LEAST_SMEAR_PX = 1.0
"""A smear within one pixel is not visible."""


class Lens:
    """The optics and electronics of one camera, fixed for a run."""

    def __init__(
        self, camera: PinholeCamera, *, noise: CameraNoise, terms: LensTerms, random: np.random.Generator
    ) -> None:
        self._noise = noise
        self._random = random
        self._focal_px = camera.focal_x_px
        self._soft = _softness(noise.softness_px)
        self._shading = _vignette(camera, noise.vignetting)
        self._bending = Bending(camera, terms, readout_s=noise.readout_s)
        self._reach_px = self._soft.size // 2 + 1 + self._bending.most_px()
        """How far away a pixel's light may go."""
        pool = max(LEAST_POOL, 2 * self._shading.size)
        self._pool = random.standard_normal(pool, dtype=np.float32) * np.float32(noise.pixel_sigma)
        self._level = random.normal(0.0, 1.0, 3)  # gain, red, blue: each in units of its sigma
        self._exposure = AutomaticExposure(follows=noise.exposure_follows, time_s=noise.exposure_time_s)
        self._last: tuple[Pixels, Pixels] | None = None  # a picture, and what the lens made of it at rest

    def expose(
        self,
        pixels_rgb: Pixels,
        *,
        turn_radps: float,
        nod_radps: float = 0.0,
        roll_radps: float = 0.0,
        elapsed_s: float,
    ) -> Pixels:
        """Return what the sensor delivers while the camera turns left, nods up and rolls to its left."""
        light = self._exposure.next_factor(pixels_rgb, elapsed_s)
        per_radps = light * self._noise.exposure_s * self._focal_px
        right_px, down_px = turn_radps * per_radps, nod_radps * per_radps
        maps = self._bending.while_turning(nod_radps=nod_radps, turn_radps=turn_radps, roll_radps=roll_radps)
        if maps is self._bending.maps and math.hypot(right_px, down_px) <= LEAST_SMEAR_PX:
            seen = self._at_rest(pixels_rgb)
        else:
            seen = self._turning(pixels_rgb, maps, right_px, down_px)
        tint = np.float32(light) * self._drifted(elapsed_s)
        start = int(self._random.integers(self._pool.size - self._shading.size))
        return _exposed(read_only(seen), self._shading, tint, self._pool[start:])

    def _at_rest(self, pixels_rgb: Pixels) -> Pixels:
        """Return the picture bent and softened; where it is as the last one was, so is that."""
        if self._bending.maps is None and self._soft.size == 1:
            return pixels_rgb
        whole = ImageWindow(0, 0, pixels_rgb.shape[1], pixels_rgb.shape[0])
        if self._last is None or self._last[0].shape != pixels_rgb.shape:
            seen = self._through_lens(pixels_rgb, whole)
        elif self._last[0] is pixels_rgb:
            return self._last[1]
        else:
            changed = _differing(self._last[0], pixels_rgb)
            grown = _grown(changed, self._reach_px, whole) if changed.pixels else changed
            if grown == whole:  # the camera has moved
                seen = self._through_lens(pixels_rgb, whole)
            else:
                seen = self._last[1].copy()
                if grown.pixels:
                    seen[grown.slices] = self._through_lens(pixels_rgb, grown)
        self._last = pixels_rgb, seen
        return seen

    def _through_lens(self, pixels_rgb: Pixels, window: ImageWindow) -> Pixels:
        """Return a window of the picture, bent and softened."""
        whole = ImageWindow(0, 0, pixels_rgb.shape[1], pixels_rgb.shape[0])
        reach = self._soft.size // 2
        around = _grown(window, reach, whole)
        seen = cast(Any, _bent(pixels_rgb, self._bending.maps, around))
        if reach:
            seen = cv2.sepFilter2D(seen, -1, self._soft, self._soft, borderType=cv2.BORDER_REPLICATE)
        top, left = window.top - around.top, window.left - around.left
        part: Pixels = seen[top : top + window.bottom - window.top, left : left + window.right - window.left]
        return part

    def _turning(self, pixels_rgb: Pixels, maps: Maps | None, right_px: float, down_px: float) -> Pixels:
        """Return the picture bent, softened, and smeared along the way that things take in it."""
        whole = ImageWindow(0, 0, pixels_rgb.shape[1], pixels_rgb.shape[0])
        seen = cast(Any, _bent(pixels_rgb, maps, whole))
        right_px, down_px = abs(right_px), down_px if right_px >= 0.0 else -down_px
        along_rows, along_columns = self._soft, self._soft
        if abs(down_px) <= LEAST_SMEAR_PX:
            along_rows = np.convolve(self._soft, _smear(right_px)).astype(np.float32)
        elif right_px <= LEAST_SMEAR_PX:
            along_columns = np.convolve(self._soft, _smear(abs(down_px))).astype(np.float32)
        else:
            stroke = _stroke(right_px, down_px)
            seen = cv2.filter2D(seen, -1, stroke, borderType=cv2.BORDER_REPLICATE)
        smeared = cv2.sepFilter2D(seen, -1, along_rows, along_columns, borderType=cv2.BORDER_REPLICATE)
        return cast(Pixels, smeared)

    def _drifted(self, elapsed_s: float) -> NDArray[np.float32]:
        """Return the factors of red, green and blue, which wander as automatic exposure does."""
        keep = math.exp(-elapsed_s / self._noise.drift_time_s)
        self._level = keep * self._level + math.sqrt(1.0 - keep * keep) * self._random.normal(0.0, 1.0, 3)
        gain, red, blue = self._level
        common = 1.0 + self._noise.gain_sigma * gain
        balance = self._noise.white_balance_sigma
        return np.array([common * (1.0 + balance * red), common, common * (1.0 + balance * blue)], np.float32)


def _bent(pixels_rgb: Pixels, maps: Maps | None, window: ImageWindow) -> Pixels:
    """Return a window of the picture as a lens shows it."""
    if maps is None:
        return pixels_rgb[window.slices]
    places, fractions = (part[window.slices] for part in maps)
    bent = cv2.remap(pixels_rgb, places, fractions, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cast(Pixels, bent)


def _grown(window: ImageWindow, margin_px: int, whole: ImageWindow) -> ImageWindow:
    """Return a window with a margin, as far as the picture goes."""
    return ImageWindow(
        max(window.left - margin_px, whole.left),
        max(window.top - margin_px, whole.top),
        min(window.right + margin_px, whole.right),
        min(window.bottom + margin_px, whole.bottom),
    )


def _differing(first: Pixels, second: Pixels) -> ImageWindow:
    """Return the window outside of which two pictures are the same."""
    height, width, channels = first.shape
    line = width * channels
    at_once = 8 if line % 8 == 0 else 1  # samples; comparing them one by one takes eight times as long
    words = np.uint64 if at_once == 8 else np.uint8
    one, other = (np.ascontiguousarray(part).reshape(height, line).view(words) for part in (first, second))
    rows = np.flatnonzero((one != other).any(axis=1))
    if not len(rows):
        return ImageWindow(0, 0, 0, 0)
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    samples = at_once * np.flatnonzero((one[top:bottom] != other[top:bottom]).any(axis=0))
    return ImageWindow(
        int(samples[0]) // channels, top, min(width, (int(samples[-1]) + at_once) // channels + 1), bottom
    )


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


def _stroke(right_px: float, down_px: float) -> NDArray[np.float32]:
    """Return a kernel that averages along a slanting line; points between pixels are shared out."""
    reach_x, reach_y = math.ceil(0.5 * abs(right_px)), math.ceil(0.5 * abs(down_px))
    kernel = np.zeros((2 * reach_y + 2, 2 * reach_x + 2))
    shares = np.linspace(-0.5, 0.5, 2 * math.ceil(math.hypot(right_px, down_px)) + 1)
    columns, rows = shares * right_px + reach_x, shares * down_px + reach_y
    left, top = np.floor(columns).astype(np.intp), np.floor(rows).astype(np.intp)
    beside, below = columns - left, rows - top
    for row, row_share in ((top, 1.0 - below), (top + 1, below)):
        for column, column_share in ((left, 1.0 - beside), (left + 1, beside)):
            np.add.at(kernel, (row, column), row_share * column_share)
    centred: NDArray[np.float32] = (kernel[:-1, :-1] / kernel[:-1, :-1].sum()).astype(np.float32)
    return centred
