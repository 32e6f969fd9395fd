"""What things are made of, as textures: greys that a thing's own colour tints, drawn by rule."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.geometry.football import patches_on_cube

Pixels = NDArray[np.uint8]

SIZE_PX = 256
FACE_PX = 64
"""Of the cube round a football."""


@dataclass(frozen=True, slots=True)
class Texture:
    """A square picture of tones, and how many metres one copy of it covers."""

    paint: Callable[[np.random.Generator], Pixels]
    tile_m: float


def planks(random: np.random.Generator) -> Pixels:
    """Return a floor of boards."""
    count, width = 8, SIZE_PX // 8
    tones = np.empty((SIZE_PX, SIZE_PX), np.float32)
    grain = cv2.blur(random.normal(0.0, 1.0, (SIZE_PX, SIZE_PX)).astype(np.float32), (1, 61))
    for plank in range(count):
        columns = slice(plank * width, (plank + 1) * width)
        joint = int(random.integers(SIZE_PX))
        rows = np.roll(np.arange(SIZE_PX) < SIZE_PX // 2, joint)
        one, other = random.uniform(232.0, 252.0, 2).tolist()
        tones[:, columns] = np.where(rows, one, other)[:, np.newaxis]
        tones[[joint, (joint + SIZE_PX // 2) % SIZE_PX], columns] -= 40.0
        tones[:, plank * width] -= 34.0
    return _clipped(tones + 26.0 * grain)


def grain(random: np.random.Generator) -> Pixels:
    """Return wood without joints."""
    noise = random.normal(0.0, 1.0, (SIZE_PX, SIZE_PX)).astype(np.float32)
    return _clipped(240.0 + 40.0 * cv2.blur(noise, (1, 91)))


def felt(random: np.random.Generator) -> Pixels:
    """Return a short pile."""
    return _clipped(236.0 + 9.0 * random.normal(0.0, 1.0, (SIZE_PX, SIZE_PX)))


def grass(random: np.random.Generator) -> Pixels:
    """Return mown turf."""
    fine = random.normal(0.0, 1.0, (SIZE_PX, SIZE_PX)).astype(np.float32)
    return _clipped(226.0 + 11.0 * fine + 45.0 * cv2.GaussianBlur(fine, (0, 0), 3.0))


TEXTURES = {
    "planks": Texture(planks, 1.1),
    "wood": Texture(grain, 0.5),
    "felt": Texture(felt, 0.5),
    "cloth": Texture(felt, 0.25),
    "stone": Texture(felt, 1.2),
    "grass": Texture(grass, 0.8),
}


def football_faces() -> Pixels:
    """Return the six faces of a cube round a ball, one below the other."""
    tones: Pixels = np.where(patches_on_cube(FACE_PX), 24, 250).astype(np.uint8)
    return tones


def _clipped(tones: NDArray[np.floating]) -> Pixels:
    pixels: Pixels = np.clip(tones, 0.0, 255.0).astype(np.uint8)
    return pixels
