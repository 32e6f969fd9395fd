"""A language: one file of words, phrases and answers, read and checked as a whole."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter

import chess
import msgspec

from ludens.core.errors import LudensError, did_you_mean
from ludens.games.chess.rules.reasons import Code
from ludens.games.chess.talk.language_words import (
    Choices,
    ColouredWords,
    FileWords,
    MoveWords,
    PieceWords,
    RankWords,
    Slots,
)

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
    _check_keys(origin, "alike", language.alike, FILES)
    for heard, said in language.alike.items():
        if not set(said) <= set(FILES):
            raise LudensError(
                f"The language file {origin} has '{said}' in alike.{heard}; expected are letters from a to h."
            )
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
    for table in CLOSED_TABLES:
        _check_keys(origin, table, getattr(language, table), getattr(english, table))
    for table in _ALWAYS:
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
        "way",
        "coloured",
        "Coloured",
    },
    "table": set(),
    "hints": {"name", "the", "object"},
}


def _fields(form: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(form) if field}
