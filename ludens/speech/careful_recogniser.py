"""The recogniser that games listen with: the best that is installed, asked twice where it is not sure.

The first hearing is of the sound without its steady noise (fans, rain, a room; not other voices): each
frequency is attenuated by the share of it that is noise (Wiener filter), which is learned from the quietest
moments of the sound itself; the end-pointer leaves some before and after the words.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.messages.speech import Hypothesis
from ludens.speech.models import find_model
from ludens.speech.recogniser import Recogniser, Vocabulary
from ludens.speech.sound import Sound
from ludens.speech.sphinx_recogniser import SphinxRecogniser
from ludens.speech.vosk_recogniser import VoskRecogniser

Choice = Literal["auto", "vosk", "pocketsphinx"]
CLEAR = 0.9  # confidence in the best hypothesis from which on one hearing is enough
FRAME = 512  # samples: 32 ms
HOP = 128
QUIET = 0.2  # of all frames, the quietest, are taken for noise alone
SHORTFALL = 1.15  # the quietest frames hold a little less noise than others
MEMORY = 0.92  # of the frame before: voices last longer than a frame, flickers of noise do not
# Of its loudness so much is left of everything: recognisers have learned with some noise, not with holes.
LEAST = 0.15


def make_recogniser(
    vocabulary: Vocabulary, *, choice: Choice = "auto", model_folder: Path | None = None
) -> Recogniser:
    """A recogniser for a vocabulary that listens twice where it must; `auto` is Vosk with a model, else
    pocketsphinx.
    """
    return CarefulRecogniser(_chosen(vocabulary, choice, model_folder))


def _chosen(vocabulary: Vocabulary, choice: Choice, model_folder: Path | None) -> Recogniser:
    if choice == "vosk":
        return VoskRecogniser(find_model(model_folder), vocabulary)
    if choice == "pocketsphinx":
        return SphinxRecogniser(vocabulary)
    if find_spec("vosk") is not None:
        try:
            return VoskRecogniser(find_model(model_folder), vocabulary)
        except LudensError:
            if model_folder is not None or find_spec("pocketsphinx") is None:
                raise
    return SphinxRecogniser(vocabulary)


class CarefulRecogniser:
    """Asks another recogniser once or twice: first for the sound without its noise, which is heard better.

    Noise makes a recogniser err by chance, and cleaning makes it err elsewhere: what both hearings have is
    likelier to have been said than what only one has.
    """

    def __init__(self, recogniser: Recogniser) -> None:
        self.recogniser = recogniser
        self.name = recogniser.name

    def recognise(self, sound: Sound) -> tuple[Hypothesis, ...]:
        first = self.recogniser.recognise(cleaned(sound))
        if first and first[0].confidence >= CLEAR:
            return first
        return both(first, self.recogniser.recognise(sound))


def both(first: tuple[Hypothesis, ...], second: tuple[Hypothesis, ...]) -> tuple[Hypothesis, ...]:
    """Two lists of hypotheses as one, each worth half."""
    if not first or not second:
        return first or second
    found: dict[str, float] = {}
    for hypothesis in (*first, *second):
        found[hypothesis.text] = found.get(hypothesis.text, 0.0) + 0.5 * hypothesis.confidence
    return tuple(Hypothesis(text, found[text]) for text in sorted(found, key=lambda text: -found[text]))


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
