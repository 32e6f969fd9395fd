"""Turns as people type or say them: `d6-d5xb4`, `d6 d5`, "delta six to delta five takes bravo four"."""

import re
from functools import cache

from ludens.games.morris.rules import POINT_NAMES, Turn, point_from_text
from ludens.games.morris.rules.paper_notation import point_from_pair_text
from ludens.table.phrase_forms import CommandPhrases
from ludens.table.sentences import HeardWords

PAIR = re.compile(r"\b[0-2]/[0-7]\b")
POINT = re.compile(r"[a-g]\d")
WORD = re.compile(r"[a-g]\d(?=x|[a-g]\d|\b)|x(?=[a-g]\d)|\w+(?:'\w+)*|[-–>]")  # cuts d6xb4 and d6d5, too
TO, TAKES = "-–>", "x"
MOST_POINTS = 3


def words_of(text: str) -> list[str]:
    """Words in small letters; points as `1/0` are named, and written turns are cut at their signs."""
    plain = PAIR.sub(lambda match: POINT_NAMES[point_from_pair_text(match[0])], text.lower())
    return WORD.findall(plain)


@cache
def command_phrases(heard: HeardWords) -> CommandPhrases:
    """What can be said beside turns."""
    return CommandPhrases(heard.commands, slots={}, fillers=heard.fillers)


def read_turn(words: list[str], heard: HeardWords, *, placing: bool) -> Turn | None:
    """The turn that words name, whether or not it is legal; None where they name none.

    While men are placed, a second point without "takes" is what the mill takes: `d6 b4` is `d6xb4`.
    """
    parts = _parts(words, heard)
    if parts is None:
        return None
    taking = parts.index(TAKES) if TAKES in parts else len(parts)
    before, after = parts[:taking], [part for part in parts[taking:] if part != TAKES]
    if TAKES not in parts and len(before) == (2 if placing and not _goes(words, heard) else 3):
        before, after = before[:-1], before[-1:]
    if not 1 <= len(before) <= 2 or len(after) > 1 or parts.count(TAKES) > 1:
        return None
    if TAKES in parts and not after:
        return None
    origin, target = [None] * (2 - len(before)) + [point_from_text(part) for part in before]
    assert target is not None
    return Turn(target, origin, point_from_text(after[0]) if after else None)


def _goes(words: list[str], heard: HeardWords) -> bool:
    return any(word in heard.to or word in TO for word in words)


def _parts(words: list[str], heard: HeardWords) -> list[str] | None:
    """Points and `x`, in order; None where a word is neither of them nor one that can be left out."""
    letters = {word: letter for letter, known in heard.letters.items() for word in known}
    numbers = {word: digit for digit, known in heard.numbers.items() for word in (digit, *known)}
    parts: list[str] = []
    position = 0
    while position < len(words):
        word = words[position]
        following = numbers.get(words[position + 1]) if position + 1 < len(words) else None
        if word in letters and following is not None:
            parts.append(letters[word] + following)
            position += 1
        elif POINT.fullmatch(word):
            parts.append(word)
        elif word in heard.takes:
            parts.append(TAKES)
        elif word not in TO and word not in heard.to and word not in heard.fillers:
            return None
        position += 1
    return parts if len(parts) <= MOST_POINTS + 1 else None
