"""The table of a game that is typed in a terminal: the game, kept after every turn, and who plays it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Generic, Literal

import numpy as np

from ludens.core.errors import LudensError
from ludens.table.board_game import COLOURS, BoardGame, Colour, RecordT, TurnT
from ludens.table.kept_games import GameStore, KeptGame
from ludens.table.lineup import AT, TERMINAL

TypedPlayer = Literal["text", "engine"]
"""Who plays a side in the terminal: somebody who types, or the computer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalSettings:
    """How a game in the terminal is played; kept with the game, so that it goes on the same way.

    `level` is a number as text, or what else the game offers. `engine` is the command of another program that
    plays instead of ours.
    """

    white: TypedPlayer = "text"
    black: TypedPlayer = "engine"
    level: str
    engine: str = ""
    seed: int = 0

    @classmethod
    def kept(cls, settings: Mapping[str, str], *, usual_level: str) -> "TerminalSettings":
        """What was kept; what is missing is as by default. Whoever played at a table goes on typing here."""
        white, black, seed = (settings.get(name, "") for name in ("white", "black", "seed"))
        if bool(white) != bool(black) or not (seed or "0").isdigit():
            raise LudensError("The settings of the kept game cannot be read.")
        return cls(
            white="engine" if white == "engine" else "text",
            black="text" if black and black != "engine" else "engine",
            level=settings.get("level") or usual_level,
            engine=settings.get("engine", ""),
            seed=int(seed or 0),
        )

    def as_text(self) -> dict[str, str]:
        """Names and values, to be kept."""
        return {
            "white": self.white,
            "black": self.black,
            "level": self.level,
            "engine": self.engine,
            "seed": str(self.seed),
            AT: TERMINAL,
        }

    @property
    def persons(self) -> tuple[Colour, ...]:
        """The sides that are typed."""
        return tuple(colour for colour in COLOURS if getattr(self, colour) == "text")


class ComputerPlayer(ABC, Generic[RecordT, TurnT]):
    """Who plays for the computer: a level, or another program."""

    usual_level: str

    @abstractmethod
    def prepare(self, settings: TerminalSettings) -> None:
        """Get ready to play with these settings; what cannot be is a sentence."""

    @abstractmethod
    def choose(self, record: RecordT, rng: np.random.Generator) -> tuple[TurnT, str]:
        """The turn to play, and a note about it."""

    @abstractmethod
    def level_from(self, text: str) -> str:
        """A level by number or name."""

    @abstractmethod
    def name(self, settings: TerminalSettings) -> str:
        """Who sits on the other side, in words."""

    def warning(self, settings: TerminalSettings) -> str:
        """What is to be known about this player before it plays."""
        return ""

    @abstractmethod
    def close(self) -> None:
        """End another program, if one plays."""


class TerminalTable(Generic[RecordT, TurnT]):
    """One game after the other. Whatever happens between two calls, the file holds all turns so far."""

    def __init__(
        self,
        store: GameStore[RecordT],
        game: BoardGame[RecordT, TurnT],
        computer: ComputerPlayer[RecordT, TurnT],
        settings: TerminalSettings,
        *,
        kept: KeptGame[RecordT] | None = None,
        start: RecordT | None = None,
    ) -> None:
        self._store, self.game, self.computer, self.settings = store, game, computer, settings
        computer.prepare(settings)
        if kept is None:
            self.record = game.new() if start is None else start
            self.number = store.begin(self.record, settings.as_text())
        else:
            self.record, self.number = kept.record, kept.number
            store.set_settings(self.number, settings.as_text())

    def begin(self, record: RecordT) -> None:
        """Start a new game; the old one stays in the file."""
        self.number = self._store.begin(record, self.settings.as_text())
        self.record = record
        self.computer.prepare(self.settings)

    @property
    def to_move(self) -> Colour:
        """The side to move."""
        return self.game.to_move(self.record)

    @property
    def computer_to_move(self) -> bool:
        """Whether it is for the computer to choose."""
        return self.game.result(self.record) is None and self.to_move not in self.settings.persons

    def choice(self) -> tuple[TurnT, str]:
        """What the computer would play, and its note."""
        # Dice by turn: after undo, or after a restart, the same turn is answered in the same way.
        played = len(self.game.turns(self.record))
        return self.computer.choose(
            self.record, np.random.default_rng([self.settings.seed, self.number, played])
        )

    def play(self, turn: TurnT) -> None:
        """Play and keep a turn; an illegal one raises, and changes nothing."""
        self.keep(self.game.play(self.record, turn))

    def undo(self) -> int:
        """Take turns back until it is a person's turn again; returns how many."""
        game, persons = self.game, self.settings.persons
        if not game.turns(self.record):
            raise game.error(f"There is no {game.turn_word} to take back.")
        before = game.back(self.record)
        while game.turns(before) and persons and game.to_move(before) not in persons:
            before = game.back(before)
        count = len(game.turns(self.record)) - len(game.turns(before))
        self.keep(before)
        return count

    def change(self, settings: TerminalSettings) -> None:
        """Play on with other settings."""
        self.computer.prepare(settings)
        self.settings = settings
        self._store.set_settings(self.number, settings.as_text())

    def change_players(self, persons: tuple[Colour, ...]) -> None:
        """Let a person type these sides, and the computer play the others."""
        white: TypedPlayer = "text" if "white" in persons else "engine"
        black: TypedPlayer = "text" if "black" in persons else "engine"
        self.change(replace(self.settings, white=white, black=black))

    def keep(self, record: RecordT) -> None:
        """Go on with this record of the game."""
        result, persons = self.game.result(record), self.settings.persons
        score = result.score(persons[0]) if result is not None and len(persons) == 1 else None
        self._store.keep(self.number, record, person_score=score)
        self.record = record
