"""All words that a recogniser should listen for: everything that can be said about chess, legal or not."""

import re
from dataclasses import dataclass
from functools import cache

from ludens.games.chess.talk.language import FILES, RANKS, Language

PHRASE_WORD = re.compile(r"\{\w+\}|[^\s()|?]+")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a language, and typical sentences, from which a recogniser learns what follows what."""

    words: tuple[str, ...]
    sentences: tuple[str, ...]


@cache
def vocabulary(language: Language) -> Vocabulary:
    """The open vocabulary of a language: no sentence in it depends on a position."""
    pieces = [piece.words[0] for piece in language.pieces.values()]
    files = [language.files[letter] for letter in FILES]
    letters = [word for file in files for word in (file.words[0], file.spelled[0])]
    numbers = [language.ranks[digit].words[1] for digit in RANKS]
    squares = [f"{letter} {number}" for letter in letters for number in numbers]
    sentences = [
        *_moves(language, pieces, squares),
        *_commands(language),
        *_answers(language, squares, pieces),
    ]
    words = {word for sentence in sentences for word in sentence.split()}
    words |= {word for piece in language.pieces.values() for word in piece.words}
    return Vocabulary(tuple(sorted(words)), tuple(sentences))


def _moves(language: Language, pieces: list[str], squares: list[str]) -> list[str]:
    words = language.words
    to, takes, from_, on = words.to.words[0], words.takes.words[0], words.from_.words[0], words.on.words[0]
    castle, promote = words.castle.words[0], words.promote.words[0]
    sides = [word for word in (*words.king_side.words, *words.queen_side.words) if "'" not in word]
    sentences = [f"{piece} {link} {square}" for piece in pieces for link in (to, takes) for square in squares]
    sentences += [f"{piece} {square}" for piece in pieces for square in squares]
    sentences += [f"{square} {to} {square}" for square in squares]
    sentences += [
        f"{piece} {link} {square} {to} {square}"
        for piece in pieces[4:]
        for link in (from_, on)
        for square in squares
    ]
    sentences += [f"{piece} {takes} {other}" for piece in pieces for other in pieces]
    sentences += [castle, *(f"{castle} {side}" for side in sides), *words.en_passant.words]
    sentences += [f"{promote} {link} {piece}" for piece in pieces for link in (to, "")]
    return sentences


def _commands(language: Language) -> list[str]:
    """The plain phrases: of alternatives, all words one after the other is all that is learned."""
    pieces = [piece.words[0] for piece in language.pieces.values()]
    found = []
    for phrases in language.commands.values():
        for phrase in phrases:
            if "(" not in phrase and "{" not in phrase and "?" not in phrase:
                found.append(phrase)
            else:
                words = [word for word in PHRASE_WORD.findall(phrase) if not word.startswith("{")]
                found.append(" ".join([*words, pieces[4]]))
    return found


def _answers(language: Language, squares: list[str], pieces: list[str]) -> list[str]:
    choices = language.choices
    said = [*choices.first, *choices.second, *choices.left, *choices.right]
    return [*said, *squares, *pieces, *(f"{language.words.from_.words[0]} {square}" for square in squares)]
