"""The table at which a game is played: the game so far, kept after every turn, and who sits there."""

from dataclasses import replace

import numpy as np

from ludens.games.morris.decide.perfect import best_turns
from ludens.games.morris.decide.player import Candidate, Choice
from ludens.games.morris.rules import GameRecord, MorrisError, Side, Turn, new_game
from ludens.games.morris.store import GameStore, KeptGame
from ludens.games.morris.terminal.opponents import Opponents
from ludens.games.morris.terminal.settings import Settings


class PlayingTable:
    """One game after the other. Whatever happens between two calls, the file holds all turns so far."""

    def __init__(
        self,
        store: GameStore,
        opponents: Opponents,
        settings: Settings,
        *,
        kept: KeptGame | None = None,
        start: GameRecord | None = None,
    ) -> None:
        self._store = store
        self.opponents = opponents
        self.settings = settings
        self._player = opponents.make(settings)
        if kept is None:
            self.record = start or new_game()
            self.number = store.begin(self.record, settings.as_text())
        else:
            self.record, self.number = kept.record, kept.number
            store.set_settings(self.number, settings.as_text())

    def begin(self, record: GameRecord) -> None:
        """Start a new game."""
        self.record = record
        self.number = self._store.begin(record, self.settings.as_text())
        self._player = self.opponents.make(self.settings)

    @property
    def computer_to_move(self) -> bool:
        """Whether it is for the computer to choose."""
        theirs = self.record.side_to_move is not self.settings.side
        return self.record.outcome is None and theirs and not self.settings.director

    def answer(self) -> Choice:
        """Let the computer choose and play."""
        # Dice by turn: after undo, or after a restart, the same turn is answered in the same way.
        rng = np.random.default_rng([self.settings.seed, self.number, len(self.record.turns)])
        choice = self._player.choose(self.record, rng)
        self.play(choice.turn)
        return choice

    def play(self, turn: Turn) -> None:
        """Play and keep a turn; an illegal one raises, and changes nothing."""
        self._keep(self.record.play(turn))

    def undo(self) -> int:
        """Take turns back until it is the person's turn again; returns how many."""
        if not self.record.turns:
            raise MorrisError("There is no turn to take back.")
        before = self.record.undo()
        while not self.settings.director and before.turns and before.side_to_move is not self.settings.side:
            before = before.undo()
        count = len(self.record.turns) - len(before.turns)
        self._keep(before)
        return count

    def change(
        self, *, side: Side | None = None, level: str | None = None, director: bool | None = None
    ) -> None:
        """Play on with other settings."""
        settings = replace(
            self.settings,
            side=self.settings.side if side is None else side,
            level=self.settings.level if level is None else level,
            director=self.settings.director if director is None else director,
        )
        self._player = self.opponents.make(settings)
        self.settings = settings
        self._store.set_settings(self.number, settings.as_text())

    def best(self, count: int) -> tuple[Candidate, ...]:
        """The best turns of the side to move."""
        return best_turns(
            self.record, count=count, tables=self.opponents.tables, budget=self.opponents.budget
        )

    def _keep(self, record: GameRecord) -> None:
        end = record.outcome
        score = None
        if end is not None and not self.settings.director:
            score = 0.5 if end.winner is None else float(end.winner is self.settings.side)
        self._store.keep(self.number, record, person_score=score)
        self.record = record
