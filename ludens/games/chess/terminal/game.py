"""A game of chess in the terminal: its commands, its moves and its board."""

from dataclasses import replace

import chess
from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from ludens.core.errors import LudensError
from ludens.games.chess.decide.levels import level_from
from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.notation import move_from_text
from ludens.games.chess.rules.pgn import pgn_of
from ludens.games.chess.rules.reasons import ending_sentence
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.talk.advising import hint_sentence
from ludens.games.chess.talk.language import load_language
from ludens.games.chess.terminal.best_moves import moves_table
from ludens.games.chess.terminal.game_files import read_game, write_game
from ludens.games.chess.terminal.picture import STYLES, board_text, moves_text
from ludens.games.chess.terminal.settings import Settings
from ludens.games.chess.terminal.table import PlayingTable
from ludens.studio.typed_game import Ask, TypedGame

LISTED = 5
ALIASES = {"back": "takeback", "undo": "takeback", "pgn": "export"}
HELP = {
    "e4, Nf3, exd5, O-O, e8=Q, g1f3": "a move",
    "takeback": "take back your last move and the answer",
    "hint": "one good move, and why",
    "analyse": "the best moves and what they are worth",
    "moves": "all moves that are legal now",
    "level N": "how well the computer plays: 0 (child) to 10 (strongest)",
    "swap": "change sides",
    "fen": "this position in one line",
    "export [FILE]": "the game as PGN",
    "import FILE": "go on with a game from a PGN file; the old one stays where games are kept",
    "resign": "give up",
    "new": "a new game; the old one stays where games are kept",
    "quit": "leave; the game is kept, and --continue goes on with it",
}


class TerminalGame(TypedGame):
    """One person at one table."""

    def __init__(self, table: PlayingTable, console: Console, ask: Ask) -> None:
        commands = {
            "takeback": self._take_back,
            "hint": self._hint,
            "analyse": self._analyse,
            "moves": self._moves,
            "level": self._level,
            "swap": self._swap,
            "fen": self._fen,
            "export": self._export,
            "import": self._import,
            "resign": self._resign,
            "new": self._new,
        }
        super().__init__(
            console, ask, commands=commands, explained=HELP, aliases=ALIASES, turn="move", refusal=ChessError
        )
        self._table = table

    @property
    def computer_to_move(self) -> bool:
        """Whether the computer is to answer now."""
        return self._table.computer_to_move

    @property
    def nobody_types(self) -> bool:
        """Whether the computer plays both sides."""
        return self._table.settings.person == "none"

    def greet(self) -> None:
        """Nothing needs saying."""

    def play(self, line: str) -> bool | None:
        """Play a move in any of the usual spellings."""
        if not _looks_like_move(line):
            return None
        record = self._table.record
        ending = None if record.ending is None else record.ending.how
        self._table.play(move_from_text(record.board(), line, ending=ending))
        return True

    def answer(self) -> None:
        """Let the computer play, and say what it did."""
        board = self._table.record.board()
        side = _named(board.turn)
        with self.console.status(Text.assemble(side, " thinks …")):
            choice = self._table.answer()
        self.console.print(Text.assemble(side, " plays ", (board.san(choice.move), "bold"), ". "), end="")
        self.say(choice.note, style="dim")

    def _take_back(self, argument: str) -> bool:
        count = self._table.take_back()
        self.say(f"Took back {count} {'move' if count == 1 else 'moves'}.")
        return True

    def _hint(self, argument: str) -> bool:
        hint = self._table.hint()
        san = self._table.record.board().san(hint.move)
        self.say(hint_sentence(hint, san, load_language()), style="cyan")
        return False

    def _analyse(self, argument: str) -> bool:
        self.console.print(moves_table(self._table.record.board(), self._table.best(LISTED)))
        return False

    def _moves(self, argument: str) -> bool:
        board = self._table.record.board()
        self.say(" ".join(sorted(board.san(move) for move in board.legal_moves)) or "None.")
        return False

    def _level(self, argument: str) -> bool:
        if argument:
            self._table.change(replace(self._table.settings, level=level_from(argument)))
        self.say(f"The other side is the {self._table.settings.opponent_name}.")
        return False

    def _swap(self, argument: str) -> bool:
        other = {"white": "black", "black": "white"}.get(self._table.settings.person)
        if other is None:
            raise LudensError("You play both sides, so there is nothing to change.")
        self._table.change(replace(self._table.settings, person=other))
        return True

    def _fen(self, argument: str) -> bool:
        self.console.print(Text(self._table.record.board().fen()), soft_wrap=True)
        return False

    def _export(self, argument: str) -> bool:
        headers = headers_of(self._table.settings)
        if argument:
            write_game(self._table.record, headers, argument)
            self.say(f"Written to {argument}.")
        else:
            self.say(pgn_of(self._table.record, headers).rstrip())
        return False

    def _import(self, argument: str) -> bool:
        if not argument:
            raise LudensError("Say which file: import game.pgn")
        self._table.begin(read_game(argument))
        return True

    def _resign(self, argument: str) -> bool:
        self._table.resign()
        return True

    def _new(self, argument: str) -> bool:
        self._table.begin(ChessRecord())
        return True

    def show(self) -> None:
        """Show the board, who plays, and how it ended."""
        record, settings = self._table.record, self._table.settings
        board = record.board()
        facts = Text()
        for colour in (chess.WHITE, chess.BLACK):
            who = "you" if settings.is_person(colour) else settings.opponent_name
            facts.append_text(Text.assemble(_named(colour), f": {who}\n"))
        facts.append(moves_text(board), style="dim")
        if board.is_check() and record.ending is None:
            facts.append("\nCheck!", style="bold red")
        picture = Padding(board_text(board, below=settings.below), (1, 4, 1, 2))
        self.console.print(Columns([picture, Padding(facts, (1, 0))]))
        if record.ending is not None:
            self.say(f"{ending_sentence(record.ending)} 'takeback', 'new' or 'quit'?", style="bold green")

    def prompt(self) -> Text:
        """Who is to move."""
        if self._table.record.ending is not None:
            return Text("> ")
        return Text.assemble(_named(self._table.record.board().turn), " > ")


def headers_of(settings: Settings) -> dict[str, str]:
    """Who plays, as PGN's tags."""
    computer = f"Ludens: {settings.opponent_name}"
    return {
        "Event": "Ludens in the terminal",
        "White": "Person" if settings.is_person(chess.WHITE) else computer,
        "Black": "Person" if settings.is_person(chess.BLACK) else computer,
    }


def _looks_like_move(line: str) -> bool:
    word = line.split()[0]
    return any(letter.isdigit() for letter in word) or word[0] in "oO0"


def _named(colour: chess.Color) -> Text:
    return Text(chess.COLOR_NAMES[colour], style=STYLES[colour])
