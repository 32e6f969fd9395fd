"""Taking steady noise out of a sound: fans, rain, a room; not other voices.

Every pitch is turned down by as much of it as is noise (Wiener's filter). What is noise is learned from the
quietest moments of the sound itself: the end-pointer leaves some before and after the words.
"""

import numpy as np
from numpy.typing import NDArray

from ludens.speech.sound import Sound

FRAME = 512  # samples: 32 ms
HOP = 128
QUIET = 0.2  # of all frames, the quietest, are taken for noise alone
SHORTFALL = 1.15  # the quietest frames hold a little less noise than others
MEMORY = 0.92  # of the frame before: voices last longer than a frame, flickers of noise do not
# Of its loudness so much is left of everything: recognisers have learned with some noise, not with holes.
LEAST = 0.15


def cleaned(sound: Sound) -> Sound:
    """The sound with its steady noise turned down; one too short to tell noise from voice is left alone."""
    if len(sound.samples) < 8 * FRAME:
        return sound
    window = np.hanning(FRAME + 1)[:-1]
    padded = np.pad(sound.samples, FRAME).astype(np.float64)
    frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME)[::HOP] * window
    spectra = np.fft.rfft(frames, axis=1)
    parts = np.fft.irfft(spectra * _gains(np.abs(spectra) ** 2), FRAME, axis=1) * window
    whole, weight = np.zeros(len(padded)), np.zeros(len(padded))
    for index, part in enumerate(parts):
        here = slice(index * HOP, index * HOP + FRAME)
        whole[here] += part
        weight[here] += window**2
    inside = slice(FRAME, FRAME + len(sound.samples))
    return Sound((whole[inside] / np.maximum(weight[inside], 1e-3)).astype(np.float32))


def _gains(powers: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far to turn down every pitch of every frame."""
    inner = powers[FRAME // HOP : -(FRAME // HOP)]  # frames that do not reach into the padding
    quietest = np.argsort(inner.sum(axis=1))[: max(round(QUIET * len(inner)), 1)]
    noise = SHORTFALL * inner[quietest].mean(axis=0) + 1e-12
    gains = np.ones_like(powers)
    before = np.ones(powers.shape[1])  # power of the voice in the frame before, in units of the noise
    for index, power in enumerate(powers):
        ratio = power / noise
        voice = MEMORY * before + (1.0 - MEMORY) * np.maximum(ratio - 1.0, 0.0)
        gains[index] = np.maximum(voice / (1.0 + voice), LEAST)
        before = gains[index] ** 2 * ratio
    return gains
