"""Sound as a stream of blocks of samples, from a microphone or from a sound that is there."""

import queue
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import LudensError, in_words
from ludens.speech.sound import RATE_HZ, Sound

BLOCK_S = 0.032
MOST_WAITING = 300  # blocks; older sound is worth nothing to a conversation


def blocks_of(sound: Sound, *, quiet_after_s: float = 1.0) -> Iterator[NDArray[np.float32]]:
    """A sound as a stream, with the quiet after it in which its end is noticed."""
    samples = sound.padded(0.0, quiet_after_s).samples
    size = round(BLOCK_S * RATE_HZ)
    for start in range(0, len(samples), size):
        yield samples[start : start + size]


def microphone_source(device: str | None = None) -> Iterator[NDArray[np.float32]]:
    """What the microphone hears, until the caller stops; blocks that nobody fetched in time are dropped."""
    sounddevice = _sounddevice()
    waiting: queue.Queue[NDArray[np.float32]] = queue.Queue(MOST_WAITING)

    def arrived(block: NDArray[np.float32], *_: Any) -> None:
        if waiting.full():
            waiting.get_nowait()
        waiting.put_nowait(block[:, 0].copy())

    size = round(BLOCK_S * RATE_HZ)
    try:
        stream = sounddevice.InputStream(
            samplerate=RATE_HZ, channels=1, dtype="float32", blocksize=size, device=device, callback=arrived
        )
    except (sounddevice.PortAudioError, ValueError) as error:
        raise LudensError(
            f"No microphone can be opened: {in_words(error)} Those that there are: python -m sounddevice. "
            "A file can be heard instead: ludens chess hear FILE.wav."
        ) from error
    with stream:
        while True:
            yield waiting.get()


def _sounddevice() -> Any:
    try:
        import sounddevice
    except ImportError as error:
        raise LudensError(
            "To hear a microphone, sounddevice is needed: pip install 'ludens[voice]'."
        ) from error
    except OSError as error:  # the Python package is there, the library beneath it is not
        raise LudensError(
            "To hear a microphone, the library PortAudio is needed; on Debian: apt-get install libportaudio2."
        ) from error
    return sounddevice


def microphones() -> str:
    """The microphone that would be heard, in words."""
    sounddevice = _sounddevice()
    try:
        return f"{sounddevice.query_devices(kind='input')['name']} would be heard."
    except (sounddevice.PortAudioError, ValueError) as error:
        raise LudensError(
            "No microphone is connected; files can be heard: ludens chess hear FILE.wav."
        ) from error
