"""A small renderer of scenes with shaded balls, so that the vision tests need no renderer."""

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from ludens.vision.images import RgbImage

_OVERSAMPLING = 4


@dataclass(frozen=True)
class Ball:
    column_px: float
    row_px: float
    radius_px: float
    rgb: tuple[float, float, float] = (30.0, 190.0, 45.0)


@dataclass(frozen=True)
class Scene:
    """A floor with a gradient of light, a wall, shaded balls, and grey posts in front of everything."""

    balls: tuple[Ball, ...] = ()
    posts_px: tuple[tuple[int, int], ...] = ()
    """First and last column of each."""
    noise: float = 3.0
    jpeg_quality: int | None = 85
    brightness: float = 1.0
    seed: int = 0
    highlight: bool = True
    width_px: int = 320
    height_px: int = 240
    light: tuple[float, float, float] = field(default=(-0.4, -0.7, 0.6))

    def paint(self) -> RgbImage:
        height, width = self.height_px * _OVERSAMPLING, self.width_px * _OVERSAMPLING
        rows, columns = np.mgrid[:height, :width].astype(np.float64)
        # Pixel centres are whole numbers, also in the finer picture.
        rows, columns = (rows + 0.5) / _OVERSAMPLING - 0.5, (columns + 0.5) / _OVERSAMPLING - 0.5
        floor = np.stack([135 + 0.1 * rows, 125 + 0.1 * rows, 115 + 0.05 * columns], axis=-1)
        picture = np.where((rows < 0.35 * self.height_px)[..., np.newaxis], (185.0, 190.0, 180.0), floor)
        for ball in self.balls:
            self._paint_ball(picture, ball, columns, rows)
        for first, last in self.posts_px:
            picture[(columns > first - 0.5) & (columns < last + 0.5)] = (100.0, 95.0, 105.0)
        small = cv2.resize(picture, (self.width_px, self.height_px), interpolation=cv2.INTER_AREA)
        noisy = small + np.random.default_rng(self.seed).normal(0.0, self.noise, small.shape)
        pixels = np.clip(self.brightness * noisy, 0.0, 255.0).astype(np.uint8)
        return pixels if self.jpeg_quality is None else _through_jpeg(pixels, self.jpeg_quality)

    def _paint_ball(
        self,
        picture: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
        ball: Ball,
        columns: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
        rows: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    ) -> None:
        across, down = (columns - ball.column_px) / ball.radius_px, (rows - ball.row_px) / ball.radius_px
        inside = across**2 + down**2 <= 1.0
        normal = np.stack([across, down, np.sqrt(np.clip(1.0 - across**2 - down**2, 0.0, None))], axis=-1)
        light = np.array(self.light) / np.linalg.norm(self.light)
        facing = np.clip(normal @ light, 0.0, None)
        shade = 0.55 + 0.45 * facing
        gloss = 120.0 * facing**40 if self.highlight else np.zeros_like(facing)
        picture[inside] = (np.array(ball.rgb) * shade[..., np.newaxis] + gloss[..., np.newaxis])[inside]


def _through_jpeg(pixels: RgbImage, quality: int) -> RgbImage:
    _, encoded = cv2.imencode(
        ".jpg", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    decoded = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
    assert decoded is not None
    return cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB).astype(np.uint8)


@pytest.fixture
def ball() -> Callable[..., Ball]:
    return Ball


@pytest.fixture
def scene() -> Callable[..., Scene]:
    return Scene
