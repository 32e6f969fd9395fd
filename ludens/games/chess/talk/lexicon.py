"""What single words can mean in a language: built once from its file."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache

import chess

from ludens.games.chess.talk.language import FILES, RANKS, Language
from ludens.games.chess.talk.language_words import FileWords, PieceWords, RankWords, Words

MISHEARD_COST = 1.0  # a word that recognisers write for another
MISSPELLED_COST = 1.2
UNEXPLAINED_COST = 2.5


class Kind(Enum):
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

    kind: Kind
    value: int | str | None = None
    cost: float = 0.0


@dataclass(slots=True, eq=False)
class Lexicon:
    """Senses by words in a row; `proper` are the single words that a misspelled one may stand for."""

    senses: dict[tuple[str, ...], list[Sense]] = field(default_factory=dict)
    proper: set[str] = field(default_factory=set)
    longest: int = 1

    def add(
        self, words: Iterable[str], kind: Kind, value: int | str | None = None, *, cost: float = 0.0
    ) -> None:
        """Give words a sense; the cheaper one stays where they have it already."""
        for phrase in words:
            key = tuple(phrase.split())
            self.longest = max(self.longest, len(key))
            self.senses.setdefault(key, []).append(Sense(kind, value, cost))
            if cost == 0.0 and len(key) == 1 and kind is not Kind.FILLER:
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
    book.add(words.castle_short.words, Kind.CASTLE, "king")
    book.add(words.castle_long.words, Kind.CASTLE, "queen")
    return book


def _parts(language: Language) -> tuple[tuple[Words, Kind, str | None], ...]:
    words = language.words
    return (
        (words.to, Kind.TO, None),
        (words.from_, Kind.FROM, None),
        (words.on, Kind.ON, None),
        (words.with_, Kind.WITH, None),
        (words.takes, Kind.TAKES, None),
        (words.castle, Kind.CASTLE, None),
        (words.king_side, Kind.SIDE, "king"),
        (words.queen_side, Kind.SIDE, "queen"),
        (words.of_king, Kind.OF_SIDE, "king"),
        (words.of_queen, Kind.OF_SIDE, "queen"),
        (words.promote, Kind.PROMOTE, None),
        (words.en_passant, Kind.EN_PASSANT, None),
        (words.left, Kind.END, "left"),
        (words.right, Kind.END, "right"),
        (words.file, Kind.FILE_WORD, None),
        (words.rank, Kind.RANK_WORD, None),
        (words.not_, Kind.NOT, None),
        (words.rather, Kind.RATHER, None),
        (words.beyond, Kind.BEYOND, None),
        (words.fillers, Kind.FILLER, None),
    )


def _add_piece(book: Lexicon, piece_type: chess.PieceType, piece: PieceWords) -> None:
    book.add(piece.words, Kind.PIECE, piece_type)
    book.add(piece.misheard, Kind.PIECE, piece_type, cost=MISHEARD_COST)
    letter = piece.letter.lower()
    if letter not in FILES:  # a small b is the file
        book.add([letter], Kind.PIECE, piece_type)


def _add_file(book: Lexicon, index: int, file: FileWords) -> None:
    book.add(file.words, Kind.FILE, index)
    book.add(file.spelled, Kind.FILE, index)
    book.add(file.misheard, Kind.FILE, index, cost=MISHEARD_COST)


def _add_rank(book: Lexicon, index: int, rank: RankWords) -> None:
    book.add(rank.words, Kind.RANK, index)
    book.add(rank.ordinals, Kind.ORDINAL, index)
    book.add(rank.misheard, Kind.RANK, index, cost=MISHEARD_COST)
