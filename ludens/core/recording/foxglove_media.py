"""Images, depth images and sound in the forms that Foxglove publishes, and the parts that all forms share."""

from base64 import b64decode
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import RecordingError
from ludens.core.recording.converters import unpack_number
from ludens.core.runtime.clock import NANOSECONDS, nanoseconds
from ludens.messages import AudioChunk, CameraImage, DepthImage, SpeakerCommand

Plain = dict[str, Any]

_LATEST_S = 4e9  # seconds are an unsigned 32-bit number


def stamp(time_s: float) -> Plain:
    """A moment in Foxglove's form, which knows none before zero."""
    time_ns = nanoseconds(time_s) if 0.0 <= time_s < _LATEST_S else 0
    return {"sec": time_ns // NANOSECONDS, "nsec": time_ns % NANOSECONDS}


def vector(values: tuple[float, float, float]) -> Plain:
    """Three numbers with names."""
    x, y, z = values
    return {"x": x, "y": y, "z": z}


def quaternion(values: tuple[float, float, float, float]) -> Plain:
    """(w, x, y, z) with names."""
    w, x, y, z = values
    return {"x": x, "y": y, "z": z, "w": w}


def numbers(plain: Plain, names: str) -> Any:
    """The named numbers again, as a tuple."""
    return tuple(unpack_number(plain[name]) for name in names)


def exact_time_s(plain: Plain) -> float:
    """The time of our message; Foxglove's own is rounded to nanoseconds."""
    time_s: float = unpack_number(plain["time_s"])
    return time_s


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


def pack_image(image: CameraImage) -> Plain:
    """The camera's own JPEG; an image that came without one is kept without loss."""
    form: Plain = {"format": "jpeg", "data": image.jpeg}
    if not image.jpeg:
        form = {"format": "png", "data": encode_png(image.pixels_rgb)}
    return {"timestamp": stamp(image.time_s), "frame_id": "camera", **form, "time_s": image.time_s}


def unpack_image(plain: Plain) -> CameraImage:
    """The image, with its pixels decoded again."""
    data = b64decode(plain["data"])
    jpeg = data if plain["format"] == "jpeg" else b""
    return CameraImage(time_s=exact_time_s(plain), pixels_rgb=decode_image(data), jpeg=jpeg)


def pack_depth(image: DepthImage) -> Plain:
    """Depth as an image of single-precision numbers."""
    _check(image.depth_m, np.float32, "DepthImage.depth_m", "height × width")
    height, width = image.depth_m.shape
    return {
        "timestamp": stamp(image.time_s),
        "frame_id": "camera",
        "width": width,
        "height": height,
        "encoding": "32FC1",
        "step": 4 * width,
        "data": image.depth_m.tobytes(),
        "time_s": image.time_s,
    }


def unpack_depth(plain: Plain) -> DepthImage:
    """The depth image again."""
    flat = np.frombuffer(b64decode(plain["data"]), dtype=np.float32).copy()
    return DepthImage(time_s=exact_time_s(plain), depth_m=flat.reshape(plain["height"], plain["width"]))


def pack_sound(sound: AudioChunk | SpeakerCommand) -> Plain:
    """Samples, channels interleaved."""
    _check(sound.samples, np.int16, f"{type(sound).__name__}.samples", "frames × channels")
    return {
        "timestamp": stamp(sound.time_s),
        "data": sound.samples.tobytes(),
        "format": "pcm-s16",
        "sample_rate": sound.sample_rate_hz,
        "number_of_channels": sound.samples.shape[1],
        "time_s": sound.time_s,
        "shape": sound.samples.shape,
    }


def unpack_heard(plain: Plain) -> AudioChunk:
    """What a microphone delivered."""
    return AudioChunk(
        time_s=exact_time_s(plain), samples=_samples(plain), sample_rate_hz=plain["sample_rate"]
    )


def unpack_spoken(plain: Plain) -> SpeakerCommand:
    """What a speaker was told to play."""
    return SpeakerCommand(
        time_s=exact_time_s(plain), samples=_samples(plain), sample_rate_hz=plain["sample_rate"]
    )


def _samples(plain: Plain) -> NDArray[np.int16]:
    return np.frombuffer(b64decode(plain["data"]), dtype=np.int16).copy().reshape(plain["shape"])


def _check(array: NDArray[Any], dtype: type[np.generic], where: str, axes: str) -> None:
    if array.dtype != dtype or array.ndim != 2:
        raise RecordingError(
            f"{where} must be an array of {np.dtype(dtype)}, {axes}, to be recorded; "
            f"it is of {array.dtype} with shape {array.shape}."
        )
