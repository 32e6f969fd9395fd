"""What a person said and what is said to a person, by voice or in writing."""

from typing import Literal

from msgspec import Struct

from ludens.messages.message import Message

Medium = Literal["text", "voice"]


class Hypothesis(Struct, frozen=True):
    """One thing that may have been said; the confidences of an utterance add up to one at most."""

    text: str
    confidence: float = 1.0


class Utterance(Message):
    """What a person said, best hypothesis first; typed text has one that is certain.

    None at all means that there was a sound, but no speech that the recogniser knows.
    """

    hypotheses: tuple[Hypothesis, ...]
    medium: Medium = "text"


class Reply(Message):
    """What is said to the person, in the medium they used.

    `expects_answer`: it is a question, with some of the `answers` that one may give. `refuses`: what the
    person wanted is not done, and the text says why.
    """

    text: str
    medium: Medium = "text"
    expects_answer: bool = False
    answers: tuple[str, ...] = ()
    refuses: bool = False
