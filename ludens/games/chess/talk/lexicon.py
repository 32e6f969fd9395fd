"""Words and what each can mean, and sentences cut into words or the parts of written notation."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache

import chess

from ludens.games.chess.talk.language import (
    FILES,
    RANKS,
    FileWords,
    Language,
    PieceWords,
    RankWords,
    WordForms,
)

MISHEARD_COST = 1.0  # a word that recognisers write for another
MISSPELLED_COST = 1.2
UNEXPLAINED_COST = 2.5


class WordKind(Enum):
    """The part a word plays in a move."""

    PIECE = auto()
    FILE = auto()
    RANK = auto()  # a number next to a file
    ORDINAL = auto()  # "first", before the word for a rank
    SQUARE = auto()
    TO = auto()
    FROM = auto()
    ON = auto()
    WITH = auto()
    TAKES = auto()
    CASTLE = auto()
    SIDE = auto()
    OF_SIDE = auto()  # "king's"
    PROMOTE = auto()
    EN_PASSANT = auto()
    END = auto()  # left or right
    FILE_WORD = auto()
    RANK_WORD = auto()
    NOT = auto()
    RATHER = auto()
    OFF_BOARD = auto()  # a square that does not exist
    BEYOND = auto()  # a number that no rank has
    FILLER = auto()
    UNEXPLAINED = auto()


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a word: the part it plays, which one, and how far the word is from the usual one."""

    kind: WordKind
    value: int | str | None = None
    cost: float = 0.0


@dataclass(slots=True, eq=False)
class Lexicon:
    """Senses by words in a row; `proper` are the single words that a misspelled one may stand for."""

    senses: dict[tuple[str, ...], list[Sense]] = field(default_factory=dict)
    proper: set[str] = field(default_factory=set)
    longest: int = 1

    def add(
        self, words: Iterable[str], kind: WordKind, value: int | str | None = None, *, cost: float = 0.0
    ) -> None:
        """Give words a sense; the cheaper one stays where they have it already."""
        for phrase in words:
            key = tuple(phrase.split())
            self.longest = max(self.longest, len(key))
            self.senses.setdefault(key, []).append(Sense(kind, value, cost))
            if cost == 0.0 and len(key) == 1 and kind is not WordKind.FILLER:
                self.proper.add(phrase)


@cache
def lexicon(language: Language) -> Lexicon:
    """The lexicon of a language."""
    book = Lexicon()
    for name, piece in language.pieces.items():
        _add_piece(book, chess.PIECE_NAMES.index(name), piece)
    for index, letter in enumerate(FILES):
        _add_file(book, index, language.files[letter])
    for index, digit in enumerate(RANKS):
        _add_rank(book, index, language.ranks[digit])
    words = language.words
    for part, kind, value in _parts(language):
        book.add(part.words, kind, value)
        book.add(part.misheard, kind, value, cost=MISHEARD_COST)
    book.add(words.castle_short.words, WordKind.CASTLE, "king")
    book.add(words.castle_long.words, WordKind.CASTLE, "queen")
    return book


def _parts(language: Language) -> tuple[tuple[WordForms, WordKind, str | None], ...]:
    words = language.words
    return (
        (words.to, WordKind.TO, None),
        (words.from_, WordKind.FROM, None),
        (words.on, WordKind.ON, None),
        (words.with_, WordKind.WITH, None),
        (words.takes, WordKind.TAKES, None),
        (words.castle, WordKind.CASTLE, None),
        (words.king_side, WordKind.SIDE, "king"),
        (words.queen_side, WordKind.SIDE, "queen"),
        (words.of_king, WordKind.OF_SIDE, "king"),
        (words.of_queen, WordKind.OF_SIDE, "queen"),
        (words.promote, WordKind.PROMOTE, None),
        (words.en_passant, WordKind.EN_PASSANT, None),
        (words.left, WordKind.END, "left"),
        (words.right, WordKind.END, "right"),
        (words.file, WordKind.FILE_WORD, None),
        (words.rank, WordKind.RANK_WORD, None),
        (words.not_, WordKind.NOT, None),
        (words.rather, WordKind.RATHER, None),
        (words.beyond, WordKind.BEYOND, None),
        (words.fillers, WordKind.FILLER, None),
    )


def _add_piece(book: Lexicon, piece_type: chess.PieceType, piece: PieceWords) -> None:
    book.add(piece.words, WordKind.PIECE, piece_type)
    book.add(piece.misheard, WordKind.PIECE, piece_type, cost=MISHEARD_COST)
    letter = piece.letter.lower()
    if letter not in FILES:  # a small b is the file
        book.add([letter], WordKind.PIECE, piece_type)


def _add_file(book: Lexicon, index: int, file: FileWords) -> None:
    book.add(file.words, WordKind.FILE, index)
    book.add(file.spelled, WordKind.FILE, index)
    book.add(file.misheard, WordKind.FILE, index, cost=MISHEARD_COST)


def _add_rank(book: Lexicon, index: int, rank: RankWords) -> None:
    book.add(rank.words, WordKind.RANK, index)
    book.add(rank.ordinals, WordKind.ORDINAL, index)
    book.add(rank.misheard, WordKind.RANK, index, cost=MISHEARD_COST)


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
        return (Sense(WordKind.CASTLE, "queen" if castling[1] else "king"),)
    found = _pattern(language).fullmatch(bare)
    if found:
        return _senses_of(found, language)
    square = NO_SQUARE.fullmatch(bare)
    return (Sense(WordKind.OFF_BOARD),) if square else None


@cache
def _pattern(language: Language) -> re.Pattern[str]:
    """Short and long algebraic notation, and that of engines, with the letters of the language."""
    capitals = "".join(piece.letter for piece in language.pieces.values())
    small = "".join(letter for letter in capitals.lower() if letter not in FILES)
    return re.compile(
        rf"(?P<piece>[{capitals}{small}])?(?P<file>[a-hA-H])?(?P<rank>[1-8])?(?P<takes>[xX:])?-?"
        rf"(?P<square>[a-hA-H]-?[1-8])(?:=?(?P<promotion>[{capitals}{capitals.lower()}]))?"
    )


def _senses_of(found: re.Match[str], language: Language) -> tuple[Sense, ...]:
    letters = {piece.letter: chess.PIECE_NAMES.index(name) for name, piece in language.pieces.items()}
    parts: list[Sense] = []
    if found["piece"]:
        parts.append(Sense(WordKind.PIECE, letters[found["piece"].upper()]))
    if found["file"] and found["rank"]:
        parts.append(Sense(WordKind.SQUARE, chess.parse_square(found["file"].lower() + found["rank"])))
    elif found["file"]:
        parts.append(Sense(WordKind.FILE, FILES.index(found["file"].lower())))
    elif found["rank"]:
        parts.extend([Sense(WordKind.ORDINAL, int(found["rank"]) - 1), Sense(WordKind.RANK_WORD)])
    if found["takes"]:
        parts.append(Sense(WordKind.TAKES))
    parts.append(Sense(WordKind.SQUARE, chess.parse_square(found["square"].lower().replace("-", ""))))
    if found["promotion"]:
        parts.extend([Sense(WordKind.PROMOTE), Sense(WordKind.PIECE, letters[found["promotion"].upper()])])
    return tuple(parts)
