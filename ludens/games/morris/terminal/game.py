"""A game of Nine Men's Morris in the terminal: its turns, its hints and its board."""

import re
from typing import ClassVar

from rich.console import Console, Group, RenderableType
from rich.text import Text

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import Clock
from ludens.core.whole_number import whole_number
from ludens.games.morris.decide.candidates import MorrisCandidate, MorrisPlayer, opinion
from ludens.games.morris.decide.perfect import PerfectPlayer, best_turns
from ludens.games.morris.decide.players import LEVELS, PERFECT, adaptive_player, level_player
from ludens.games.morris.decide.tables import PositionTables
from ludens.games.morris.decide.uci_player import MorrisUciPlayer
from ludens.games.morris.rules import (
    GamePhase,
    GameRecord,
    Outcome,
    Reason,
    Side,
    Turn,
    names_of,
    point_from_text,
    start_position,
    turn_text,
)
from ludens.games.morris.rules.legality import awaits_capture
from ludens.games.morris.rules.turns import capturable
from ludens.games.morris.talk import reading
from ludens.games.morris.talk.reading import command_phrases, read_turn
from ludens.games.morris.talk.words import words_of
from ludens.games.morris.terminal.picture import MARKS, board_text, turns_table
from ludens.table.adaptive import ADAPTIVE, Adaptation
from ludens.table.kept_games import GameStore
from ludens.table.search import SearchBudget
from ludens.table.sentences import REFERENCE
from ludens.table.terminal import SAID_COMMANDS, Ask, TerminalGame
from ludens.table.terminal_table import ComputerPlayer, TerminalSettings, TerminalTable
from ludens.table.uci import engine_command

HEARD = words_of(REFERENCE).heard
CAPTURE = re.compile(r"x?\s*([a-g]\d)")
LISTED = 8
TURNS_SHOWN = 6
WARNED_FROM = 20  # turns without a mill from which on the draw is announced
THINKING_S = 0.7


class MorrisComputer(ComputerPlayer[GameRecord, Turn]):
    """Thinks by the clock where the tables end."""

    levels = LEVELS
    usual_level = ADAPTIVE

    def __init__(self, *, tables: PositionTables, clock: Clock, store: GameStore[GameRecord]) -> None:
        super().__init__(store)
        self.tables = tables
        self.budget = SearchBudget(duration_s=THINKING_S, clock=clock)
        self._clock = clock
        self._perfect = PerfectPlayer(tables, self.budget)

    def level_player(self, number: int) -> MorrisPlayer:
        return level_player(number, perfect=self._perfect)

    def adaptive_player(self, adaptation: Adaptation) -> MorrisPlayer:
        return adaptive_player(adaptation, perfect=self._perfect)

    def engine_player(self, command: str, level: int | None) -> MorrisPlayer:
        words = engine_command(command)
        return MorrisUciPlayer(words, movetime_s=THINKING_S, level=level, clock=self._clock)

    def warning(self, settings: TerminalSettings) -> str:
        """That the strongest level needs tables that hold the game from its first turn on."""
        is_perfect = not settings.engine and settings.level == str(PERFECT)
        if is_perfect and self.tables.probe(start_position()) is None:
            return "Without tables of the whole game 'perfect' is a search, and can lose."
        return ""


class MorrisTerminal(TerminalGame[GameRecord, Turn]):
    """One person at one morris board."""

    marks: ClassVar = {side.value: mark for side, mark in MARKS.items()}
    spellings = "d6, d6-d5, d6-d5xb4"
    explained: ClassVar = {
        "analyse": "the best turns and what they are worth; then a number plays one",
    }
    file_name = "game.txt"

    def __init__(self, table: TerminalTable[GameRecord, Turn], console: Console, ask: Ask) -> None:
        super().__init__(table, console, ask)
        assert isinstance(table.computer, MorrisComputer)
        self._computer = table.computer

    def play(self, line: str) -> bool | None:
        """Play a turn, or a number of the list shown last, or points as the paper writes them: 1/0."""
        number = whole_number(line)
        if number is not None:
            return self._play(self._listed(number))
        placing = self.table.record.position.phase is GamePhase.PLACING
        words = reading.words_of(line)
        wanted = command_phrases(HEARD).find(words)
        if wanted is not None and wanted.name in SAID_COMMANDS:
            return self.obey_named(SAID_COMMANDS[wanted.name])
        turn = read_turn(words, HEARD, placing=placing)
        return None if turn is None else self._play(turn)

    def _listed(self, number: int) -> Turn:
        if not self.listed:
            raise LudensError("There is no list to choose a number from; 'analyse' makes one.")
        if not 1 <= number <= len(self.listed):
            raise LudensError(f"The list goes from 1 to {len(self.listed)}; there is no {number}.")
        turn: Turn = self.listed[number - 1].move
        return turn

    def _play(self, turn: Turn) -> bool:
        record = self.table.record
        if record.outcome is None and awaits_capture(record.position, turn, record.variant):
            completed = self._with_capture(turn)
            if completed is None:
                return False
            turn = completed
        self.table.play(turn)
        return True

    def _with_capture(self, turn: Turn) -> Turn | None:
        record = self.table.record
        prey = ", ".join(names_of(capturable(record.position.other, record.variant)))
        line = self.ask(Text(f"A mill! Which man do you take ({prey})? ", style="bold"))
        captured = read_capture(line)
        if captured is None:
            self.say("Nothing was taken, so the turn was not played.", style="red")
            return None
        return Turn(turn.target, turn.origin, captured)

    def resigned(self) -> GameRecord:
        record = self.table.record
        return record.close(Outcome(record.side_to_move.other, Reason.RESIGNATION))

    def turn_shown(self, turn: Turn) -> str:
        return turn_text(turn)

    def legal_shown(self) -> list[str]:
        return [turn_text(turn) for turn in self.table.record.legal_turns()]

    def hint(self) -> str:
        best = self._best(1)[0]
        return f"Try {turn_text(best.move)}: {opinion(best)}."

    def analysis(self) -> RenderableType:
        """The best turns, of which a number plays one."""
        self.listed = self._best(LISTED)
        title = f"The best turns of {self.table.to_move}; a number plays one."
        return Group(Text(title), turns_table(self.listed))

    def _best(self, count: int) -> tuple[MorrisCandidate, ...]:
        return best_turns(
            self.table.record, count=count, tables=self._computer.tables, budget=self._computer.budget
        )

    def board(self) -> Text:
        record = self.table.record
        return board_text(record.position, record.turns[-1] if record.turns else None)

    def facts(self) -> Text:
        record, text = self.table.record, Text()
        for side in Side:
            men, hand = record.position.men(side).bit_count(), record.position.in_hand(side)
            text.append_text(Text.assemble(self.named(side.value), f": {self.player(side.value)}\n"))
            text.append(f"  {men} on the board{f', {hand} in hand' if hand else ''}\n", style="dim")
        if len(self.table.settings.persons) == 2:
            text.append("director: you choose every turn\n", style="cyan")
        text.append(f"turn {len(record.turns) + 1}", style="dim")
        if record.turns:
            played = " ".join(turn_text(turn) for turn in record.turns[-TURNS_SHOWN:])
            text.append(f", before it {played}", style="dim")
        most = record.variant.turns_without_mill
        if most is not None and record.turns_without_mill >= WARNED_FROM:
            text.append(f"\ndraw in {most - record.turns_without_mill} turns without a mill", style="dim")
        return text


def read_capture(line: str) -> int | None:
    """The man to take, `b4` or `xb4`; None when nothing of that kind was typed."""
    match = CAPTURE.fullmatch(line.strip().lower())
    return None if match is None else point_from_text(match[1])
