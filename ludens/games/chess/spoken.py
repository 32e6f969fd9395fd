"""A person who talks to the table: a microphone is heard, and what the robot says is spoken aloud."""

import logging
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
from ludens.messages.speech import Hypothesis, Reply, Utterance
from ludens.speech.careful_recogniser import Choice
from ludens.speech.echo_canceller import EchoCanceller
from ludens.speech.hearing import Ear, Endpointer, EndpointingParameters, SileroDetector
from ludens.speech.recogniser import Recogniser
from ludens.speech.sound import RATE_HZ, Sound
from ludens.speech.sources import microphone_source, microphones
from ludens.speech.speaking import Speaker, make_speaker
from ludens.speech.stop_command import STOP, mentions_stop
from ludens.table.voice import named_model, recogniser_for

LOGGER = logging.getLogger(__name__)
Say = Callable[[Utterance], None]
Block = NDArray[np.float32]
Blocks = Iterable[Block]
ECHO_S = 0.4
"""How long its own voice may still be heard after its last word."""
WHILE_SPEAKING = EndpointingParameters(pause_s=0.2, longest_s=2.0)
"""A stop is searched for while the robot's own voice leaves no pause: in pieces of two seconds."""


class _Own:
    """A sentence of the robot's own, with what takes its sound out of what is heard once that is known."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        self._canceller: EchoCanceller | None = None

    def is_played(self, voice: Sound | None) -> None:
        self._canceller = None if voice is None else EchoCanceller(voice)

    def taken_out_of(self, block: Block) -> Block:
        return block if self._canceller is None else self._canceller.feed(block)


class SpokenWords:
    """Hears and speaks, each in a thread of its own; it must not hear itself.

    While it speaks, and for `ECHO_S` after, nothing that is heard is passed on but a stop, if there is a
    `stop_ear`: from a sentence of its own that has no stop word in it, a stop word is heard only where
    somebody else said it. What the loudspeaker plays is taken out of the sound before, where it is known.
    Whether it speaks is noted as sound arrives, not when the ear has time for it.
    """

    def __init__(
        self,
        ear: Ear,
        blocks: Blocks,
        say: Say,
        speaker: Speaker,
        *,
        stop_ear: Ear | None = None,
        at_end: Callable[[], None] | None = None,
    ) -> None:
        self._ear, self._stop_ear, self._at_end = ear, stop_ear, at_end
        self._blocks, self._say, self._speaker = blocks, say, speaker
        self._sentences: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._arrived: queue.SimpleQueue[tuple[Block, _Own | None] | None] = queue.SimpleQueue()
        self._own = _Own("")  # the sentence that is being said
        self._quiet = Event()
        self._quiet.set()
        self._listener = Thread(target=self._listen, name="ear", daemon=True)
        self._listener.start()
        Thread(target=self._capture, name="microphone", daemon=True).start()
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

    def _capture(self) -> None:
        """Take in sound, each block with what the robot says meanwhile, or None while it is quiet."""
        echo = 0  # samples until its own voice has faded
        try:
            for block in self._blocks:
                if not self._quiet.is_set():
                    echo = round(ECHO_S * RATE_HZ)
                self._arrived.put((block, self._own if echo > 0 else None))
                if self._quiet.is_set():
                    echo -= len(block)
        except LudensError as error:
            LOGGER.error("%s", error)
        finally:
            self._arrived.put(None)

    def _listen(self) -> None:
        for heard in self._ear.listen(self._while_quiet()):
            self._say(Utterance(time_s=0.0, hypotheses=heard, medium="voice"))
        if self._at_end is not None:
            self._at_end()

    def _while_quiet(self) -> Iterator[Block]:
        """What is heard while the robot is quiet; the rest is searched for a stop."""
        while (arrived := self._arrived.get()) is not None:
            block, own = arrived
            if own is None:
                yield block
            elif self._stop_ear is not None and not mentions_stop(own.sentence):
                for heard in self._stop_ear.take(own.taken_out_of(block)):
                    if heard and mentions_stop(heard[0].text):
                        self._say(Utterance(time_s=0.0, hypotheses=(Hypothesis(STOP),), medium="voice"))

    def _speak(self) -> None:
        while True:
            sentence = self._sentences.get()
            self._own = own = _Own(sentence)
            self._quiet.clear()
            own.is_played(self._speaker.say(sentence))
            self._speaker.wait()
            if self._sentences.empty():
                self._quiet.set()


def microphone_words(say: Say, *, language: str) -> SpokenWords:
    """What is said here, and a voice; what is missing for it is told before the game."""
    words = load_language(language)
    microphones()
    ear = ear_for(words, tell=LOGGER.warning, model_folder=named_model())
    speaker = make_speaker(words.voice)
    return SpokenWords(ear, microphone_source(), say, speaker, stop_ear=stop_ear_beside(ear))


def stop_ear_beside(ear: Ear) -> Ear:
    """An ear for stops while the robot speaks, with the same recogniser."""
    return Ear(ear.recogniser, Endpointer(SileroDetector(), WHILE_SPEAKING))


def ear_for(
    language: Language,
    *,
    tell: Callable[[str], None],
    choice: Choice = "auto",
    model_folder: Path | None = None,
) -> Ear:
    """An ear for what can be said about chess in a language; `tell` takes a sentence to whoever waits."""
    recogniser = recogniser_for(
        vocabulary(language),
        language=language.name,
        voice=language.voice,
        choice=choice,
        model_folder=model_folder,
    )
    if choice == "auto" and recogniser.name != "vosk":
        tell(f"Listening with {recogniser.name}; Vosk hears better, get its model: ludens speech setup")
    return Ear(recogniser)


def page_recogniser(code: str) -> Recogniser:
    """A recogniser for what is said on a page, by the code of a game's language."""
    language = load_language(code)
    return recogniser_for(
        vocabulary(language), language=language.name, voice=language.voice, model_folder=named_model()
    )
