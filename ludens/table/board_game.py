"""A game at a board as the table needs it: records as values and as texts, and what its messages tell.

Every game passes one `BoardGame` to the file of kept games, the log, the line-up and the terminal.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeVar

from ludens.core.errors import LudensError
from ludens.messages import Message

RecordT = TypeVar("RecordT")
TurnT = TypeVar("TurnT")
Colour = Literal["white", "black"]
COLOURS: tuple[Colour, Colour] = ("white", "black")
PlayerKind = Literal["engine", "person", "human", "text", "voice"]
"""Who plays a side: the robot by itself; a simulated person by hand; a human by hand, or by text or voice."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game has ended: the winner (None: a draw), a sentence about it, and the reason in short."""

    winner: Colour | None
    sentence: str
    reason: str = ""

    def score(self, colour: Colour) -> float:
        """What it is worth to a side: 1, ½ or 0."""
        return 0.5 if self.winner is None else float(self.winner == colour)


class BoardGame(ABC, Generic[RecordT, TurnT]):
    """The rules of one game. What cannot be read or played raises `error`, with a sentence."""

    error: ClassVar[type[ValueError]]
    message: ClassVar[type[Message]]  # that tells how the game stands
    turn_word: ClassVar[str]  # what one step of the game is called: a move, a turn
    usual_level: ClassVar[int]
    movers: ClassVar[Mapping[PlayerKind, str]]  # kinds of players that may replace each other in a kept game
    typed_becomes: ClassVar[PlayerKind]  # who goes on at the table with a game that was begun in the terminal
    own_settings: ClassVar[tuple[str, ...]] = ()  # kept beside a game's settings, by these names

    @abstractmethod
    def new(self) -> RecordT:
        """A game about to begin."""

    @abstractmethod
    def from_fen(self, text: str) -> RecordT:
        """A game that begins at a position."""

    @abstractmethod
    def fen(self, record: RecordT) -> str:
        """The position that a game has come to."""

    @abstractmethod
    def start_text(self, record: RecordT) -> str:
        """Where a game began, to be kept."""

    @abstractmethod
    def turn_text(self, turn: TurnT) -> str:
        """A turn, to be kept."""

    @abstractmethod
    def read(self, start: str, turns: Sequence[str], own: Mapping[str, str]) -> RecordT:
        """The game that was kept as these texts."""

    @abstractmethod
    def turns(self, record: RecordT) -> tuple[TurnT, ...]:
        """The turns so far."""

    @abstractmethod
    def to_move(self, record: RecordT) -> Colour:
        """The side to move."""

    @abstractmethod
    def play(self, record: RecordT, turn: TurnT) -> RecordT:
        """The game with one turn more."""

    @abstractmethod
    def back(self, record: RecordT) -> RecordT:
        """The game without its last turn."""

    def seen(self, record: RecordT) -> Any:
        """The game as players look at it when they choose."""
        return record

    @abstractmethod
    def result(self, record: RecordT) -> GameResult | None:
        """How the game has ended, if it has."""

    @abstractmethod
    def exported(self, record: RecordT, players: Mapping[Colour, str]) -> str:
        """The game as a text file, with who played."""

    @abstractmethod
    def imported(self, text: str) -> RecordT:
        """The game in a text file, to go on with."""

    def own(self, record: RecordT) -> dict[str, str]:
        """What of a record is neither its start nor its turns, by the names of `own_settings`."""
        return {}

    def modern(self, settings: Mapping[str, str]) -> Mapping[str, str]:
        """Settings as they are named today, from a file of any age."""
        return settings

    @abstractmethod
    def told(self, message: Any) -> RecordT:
        """The record of a game as its message tells it."""

    def own_told(self, message: Any) -> dict[str, str]:
        """What a message tells that is kept and not part of the record, by the names of `own_settings`."""
        return {}

    @abstractmethod
    def is_another(self, before: Any, message: Any) -> bool:
        """Whether a message is about another game than the message before."""

    def ended_by_players(self, record: RecordT) -> bool:
        """Whether the players ended the game, so that no turn has to be carried out any more."""
        return False

    def position(self, fen: str) -> RecordT:
        """A game that begins at a position which a user has typed."""
        try:
            return self.from_fen(fen)
        except self.error as error:
            raise LudensError(f"The position cannot be read. {error}") from error
