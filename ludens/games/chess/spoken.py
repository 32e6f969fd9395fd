"""A person who talks to the table: a microphone is heard, and what the robot says is spoken aloud."""

import logging
import os
import queue
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from threading import Event, Thread

import numpy as np
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.games.chess.talk.language import Language, load_language
from ludens.games.chess.talk.vocabulary import vocabulary
from ludens.messages import Message
from ludens.messages.announcement import Announcement
from ludens.messages.speech import Reply, Utterance
from ludens.speech.careful_recogniser import Choice, make_recogniser
from ludens.speech.hearing import Ear
from ludens.speech.models import FOLDER_VARIABLE
from ludens.speech.sources import microphone_source, microphones
from ludens.speech.speaking import Speaker, make_speaker

LOGGER = logging.getLogger(__name__)
Say = Callable[[Utterance], None]
BUILT_IN = "en"
"""The language of the models that can be had without looking for one."""
Blocks = Iterable[NDArray[np.float32]]


class SpokenWords:
    """Hears and speaks, each in a thread of its own. While it speaks it is deaf: it must not hear itself."""

    def __init__(self, ear: Ear, blocks: Blocks, say: Say, speaker: Speaker) -> None:
        self._ear, self._blocks, self._say, self._speaker = ear, blocks, say, speaker
        self._sentences: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._quiet = Event()
        self._quiet.set()
        self._listener = Thread(target=self._listen, name="ear", daemon=True)
        self._listener.start()
        Thread(target=self._speak, name="mouth", daemon=True).start()

    def hear(self, message: Message) -> None:
        """Say what the robot says, one sentence after the other."""
        if isinstance(message, Announcement | Reply):
            self._quiet.clear()
            self._sentences.put(message.text)

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is being said, nor waits to be."""
        return self._quiet.is_set()

    def join(self) -> None:
        """Wait until everything has been heard; a microphone never ends."""
        self._listener.join()

    def _listen(self) -> None:
        for heard in self._ear.listen(self._while_quiet()):
            self._say(Utterance(time_s=0.0, hypotheses=heard, medium="voice"))

    def _while_quiet(self) -> Iterator[NDArray[np.float32]]:
        for block in self._blocks:
            if self._quiet.is_set():
                yield block

    def _speak(self) -> None:
        while True:
            sentence = self._sentences.get()
            self._quiet.clear()
            self._speaker.say(sentence)
            self._speaker.wait()
            if self._sentences.empty():
                self._quiet.set()


def microphone_words(say: Say, *, language: str) -> SpokenWords:
    """What is said here, and a voice; what is missing for it is told before the game."""
    words = load_language(language)
    microphones()
    variable = os.environ.get(FOLDER_VARIABLE)
    ear = ear_for(words, tell=LOGGER.warning, model_folder=Path(variable) if variable else None)
    return SpokenWords(ear, microphone_source(), say, make_speaker(words.voice))


def ear_for(
    language: Language,
    *,
    tell: Callable[[str], None],
    choice: Choice = "auto",
    model_folder: Path | None = None,
) -> Ear:
    """An ear for what can be said about chess in a language; `tell` takes a sentence to whoever waits."""
    if not language.voice.startswith(BUILT_IN) and (model_folder is None or choice == "pocketsphinx"):
        raise LudensError(
            f"To listen in {language.name}, a Vosk model of that language is needed: get one from the Vosk "
            "project and name its folder, --model DIR. Typed words need none: ludens chess talk."
        )
    recogniser = make_recogniser(vocabulary(language), choice=choice, model_folder=model_folder)
    if choice == "auto" and recogniser.name != "vosk":
        tell(f"Listening with {recogniser.name}; Vosk hears better, get its model: ludens speech setup")
    return Ear(recogniser)
