"""Recognises an utterance that tells robots to stop, before any grammar and in every language at once.

The rule. Words are of three kinds, listed in `languages/`:

- An *anywhere* word ("stop", "halt", "freeze") makes a stop of any utterance of at most five words, wherever
  it stands. In a longer one it has to come first or last, fillers aside ("please", "robot", "the arm"), and
  the utterance must not begin as a question does: "what happens if I say stop" is not a stop.
- A *short* phrase ("don't move") makes a stop of any utterance of at most five words, too. In a longer one it
  has only fillers beside it: "don't move the board" is a stop, "don't move the knight to c3" is not.
- An *alone* phrase ("wait", "shut down") always has nothing but fillers beside it.

In German a phrase may be parted: "halten Sie … an", with fillers between its halves, or, in a short utterance
and of a *short* phrase, with anything.

Who is in a hurry writes "stopstop", "robotstop", "s t o p": a single word that begins or ends with a stop
word is a stop too.

A false stop costs a "go on", a missed one may hurt somebody. So what is in doubt, such as "why did you stop"
or "don't stop", stops. It is recognised in all languages, whichever is spoken: people shout in their own.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from ludens.messages.speech import Hypothesis

STOP = "stop"
"""What a stop is passed on as, where it was heard among other words."""
SHORT = 5  # words
LEAST_SHARE = 0.3
"""Confidence that all hypotheses which are stops have together, from which on a stop was heard."""
_LONGEST = 6  # words of a phrase
_NO_LETTER = re.compile(r"[^\w\s]|_")
_RUN = re.compile(r"([^\W\d])\1+")
_SPELT = re.compile(r"(?<!\S)\w(?: \w){3,}(?!\S)")
_LEAST_LETTERS = 4  # of a stop word at the edge of another
_PARTING = "…"

Words = tuple[str, ...]
Phrases = dict[str, tuple[Words, ...]]  # by their first word, the longest first


class StopWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `stop` of a language file."""

    anywhere: tuple[str, ...]
    short: tuple[str, ...]
    alone: tuple[str, ...]
    fillers: tuple[str, ...]
    questions: tuple[str, ...]


class SpeechWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language file of this room."""

    stop: StopWords


def is_stop(text: str) -> bool:
    """Whether an utterance tells robots to stop."""
    words = _words(text)
    inner = _without_fillers(words)
    if not inner:
        return False
    if len(inner) == 1 and _begins_or_ends_with_stop(inner[0]):
        return True
    if len(words) <= SHORT and (_mentions(words, _phrases("anywhere", "short")) or _mentions_parted(words)):
        return True
    may_be_told = words[0] not in _question_words()
    is_told = _is_outer(inner) or _is_outer(_without_fillers(words, and_without=("short", "alone")))
    return (may_be_told and is_told) or _is_alone(words)


def heard_stop(hypotheses: Sequence[Hypothesis]) -> bool:
    """Whether a stop was heard: as the best hypothesis, or as a good share of all."""
    stops = [each for each in hypotheses if is_stop(each.text)]
    if not stops:
        return False
    return stops[0] is hypotheses[0] or sum(each.confidence for each in stops) >= LEAST_SHARE


def mentions_stop(text: str) -> bool:
    """Whether a text has a stop word anywhere, however long: for a voice that is mixed with another."""
    return _mentions(_words(text), _phrases("anywhere"))


def _words(text: str) -> Words:
    """The words in their simplest writing: "Don't!  STOOOP" gives `dont`, `stop`."""
    for apostrophe in "'’‘`´ʼ＇":  # before anything is normalised: that parts a word at an acute accent
        text = text.replace(apostrophe, "")
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = "".join(each for each in plain if unicodedata.category(each) != "Cf")  # soft hyphens and the like
    separate = " ".join(_NO_LETTER.sub(" ", plain).split())
    spelt = _SPELT.sub(lambda letters: letters[0].replace(" ", ""), separate)
    return tuple(_RUN.sub(r"\1", spelt).split())


def _begins_or_ends_with_stop(word: str) -> bool:
    stops = [stop for stop in _phrases("anywhere") if len(stop) >= _LEAST_LETTERS]
    return any((stop,) in _phrases("anywhere")[stop] and _is_edge(stop, word) for stop in stops)


def _is_edge(part: str, word: str) -> bool:
    return word.startswith(part) or word.endswith(part)


def _mentions(words: Words, phrases: Phrases) -> bool:
    return any(_length_at(words, start, phrases) for start in range(len(words)))


def _mentions_parted(words: Words) -> bool:
    """Whether the halves of a short phrase follow one another, whatever is between them."""
    for first, last in _parted_phrases("short"):
        places = [at for at in range(len(words)) if words[at : at + len(first)] == first]
        if places and _mentions(words[places[0] + len(first) :], {last[0]: (last,)}):
            return True
    return False


def _is_outer(inner: Words) -> bool:
    """Whether an anywhere word is at the beginning or at the end."""
    phrases = _phrases("anywhere")
    if _length_at(inner, 0, phrases):
        return True
    starts = range(max(0, len(inner) - _LONGEST), len(inner))
    return any(start + _length_at(inner, start, phrases) == len(inner) for start in starts)


def _is_alone(words: Words) -> bool:
    """Whether there is a stop phrase, and besides stop phrases only fillers."""
    stops, fillers = _phrases("anywhere", "short", "alone"), _phrases("fillers")
    found, position = False, 0
    while position < len(words):
        stop = _length_at(words, position, stops) or _parted_length_at(words, position)
        length = stop or _length_at(words, position, fillers)
        if not length:
            return False
        found, position = found or bool(stop), position + length
    return found


def _parted_length_at(words: Words, start: int) -> int:
    """The number of words of a parted phrase that begins at a place, with the fillers in it, or 0."""
    for first, last in _parted_phrases("short", "alone"):
        if words[start : start + len(first)] != first:
            continue
        position = start + len(first)
        while position < len(words):
            if words[position : position + len(last)] == last:
                return position + len(last) - start
            length = _length_at(words, position, _phrases("fillers"))
            if not length:
                break
            position += length
    return 0


def _without_fillers(words: Words, *, and_without: Words = ()) -> Words:
    """The words between the fillers at the beginning and those at the end; stop words are no fillers.

    Kinds of stop words may be left out like fillers: "wait, stop, I meant another one" begins with "stop".
    """
    kept = {"anywhere", "short", "alone"}.difference(and_without)
    stops, fillers = _phrases(*sorted(kept)), _phrases("fillers", *and_without)
    begin, end = 0, len(words)
    while begin < end and not _length_at(words, begin, stops):
        length = _length_at(words, begin, fillers)
        if not length:
            break
        begin += length
    while end > begin:
        length = _length_before(words, end, fillers)
        if not length or _length_before(words, end, stops):
            break
        end -= length
    return words[begin:end]


def _length_at(words: Words, start: int, phrases: Phrases) -> int:
    """The number of words of the longest phrase that begins at a place, or 0."""
    if start >= len(words):
        return 0
    fitting = (each for each in phrases.get(words[start], ()) if words[start : start + len(each)] == each)
    return len(next(fitting, ()))


def _length_before(words: Words, end: int, phrases: Phrases) -> int:
    """The number of words of the longest phrase that ends at a place, or 0."""
    for length in range(min(_LONGEST, end), 0, -1):
        if words[end - length : end] in phrases.get(words[end - length], ()):
            return length
    return 0


@cache
def _phrases(*kinds: str) -> Phrases:
    found: set[Words] = set()
    for words in _languages():
        written = [phrase for kind in kinds for phrase in getattr(words.stop, kind)]
        found.update(_words(phrase) for phrase in written if _PARTING not in phrase)
    return _by_first_word(found)


@cache
def _parted_phrases(*kinds: str) -> tuple[tuple[Words, Words], ...]:
    written = [phrase for words in _languages() for kind in kinds for phrase in getattr(words.stop, kind)]
    halves = (phrase.partition(_PARTING) for phrase in written if _PARTING in phrase)
    return tuple((_words(first), _words(last)) for first, _, last in halves)


def spoken_stops(language: str) -> tuple[str, ...]:
    """What a recogniser should know to hear stops: the phrases of a language by its code, or none."""
    path = files("ludens.speech") / "languages" / f"{language}.toml"
    if not path.is_file():
        return ()
    words = msgspec.toml.decode(path.read_bytes(), type=SpeechWords).stop
    phrases = (*words.anywhere, *words.short, *words.alone)
    return tuple(phrase for phrase in phrases if _PARTING not in phrase)


def _by_first_word(phrases: Iterable[Words]) -> Phrases:
    sorted_phrases: dict[str, list[Words]] = {}
    for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)):
        sorted_phrases.setdefault(phrase[0], []).append(phrase)
    return {first: tuple(found) for first, found in sorted_phrases.items()}


@cache
def _question_words() -> frozenset[str]:
    return frozenset(_words(word)[0] for language in _languages() for word in language.stop.questions)


@cache
def _languages() -> tuple[SpeechWords, ...]:
    folder = files("ludens.speech") / "languages"
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
    return tuple(msgspec.toml.decode(file.read_bytes(), type=SpeechWords) for file in found)
