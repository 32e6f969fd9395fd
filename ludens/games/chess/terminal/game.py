"""A game of chess in the terminal: its moves, its hints and its board."""

from typing import ClassVar

import chess
from rich.console import Console, RenderableType
from rich.text import Text

from ludens.core.runtime.clock import Clock
from ludens.games.chess.board_game import colour_name
from ludens.games.chess.decide.candidates import ChessCandidate, ChessPlayer
from ludens.games.chess.decide.hints import hint_for
from ludens.games.chess.decide.players import LEVELS, adaptive_player, guarded_player, level_player
from ludens.games.chess.decide.search import analyse
from ludens.games.chess.rules.ending import Close, Ending
from ludens.games.chess.rules.notation import move_from_text
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.talk.advising import hint_sentence
from ludens.games.chess.talk.dialogue import respond
from ludens.games.chess.talk.language import load_language
from ludens.games.chess.talk.meaning import Conversation, Nonsense, Situation
from ludens.games.chess.terminal.picture import board_text, moves_table, moves_text
from ludens.messages.speech import Hypothesis
from ludens.table.adaptive import Adaptation
from ludens.table.kept_games import GameStore
from ludens.table.levels import STRONGEST
from ludens.table.search import SearchBudget
from ludens.table.terminal import SAID_COMMANDS, Ask, TerminalGame, TypedCommand
from ludens.table.terminal_table import ComputerPlayer, TerminalTable

LISTED = 5
ADVICE = SearchBudget(nodes=150_000)


class ChessComputer(ComputerPlayer[ChessRecord, chess.Move]):
    """Our engine plays on where another one fails."""

    levels = LEVELS
    usual_level = "5"

    def __init__(self, *, clock: Clock, store: GameStore[ChessRecord]) -> None:
        super().__init__(store)
        self._clock = clock

    def level_player(self, number: int) -> ChessPlayer:
        return level_player(number)

    def adaptive_player(self, adaptation: Adaptation) -> ChessPlayer:
        return adaptive_player(adaptation)

    def engine_player(self, command: str, level: int | None) -> ChessPlayer:
        """Another engine at a level, with ours behind it."""
        return guarded_player(command, level=STRONGEST if level is None else level, clock=self._clock)


class ChessTerminal(TerminalGame[ChessRecord, chess.Move]):
    """One person at one chess board."""

    spellings = "e4, Nf3, exd5, O-O, e8=Q, g1f3, knight to f3"
    explained: ClassVar = {"export [FILE]": "the game as PGN"}
    file_name = "game.pgn"

    def __init__(self, table: TerminalTable[ChessRecord, chess.Move], console: Console, ask: Ask) -> None:
        super().__init__(table, console, ask)
        self._conversation = Conversation()

    def own_commands(self) -> dict[str, TypedCommand]:
        return {"pgn": self._export}

    def play(self, line: str) -> bool | None:
        """Play a move in any of the usual spellings, or in words."""
        word = line.split()[0]
        is_notation = any(letter.isdigit() for letter in word) or word[0] in "oO0"
        if self._conversation.question is not None or not is_notation:
            return self._talk(line)
        record = self.table.record
        ending = None if record.ending is None else record.ending.how
        self.table.play(move_from_text(record.board(), line, ending=ending))
        return True

    def _talk(self, line: str) -> bool | None:
        """Do what was said in words, or answer it; None: it is not about chess."""
        record, language = self.table.record, load_language()
        situation = Situation(record.board(), is_closed=record.closed is not None)
        heard = (Hypothesis(line),)
        self._conversation, turn = respond(self._conversation, heard, situation, language)
        if isinstance(turn.meaning, Nonsense) and self._conversation.question is None:
            return None
        for intent in turn.intents:
            if intent.move is not None:
                self.table.play(intent.move)
                return True
            if intent.name in SAID_COMMANDS:
                return self.obey_named(SAID_COMMANDS[intent.name])
        self.say(turn.said, style="red" if turn.refuses else "cyan")
        return False

    def turn_shown(self, turn: chess.Move) -> str:
        return self.table.record.board().san(turn)

    def legal_shown(self) -> list[str]:
        board = self.table.record.board()
        return sorted(board.san(move) for move in board.legal_moves)

    def hint(self) -> str:
        board = self.table.record.board()
        hint = hint_for(board, self._best(1)[0])
        return hint_sentence(hint, board.san(hint.move), load_language())

    def analysis(self) -> RenderableType:
        return moves_table(self.table.record.board(), self._best(LISTED))

    def _best(self, count: int) -> tuple[ChessCandidate, ...]:
        board = self.table.record.board()
        return analyse(board, budget=ADVICE, lines=count).candidates[:count]

    def resigned(self) -> ChessRecord:
        record = self.table.record
        return record.close(Ending(not record.board().turn, Close.RESIGNATION))

    def board(self) -> Text:
        """The board, from the side of the person who plays alone."""
        persons = self.table.settings.persons
        return board_text(self.table.record.board(), below=persons != ("black",))

    def facts(self) -> Text:
        record = self.table.record
        board = record.board()
        facts = Text()
        for colour in (chess.WHITE, chess.BLACK):
            name = colour_name(colour)
            facts.append_text(Text.assemble(self.named(name), f": {self.player(name)}\n"))
        facts.append(moves_text(board), style="dim")
        if board.is_check() and record.ending is None:
            facts.append("\nCheck!", style="bold red")
        return facts
