"""Games as they are told at the table: read, and written down turn by turn so that they can go on."""

from pathlib import Path

from ludens.core.kept_games import game_to_resume
from ludens.games.morris.rules import GameRecord, record_from_texts
from ludens.games.morris.store import GameStore, KeptGame
from ludens.messages import Message, StateReport
from ludens.messages.morris_game import MorrisGame


class GameWriter:
    """Listens to the robot and keeps every change at once, before a hand begins to move.

    A game that is decided is over only when the robot says so: until then its hands owe the last turn.
    """

    def __init__(self, path: Path, *, kept: KeptGame | None = None, level: str, opponent: str) -> None:
        self._store, self._settings = GameStore(path), {"level": level, "opponent": opponent}
        self._kept, self._number = kept, None if kept is None else kept.number
        self._record: GameRecord | None = None
        self._start = ""
        self._has_ended = False

    def hear(self, message: Message) -> None:
        """Keep a game that has changed, or ended."""
        if isinstance(message, MorrisGame):
            self._keep(message)
        elif isinstance(message, StateReport) and (message.state == "end") != self._has_ended:
            self._has_ended = not self._has_ended
            if self._has_ended and self._number is not None and self._record is not None:
                self._store.keep(self._number, self._record)

    def _keep(self, message: MorrisGame) -> None:
        settings = {"robot": " ".join(message.robot), **self._settings}
        self._record = record_from_texts(message.start, message.turns)
        is_another = bool(self._start) and self._start != message.start
        if self._number is None or is_another:
            self._number = self._store.begin(self._record, settings)
        elif self._kept is not None:
            self._store.set_settings(self._number, {**self._kept.settings, **settings})
        self._kept = None
        self._store.keep(self._number, self._record, carried_out=self._has_ended)
        self._start = message.start


def last_game(path: Path) -> KeptGame:
    """The game to go on with."""
    return game_to_resume(path, lambda file: GameStore(file).last_unfinished())
