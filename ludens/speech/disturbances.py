"""What comes between a voice and a microphone: steady noise, other voices, the echoes of a room.

Each is added to a sound that has none of it, in a known proportion, for experiments and tests.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludens.speech.sound import RATE_HZ, Sound

AUDIBLE = 0.01  # of full loudness
EARLY_S = 0.005  # the first echo comes from a table or a wall a metre away
DIRECT_DB = 0.0  # of the direct sound to all echoes together: two metres from the speaker in a living room


def with_noise(sound: Sound, *, ratio_db: float, random: np.random.Generator) -> Sound:
    """A sound in a room with noise `ratio_db` below the speech, weaker at high pitches, as in rooms."""
    white = random.standard_normal(len(sound.samples))
    spectrum = np.fft.rfft(white)
    pitches = np.maximum(np.fft.rfftfreq(len(white), 1.0 / RATE_HZ), 50.0)
    return _mixed(sound, np.fft.irfft(spectrum / np.sqrt(pitches), len(white)), ratio_db)


def with_babble(
    sound: Sound, others: Sequence[Sound], *, ratio_db: float, random: np.random.Generator
) -> Sound:
    """A sound among others who speak all the time, together `ratio_db` below it."""
    babble = np.zeros(len(sound.samples))
    for other in others:
        talk = other.samples.astype(np.float64)
        talk = talk / np.sqrt(_power(talk))
        endless = np.tile(talk, 1 + len(babble) // len(talk) + 1)
        start = int(random.integers(len(talk)))
        babble += endless[start : start + len(babble)]
    return _mixed(sound, babble, ratio_db)


def in_room(sound: Sound, *, reverberation_s: float, random: np.random.Generator) -> Sound:
    """A sound with the echoes of a room: noise that dies away by 60 dB in `reverberation_s` (RT60).

    (Moorer 1979: about this reverberation, Computer Music Journal 3:2.) It is as long as before.
    """
    length = round(reverberation_s * RATE_HZ)
    times_s = np.arange(length) / RATE_HZ
    echoes = random.standard_normal(length) * 10.0 ** (-3.0 * times_s / reverberation_s)
    echoes[: round(EARLY_S * RATE_HZ)] = 0.0
    echoes *= np.sqrt(10.0 ** (-DIRECT_DB / 10.0) / np.sum(echoes**2))
    echoes[0] = 1.0
    size = len(sound.samples) + length
    heard = np.fft.irfft(np.fft.rfft(sound.samples, size) * np.fft.rfft(echoes, size), size)
    loudest = max(float(np.abs(heard).max()), 1e-9)
    scale = min(1.0, float(np.abs(sound.samples).max(initial=0.0)) / loudest)
    return Sound((scale * heard[: len(sound.samples)]).astype(np.float32))


def _mixed(sound: Sound, noise: NDArray[np.float64], ratio_db: float) -> Sound:
    noise = noise * np.sqrt(
        _power(sound.samples) / 10.0 ** (ratio_db / 10.0) / max(float(np.mean(noise**2)), 1e-20)
    )
    return Sound((sound.samples + noise).astype(np.float32))


def _power(samples: NDArray[np.float32] | NDArray[np.float64]) -> float:
    """Of the audible part: pauses do not make a voice softer."""
    audible = samples[np.abs(samples) > AUDIBLE]
    return float(np.mean(audible**2)) if len(audible) else 1e-4
