"""Takes the robot's own voice out of what its microphone hears.

The robot knows what it says, sample by sample, but not when its loudspeaker begins, nor what the room makes
of it. The delay is found once, where microphone and voice correlate most. Then every pitch of the microphone
is predicted from the last frames of the voice at that pitch, by recursive least squares, and the prediction
is subtracted (Avargel and Cohen 2007: system identification in the short-time Fourier domain). Another
voice is not predicted by the robot's, and stays.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.speech.sound import RATE_HZ, Sound

FRAME, HOP = 512, 128  # samples: 32 ms, every 8 ms
FRAMES_BACK = 20  # of the voice, by which one of the microphone is predicted: 0.2 s of echoes
MEMORY = 0.998  # a hop: about four seconds
RIDGE = 1e-3  # of the mean power: keeps pitches that the voice does not have from being guessed
LEAK = 0.1  # of the power of the predicted echo: late echoes, and what the loudspeaker distorts
EARLIEST_S, LATEST_S = -0.5, 1.0  # when the voice may begin, from the first sample that is heard
TRIED_EVERY_S = 0.25  # the delay is searched again so often, until it is clear
CLEAR = 8.0  # the largest correlation, over the root mean square of all of them
MARGIN = 2 * HOP  # the delay is taken a little shorter than measured: a filter cannot look ahead

_WINDOW = np.sqrt(np.hanning(FRAME + 1)[:-1])


class EchoCanceller:
    """One sentence of the robot: what is heard goes in block by block, and comes out without the sentence."""

    def __init__(self, voice: Sound) -> None:
        self._voice = voice.samples.astype(np.float64)
        self._heard = np.zeros(0)  # all of it, until the delay is known
        self._tried = 0
        self._filter: _Subtraction | None = None
        self._given_twice = 0  # samples that were given as they were heard, and come out of the filter again
        self.delay_s: float | None = None
        """When the voice began after the first sample that was heard; None while that is not clear."""

    def feed(self, block: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what was heard without the voice, 32 ms late; as it was while the delay is not known."""
        if self._filter is not None:
            cleaned = self._filter.feed(block.astype(np.float64)).astype(np.float32)
            new = cleaned[self._given_twice :]
            self._given_twice -= len(cleaned) - len(new)
            return new
        self._heard = np.concatenate([self._heard, block.astype(np.float64)])
        if len(self._heard) - self._tried >= TRIED_EVERY_S * RATE_HZ:
            self._tried = len(self._heard)
            delay = delay_of(self._voice, self._heard)
            if delay is not None:
                self.delay_s = delay / RATE_HZ
                self._filter = _Subtraction(_shifted(self._voice, delay - MARGIN))
                # What was heard before teaches the filter; it has been given out already.
                self._given_twice = len(self._heard) - len(self._filter.feed(self._heard))
        return block


def delay_of(voice: NDArray[np.float64], heard: NDArray[np.float64]) -> int | None:
    """When in what was heard a voice begins, in samples, by whitened correlation; None: that is not clear."""
    size = len(voice) + len(heard)
    product = np.fft.rfft(heard, size) * np.conj(np.fft.rfft(voice, size))
    correlation = np.fft.irfft(product / np.maximum(np.abs(product), 1e-9), size)
    lags = np.arange(round(EARLIEST_S * RATE_HZ), min(round(LATEST_S * RATE_HZ), len(heard)))
    likely = np.abs(correlation[lags % size])
    best = int(np.argmax(likely))
    return int(lags[best]) if likely[best] > CLEAR * np.sqrt(np.mean(correlation**2)) else None


def _shifted(voice: NDArray[np.float64], delay: int) -> NDArray[np.float64]:
    return np.pad(voice, (delay, 0)) if delay >= 0 else voice[-delay:]


class _Subtraction:
    """The adaptive filter: what is heard, and the voice from the same moment on."""

    def __init__(self, voice: NDArray[np.float64]) -> None:
        pitches = FRAME // 2 + 1
        self._voice = voice
        self._taken = 0  # samples of the voice that frames have begun with
        self._heard = np.zeros(0)
        self._sum = np.zeros(FRAME)  # of overlapping frames, not complete yet
        self._past = np.zeros((pitches, FRAMES_BACK), np.complex128)
        self._covariance = np.zeros((pitches, FRAMES_BACK, FRAMES_BACK), np.complex128)
        self._correlation = np.zeros((pitches, FRAMES_BACK), np.complex128)

    def feed(self, samples: NDArray[np.float64]) -> NDArray[np.float64]:
        self._heard = np.concatenate([self._heard, samples])
        frames = max((len(self._heard) - FRAME) // HOP + 1, 0)
        if frames == 0:
            return np.zeros(0)
        weights = self._weights()
        given = [self._frame(self._heard[n * HOP : n * HOP + FRAME], weights) for n in range(frames)]
        self._heard = self._heard[frames * HOP :]
        return np.concatenate(given)

    def _frame(self, heard: NDArray[np.float64], weights: NDArray[np.complex128]) -> NDArray[np.float64]:
        voice = np.zeros(FRAME)
        known = self._voice[self._taken : self._taken + FRAME]
        voice[: len(known)] = known
        self._taken += HOP
        self._past = np.roll(self._past, 1, axis=1)
        self._past[:, 0] = np.fft.rfft(_WINDOW * voice)
        spectrum = np.fft.rfft(_WINDOW * heard)
        self._covariance *= MEMORY
        self._covariance += self._past.conj()[:, :, None] * self._past[:, None, :]
        self._correlation *= MEMORY
        self._correlation += self._past.conj() * spectrum[:, None]
        echo = np.sum(weights * self._past, axis=1)
        rest = spectrum - echo
        # What the prediction misses is in proportion to it: where little else is left, it is turned down.
        left, leak = np.abs(rest) ** 2, LEAK * np.abs(echo) ** 2
        rest *= left / (left + leak + 1e-12)
        self._sum += _WINDOW * np.fft.irfft(rest, FRAME) * (2.0 * HOP / FRAME)
        done = self._sum[:HOP].copy()
        self._sum = np.concatenate([self._sum[HOP:], np.zeros(HOP)])
        return done

    def _weights(self) -> NDArray[np.complex128]:
        """What each frame of the voice contributes, learnt from all frames before this block."""
        power = np.real(np.trace(self._covariance, axis1=1, axis2=2)) / FRAMES_BACK
        ridge = RIDGE * power.mean() + 1e-9
        regular = self._covariance + ridge * np.eye(FRAMES_BACK)
        solution = np.linalg.solve(regular, self._correlation[:, :, None])[:, :, 0]
        return solution.astype(np.complex128)
