"""Phrases, and the words of a language that they are rendered in, from the files in `languages/`.

Whoever knows what is to be said makes a phrase: a key of the language files and its values, some of which are
phrases themselves. It becomes a sentence only where people read or hear it. Logs and errors read English.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from ludens.games.morris.rules import POINT_NAMES, Outcome, Side
from ludens.messages.manipulation import Hand
from ludens.table.sentences import REFERENCE, Sentences, sentence_files

_FILES = sentence_files("ludens.games.morris")
_COLOURS = ("white", "black")


class Phrase(Struct, frozen=True):
    """A sentence or a part of one before a language is chosen; its text is English."""

    key: str
    values: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return words_of(REFERENCE).say(self)


class Phrasebook:
    """Renders phrases in one language."""

    def __init__(self, language: Sentences) -> None:
        self._language = language
        self.heard = language.heard
        self.voice = language.voice
        self.name = language.name

    def say(self, *phrases: Phrase) -> str:
        """The sentences, one after the other."""
        return " ".join(self._say(each) for each in phrases)

    def _say(self, said: Phrase) -> str:
        return self._language.say(
            said.key, **{name: self._value(value) for name, value in said.values.items()}
        )

    def _value(self, value: object) -> object:
        """Phrases are rendered: several sentences with a space between, lists as the language has them."""
        if isinstance(value, Phrase):
            return self._say(value)
        if isinstance(value, list | tuple):
            return " ".join(str(self._value(part)) for part in value)
        if isinstance(value, Listed):
            texts = [str(self._value(part)) for part in value.parts]
            if len(texts) < 2 or not value.last:
                return self._language.say(f"lists.{value.between}").join(texts)
            before = self._language.say(f"lists.{value.between}").join(texts[:-1])
            return before + self._language.say(f"lists.{value.last}") + texts[-1]
        return value


class Listed(Struct, frozen=True):
    """Several parts in a row; `between` and `last` name what parts them, such as "comma" and "and"."""

    parts: Sequence[Any]
    between: str = "comma"
    last: str = ""


def phrase(key: str, /, **values: object) -> Phrase:
    """A phrase: `phrase("turn.i_play", turn="a1")`."""
    return Phrase(key, values)


@cache
def words_of(language: str) -> Phrasebook:
    """The words of a language by its code (`en`), or of a user's own file (`klingon.toml`)."""
    return Phrasebook(_FILES.load(language))


def languages() -> tuple[str, ...]:
    """The codes of all languages that the robot speaks."""
    return _FILES.codes


def man_values(colour: int) -> dict[str, Phrase]:
    """A man by its colour, as values of a sentence: subject or object, with either article."""
    name = _COLOURS[colour]
    return {
        "subject_man": phrase(f"men.subject_{name}"),  # the white man (stands)
        "some_man": phrase(f"men.some_{name}"),  # a white man (stands)
        "the_man": phrase(f"men.the_{name}"),  # (take) the white man
        "a_man": phrase(f"men.a_{name}"),  # (take) a white man
    }


def side(which: Side) -> Phrase:
    """White or black."""
    return phrase(f"sides.{which.value}")


def hand_values(which: Hand) -> dict[str, Phrase]:
    """A hand as values of a sentence: where something comes into it, or lies in it."""
    return {"into_hand": phrase(f"hands.into_{which}"), "in_hand": phrase(f"hands.in_{which}")}


def points(numbers: Sequence[int], last: str = "and") -> Listed:
    """For example `a1, d1 and g1`."""
    return Listed([POINT_NAMES[point] for point in numbers], last=last)


def outcome_phrase(end: Outcome) -> Phrase:
    """How a game has ended."""
    reason = phrase(f"outcome.{end.reason.name.lower()}")
    if end.winner is None:
        return phrase("outcome.draw", reason=reason)
    return phrase("outcome.wins", side=side(end.winner), reason=reason)
