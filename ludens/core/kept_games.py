"""Games kept in a small SQLite file while they are played: kill the program at any moment, and go on.

Every turn is its own transaction. A game is its start and its turns, as text, and the settings of whoever
plays it; what the texts mean is the business of each game's own store.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ludens.core.errors import LudensError

KeptT = TypeVar("KeptT")
VERSION = 1
PATIENCE_S = 2.0  # for another program that writes to the same file
SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    start TEXT NOT NULL,
    settings TEXT NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0,
    person_score REAL
);
CREATE TABLE turns (
    game INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    turn TEXT NOT NULL,
    PRIMARY KEY (game, number)
);
"""


@dataclass(frozen=True, slots=True)
class KeptTexts:
    """A game as the file has it. `settings` are names and values as text."""

    number: int
    started: str  # date and time, UTC
    start: str
    turns: tuple[str, ...]
    settings: Mapping[str, str]


class KeptGames:
    """The file of games; it is made when it does not exist."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LudensError(f"Games cannot be kept in {path}: {error}.") from error
        with self._transaction() as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                for statement in SCHEMA.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {VERSION}")
            elif version != VERSION:
                raise LudensError(f"{path} was written by another version of Ludens (form {version}).")

    def begin(self, start: str, settings: Mapping[str, str]) -> int:
        """Keep a new game without turns, and return its number."""
        with self._transaction() as connection:
            cursor = connection.execute(
                "INSERT INTO games (start, settings) VALUES (?, ?)", (start, json.dumps(dict(settings)))
            )
            number = cursor.lastrowid
        assert number is not None
        return number

    def keep(
        self, number: int, turns: Sequence[str], *, finished: bool, person_score: float | None = None
    ) -> None:
        """Make the turns of a kept game equal to these: some were added, or taken back."""
        with self._transaction() as connection:
            rows = connection.execute("SELECT turn FROM turns WHERE game = ? ORDER BY number", (number,))
            kept = [row[0] for row in rows]
            common = _common_length(kept, turns)
            connection.execute("DELETE FROM turns WHERE game = ? AND number >= ?", (number, common))
            connection.executemany(
                "INSERT INTO turns VALUES (?, ?, ?)",
                [(number, index, turns[index]) for index in range(common, len(turns))],
            )
            connection.execute(
                "UPDATE games SET finished = ?, person_score = ? WHERE id = ?",
                (finished, person_score, number),
            )

    def set_settings(self, number: int, settings: Mapping[str, str]) -> None:
        """Replace the settings of a game."""
        with self._transaction() as connection:
            text = json.dumps(dict(settings))
            connection.execute("UPDATE games SET settings = ? WHERE id = ?", (text, number))

    def last_unfinished(self) -> int | None:
        """The number of the game that was begun last of those that are not over."""
        with self._transaction() as connection:
            query = "SELECT id FROM games WHERE NOT finished ORDER BY id DESC LIMIT 1"
            row = connection.execute(query).fetchone()
        return None if row is None else int(row[0])

    def load(self, number: int) -> KeptTexts:
        """A kept game by its number."""
        with self._transaction() as connection:
            query = "SELECT started, start, settings FROM games WHERE id = ?"
            row = connection.execute(query, (number,)).fetchone()
            rows = connection.execute("SELECT turn FROM turns WHERE game = ? ORDER BY number", (number,))
            turns = tuple(turn[0] for turn in rows)
        if row is None:
            raise LudensError(f"There is no game {number} in {self.path}.")
        try:
            return KeptTexts(number, row[0], row[1], turns, json.loads(row[2]))
        except json.JSONDecodeError as error:
            raise LudensError(f"Game {number} in {self.path} cannot be read: {error}") from error

    def person_scores(self) -> list[tuple[Mapping[str, str], float]]:
        """Settings of every finished game that has a score, and what the person scored; oldest first."""
        with self._transaction() as connection:
            query = "SELECT settings, person_score FROM games WHERE person_score IS NOT NULL ORDER BY id"
            return [(json.loads(settings), score) for settings, score in connection.execute(query)]

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing. The file is open only so long, so there is nothing to close at the end."""
        try:
            connection = sqlite3.connect(self.path, timeout=PATIENCE_S, isolation_level=None)
            try:
                connection.execute("BEGIN IMMEDIATE")
                yield connection
                connection.execute("COMMIT")
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise LudensError(f"Games cannot be kept in {self.path}: {error}.") from error


def game_to_resume(path: Path, last_unfinished: Callable[[Path], KeptT | None]) -> KeptT:
    """Return the game of a file to go on with, or say why there is none; no file is made for asking."""
    if not path.exists():
        raise LudensError(f"There is no file of games at {path}, so there is none to go on with.")
    kept = last_unfinished(path)
    if kept is None:
        raise LudensError(f"All games in {path} are over; start a new one without --resume.")
    return kept


def _common_length(one: Sequence[str], other: Sequence[str]) -> int:
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return index
    return min(len(one), len(other))
