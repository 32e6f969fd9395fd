"""Phrases that are no moves, matched as a whole against what the language file lists.

Language files write them in a little language of forms, `(undo|take (it|that)? back) please?`, `{piece}`. One
form serves both ways: it recognises a phrase as a regular expression, and it lists what can be said.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from typing import Literal

import chess

from ludens.games.chess.talk.language import FILES, RANKS, Language
from ludens.games.chess.talk.lexicon import words_of
from ludens.games.chess.talk.meaning import Command
from ludens.speech.stop_command import is_stop

PART = re.compile(r"[()|?]|\{\w+\}|[^\s()|?]+")
Slots = Mapping[str, Sequence[str]]
Whose = Literal["mine", "yours", "white", "black"]
OWNERS: tuple[tuple[str, Whose], ...] = (
    ("my", "mine"),
    ("your", "yours"),
    ("white", "white"),
    ("black", "black"),
)


@dataclass(frozen=True, slots=True)
class _Phrases:
    """The phrases of one command, compiled."""

    name: str
    pattern: re.Pattern[str]


def read_command(text: str, language: Language) -> Command | None:
    """The command that a sentence is, if it is one, politeness aside; a stop before everything else."""
    if is_stop(text):
        return Command(name="stop")
    words = words_of(text)
    polite = _polite(language)
    for candidate in (words, [word for word in words if word not in polite]):
        line = "".join(f"{word} " for word in candidate)
        for phrases in _compiled(language):
            found = phrases.pattern.fullmatch(line)
            if found and candidate:
                return _command(phrases.name, candidate, language)
    return None


def _command(name: str, words: list[str], language: Language) -> Command:
    if name not in ("where", "options"):
        return Command(name=name)
    piece = next((piece for word in words if (piece := _pieces(language).get(word)) is not None), None)
    square = _square(words, language)
    slots = {word: whose for slot, whose in OWNERS for word in getattr(language.slots, slot)}
    whose = next((slots[word] for word in reversed(words) if word in slots), None)
    if name == "options":
        return Command(name=name, piece=None if square is not None else piece, square=square)
    return Command(name=name, piece=piece, square=square, whose=whose)


@cache
def _pieces(language: Language) -> dict[str, chess.PieceType]:
    return {
        word: chess.PIECE_NAMES.index(name)
        for name, piece in language.pieces.items()
        for word in (*piece.words, *piece.misheard)
        if " " not in word
    }


def _square(words: list[str], language: Language) -> chess.Square | None:
    squares = _squares(language)
    for index, word in enumerate(words):
        for said in (word, " ".join(words[index : index + 2])):
            if said in squares:
                return squares[said]
    return None


@cache
def _squares(language: Language) -> dict[str, chess.Square]:
    said: dict[str, chess.Square] = {}
    for file, letter in enumerate(FILES):
        for rank, digit in enumerate(RANKS):
            square = chess.square(file, rank)
            said[f"{letter}{digit}"] = square
            letters, numbers = language.files[letter], language.ranks[digit]
            for letter_word in (*letters.misheard, *letters.spelled, *letters.words):
                for number_word in (*numbers.misheard, *numbers.words):
                    said.setdefault(f"{letter_word} {number_word}", square)
    return said


@cache
def _polite(language: Language) -> frozenset[str]:
    """Fillers that no command needs; "what did you say, please" keeps its you."""
    needed = {
        word for phrases in language.commands.values() for phrase in phrases for word in words_in(phrase)
    }
    return frozenset(word for word in language.words.fillers.words if " " not in word and word not in needed)


@cache
def _compiled(language: Language) -> tuple[_Phrases, ...]:
    slots = {
        "piece": sorted(_pieces(language)),
        "square": sorted(_squares(language), key=len, reverse=True),
        **{slot: list(getattr(language.slots, slot)) for slot, _ in OWNERS},
    }
    return tuple(
        _Phrases(name, re.compile("|".join(f"(?:{as_expression(phrase, slots)})" for phrase in phrases)))
        for name, phrases in language.commands.items()
    )


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
