"""Vosk: Kaldi's neural recogniser in a small model, with an n-best list from its word lattice."""

import json
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from ludens.core.errors import LudensError
from ludens.messages.speech import Hypothesis
from ludens.speech.recogniser import UNKNOWN_WORD, Vocabulary, shares
from ludens.speech.sound import RATE_HZ, Sound

MOST = 60  # hypotheses: at 10 dB of noise what was said is often not among the first twenty
SCALE = 0.8  # of the lattice's logarithms; found on the tuning voices
# The model's own settings keep hardly any rival of the best sentence. With these the n-best list is a list.
BEAMS = {"--beam": 11.0, "--lattice-beam": 7.0}
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
        with TemporaryDirectory() as folder:
            try:
                model = vosk.Model(str(_with_wider_beams(model_folder, Path(folder))))
            except Exception as error:
                raise LudensError(f"Vosk cannot load the model in {model_folder}: {error}.") from error
        known = vocabulary.restricted_to(lambda word: model.vosk_model_find_word(word) >= 0)
        self._recogniser = vosk.KaldiRecognizer(model, RATE_HZ, json.dumps([*known, OUTSIDE]))
        self._recogniser.SetMaxAlternatives(MOST)

    def recognise(self, sound: Sound) -> tuple[Hypothesis, ...]:
        self._recogniser.AcceptWaveform(sound.as_int16())
        found = json.loads(self._recogniser.FinalResult())["alternatives"]
        self._recogniser.Reset()
        texts = [re.sub(r"\s+", " ", entry["text"].replace(OUTSIDE, UNKNOWN_WORD)).strip() for entry in found]
        confidences = shares([entry["confidence"] for entry in found], scale=SCALE)
        return tuple(Hypothesis(*one) for one in zip(texts, confidences, strict=True) if one[0])


def _with_wider_beams(model: Path, folder: Path) -> Path:
    """The same model by links, with our settings of its search."""
    for part in model.resolve().iterdir():
        if part.name != "conf":
            (folder / part.name).symlink_to(part)
    shutil.copytree(model / "conf", folder / "conf")
    settings = folder / "conf" / "model.conf"
    kept = [line for line in settings.read_text("utf-8").splitlines() if line.split("=")[0] not in BEAMS]
    settings.write_text(
        "\n".join([*kept, *(f"{name}={value}" for name, value in BEAMS.items()), ""]), "utf-8"
    )
    return folder
