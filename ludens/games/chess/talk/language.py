"""A language: one file of words, phrases and answers, read and checked as a whole."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter

import chess
import msgspec

from ludens.core.errors import LudensError, did_you_mean
from ludens.games.chess.rules.reasons import Code

FILES = "abcdefgh"
RANKS = "12345678"
OWN_REASONS = ("other_piece", "none_takes")  # beyond the codes of the rules: what only words can get wrong


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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

    to: Words
    from_: Words = msgspec.field(name="from")
    on: Words
    with_: Words = msgspec.field(name="with")
    takes: Words
    castle: Words
    castle_short: Words
    castle_long: Words
    king_side: Words
    queen_side: Words
    of_king: Words
    of_queen: Words
    promote: Words
    en_passant: Words
    left: Words
    right: Words
    file: Words
    rank: Words
    not_: Words = msgspec.field(name="not")
    rather: Words
    beyond: Words
    fillers: Words


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
    alike: tuple[str, ...]
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

    def piece(self, piece_type: chess.PieceType) -> PieceWords:
        """The words of a kind of piece."""
        return self.pieces[chess.piece_name(piece_type)]

    def colour(self, colour: chess.Color) -> str:
        """The name of a side."""
        return self.colours["white" if colour else "black"]


def languages() -> tuple[str, ...]:
    """The codes of all languages that there is a file of."""
    folder = files("ludens.games.chess.talk") / "languages"
    return tuple(
        sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name != "__init__.py")
    )


@cache
def load_language(code_or_file: str = "en") -> Language:
    """A language by its code (`en`), or from a file of one's own (`klingon.toml`)."""
    if code_or_file.endswith(".toml"):
        path = Path(code_or_file)
        if not path.is_file():
            raise LudensError(f"There is no language file {path}.")
        return read_language(path.read_text("utf-8"), origin=str(path))
    if code_or_file not in languages():
        raise LudensError(f"There is no language '{code_or_file}'; {did_you_mean(code_or_file, languages())}")
    text = (files("ludens.games.chess.talk") / "languages" / f"{code_or_file}.toml").read_text("utf-8")
    return read_language(text, origin=f"{code_or_file}.toml")


def read_language(text: str, *, origin: str) -> Language:
    """The language that a file's text describes; a gap in it is refused here and not in mid-game."""
    try:
        language = msgspec.toml.decode(text, type=Language)
    except msgspec.DecodeError as error:
        raise LudensError(f"The language file {origin} cannot be read: {error}.") from error
    _check_keys(origin, "pieces", language.pieces, chess.PIECE_NAMES[1:])
    _check_keys(origin, "files", language.files, FILES)
    _check_keys(origin, "ranks", language.ranks, RANKS)
    _check_keys(origin, "reasons", language.reasons, [*(code.name.lower() for code in Code), *OWN_REASONS])
    _check_forms(origin, language)
    return language


def _check_keys(origin: str, table: str, found: dict[str, object] | object, expected: object) -> None:
    assert isinstance(found, dict)
    assert hasattr(expected, "__iter__")
    names = {str(name) for name in expected}
    for name in sorted(names - set(found)):
        raise LudensError(f"The language file {origin} lacks '{name}' in [{table}].")
    for name in sorted(set(found) - names):
        raise LudensError(
            f"The language file {origin} has '{name}' in [{table}]; {did_you_mean(name, names)}"
        )


def _check_forms(origin: str, language: Language) -> None:
    """Tables of answers are open in the type, closed by what English has: it is the reference."""
    if origin == "en.toml":
        return
    english = load_language("en")
    for table in ("commands", "colours", "lists", "moves", "answers"):
        _check_keys(origin, table, getattr(language, table), getattr(english, table))
    for table in ("moves", "answers", "reasons"):
        for key, form in getattr(language, table).items():
            unknown = _fields(form) - _fields(getattr(english, table)[key]) - _ALWAYS[table]
            if unknown:
                raise LudensError(
                    f"The language file {origin} uses {{{min(unknown)}}} in {table}.{key}; it has no value."
                )


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
    },
}


def _fields(form: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(form) if field}
