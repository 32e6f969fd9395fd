"""Nim, the smallest game at a table: take one to three matches; whoever takes the last one wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ludens.messages import Message
from ludens.table.adaptive import Adaptation
from ludens.table.board_game import BoardGame, Colour, GameResult
from ludens.table.kept_games import GameStore
from ludens.table.levels import Level
from ludens.table.lineup import AT, TERMINAL
from ludens.table.players import MoveChoice
from ludens.table.terminal_table import ComputerPlayer, TerminalSettings


class NimError(ValueError):
    """Something that cannot be in Nim."""


@dataclass(frozen=True)
class NimRecord:
    start: int = 10
    taken: tuple[int, ...] = ()
    resigned: bool = False

    @property
    def left(self) -> int:
        return self.start - sum(self.taken)


class NimGame(Message):
    """How a game stands."""

    start: int
    taken: tuple[int, ...]
    seen: str = ""


class Nim(BoardGame[NimRecord, int]):
    error = NimError
    message = NimGame
    turn_word = "draw"
    usual_level = 3
    movers = {"engine": "robot", "text": "robot", "person": "hand", "human": "hand"}  # noqa: RUF012
    typed_becomes = "human"
    own_settings = ("resigned", "seen")

    def new(self) -> NimRecord:
        return NimRecord()

    def from_fen(self, text: str) -> NimRecord:
        if not text.isdigit():
            raise NimError(f"'{text}' is no number of matches.")
        return NimRecord(int(text))

    def fen(self, record: NimRecord) -> str:
        return str(record.left)

    def start_text(self, record: NimRecord) -> str:
        return str(record.start)

    def turn_text(self, turn: int) -> str:
        return str(turn)

    def read(self, start: str, turns: Sequence[str], own: Mapping[str, str]) -> NimRecord:
        record = self.from_fen(start)
        for turn in turns:
            record = self.play(record, int(turn))
        return replace(record, resigned=own.get("resigned") == "yes")

    def turns(self, record: NimRecord) -> tuple[int, ...]:
        return record.taken

    def to_move(self, record: NimRecord) -> Colour:
        return "black" if len(record.taken) % 2 else "white"

    def play(self, record: NimRecord, turn: int) -> NimRecord:
        if not 1 <= turn <= min(3, record.left):
            raise NimError(f"{turn} matches cannot be taken.")
        return replace(record, taken=(*record.taken, turn))

    def back(self, record: NimRecord) -> NimRecord:
        return NimRecord(record.start, record.taken[:-1])

    def result(self, record: NimRecord) -> GameResult | None:
        if record.left and not record.resigned:
            return None
        winner: Colour = "black" if self.to_move(record) == "white" else "white"
        return GameResult(winner, f"{winner.capitalize()} wins.")

    def exported(self, record: NimRecord, players: Mapping[Colour, str]) -> str:
        return " ".join([str(record.start), *map(str, record.taken), f"; {players['white']}\n"])

    def imported(self, text: str) -> NimRecord:
        start, *taken = text.partition(";")[0].split() or [""]
        return self.read(start, taken, {})

    def own(self, record: NimRecord) -> dict[str, str]:
        return {"resigned": "yes" if record.resigned else "no"}

    def modern(self, settings: Mapping[str, str]) -> Mapping[str, str]:
        kept = dict(settings)
        if kept.pop("me", "") == "black":  # as files were written once
            return {"white": "engine", "black": "text", AT: TERMINAL, **kept}
        return kept

    def told(self, message: NimGame) -> NimRecord:
        return NimRecord(message.start, message.taken)

    def own_told(self, message: NimGame) -> dict[str, str]:
        return {"seen": message.seen}

    def is_another(self, before: NimGame, message: NimGame) -> bool:
        return before.start != message.start

    def ended_by_players(self, record: NimRecord) -> bool:
        return record.resigned


NIM = Nim()


class NimPlayer:
    """Takes so many."""

    def __init__(self, count: int) -> None:
        self._count = count

    def choose(self, game: NimRecord, rng: np.random.Generator) -> MoveChoice[int]:
        return MoveChoice(min(self._count, game.left), (), f"Dice {int(rng.integers(1000))}.")

    def close(self) -> None:
        """Nothing was started."""


class NimComputer(ComputerPlayer[NimRecord, int]):
    """Takes what the level says; a match takes more after every game, and another program two."""

    levels = tuple(Level(number, f"taker {number}", 1, 0.0) for number in (1, 2, 3))
    usual_level = "1"

    def __init__(self, store: GameStore[NimRecord]) -> None:
        super().__init__(store)
        self.prepared: list[TerminalSettings] = []

    def prepare(self, settings: TerminalSettings) -> None:
        super().prepare(settings)
        self.prepared.append(settings)

    def level_player(self, number: int) -> NimPlayer:
        return NimPlayer(number)

    def adaptive_player(self, adaptation: Adaptation) -> NimPlayer:
        return NimPlayer(1 + adaptation.games)

    def engine_player(self, command: str, level: int | None) -> NimPlayer:
        return NimPlayer(2)

    def warning(self, settings: TerminalSettings) -> str:
        return "It takes all it can." if settings.level == "3" else ""
