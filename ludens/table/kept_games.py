"""Games kept in a small SQLite file while they are played: kill the program at any moment, and go on.

Every turn is its own transaction. A game is its start and its turns, as text, and its players' settings.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic

from ludens.core.errors import LudensError
from ludens.core.foreign import reading, texts_of
from ludens.table.board_game import BoardGame, RecordT

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
class KeptGame(Generic[RecordT]):
    """A game from the file. `own` is what the game keeps beside the settings of its players."""

    number: int
    started: str  # date and time, UTC
    record: RecordT
    settings: Mapping[str, str]
    own: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KeptSummary:
    """A kept game that is not over, as a list shows it; its turns are counted and not read."""

    path: Path
    number: int
    started: str  # date and time, UTC
    turns: int
    settings: Mapping[str, str]


class GameStore(Generic[RecordT]):
    """The file of games; it is made when it does not exist.

    Keep a turn before the robot begins to make it: after a crash the pieces are brought where the game is.
    """

    def __init__(self, path: Path, game: BoardGame[RecordT, Any]) -> None:
        self.path, self._game = path, game
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

    def begin(self, record: RecordT, settings: Mapping[str, str]) -> int:
        """Keep a new game, and return its number."""
        with self._transaction() as connection:
            cursor = connection.execute(
                "INSERT INTO games (start, settings) VALUES (?, ?)",
                (self._game.start_text(record), json.dumps(dict(settings))),
            )
            number = cursor.lastrowid
        assert number is not None
        self.keep(number, record)
        return number

    def keep(
        self,
        number: int,
        record: RecordT,
        *,
        carried_out: bool = True,
        person_score: float | None = None,
        own: Mapping[str, str] | None = None,
    ) -> None:
        """Make the kept game equal to this one: turns were added or taken back, or the players ended it.

        A game at a table whose last turn is not `carried_out` goes on: the robot has yet to move the pieces.
        """
        turns = [self._game.turn_text(turn) for turn in self._game.turns(record)]
        finished = carried_out and self._game.result(record) is not None
        added = {**self._game.own(record), **(own or {})}
        with self._reading(number), self._transaction() as connection:
            rows = connection.execute("SELECT turn FROM turns WHERE game = ? ORDER BY number", (number,))
            common = _common_length([row[0] for row in rows], turns)
            connection.execute("DELETE FROM turns WHERE game = ? AND number >= ?", (number, common))
            connection.executemany(
                "INSERT INTO turns VALUES (?, ?, ?)",
                [(number, index, turns[index]) for index in range(common, len(turns))],
            )
            connection.execute(
                "UPDATE games SET finished = ?, person_score = ? WHERE id = ?",
                (finished, person_score, number),
            )
            if added:
                _write_settings(connection, number, {**_read_settings(connection, number), **added})

    def set_settings(self, number: int, settings: Mapping[str, str]) -> None:
        """Replace the settings of a game; what the game itself keeps beside them stays."""
        with self._reading(number), self._transaction() as connection:
            kept = _read_settings(connection, number)
            own = {name: kept[name] for name in self._game.own_settings if name in kept}
            _write_settings(connection, number, {**settings, **own})

    def last_unfinished(self) -> KeptGame[RecordT] | None:
        """The game that was begun last of those that are not over."""
        with self._reading(), self._transaction() as connection:
            query = "SELECT id FROM games WHERE NOT finished ORDER BY id DESC LIMIT 1"
            row = connection.execute(query).fetchone()
            number = None if row is None else int(row[0])
        return None if number is None else self.load(number)

    def load(self, number: int) -> KeptGame[RecordT]:
        """A kept game by its number."""
        with self._reading(number), self._transaction() as connection:
            query = "SELECT started, start, settings FROM games WHERE id = ?"
            row = connection.execute(query, (number,)).fetchone()
            rows = connection.execute("SELECT turn FROM turns WHERE game = ? ORDER BY number", (number,))
            turns = tuple(turn[0] for turn in rows)
        if row is None:
            raise LudensError(f"There is no game {number} in {self.path}.")
        with self._reading(number):
            if not all(isinstance(text, str) for text in (*row, *turns)):
                raise TypeError("what should be text is none")
            kept = texts_of(json.loads(row[2]))
            own = {name: kept.pop(name) for name in self._game.own_settings if name in kept}
            record = self._game.read(row[1], turns, own)
            return KeptGame(number, row[0], record, self._game.modern(kept), own)

    def person_scores(self, *, level: str) -> list[float]:
        """What the person scored in finished games against this level, oldest first."""
        with self._reading(), self._transaction() as connection:
            query = "SELECT settings, person_score FROM games WHERE person_score IS NOT NULL ORDER BY id"
            rows = connection.execute(query).fetchall()
            return [float(score) for settings, score in rows if json.loads(settings).get("level") == level]

    def _reading(self, number: int | None = None) -> AbstractContextManager[None]:
        what = str(self.path) if number is None else f"Game {number} in {self.path}"
        return reading(what, remedy="Move the file away to begin a new one.")

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


def game_to_resume(path: Path, game: BoardGame[RecordT, Any], number: int = 0) -> KeptGame[RecordT]:
    """Return the game of a file to go on with, or say why there is none; no file is made for asking.

    Without a number the last one that is not over is meant.
    """
    if not path.exists():
        raise LudensError(f"There is no file of games at {path}, so there is none to go on with.")
    store = GameStore(path, game)
    kept = store.load(number) if number else store.last_unfinished()
    if kept is None:
        raise LudensError(f"All games in {path} are over; start a new one without --resume.")
    return kept


def unfinished_games(path: Path) -> tuple[KeptSummary, ...]:
    """The games of a file that are not over, the newest first; none where there is no file of games."""
    if not path.is_file():
        return ()
    query = """
        SELECT id, started, settings, (SELECT COUNT(*) FROM turns WHERE game = id)
        FROM games WHERE NOT finished ORDER BY id DESC
    """
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", timeout=PATIENCE_S, uri=True)
        try:
            rows = connection.execute(query).fetchall()
        finally:
            connection.close()
        return tuple(
            KeptSummary(path, int(number), str(started), int(turns), texts_of(json.loads(settings)))
            for number, started, settings, turns in rows
        )
    except (sqlite3.Error, ValueError, TypeError, LudensError):
        return ()  # a list leaves out what it cannot read; whoever opens the file is told why


def forget_game(path: Path, number: int) -> None:
    """Remove a game from its file."""
    try:
        connection = sqlite3.connect(path, timeout=PATIENCE_S)
        with connection:
            connection.execute("DELETE FROM turns WHERE game = ?", (number,))
            connection.execute("DELETE FROM games WHERE id = ?", (number,))
        connection.close()
    except sqlite3.Error as error:
        raise LudensError(f"The game cannot be removed from {path}: {error}.") from error


def _read_settings(connection: sqlite3.Connection, number: int) -> dict[str, str]:
    row = connection.execute("SELECT settings FROM games WHERE id = ?", (number,)).fetchone()
    return {} if row is None else dict(json.loads(row[0]))


def _write_settings(connection: sqlite3.Connection, number: int, settings: Mapping[str, str]) -> None:
    connection.execute("UPDATE games SET settings = ? WHERE id = ?", (json.dumps(dict(settings)), number))


def _common_length(one: Sequence[str], other: Sequence[str]) -> int:
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return index
    return min(len(one), len(other))
