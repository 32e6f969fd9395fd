"""A piece of sound: mono samples between -1 and 1, and how many there are in a second."""

import io
import wave
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.core.foreign import reading

RATE_HZ = 16000  # what every recogniser here listens to
LEAST_RATE_HZ, MOST_RATE_HZ = 1_000, 400_000
WIDTHS = (1, 2, 3, 4)  # bytes of a sample
LONGEST_S = 120.0  # of a file: commands are short, and a whole concert would fill the memory


@dataclass(frozen=True, slots=True, eq=False)
class Sound:
    """Samples at `RATE_HZ`."""

    samples: NDArray[np.float32]

    @property
    def duration_s(self) -> float:
        """How long it lasts."""
        return len(self.samples) / RATE_HZ

    def as_int16(self) -> bytes:
        """Return the samples as recognisers want them."""
        return (np.clip(self.samples, -1.0, 1.0) * 32767.0).astype("<i2").tobytes()

    def padded(self, before_s: float, after_s: float) -> "Sound":
        """Return the sound with silence around it."""
        return Sound(np.pad(self.samples, (round(before_s * RATE_HZ), round(after_s * RATE_HZ))))


def from_samples(samples: NDArray[np.float32], rate_hz: int) -> Sound:
    """Sound of any rate, resampled: a low-pass against aliases, then linear interpolation."""
    if rate_hz == RATE_HZ or not len(samples):
        return Sound(samples.astype(np.float32))
    if rate_hz > RATE_HZ:
        samples = _low_pass(samples, RATE_HZ / rate_hz)
    times = np.arange(0.0, max(len(samples) - 1, 0), rate_hz / RATE_HZ)
    return Sound(np.interp(times, np.arange(len(samples)), samples).astype(np.float32))


def _low_pass(samples: NDArray[np.float32], ratio: float) -> NDArray[np.float32]:
    """A windowed sinc that keeps what the lower rate can carry."""
    half = 32
    reach = np.arange(-half, half + 1)
    kernel = np.sinc(reach * ratio * 0.95) * np.hamming(2 * half + 1)
    return np.convolve(samples, (kernel / kernel.sum()).astype(np.float32), mode="same").astype(np.float32)


def read_wav(source: Path | bytes) -> Sound:
    """The sound of a WAV file of any rate and number of channels, 8, 16, 24 or 32 bits."""
    name = str(source) if isinstance(source, Path) else "The sound"
    if isinstance(source, Path) and not source.is_file():
        raise LudensError(f"There is no file {source}.")
    data = source.read_bytes() if isinstance(source, Path) else source
    with reading(name, remedy="Take a WAV file."), wave.open(io.BytesIO(data)) as file:
        channels, width, rate_hz = file.getnchannels(), file.getsampwidth(), file.getframerate()
        if width not in WIDTHS or not LEAST_RATE_HZ <= rate_hz <= MOST_RATE_HZ:
            raise LudensError(f"{name} has {width} bytes a sample, {rate_hz} samples a second: no sound.")
        frames = file.readframes(min(file.getnframes(), round(LONGEST_S * rate_hz)))
        samples = _decoded(frames, width)
        usable = len(samples) - len(samples) % channels
        return from_samples(samples[:usable].reshape(-1, channels).mean(axis=1), rate_hz)


def _decoded(frames: bytes, width: int) -> NDArray[np.float32]:
    frames = frames[: len(frames) - len(frames) % width]
    if width == 1:
        return (np.frombuffer(frames, np.uint8).astype(np.float32) - 128.0) / 128.0
    if width == 3:
        triples = np.frombuffer(frames, np.uint8).reshape(-1, 3)
        wide = np.zeros((len(triples), 4), np.uint8)
        wide[:, 1:] = triples
        return wide.reshape(-1).view("<i4").astype(np.float32) / 2147483648.0
    scale = 32768.0 if width == 2 else 2147483648.0
    return np.frombuffer(frames, "<i2" if width == 2 else "<i4").astype(np.float32) / scale


def write_wav(sound: Sound, path: Path) -> None:
    """Keep a sound as a WAV file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(sound.as_int16())
