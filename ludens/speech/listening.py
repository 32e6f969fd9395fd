"""Which recogniser listens: the one that is asked for, or the best that is installed."""

from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from ludens.core.errors import LudensError
from ludens.speech.careful import CarefulRecogniser
from ludens.speech.models import find_model
from ludens.speech.recogniser import Recogniser, Vocabulary
from ludens.speech.sphinx_recogniser import SphinxRecogniser
from ludens.speech.vosk_recogniser import VoskRecogniser

Choice = Literal["auto", "vosk", "pocketsphinx"]


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
