"""Finds and reads configuration files, and what is set on the command line.

Files are `location/NAME.toml`, `robot/NAME.toml` and, where a pair needs it,
`robot-at-location/ROBOT@LOCATION.toml`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludens.core.configuration.layers import LayerName
from ludens.core.errors import ConfigurationError, did_you_mean
from ludens.core.foreign import reading

COMMAND_LINE = "command line"


@dataclass(frozen=True, slots=True)
class File:
    """The tables of one file, and for which robot of the run they hold (None: for all)."""

    layer: LayerName
    path: Path
    robot: str | None
    tables: Mapping[str, Any]


def read_files(directory: Path, *, location: str | None, robot_names: Mapping[str, str]) -> Iterator[File]:
    """The files of a run, the weakest first. What is asked for by name must exist; a pair needs no file."""
    if location is not None:
        path = _named(directory, "location", location)
        yield File("location", path, None, read_tables(path))
    for robot, name in robot_names.items():
        path = _named(directory, "robot", name)
        yield File("robot", path, robot, read_tables(path))
        pair = directory / "robot-at-location" / f"{name}@{location}.toml"
        if location is not None and pair.exists():
            yield File("robot-at-location", pair, robot, read_tables(pair))


def _named(directory: Path, kind: str, name: str) -> Path:
    path = directory / kind / f"{name}.toml"
    if not path.exists():
        existing = [file.stem for file in (directory / kind).glob("*.toml")]
        raise ConfigurationError(
            f"There is no {kind} called '{name}': {path} does not exist; {did_you_mean(name, existing)}"
        )
    return path


def parse(text: str, origin: str) -> dict[str, Any]:
    """The tables in a text."""
    with reading(origin, remedy="Write it as TOML.", error=ConfigurationError):
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ConfigurationError(f"{origin} is not valid TOML: {error}.") from None


def read_text(path: Path) -> str:
    """The text of a file of tables."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ConfigurationError(f"{path} is not a text file in UTF-8, as TOML must be.") from None
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}.") from None


def read_tables(path: Path) -> dict[str, Any]:
    """The tables in a file."""
    return parse(read_text(path), str(path))


def parse_override(text: str) -> tuple[str, list[Any]]:
    """Address and possible values of `section.key=value`: as TOML (`3`, `[1, 2]`), then the bare word."""
    address, equals, written = (part.strip() for part in text.partition("="))
    if not equals or not address:
        raise ConfigurationError(
            f"{COMMAND_LINE}: '{text}' sets nothing; write section.key=value, such as ball.tracker.gate=3.0."
        )
    try:
        table = tomllib.loads(f"value = {written}")
    except (ValueError, RecursionError):  # no TOML, or a number of thousands of digits
        return address, [written]
    return address, [table["value"], written] if len(table) == 1 else [written]
