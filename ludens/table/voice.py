"""Speech for a page: what its microphone has heard becomes words for a robot, and the machine can speak.

Everything happens on this machine: recognisers and voices need no network.
"""

import os
from collections.abc import Callable
from pathlib import Path
from threading import Lock

import numpy as np

from ludens.core.errors import LudensError
from ludens.messages.speech import Utterance
from ludens.speech.careful_recogniser import Choice, make_recogniser
from ludens.speech.models import FOLDER_VARIABLE
from ludens.speech.recogniser import Recogniser, Vocabulary
from ludens.speech.sound import from_samples
from ludens.speech.speaking import Silent, Speaker, make_speaker

BUILT_IN = "en"
"""The language of the models that can be had without looking for one."""
SHORTEST_S = 0.2


def recogniser_for(
    vocabulary: Vocabulary,
    *,
    language: str,
    voice: str,
    choice: Choice = "auto",
    model_folder: Path | None = None,
) -> Recogniser:
    """A recogniser for what can be said in a language; what is missing for it is a sentence."""
    if not voice.startswith(BUILT_IN) and (model_folder is None or choice == "pocketsphinx"):
        raise LudensError(
            f"To listen in {language}, a Vosk model of that language is needed: get one from the Vosk "
            f"project and name its folder in {FOLDER_VARIABLE}, or with --model DIR. Typed words need none."
        )
    return make_recogniser(vocabulary, choice=choice, model_folder=model_folder)


def named_model() -> Path | None:
    """The folder of a model that the user's environment names."""
    variable = os.environ.get(FOLDER_VARIABLE)
    return Path(variable) if variable else None


class PageVoice:
    """Hears and speaks for the pages of one game; recognisers and speakers are made when first needed."""

    def __init__(self, make: Callable[[str], Recogniser]) -> None:
        self._make = make  # by the language of the game
        self._recognisers: dict[str, Recogniser] = {}
        self._speakers: dict[str, Speaker] = {}
        self._lock = Lock()  # pages are many, a recogniser hears one at a time

    def hear(self, samples: bytes, rate_hz: int, language: str) -> Utterance:
        """Recognise speech, 16-bit samples. Takes a moment."""
        heard = np.frombuffer(samples[: len(samples) // 2 * 2], "<i2").astype(np.float32) / 32768.0
        sound = from_samples(heard, rate_hz)
        if sound.duration_s < SHORTEST_S:
            raise LudensError("That was too short: hold the button while you speak.")
        with self._lock:
            if language not in self._recognisers:
                self._recognisers[language] = self._make(language)
            hypotheses = self._recognisers[language].recognise(sound)
        return Utterance(time_s=0.0, hypotheses=hypotheses, medium="voice")

    def speak(self, text: str, voice: str) -> None:
        """Say a sentence through the machine's loudspeaker."""
        with self._lock:
            speaker = self._speakers.setdefault(voice, make_speaker(voice))
        if isinstance(speaker, Silent):
            raise LudensError("This machine has no voice: espeak-ng is not installed.")
        speaker.say(text)
