"""A damaged file of games is refused with a sentence, and never costs more than a moment."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.table.board_game import BoardGame
from ludens.table.kept_games import GameStore
from tests.mutations import COUNT, WRONG, attempt, chance, mutated, survives, with_wrong_value
from tests.table.nim import NIM, NimRecord

pytestmark = pytest.mark.mutations
GAMES: dict[str, tuple[BoardGame[Any, Any], tuple[str, ...]]] = {
    "chess": (CHESS_GAME, ("e2e4", "e7e5", "g1f3")),
    "morris": (MORRIS_GAME, ("a1", "d7", "g4")),
}
"""Every game, with some turns as the file holds them."""


def kept(path: Path, game: BoardGame[Any, Any], turns: tuple[str, ...]) -> None:
    store = GameStore(path, game)
    record = game.read(game.start_text(game.new()), turns, {})
    number = store.begin(record, {"level": "3", "white": "person"})
    store.keep(number, record, person_score=0.5)


def ask_everything(path: Path, game: BoardGame[Any, Any]) -> None:
    store = GameStore(path, game)
    found = store.last_unfinished()
    store.person_scores(level="3")
    if found is not None:
        store.keep(found.number, found.record)
        store.set_settings(found.number, found.settings)


def nim(path: Path) -> None:
    store = GameStore(path, NIM)
    number = store.begin(NimRecord(20, (1, 2, 3)), {"level": "3"})
    store.keep(number, NimRecord(20, (1, 2, 3, 1)), person_score=1.0, own={"seen": "7"})


def test_a_file_with_flipped_lost_and_foreign_bytes(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.sqlite", tmp_path / "damaged.sqlite"
    nim(whole)

    def read(data: bytes) -> None:
        for name in (path, Path(f"{path}-journal"), Path(f"{path}-wal")):
            name.unlink(missing_ok=True)
        path.write_bytes(data)
        ask_everything(path, NIM)

    survives(read, [whole.read_bytes()])


def spoil(path: Path, random: np.random.Generator) -> None:
    """Put something wrong into one field."""
    table, column = (("games", "start"), ("games", "settings"), ("turns", "turn"), ("games", "person_score"))[
        int(random.integers(4))
    ]
    with closing(sqlite3.connect(path)) as connection:
        row, value = connection.execute(f"SELECT rowid, {column} FROM {table} ORDER BY random()").fetchone()
        wrong: Any = WRONG[int(random.integers(len(WRONG)))]
        if not isinstance(wrong, str) and not (isinstance(wrong, int) and wrong < 2**62):
            wrong = random.bytes(8)
        if column == "settings" and random.random() < 0.6:
            wrong = json.dumps(with_wrong_value(json.loads(value), random))
        elif isinstance(value, str) and random.random() < 0.6:
            wrong = mutated(value.encode(), random).decode("utf-8", "replace")
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (wrong, row))
        connection.commit()


@pytest.mark.parametrize("name", GAMES)
def test_a_sound_file_with_wrong_content(tmp_path: Path, name: str) -> None:
    game, turns = GAMES[name]
    whole, path = tmp_path / "whole.sqlite", tmp_path / "wrong.sqlite"
    kept(whole, game, turns)
    content = whole.read_bytes()
    ask: Callable[[], None] = lambda: ask_everything(path, game)  # noqa: E731
    for number in range(COUNT // 3):
        path.write_bytes(content)
        spoil(path, chance(number))
        attempt(ask, f"{name} {number}")
