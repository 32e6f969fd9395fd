"""The table of a game that is typed in a terminal: the game, kept after every turn, and who plays it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Generic, Literal

import numpy as np

from ludens.core.errors import LudensError
from ludens.core.whole_number import whole_number
from ludens.table.adaptive import ADAPTIVE, Adaptation
from ludens.table.board_game import COLOURS, BoardGame, Colour, RecordT, TurnT
from ludens.table.kept_games import GameStore, KeptGame
from ludens.table.levels import Level, level_of
from ludens.table.lineup import AT, TERMINAL
from ludens.table.players import GamePlayer

TypedPlayer = Literal["text", "engine"]
"""Who plays a side in the terminal: somebody who types, or the computer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalSettings:
    """How a game in the terminal is played; kept with the game, so that it goes on the same way.

    `level` is a number as text, or `adaptive`. `engine` is the command of another program that
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
        dice = whole_number(seed or "0")
        if bool(white) != bool(black) or dice is None:
            raise LudensError("The settings of the kept game cannot be read.")
        return cls(
            white="engine" if white == "engine" else "text",
            black="text" if black and black != "engine" else "engine",
            level=settings.get("level") or usual_level,
            engine=settings.get("engine", ""),
            seed=dice,
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
    """Who plays for the computer: a level, a match for the person, or another program.

    A game says how its players are made. They are closed when others take their place, and at the end.
    """

    levels: Sequence[Level]
    usual_level: str  # a number, or `adaptive`

    def __init__(self, store: GameStore[RecordT]) -> None:
        self._store = store
        self._player: GamePlayer[Any, TurnT] | None = None

    @abstractmethod
    def level_player(self, number: int) -> GamePlayer[Any, TurnT]:
        """Our player at a level."""

    @abstractmethod
    def adaptive_player(self, adaptation: Adaptation) -> GamePlayer[Any, TurnT]:
        """Our player at the level that matches a person."""

    @abstractmethod
    def engine_player(self, command: str, level: int | None) -> GamePlayer[Any, TurnT]:
        """Another program, at a level if one is wanted."""

    def warning(self, settings: TerminalSettings) -> str:
        """What is to be known about this player before it plays."""
        return ""

    def prepare(self, settings: TerminalSettings) -> None:
        """Get ready to play with these settings; what cannot be is a sentence."""
        player = self._make(settings)
        self.close()
        self._player = player

    def _make(self, settings: TerminalSettings) -> GamePlayer[Any, TurnT]:
        level = None if settings.level == ADAPTIVE else int(settings.level)
        if settings.engine:
            return self.engine_player(settings.engine, level)
        if level is not None:
            return self.level_player(level)
        # The finished games are all that is known of a person, so a game taken back is also forgotten.
        scores = self._store.person_scores(level=ADAPTIVE)
        return self.adaptive_player(reduce(Adaptation.after, scores, Adaptation()))

    def choose(self, game: Any, rng: np.random.Generator) -> tuple[TurnT, str]:
        """The turn to play in a game as players see it, and a note about it."""
        assert self._player is not None
        choice = self._player.choose(game, rng)
        return choice.move, choice.note

    def level_from(self, text: str) -> str:
        """A level by number or name, or `adaptive`."""
        word = text.strip().lower()
        try:
            return word if word == ADAPTIVE else str(level_of(word, self.levels).number)
        except LudensError as error:
            raise LudensError(f"{error} Or take {ADAPTIVE}.") from error

    def name(self, settings: TerminalSettings) -> str:
        """Who sits on the other side, in words."""
        number = f", level {settings.level}" if settings.level != ADAPTIVE else ""
        if settings.engine:
            return f"engine '{settings.engine}'{number}"
        if not number:
            return "computer, a match for you"
        return f"computer{number} ({level_of(settings.level, self.levels).name})"

    def close(self) -> None:
        """End another program, if one plays."""
        if self._player is not None:
            self._player.close()
            self._player = None


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
        rng = np.random.default_rng([self.settings.seed, self.number, played])
        return self.computer.choose(self.game.seen(self.record), rng)

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
