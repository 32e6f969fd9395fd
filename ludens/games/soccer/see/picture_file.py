"""Reads anybody's pictures, of any size and order of colours, and draws on them what was seen."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.geometry import PinholeCamera
from ludens.messages import Circle, Polyline, Shape, Text

Pixels = NDArray[np.uint8]
ColourOrder = Literal["auto", "rgb", "bgr", "ycbcr", "ycrcb"]
"""What the three channels of a file hold. Tools that dump a camera's memory often write others than RGB."""
MOST_ENLARGED = 4.0
LEAST_PX = 16
"""Smaller pictures show nothing that could be told apart."""
MOST_PIXELS = 100_000_000
RAW_ENDINGS = (".yuv", ".yuyv", ".yuv422", ".raw")
NAO_SIZES = ((160, 120), (320, 240), (640, 480), (1280, 960), (2560, 1920))
RAW_SIZES = {2 * width * height: (width, height) for width, height in NAO_SIZES}
"""Of a NAO's cameras, by the bytes that they have as YUYV: brightness of two pixels, Cb and Cr of both."""
CHROMA_IS_FLAT = 0.45
"""Chroma changes so little, against brightness, from pixel to pixel; red, green and blue change alike."""
CHROMA_NEAR_GREY = 40.0


def read_picture(path: Path, order: ColourOrder = "auto") -> Pixels:
    """Return a picture as RGB; grey ones get three equal channels, transparency is dropped.

    With the order `auto`, a file whose channels look like brightness and chroma is taken for YCbCr.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LudensError(f"The picture {path} cannot be read: {error.strerror}.") from error
    if path.suffix.lower() in RAW_ENDINGS:
        return _raw(path, data)
    pixels = _decoded(data)
    if pixels is None:
        raise LudensError(f"{path} is no picture that can be read; take PNG, JPEG, BMP, WebP or TIFF.")
    if pixels.shape[0] * pixels.shape[1] > MOST_PIXELS:
        raise LudensError(
            f"{path} has {pixels.shape[1]} × {pixels.shape[0]} pixels, more than {MOST_PIXELS // 1_000_000} "
            "million; make it smaller."
        )
    if min(pixels.shape[:2]) < LEAST_PX:
        raise LudensError(
            f"{path} is only {pixels.shape[1]} × {pixels.shape[0]} pixels; a picture needs at least "
            f"{LEAST_PX} each way."
        )
    return _as_rgb(pixels, order)


def _raw(path: Path, data: bytes) -> Pixels:
    """Return a camera's memory as RGB."""
    if len(data) not in RAW_SIZES:
        known = ", ".join(f"{width} × {height}" for width, height in RAW_SIZES.values())
        raise LudensError(
            f"{path} has {len(data)} bytes. A raw picture holds YUYV, two bytes a pixel, of {known} pixels."
        )
    width, height = RAW_SIZES[len(data)]
    pairs = np.frombuffer(data, np.uint8).reshape(height, width // 2, 4)
    ycrcb = np.empty((height, width, 3), np.uint8)
    ycrcb[..., 0] = pairs[..., (0, 2)].reshape(height, width)
    ycrcb[..., 1] = pairs[..., 3].repeat(2, axis=1)
    ycrcb[..., 2] = pairs[..., 1].repeat(2, axis=1)
    return _as_rgb(ycrcb, "ycrcb")


def _decoded(data: bytes) -> Pixels | None:
    if not data:
        return None
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR_RGB)
    except cv2.error:  # a header that promises more than memory holds
        return None
    return None if pixels is None else np.asarray(pixels, np.uint8)


def _as_rgb(pixels: Pixels, order: ColourOrder) -> Pixels:
    match order:
        case "auto":
            return _as_rgb(pixels, "ycbcr" if _is_luma_first(pixels) else "rgb")
        case "rgb":
            return pixels
        case "bgr":
            return np.ascontiguousarray(pixels[..., ::-1])
        case "ycrcb":
            return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_YCrCb2RGB), np.uint8)
        case "ycbcr":
            swapped = np.ascontiguousarray(pixels[..., (0, 2, 1)])
            return np.asarray(cv2.cvtColor(swapped, cv2.COLOR_YCrCb2RGB), np.uint8)


def _is_luma_first(pixels: Pixels) -> bool:
    """Tell whether the first channel is brightness, and the others chroma."""
    values = pixels[::2, ::2].astype(np.float32)
    change = np.abs(np.diff(values, axis=1)).mean(axis=(0, 1))
    off_grey = np.abs(values[..., 1:].mean(axis=(0, 1)) - 128.0)
    flat = bool((change[1:] < CHROMA_IS_FLAT * change[0]).all())
    return flat and bool((off_grey < CHROMA_NEAR_GREY).all())


def at_width(pixels: Pixels, camera: PinholeCamera, *, width_px: int) -> tuple[Pixels, PinholeCamera, float]:
    """Return a picture of the width that eyes are made for, its camera, and by what it was scaled."""
    height, width, _ = pixels.shape
    scale = min(width_px / width, MOST_ENLARGED)
    if scale == 1.0:
        return pixels, camera, 1.0
    size = (round(width * scale), max(round(height * scale), LEAST_PX))
    smooth = cv2.INTER_AREA if scale < 1.0 else cv2.INTER_CUBIC
    scaled = np.asarray(cv2.resize(pixels, size, interpolation=smooth), np.uint8)
    along, down = size[0] / width, size[1] / height
    seen_by = replace(
        camera,
        width_px=size[0],
        height_px=size[1],
        focal_x_px=camera.focal_x_px * along,
        focal_y_px=camera.focal_y_px * down,
        center_x_px=(camera.center_x_px + 0.5) * along - 0.5,
        center_y_px=(camera.center_y_px + 0.5) * down - 0.5,
    )
    return scaled, seen_by, scale


def drawn_on(pixels: Pixels, shapes: Sequence[Shape]) -> Pixels:
    """Return a picture with shapes of the frame `image` drawn on it."""
    canvas = pixels.copy()
    for shape in shapes:
        colour = _rgb(shape.colour)
        if isinstance(shape, Circle):
            thickness = -1 if shape.filled else 2
            cv2.circle(canvas, _at(shape.center), max(round(shape.radius), 1), colour, thickness, cv2.LINE_AA)
        elif isinstance(shape, Polyline):
            points = np.array([_at(point) for point in shape.points], np.int32).reshape(-1, 1, 2)
            cv2.polylines(canvas, [points], shape.closed, colour, 2, cv2.LINE_AA)
        elif isinstance(shape, Text):
            for thickness, paint in ((4, (0, 0, 0)), (1, colour)):
                cv2.putText(
                    canvas, shape.words, _at(shape.at), cv2.FONT_HERSHEY_SIMPLEX, 0.5, paint, thickness
                )
    return canvas


def write_picture(path: Path, pixels: Pixels) -> None:
    """Write a picture as PNG."""
    encoded = cv2.imencode(".png", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR))[1]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encoded.tobytes())
    except OSError as error:
        raise LudensError(f"{path} cannot be written: {error.strerror}.") from error


def _at(point: tuple[float, float]) -> tuple[int, int]:
    """Return a pixel near or in the picture, however far away a projected point is."""
    x, y = (min(max(value, -20_000.0), 20_000.0) for value in point)
    return round(x), round(y)


def _rgb(colour: str) -> tuple[int, int, int]:
    if colour.startswith("#") and len(colour) == 7:
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
    return 255, 255, 255
