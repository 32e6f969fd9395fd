import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.speech.disturbances import in_room
from ludens.speech.echo_canceller import EchoCanceller
from ludens.speech.sound import RATE_HZ, Sound

DELAY_S = 0.23


def syllables(seed: int, seconds: float) -> Sound:
    """Noise of changing colour that comes and goes, as voices do."""
    times_s = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    random = np.random.default_rng(seed)
    noise = random.standard_normal(len(times_s))
    coloured = np.convolve(noise, np.exp(-np.arange(30) / random.uniform(2.0, 8.0)), mode="same")
    return Sound((0.1 * coloured * np.sin(random.uniform(6.0, 9.0) * times_s) ** 2).astype(np.float32))


VOICE = syllables(904, 4.0)
PLAYED = in_room(VOICE.padded(DELAY_S, 0.3), reverberation_s=0.2, random=np.random.default_rng(905)).samples


def cancelled(heard: NDArray[np.float32], canceller: EchoCanceller) -> NDArray[np.float32]:
    return np.concatenate([canceller.feed(block) for block in np.array_split(heard, len(heard) // 512)])


def power(samples: NDArray[np.float32], start_s: float, end_s: float) -> float:
    return float(np.mean(samples[round(start_s * RATE_HZ) : round(end_s * RATE_HZ)] ** 2))


def test_its_own_voice_is_found_in_the_room_and_taken_out():
    canceller = EchoCanceller(VOICE)
    rest = cancelled(PLAYED, canceller)
    assert canceller.delay_s == pytest.approx(DELAY_S, abs=0.002)
    assert power(rest, 1.5, 4.0) < 0.03 * power(PLAYED, 1.5, 4.0)  # 15 dB


def test_another_voice_at_the_same_time_stays():
    other = np.zeros_like(PLAYED)
    said = syllables(906, 0.8).samples
    at = 2 * RATE_HZ
    other[at : at + len(said)] = said
    rest = cancelled(PLAYED + other, EchoCanceller(VOICE))
    kept = min(len(rest), len(other))
    assert power(rest[:kept] - other[:kept], 2.0, 2.8) < 0.2 * power(other, 2.0, 2.8)


def test_a_microphone_that_does_not_hear_the_voice_is_left_as_it_is():
    canceller = EchoCanceller(VOICE)
    heard = syllables(907, 3.0).samples
    assert cancelled(heard, canceller) == pytest.approx(heard)
    assert canceller.delay_s is None
