"""Sentences by key from language files, one TOML file per language, checked as a whole before the first word.

A game has a folder `languages` of files named after their language (`en.toml`, `de.toml`). English is the
reference: another language has the same keys, and uses only values that English uses. A user's own file is
loaded by its path. A sentence is a format string (`"I play {move}."`), or a pair that depends on `count`:
`{ one = "Took back one move.", many = "Took back {count} moves." }`.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Generic, TypeVar

import msgspec

from ludens.core.errors import LudensError, did_you_mean
from ludens.core.foreign import reading

Language = TypeVar("Language")

REFERENCE = "en"
"""The language that has every key."""


class LanguageFiles(Generic[Language]):
    """The language files of one game, each read once."""

    def __init__(self, package: str, read: Callable[[str, str], Language]) -> None:
        """Files in `languages` of `package`; `read` makes a language of a text and its file name."""
        self._folder = files(package) / "languages"
        self._read = read
        self._loaded: dict[str, Language] = {}

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all languages, such as `en`."""
        names = (file.name for file in self._folder.iterdir())
        return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))

    def load(self, code_or_file: str = REFERENCE) -> Language:
        """A language by its code (`en`), or from a user's own file (`klingon.toml`)."""
        if code_or_file not in self._loaded:
            self._loaded[code_or_file] = self._load(code_or_file)
        return self._loaded[code_or_file]

    def _load(self, code_or_file: str) -> Language:
        if code_or_file.endswith(".toml"):
            path = Path(code_or_file)
            if not path.is_file():
                raise LudensError(f"There is no language file {path}.")
            with reading(f"The language file {path}"):
                text = path.read_text("utf-8")
            return self._read(text, str(path))
        if code_or_file not in self.codes:
            raise LudensError(
                f"There is no language '{code_or_file}'; {did_you_mean(code_or_file, self.codes)}"
            )
        name = f"{code_or_file}.toml"
        return self._read((self._folder / name).read_text("utf-8"), name)


def decoded(text: str, shape: type[Language], origin: str) -> Language:
    """The text of the language file `origin` as a `shape` of msgspec."""
    with reading(f"The language file {origin}"):
        return msgspec.toml.decode(text, type=shape)


def check_keys(origin: str, table: str, found: Iterable[str], expected: Iterable[str]) -> None:
    """Refuse a table that lacks an expected key, or has another one."""
    present, names = set(found), set(expected)
    for name in sorted(names - present):
        raise LudensError(f"The language file {origin} lacks '{name}' in [{table}].")
    for name in sorted(present - names):
        raise LudensError(
            f"The language file {origin} has '{name}' in [{table}]; {did_you_mean(name, names)}"
        )


def check_fields(origin: str, key: str, form: str, known: Iterable[str]) -> None:
    """Refuse a sentence that uses a value which is not known."""
    unknown = fields_of(form) - set(known)
    if unknown:
        raise LudensError(f"The language file {origin} uses {{{min(unknown)}}} in {key}; it has no value.")


def fields_of(form: str) -> set[str]:
    """The values that a sentence uses, such as `move` in `I play {move}.`."""
    return {field for _, field, _, _ in Formatter().parse(form) if field}


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def filled(form: str, values: Mapping[str, object]) -> str:
    """A sentence with its values; `{The}` is `{the}` with a capital, for every value."""
    capitals = {capital(name): capital(str(value)) for name, value in values.items()}
    return form.format(**{**capitals, **values})


class CountedForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence whose wording depends on the value `count`."""

    one: str
    many: str


class HeardWords(msgspec.Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """What people say at a board whose points are a letter and a number."""

    letters: dict[str, tuple[str, ...]] = {}  # words for each letter, its phonetic one first
    numbers: dict[str, tuple[str, ...]] = {}
    to: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    fillers: tuple[str, ...] = ()
    commands: dict[str, tuple[str, ...]] = {}  # forms of `ludens.table.phrase_forms`, by name


class Sentences(msgspec.Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """The sentences of a game, in tables of forms addressed as `table.key`, and the words it listens for."""

    name: str
    voice: str
    heard: HeardWords = HeardWords()
    sentences: dict[str, dict[str, str | CountedForm]] = {}

    def say(self, key: str, /, **values: object) -> str:
        """The sentence `key` (`turn.i_play`) with its values."""
        table, _, name = key.partition(".")
        form = self.sentences[table][name]
        if isinstance(form, CountedForm):
            form = form.one if values["count"] == 1 else form.many
        return filled(form, values)


def sentence_files(package: str) -> LanguageFiles[Sentences]:
    """Files of a game: `name`, `voice` of the synthesiser, `[heard]`, and tables `[sentences.TABLE]`."""

    def read(text: str, origin: str) -> Sentences:
        read_sentences = decoded(text, Sentences, origin)
        if origin != f"{REFERENCE}.toml":
            _check_like(languages.load(REFERENCE), read_sentences, origin)
        return read_sentences

    languages = LanguageFiles(package, read)
    return languages


def _check_like(reference: Sentences, checked: Sentences, origin: str) -> None:
    for table in ("letters", "numbers", "commands"):
        check_keys(origin, f"heard.{table}", getattr(checked.heard, table), getattr(reference.heard, table))
    check_keys(origin, "sentences", checked.sentences, reference.sentences)
    for table, forms in checked.sentences.items():
        expected = reference.sentences[table]
        check_keys(origin, table, forms, expected)
        for key, form in forms.items():
            fields = set().union(*map(fields_of, _wordings(expected[key])))
            known = {field[:1].lower() + field[1:] for field in fields}
            for wording in _wordings(form):
                check_fields(origin, f"{table}.{key}", wording, {*known, *map(capital, known), "count"})


def _wordings(form: str | CountedForm) -> tuple[str, ...]:
    return (form,) if isinstance(form, str) else (form.one, form.many)
