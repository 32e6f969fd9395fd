"""The table at which a game is played: the game so far, kept after every move, and who sits there."""

import chess
import numpy as np

from ludens.core.runtime.clock import Clock
from ludens.games.chess.decide.budget import Budget
from ludens.games.chess.decide.embedded.search import analyse
from ludens.games.chess.decide.hints import Hint, hint_for
from ludens.games.chess.decide.levels import LevelPlayer
from ludens.games.chess.decide.player import Candidate, Choice, Player
from ludens.games.chess.decide.roster import guarded
from ludens.games.chess.rules.ending import Close, Ending
from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.store import GameStore, KeptGame
from ludens.games.chess.terminal.settings import Settings

ADVICE_NODES = 150_000


class PlayingTable:
    """One game after the other. Whatever happens between two calls, the file holds all moves so far."""

    def __init__(
        self,
        store: GameStore,
        settings: Settings,
        *,
        clock: Clock,
        kept: KeptGame | None = None,
        start: ChessRecord | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self.settings = settings
        self._player = self._make_player(settings)
        if kept is None:
            self.record = start or ChessRecord()
            self.number = store.begin(self.record, settings.as_text())
        else:
            self.record, self.number = kept.record, kept.number
            store.set_settings(self.number, settings.as_text())

    def close(self) -> None:
        """End another program, if one plays."""
        self._player.close()

    def begin(self, record: ChessRecord) -> None:
        """Start a new game; the old one stays in the file."""
        self.number = self._store.begin(record, self.settings.as_text())
        self.record = record

    @property
    def computer_to_move(self) -> bool:
        """Whether it is for the computer to choose."""
        return self.record.ending is None and not self.settings.is_person(self.record.board().turn)

    def answer(self) -> Choice:
        """Let the computer choose and play."""
        # Dice by move: after taking back, or after a restart, the same move is answered in the same way.
        rng = np.random.default_rng([self.settings.seed, self.number, len(self.record.moves)])
        choice = self._player.choose(self.record.board(), rng)
        self.play(choice.move)
        return choice

    def play(self, move: chess.Move) -> None:
        """Play and keep a move; an illegal one raises, and changes nothing."""
        self._keep(self.record.play(move))

    def take_back(self) -> int:
        """Take moves back until it is a person's turn again; returns how many."""
        if not self.record.moves:
            raise ChessError("There is no move to take back.")
        before = self.record.back()
        while before.moves and not self.settings.is_person(before.board().turn):
            before = before.back()
        count = len(self.record.moves) - len(before.moves)
        self._keep(before)
        return count

    def resign(self) -> None:
        """The side to move gives up."""
        if self.record.ending is not None:
            raise ChessError("The game is over already.")
        self._keep(self.record.close(Ending(not self.record.board().turn, Close.RESIGNATION)))

    def change(self, settings: Settings) -> None:
        """Play on with other settings."""
        player = self._make_player(settings)
        self._player.close()
        self._player, self.settings = player, settings
        self._store.set_settings(self.number, settings.as_text())

    def hint(self) -> Hint:
        """A good move of the side to move, with its reason."""
        return hint_for(self.record.board(), self.best(1)[0])

    def best(self, count: int) -> tuple[Candidate, ...]:
        """The best moves of the side to move."""
        return analyse(self.record.board(), budget=Budget(nodes=ADVICE_NODES), lines=count).candidates[:count]

    def _make_player(self, settings: Settings) -> Player:
        if settings.engine:
            return guarded(settings.engine, level=settings.level, clock=self._clock)
        return LevelPlayer(settings.level)

    def _keep(self, record: ChessRecord) -> None:
        ending = record.ending
        score = None
        if ending is not None and self.settings.person in ("white", "black"):
            winner = ending.winner
            score = 0.5 if winner is None else float(self.settings.is_person(winner))
        self._store.keep(self.number, record, person_score=score)
        self.record = record
