"""The little language of phrases in language files: `(undo|take (it|that)? back) please?`, `{piece}`.

One form serves both ways: it recognises a phrase as a regular expression, and it lists what can be said.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

PART = re.compile(r"[()|?]|\{\w+\}|[^\s()|?]+")

Slots = Mapping[str, Sequence[str]]


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
