"""Phrases that are no moves, as the language file lists them, and the piece or square each is about."""

from functools import cache
from typing import Literal

import chess

from ludens.games.chess.talk.language import FILES, RANKS, Language
from ludens.games.chess.talk.lexicon import words_of
from ludens.games.chess.talk.meaning import Command
from ludens.speech.stop_command import is_stop
from ludens.table import phrase_forms
from ludens.table.phrase_forms import CommandPhrases

Whose = Literal["mine", "yours", "white", "black"]
OWNERS: tuple[tuple[str, Whose], ...] = (
    ("my", "mine"),
    ("your", "yours"),
    ("white", "white"),
    ("black", "black"),
)


def read_command(text: str, language: Language) -> Command | None:
    """The command that a sentence is, if it is one, politeness aside; a stop before everything else."""
    if is_stop(text):
        return Command(name="stop")
    found = _phrases(language).find(words_of(text))
    return None if found is None else _command(found.name, list(found.words), language)


def usual_phrase(name: str, language: Language) -> str:
    """The shortest thing one says for a command in a language; for buttons that say it."""
    return phrase_forms.usual_phrase(language.commands[name])


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
def _phrases(language: Language) -> CommandPhrases:
    slots = {
        "piece": sorted(_pieces(language)),
        "square": sorted(_squares(language), key=len, reverse=True),
        **{slot: list(getattr(language.slots, slot)) for slot, _ in OWNERS},
    }
    return CommandPhrases(language.commands, slots=slots, fillers=language.words.fillers.words)
