"""Sentences cut into words, written notation into its parts."""

import re
from functools import cache

import chess

from ludens.games.chess.talk.language import FILES, Language
from ludens.games.chess.talk.lexicon import Kind, Sense

# A word in small letters, or the parts of a piece of notation, which leave no choice.
Token = str | tuple[Sense, ...]

CASTLING = re.compile(r"[oO0]-[oO0](-[oO0])?")
MOVE_NUMBER = re.compile(r"^\d+\.+\s*")
NO_SQUARE = re.compile(r"([a-z])-?(\d+)", re.IGNORECASE)
ENDINGS = '+#!?.,;:"()'


def tokenise(text: str, language: Language) -> tuple[Token, ...]:
    """The tokens of a sentence. Punctuation, capitals and the number of a move mean nothing."""
    tokens: list[Token] = []
    for chunk in MOVE_NUMBER.sub("", text.strip().replace("’", "'")).split():
        notation = _notation(chunk, language)
        tokens.extend([notation] if notation is not None else words_of(chunk))
    return tuple(tokens)


def words_of(text: str) -> list[str]:
    """Words in small letters, without punctuation; "e.p." is one, "e-four" are two."""
    plain = text.lower().replace("’", "'").replace(".", "")
    return [word.strip("'") for word in re.split(r"[^\w']+", plain) if word.strip("'")]


def _notation(chunk: str, language: Language) -> tuple[Sense, ...] | None:
    bare = chunk.strip(ENDINGS)
    castling = CASTLING.fullmatch(bare)
    if castling:
        return (Sense(Kind.CASTLE, "queen" if castling[1] else "king"),)
    found = _pattern(language).fullmatch(bare)
    if found:
        return _parts(found, language)
    square = NO_SQUARE.fullmatch(bare)
    return (Sense(Kind.OFF_BOARD),) if square else None


@cache
def _pattern(language: Language) -> re.Pattern[str]:
    """Short and long algebraic notation, and that of engines, with the letters of the language."""
    capitals = "".join(piece.letter for piece in language.pieces.values())
    small = "".join(letter for letter in capitals.lower() if letter not in FILES)
    return re.compile(
        rf"(?P<piece>[{capitals}{small}])?(?P<file>[a-hA-H])?(?P<rank>[1-8])?(?P<takes>[xX:])?-?"
        rf"(?P<square>[a-hA-H]-?[1-8])(?:=?(?P<promotion>[{capitals}{capitals.lower()}]))?"
    )


def _parts(found: re.Match[str], language: Language) -> tuple[Sense, ...]:
    letters = {piece.letter: chess.PIECE_NAMES.index(name) for name, piece in language.pieces.items()}
    parts: list[Sense] = []
    if found["piece"]:
        parts.append(Sense(Kind.PIECE, letters[found["piece"].upper()]))
    if found["file"] and found["rank"]:
        parts.append(Sense(Kind.SQUARE, chess.parse_square(found["file"].lower() + found["rank"])))
    elif found["file"]:
        parts.append(Sense(Kind.FILE, FILES.index(found["file"].lower())))
    elif found["rank"]:
        parts.extend([Sense(Kind.ORDINAL, int(found["rank"]) - 1), Sense(Kind.RANK_WORD)])
    if found["takes"]:
        parts.append(Sense(Kind.TAKES))
    parts.append(Sense(Kind.SQUARE, chess.parse_square(found["square"].lower().replace("-", ""))))
    if found["promotion"]:
        parts.extend([Sense(Kind.PROMOTE), Sense(Kind.PIECE, letters[found["promotion"].upper()])])
    return tuple(parts)
