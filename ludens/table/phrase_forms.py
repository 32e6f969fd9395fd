"""Phrases that are no moves, matched as a whole against what a language file lists.

Language files write them in a little language of forms, `(undo|take (it|that)? back) please?`, `{piece}`. One
form serves both ways: it recognises a phrase as a regular expression, and it lists what can be said.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

PART = re.compile(r"[()|?]|\{\w+\}|[^\s()|?]+")
Slots = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class FoundPhrase:
    """The name of a command, and the words that were recognised as it."""

    name: str
    words: tuple[str, ...]


class CommandPhrases:
    """The commands of a language, by name. Words that only make a sentence polite may be left out."""

    def __init__(
        self, commands: Mapping[str, Sequence[str]], *, slots: Slots, fillers: Collection[str] = ()
    ) -> None:
        needed = {word for forms in commands.values() for form in forms for word in words_in(form)}
        self._polite = frozenset(word for word in fillers if " " not in word and word not in needed)
        self._patterns = {
            name: re.compile("|".join(f"(?:{as_expression(form, slots)})" for form in forms))
            for name, forms in commands.items()
        }

    def find(self, words: Sequence[str]) -> FoundPhrase | None:
        """The command that a sentence is as a whole, if it is one."""
        for candidate in (tuple(words), tuple(word for word in words if word not in self._polite)):
            line = "".join(f"{word} " for word in candidate)
            for name, pattern in self._patterns.items():
                if candidate and pattern.fullmatch(line):
                    return FoundPhrase(name, candidate)
        return None


def usual_phrase(forms: Sequence[str]) -> str:
    """The shortest thing one says for a command, such as "take back"; for buttons that say it."""
    return expansions(forms[0], {})[0]


def as_expression(form: str, slots: Slots) -> str:
    """A form as a regular expression over words that each end with a space."""
    parts: list[str] = []
    for part in PART.findall(form):
        if part == "(":
            parts.append("(?:")
        elif part in ")|?":
            parts.append(part)
        elif part.startswith("{"):
            parts.append("(?:" + "|".join(re.escape(word) + " " for word in slots[part[1:-1]]) + ")")
        else:
            parts.append(f"(?:{re.escape(part)} )")
    return "".join(parts)


def words_in(form: str) -> list[str]:
    """The words that a form is written with."""
    return [part for part in PART.findall(form) if part not in "()|?" and not part.startswith("{")]


def expansions(form: str, slots: Slots, *, most: int = 60) -> list[str]:
    """What can be said by a form, at most so many sentences."""
    parts = PART.findall(form)
    return list(dict.fromkeys(islice(_alternatives(parts, slots), most)))


def _alternatives(parts: list[str], slots: Slots) -> Iterator[str]:
    """Every way to say parts that may hold `|` on their top level."""
    for branch in _branches(parts):
        for chosen in product(*_elements(branch, slots)):
            yield " ".join(word for word in chosen if word)


def _branches(parts: list[str]) -> list[list[str]]:
    branches: list[list[str]] = [[]]
    depth = 0
    for part in parts:
        depth += (part == "(") - (part == ")")
        if part == "|" and depth == 0:
            branches.append([])
        else:
            branches[-1].append(part)
    return branches


def _elements(parts: list[str], slots: Slots) -> list[list[str]]:
    """What each element of a branch can be: a word, a slot or a group, each perhaps left out."""
    elements: list[list[str]] = []
    position = 0
    while position < len(parts):
        part = parts[position]
        if part == "(":
            end = _closing(parts, position)
            elements.append(list(_alternatives(parts[position + 1 : end], slots)))
            position = end
        elif part == "?":
            elements[-1] = ["", *elements[-1]]
        else:
            elements.append(list(slots[part[1:-1]]) if part.startswith("{") else [part])
        position += 1
    return elements


def _closing(parts: list[str], opening: int) -> int:
    depth = 0
    for position in range(opening, len(parts)):
        depth += (parts[position] == "(") - (parts[position] == ")")
        if depth == 0:
            return position
    return len(parts)
