"""Vosk: Kaldi's neural recogniser in a small model, with an n-best list from its word lattice."""

import json
import re
from pathlib import Path

from ludens.core.errors import LudensError
from ludens.messages.speech import Hypothesis
from ludens.speech.recogniser import UNKNOWN_WORD, Vocabulary, shares
from ludens.speech.sound import RATE_HZ, Sound

MOST = 20  # hypotheses
SCALE = 1.0  # of the lattice's logarithms; found on the tuning voices
OUTSIDE = "[unk]"


class VoskRecogniser:
    """Listens for a vocabulary with a model from a folder (see `ludens.speech.models`)."""

    name = "vosk"

    def __init__(self, model_folder: Path, vocabulary: Vocabulary) -> None:
        try:
            import vosk
        except ImportError as error:
            raise LudensError(
                "Vosk is not installed; install it with: pip install 'ludens[voice]'."
            ) from error
        vosk.SetLogLevel(-1)
        try:
            model = vosk.Model(str(model_folder))
        except Exception as error:
            raise LudensError(f"Vosk cannot load the model in {model_folder}: {error}.") from error
        known = tuple(
            sentence
            for sentence in dict.fromkeys(vocabulary.sentences)
            if sentence and all(model.vosk_model_find_word(word) >= 0 for word in sentence.split())
        )
        self._recogniser = vosk.KaldiRecognizer(model, RATE_HZ, json.dumps([*known, OUTSIDE]))
        self._recogniser.SetMaxAlternatives(MOST)

    def recognise(self, sound: Sound) -> tuple[Hypothesis, ...]:
        self._recogniser.AcceptWaveform(sound.as_int16())
        found = json.loads(self._recogniser.FinalResult())["alternatives"]
        self._recogniser.Reset()
        texts = [re.sub(r"\s+", " ", entry["text"].replace(OUTSIDE, UNKNOWN_WORD)).strip() for entry in found]
        confidences = shares([entry["confidence"] for entry in found], scale=SCALE)
        return tuple(Hypothesis(*one) for one in zip(texts, confidences, strict=True) if one[0])
