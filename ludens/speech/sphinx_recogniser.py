"""Pocketsphinx: the fallback that works everywhere, because its model travels in its package."""

import math
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from ludens.core.errors import LudensError
from ludens.messages.speech import Hypothesis
from ludens.speech.language_model import pairs_model
from ludens.speech.recogniser import Vocabulary, shares
from ludens.speech.sound import Sound

MOST = 40  # hypotheses
# Of the logarithms of its scores, which lie near one: it counts likelihoods in tiny steps. More would make it
# surer of letters than it should be; found on the tuning voices.
SCALE = 10.0
# Exact silence has no logarithm and breaks its features: a faint hiss lies under everything.
NOISE_FLOOR_DB = -45.0


class SphinxRecogniser:
    """Listens for a vocabulary with the English model of its package."""

    name = "pocketsphinx"

    def __init__(self, vocabulary: Vocabulary, *, random: np.random.Generator | None = None) -> None:
        try:
            import pocketsphinx
        except ImportError as error:
            raise LudensError(
                "Pocketsphinx is not installed; install it with: pip install 'ludens[voice]'."
            ) from error
        self._random = np.random.default_rng(0) if random is None else random
        self._decoder = pocketsphinx.Decoder(lm=None, loglevel="FATAL")
        known = vocabulary.restricted_to(lambda word: bool(self._decoder.lookup_word(word)))
        if not known:
            raise LudensError("Pocketsphinx knows no word of this vocabulary: its model is English.")
        with TemporaryDirectory() as folder:
            file = Path(folder) / "pairs.arpa"
            file.write_text(pairs_model(known), "utf-8")
            self._decoder.add_lm(
                "vocabulary", pocketsphinx.NGramModel(self._decoder.config, self._decoder.logmath, str(file))
            )
        self._decoder.activate_search("vocabulary")

    def recognise(self, sound: Sound) -> tuple[Hypothesis, ...]:
        floor = 10.0 ** (NOISE_FLOOR_DB / 20.0) * self._random.standard_normal(len(sound.samples))
        audible = Sound((sound.samples + floor).astype(np.float32))
        self._decoder.start_utt()
        self._decoder.process_raw(audible.as_int16(), full_utt=True)
        self._decoder.end_utt()
        if self._decoder.hyp() is None:
            return ()
        found: dict[str, float] = {}
        for entry, _ in zip(self._decoder.nbest(), range(4 * MOST), strict=False):
            if entry is not None and entry.hypstr.strip() and entry.score > 0.0:
                found.setdefault(entry.hypstr.strip(), math.log(entry.score))
        texts = sorted(found, key=lambda text: -found[text])[:MOST]
        return tuple(
            Hypothesis(text, confidence)
            for text, confidence in zip(
                texts, shares([found[text] for text in texts], scale=SCALE), strict=True
            )
        )
