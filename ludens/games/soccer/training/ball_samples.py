"""Samples for the ball net: candidates of drawn pictures, told apart by truth, and many variations of each.

Cameras, halls and balls that the simulation does not know are stood in for by variation: balls of other
patterns, brightness, contrast, gamma, shading, colour casts, blur, noise, coarse chroma, and a shift and size
that a candidate may be off by.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.games.soccer.world.field_pictures import FieldPicture, FieldPictures, place_in_picture
from ludens.vision.balls.candidates import BallCandidate, find_candidates
from ludens.vision.balls.sample import SAMPLE_PX, cut_samples
from ludens.vision.field.scanner import FieldScanner, colour_of, to_ycbcr, view_of

NEAR, FAR = 0.35, 0.9
"""In radii: a candidate nearer to a ball's middle shows it, one farther away does not; between counts not."""


@dataclass(frozen=True, slots=True, eq=False)
class BallSamples:
    """(samples, 16, 16, 3) in YCbCr, and which of them show a ball."""

    pixels: NDArray[np.uint8]
    is_ball: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.pixels)


def samples_of_scene(seed: int, *, pictures: int, noise: str = "default") -> BallSamples:
    """Draw pictures of one hall and return their samples."""
    patches: list[NDArray[np.uint8]] = []
    truths: list[bool] = []
    scanner = FieldScanner(random=np.random.default_rng(seed))
    with FieldPictures(seed, noise=noise, any_ball=True) as hall:
        for number in range(pictures):
            if number % 5 == 0:
                hall.scatter_robots()
            picture = hall.random_picture(with_ball=number % 4 != 3)
            for candidate, is_ball in _candidates(picture, scanner, hall):
                patches.append(cut_samples(to_ycbcr(picture.image.pixels_rgb), [candidate])[0])
                truths.append(is_ball)
    pixels = np.array(patches, np.uint8).reshape(-1, SAMPLE_PX, SAMPLE_PX, 3)
    return BallSamples(pixels, np.array(truths, np.bool_))


def _candidates(
    picture: FieldPicture, scanner: FieldScanner, hall: FieldPictures
) -> list[tuple[BallCandidate, bool]]:
    """Return the candidates of a picture that are surely a ball or surely none, shaken a little."""
    scanned = scanner.scan(picture.image, picture.pose)
    colour = colour_of(scanned)
    if colour is None:
        return []
    radius_m = hall.pitch.ball_radius_m
    found = find_candidates(
        scanned.ycbcr,
        view_of(scanned),
        colour,
        radius_m=radius_m,
        first_rows=scanned.border_rows,
        last_rows=scanned.last_rows,
    )
    truth = place_in_picture(picture, radius_m)
    judged = []
    for candidate in found:
        off = np.inf
        if truth is not None:
            off = (
                float(np.hypot(candidate.column_px - truth[0][0], candidate.row_px - truth[0][1])) / truth[1]
            )
        if off < NEAR or off > FAR:
            judged += [(shaken, off < NEAR) for shaken in _shaken(candidate, hall.random)]
    return judged


def _shaken(candidate: BallCandidate, random: np.random.Generator) -> list[BallCandidate]:
    shaken = [candidate]
    for _ in range(2):
        shift = random.normal(0.0, 0.06, 2) * candidate.radius_px
        shaken.append(
            BallCandidate(
                candidate.column_px + float(shift[0]),
                candidate.row_px + float(shift[1]),
                candidate.radius_px * float(random.uniform(0.88, 1.14)),
                candidate.rating,
            )
        )
    return shaken


def varied(samples: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.uint8]:
    """Return samples under other light and through other cameras, some of them mirrored."""
    values = samples.astype(np.float32)
    count = len(values)

    def draw(low: float, high: float) -> NDArray[np.float32]:
        return random.uniform(low, high, (count, 1, 1)).astype(np.float32)

    light = 255.0 * (values[..., 0] / 255.0) ** draw(0.75, 1.35)
    middle = light.mean(axis=(1, 2), keepdims=True)
    light = (light - middle) * draw(0.6, 1.35) + middle * draw(0.55, 1.5)
    values[..., 0] = light * _shading(draw(0.0, 0.3), draw(-np.pi, np.pi))
    saturation = draw(0.45, 1.5)
    for channel in (1, 2):
        values[..., channel] = (values[..., channel] - 128.0) * saturation + 128.0 + draw(-9.0, 9.0)
    coarse = random.random(count) < 0.4
    values[coarse, ..., 1:] = _coarse(values[coarse, ..., 1:])
    values += random.normal(0.0, 1.0, values.shape).astype(np.float32) * draw(0.0, 6.0)[..., np.newaxis]
    mirrored = random.random(count) < 0.5
    values[mirrored] = values[mirrored][:, :, ::-1]
    for number in np.flatnonzero(random.random(count) < 0.35):
        sigma = random.uniform(0.3, 1.3, 2)
        values[number] = cv2.GaussianBlur(values[number], (0, 0), sigmaX=sigma[0], sigmaY=sigma[1])
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)


def _shading(strength: NDArray[np.float32], towards_rad: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return light that grows across each sample: a lamp on one side, a shadow below."""
    across = np.linspace(-1.0, 1.0, SAMPLE_PX, dtype=np.float32)
    along = np.cos(towards_rad) * across + np.sin(towards_rad) * across[:, np.newaxis]
    return np.asarray(1.0 + strength * along, np.float32)


def _coarse(chroma: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return chroma with half as many samples each way, as most cameras and files have it."""
    half = SAMPLE_PX // 2
    mean = chroma.reshape(-1, half, 2, half, 2, 2).mean(axis=(2, 4))
    return np.asarray(mean.repeat(2, axis=1).repeat(2, axis=2), np.float32)
