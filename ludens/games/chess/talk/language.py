"""A language: one file of words, phrases and answers, read and checked as a whole."""

import chess
import msgspec

from ludens.core.errors import LudensError
from ludens.games.chess.rules.reasons import Code
from ludens.table.sentences import REFERENCE, LanguageFiles, check_fields, check_keys, decoded, fields_of

FILES = "abcdefgh"
RANKS = "12345678"
CLOSED_TABLES = (
    "commands",
    "colours",
    "lists",
    "moves",
    "answers",
    "ways",
    "coloured",
    "table",
    "endings",
    "hints",
)
"""Tables that have the keys which English has."""
OWN_REASONS = ("other_piece", "none_takes")  # beyond the codes of the rules: what only words can get wrong


class WordForms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a thing is said, and what recognisers write instead."""

    words: tuple[str, ...]
    misheard: tuple[str, ...] = ()


class FileWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A letter of the board; `spelled` in the phonetic alphabet."""

    words: tuple[str, ...]
    spelled: tuple[str, ...]
    misheard: tuple[str, ...] = ()


class RankWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of the board."""

    words: tuple[str, ...]
    ordinals: tuple[str, ...]
    misheard: tuple[str, ...] = ()


class PieceWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece: how it is said, and the forms in which answers name it."""

    name: str
    the: str
    object: str
    plural: str
    letter: str
    words: tuple[str, ...]
    misheard: tuple[str, ...] = ()


class MoveWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of which moves are made."""

    to: WordForms
    from_: WordForms = msgspec.field(name="from")
    on: WordForms
    with_: WordForms = msgspec.field(name="with")
    takes: WordForms
    castle: WordForms
    castle_short: WordForms
    castle_long: WordForms
    king_side: WordForms
    queen_side: WordForms
    of_king: WordForms
    of_queen: WordForms
    promote: WordForms
    en_passant: WordForms
    left: WordForms
    right: WordForms
    file: WordForms
    rank: WordForms
    not_: WordForms = msgspec.field(name="not")
    rather: WordForms
    beyond: WordForms
    fillers: WordForms


class ColouredWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece with its colour: as the subject of a sentence, and after a verb."""

    the: str
    object: str


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Answers to "which one?" that name neither a square nor a piece."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    third: tuple[str, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]


class Slots(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that say whose piece is meant."""

    my: tuple[str, ...]
    your: tuple[str, ...]
    white: tuple[str, ...]
    black: tuple[str, ...]


class Language(msgspec.Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """Everything of one file in `languages/`."""

    name: str
    voice: str
    alike: dict[str, str]
    pieces: dict[str, PieceWords]
    files: dict[str, FileWords]
    ranks: dict[str, RankWords]
    words: MoveWords
    commands: dict[str, tuple[str, ...]]
    slots: Slots
    choices: Choices
    colours: dict[str, str]
    lists: dict[str, str]
    moves: dict[str, str]
    answers: dict[str, str]
    reasons: dict[str, str]
    ways: dict[str, str]
    coloured: dict[str, ColouredWords]
    table: dict[str, str]
    endings: dict[str, str]
    hints: dict[str, str]

    def piece(self, piece_type: chess.PieceType) -> PieceWords:
        """The words of a kind of piece."""
        return self.pieces[chess.piece_name(piece_type)]

    def coloured_piece(self, piece: chess.Piece) -> ColouredWords:
        """The words of a piece with its colour."""
        return self.coloured[f"{chess.COLOR_NAMES[piece.color]}_{chess.piece_name(piece.piece_type)}"]

    def colour(self, colour: chess.Color) -> str:
        """The name of a side."""
        return self.colours["white" if colour else "black"]


def read_language(text: str, origin: str) -> Language:
    """The language that a file's text describes; a gap in it is refused here and not in mid-game."""
    language = decoded(text, Language, origin)
    check_keys(origin, "pieces", language.pieces, map(chess.piece_name, chess.PIECE_TYPES))
    check_keys(origin, "files", language.files, FILES)
    check_keys(origin, "ranks", language.ranks, RANKS)
    check_keys(origin, "alike", language.alike, FILES)
    for heard, said in language.alike.items():
        if not set(said) <= set(FILES):
            raise LudensError(
                f"The language file {origin} has '{said}' in alike.{heard}; expected are letters from a to h."
            )
    check_keys(origin, "reasons", language.reasons, [*(code.name.lower() for code in Code), *OWN_REASONS])
    if origin != f"{REFERENCE}.toml":
        _check_forms(origin, language, load_language(REFERENCE))
    return language


def _check_forms(origin: str, language: Language, reference: Language) -> None:
    """Tables of answers are open in the type, and closed by what the reference has."""
    for table in CLOSED_TABLES:
        check_keys(origin, table, getattr(language, table), getattr(reference, table))
    for table, always in _ALWAYS.items():
        for key, form in getattr(language, table).items():
            known = fields_of(getattr(reference, table)[key]) | always
            check_fields(origin, f"{table}.{key}", form, known)


_ALWAYS = {
    "moves": {"object", "the", "promotion_object"},
    "answers": {"piece", "the", "The", "object", "pieces", "owner", "Owner"},
    "reasons": {
        "piece",
        "the",
        "The",
        "object",
        "pieces",
        "other",
        "other_the",
        "other_The",
        "origin",
        "target",
        "where",
        "crossed",
        "move",
        "promotion",
        "way",
        "coloured",
        "Coloured",
    },
    "table": set(),
    "hints": {"name", "the", "object"},
}

_FILES = LanguageFiles("ludens.games.chess.talk", read_language)


def languages() -> tuple[str, ...]:
    """The codes of all languages that there is a file of."""
    return _FILES.codes


def load_language(code_or_file: str = REFERENCE) -> Language:
    """A language by its code (`en`), or from a user's own file (`klingon.toml`)."""
    return _FILES.load(code_or_file)
