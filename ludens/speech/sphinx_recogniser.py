"""Pocketsphinx: the fallback that works everywhere, because its model travels in its package.

Which word follows which it learns from typical sentences, as a language model in ARPA format.
"""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from ludens.core.errors import LudensError
from ludens.messages.speech import Hypothesis
from ludens.speech.recogniser import Vocabulary, shares
from ludens.speech.sound import Sound

MOST = 40  # hypotheses
# Of the logarithms of its scores, which lie near one: it counts likelihoods in tiny steps. More would make it
# surer of letters than it should be; found on the tuning voices.
SCALE = 10.0
# Exact silence has no logarithm and breaks its features: a faint hiss lies under everything.
NOISE_FLOOR_DB = -45.0
DISCOUNT = 0.5  # of every count, kept for pairs that were never seen
BEGIN, END = "<s>", "</s>"


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


def pairs_model(sentences: Sequence[str]) -> str:
    """A model of pairs of words, with absolute discounting: p(b|a) = (n(ab) - d) / n(a), else backed off."""
    words: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for sentence in sentences:
        row = [BEGIN, *sentence.split(), END]
        words.update(row)
        pairs.update(pairwise(row))
    followers: dict[str, list[str]] = {}
    for first, second in pairs:
        followers.setdefault(first, []).append(second)
    total = sum(count for word, count in words.items() if word != BEGIN)
    single = {word: count / total for word, count in words.items() if word != BEGIN}
    lines = ["\\data\\", f"ngram 1={len(words)}", f"ngram 2={len(pairs)}", "", "\\1-grams:"]
    for word in sorted(words):
        chance = math.log10(single[word]) if word in single else -99.0
        lines.append(f"{chance:.4f} {word} {_backoff(word, words, followers, single):.4f}")
    lines += ["", "\\2-grams:"]
    for (first, second), count in sorted(pairs.items()):
        lines.append(f"{math.log10((count - DISCOUNT) / words[first]):.4f} {first} {second}")
    return "\n".join([*lines, "", "\\end\\", ""])


def _backoff(
    word: str, words: Counter[str], followers: dict[str, list[str]], single: dict[str, float]
) -> float:
    seen = followers.get(word, [])
    if not seen:
        return 0.0
    kept = DISCOUNT * len(seen) / words[word]
    left = 1.0 - sum(single[follower] for follower in seen)
    return math.log10(max(kept, 1e-6) / max(left, 1e-6))
