"""Games as they are told at the table: read, and written down turn by turn so that they can go on."""

from collections.abc import Sequence
from pathlib import Path

from ludens.core.kept_games import game_to_resume
from ludens.games.morris.rules import (
    Fen,
    GameRecord,
    format_fen,
    new_game,
    parse_fen,
    turn_from_text,
    turn_text,
)
from ludens.games.morris.store import GameStore, KeptGame
from ludens.messages import Message
from ludens.messages.morris_game import MorrisGame


def record_of(start: str, turns: Sequence[str]) -> GameRecord:
    """The record of a game as messages tell it."""
    fen = parse_fen(start)
    record = new_game(start=fen.position, turns_without_mill=fen.turns_without_mill)
    for text in turns:
        record = record.play(turn_from_text(text))
    return record


def written(record: GameRecord) -> tuple[str, tuple[str, ...]]:
    """A game as messages tell it: its start, and its turns."""
    start = format_fen(Fen(record.start, record.quiet_turns[0]))
    return start, tuple(map(turn_text, record.turns))


class GameWriter:
    """Listens to the robot and keeps every change at once, before a hand begins to move."""

    def __init__(self, path: Path, *, kept: KeptGame | None = None) -> None:
        self._store = GameStore(path)
        self._number = None if kept is None else kept.number
        self._start = ""

    def hear(self, message: Message) -> None:
        """Keep a game that has changed."""
        if not isinstance(message, MorrisGame):
            return
        record = record_of(message.start, message.turns)
        is_another = bool(self._start) and self._start != message.start
        if self._number is None or is_another:
            self._number = self._store.begin(record, {"robot": " ".join(message.robot)})
        else:
            self._store.keep(self._number, record)
        self._start = message.start


def last_game(path: Path) -> KeptGame:
    """The game to go on with."""
    return game_to_resume(path, lambda file: GameStore(file).last_unfinished())
