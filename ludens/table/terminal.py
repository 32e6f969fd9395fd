"""A board game that is typed in a terminal: asks, obeys, answers. Leaving at any time loses nothing."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Generic

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from ludens.core.errors import LudensError, did_you_mean
from ludens.speech.stop_command import is_stop
from ludens.table.board_game import COLOURS, BoardGame, Colour, RecordT, TurnT
from ludens.table.terminal_table import TerminalTable

Ask = Callable[[Text], str]  # shows a prompt and returns a line; raises EOFError at the end of input
TypedCommand = Callable[[str], bool]  # takes what follows the word; true when the board has changed
STYLES: dict[Colour, str] = {"white": "bold bright_yellow", "black": "bold bright_magenta"}
SAID_COMMANDS = {
    "take_back": "undo",
    "hint": "hint",
    "score": "analyse",
    "resign": "resign",
    "new_game": "new",
    "help": "help",
}
"""Commands by what somebody wants who says it in words."""
_LEAVING = ("quit", "exit", "q")
_LEAST_LETTERS = 3
"""Of a beginning that stands for the only command which begins so."""
_ALIASES = {"analyze": "analyse", "?": "help", "back": "undo", "takeback": "undo"}


class TerminalGame(ABC, Generic[RecordT, TurnT]):
    """One person at one table. A game reads its turns and shows its board."""

    marks: ClassVar[Mapping[Colour, str]] = {}  # shown before the name of a side
    spellings: ClassVar[str]  # how a turn may be typed, for `help`
    explained: ClassVar[Mapping[str, str]] = {}  # a game's own commands, and other words for shared ones
    file_name: ClassVar[str]  # an example of a file to import

    def __init__(self, table: TerminalTable[RecordT, TurnT], console: Console, ask: Ask) -> None:
        self.table, self.console, self._ask = table, console, ask
        self.listed: tuple[Any, ...] = ()
        """The turns that were listed last, as long as the board has not changed."""
        self._commands: dict[str, TypedCommand] = {
            "undo": self._undo,
            "hint": self._hint,
            "analyse": self._analyse,
            "moves": self._moves,
            "level": self._level,
            "swap": self._swap,
            "director": self._director,
            "resign": self._resign,
            "fen": self._fen,
            "export": self._export,
            "import": self._import,
            "new": self._new,
            "help": self._help,
            **self.own_commands(),
        }

    # ------------------------------------------------------------------ what a game adds

    @abstractmethod
    def play(self, line: str) -> bool | None:
        """Play the turn that was typed; true when the board has changed. None: this is not a turn."""

    @abstractmethod
    def turn_shown(self, turn: TurnT) -> str:
        """A turn that can be played now, as people write it."""

    @abstractmethod
    def legal_shown(self) -> list[str]:
        """All turns that can be played now, as people write them."""

    @abstractmethod
    def hint(self) -> str:
        """A good turn, and why, in a sentence."""

    @abstractmethod
    def analysis(self) -> RenderableType:
        """The best turns; `listed` may take them."""

    @abstractmethod
    def resigned(self) -> RecordT:
        """The game given up by the side to move."""

    @abstractmethod
    def board(self) -> Text:
        """The board as text."""

    @abstractmethod
    def facts(self) -> Text:
        """What stands beside the board."""

    def own_commands(self) -> dict[str, TypedCommand]:
        """Commands that only this game has."""
        return {}

    # ------------------------------------------------------------------ asking and obeying

    def run(self) -> None:
        """Play until the person leaves, the input ends, or a game that nobody types is over."""
        self.say(f"Type a {self.game.turn_word}, or 'help'.", style="dim")
        self._warn()
        changed = True
        while True:
            if self.table.computer_to_move:
                self._answer()
                changed = True
                continue
            if changed:
                self.show()
            if not self.table.settings.persons:
                return
            try:
                line = self.ask(self.prompt())
            except EOFError:
                self.console.print()
                return
            if line.lower() in _LEAVING:
                return
            changed = bool(line) and self._obey(line)
            self.listed = () if changed else self.listed

    @property
    def game(self) -> BoardGame[RecordT, TurnT]:
        """The rules."""
        return self.table.game

    def ask(self, question: Text) -> str:
        """What the person types, without blanks around it."""
        return self._ask(question).strip()

    def say(self, text: str, *, style: str = "") -> None:
        """Print a line."""
        self.console.print(Text(text, style=style))

    def named(self, colour: Colour) -> Text:
        """A side as it is shown."""
        if colour in self.marks:
            return Text.assemble((self.marks[colour], STYLES[colour]), f" {colour}")
        return Text(colour, style=STYLES[colour])

    def player(self, colour: Colour) -> str:
        """Who plays a side."""
        settings = self.table.settings
        return "you" if colour in settings.persons else self.table.computer.name(settings)

    def show(self) -> None:
        """Show the board, who plays, and how it ended."""
        board = Padding(self.board(), (1, 4, 1, 2))
        self.console.print(Columns([board, Padding(self.facts(), (1, 0))]))
        result = self.game.result(self.table.record)
        if result is not None:
            self.say(f"{result.sentence} 'undo', 'new' or 'quit'?", style="bold green")

    def prompt(self) -> Text:
        """Who is to move."""
        if self.game.result(self.table.record) is not None:
            return Text("> ")
        return Text.assemble(self.named(self.table.to_move), " > ")

    def _obey(self, line: str) -> bool:
        """Do what was typed; true when the board has changed."""
        word, _, argument = line.partition(" ")
        try:
            if (command := self._command(word.lower())) is not None:
                return command(argument.strip())
            if is_stop(line):
                raise LudensError("Nothing moves here that could be stopped; 'quit' leaves the game.")
            if (changed := self.play(line)) is not None:
                return changed
            known = did_you_mean(word.lower(), [*self._commands, "quit"])
            raise LudensError(f"'{word}' is neither a {self.game.turn_word} nor a command; {known}")
        except (self.game.error, LudensError) as error:
            self.say(str(error), style="red")
            return False

    def _command(self, word: str) -> TypedCommand | None:
        """The command of this name, or the only one that begins so."""
        name = _ALIASES.get(word, word)
        if name in self._commands:
            return self._commands[name]
        found = [command for known, command in self._commands.items() if known.startswith(word)]
        return found[0] if len(found) == 1 and len(word) >= _LEAST_LETTERS else None

    def _answer(self) -> None:
        """Let the computer play, and say what it did."""
        side = self.named(self.table.to_move)
        with self.console.status(Text.assemble(side, " thinks …")):
            turn, note = self.table.choice()
        self.console.print(Text.assemble(side, " plays ", (self.turn_shown(turn), "bold"), ". "), end="")
        self.say(note, style="dim")
        self.table.play(turn)
        self.listed = ()

    def _warn(self) -> None:
        """Say so when the computer is less than its name promises."""
        if warning := self.table.computer.warning(self.table.settings):
            self.say(warning, style="yellow")

    # ------------------------------------------------------------------ the commands of every game

    def _undo(self, argument: str) -> bool:
        count, word = self.table.undo(), self.game.turn_word
        self.say(f"Took back {count} {word if count == 1 else f'{word}s'}.")
        return True

    def _hint(self, argument: str) -> bool:
        self.say(self.hint(), style="cyan")
        return False

    def _analyse(self, argument: str) -> bool:
        self.console.print(self.analysis())
        return False

    def _moves(self, argument: str) -> bool:
        self.say(" ".join(self.legal_shown()) or "None.")
        return False

    def _level(self, argument: str) -> bool:
        table = self.table
        if argument:
            table.change(replace(table.settings, level=table.computer.level_from(argument)))
        advice = "" if argument else " 'level 4' changes that."
        self.say(f"You play against the {table.computer.name(table.settings)}.{advice}")
        self._warn()
        return False

    def _swap(self, argument: str) -> bool:
        persons = self.table.settings.persons
        if len(persons) != 1:
            raise LudensError("You play both sides, so there is nothing to change.")
        self.table.change_players(tuple(colour for colour in COLOURS if colour not in persons))
        return True

    def _director(self, argument: str) -> bool:
        both = len(self.table.settings.persons) == 2
        self.table.change_players((self.table.to_move,) if both else COLOURS)
        return True

    def _resign(self, argument: str) -> bool:
        if self.game.result(self.table.record) is not None:
            raise self.game.error("The game is over already.")
        self.table.keep(self.resigned())
        return True

    def obey_named(self, name: str) -> bool:
        """Do what a command of this name does; true when the board has changed."""
        return self._commands[name]("")

    def _fen(self, argument: str) -> bool:
        self.console.print(Text(self.game.fen(self.table.record)), soft_wrap=True)
        return False

    def _export(self, argument: str) -> bool:
        players: dict[Colour, str] = {
            colour: "Person" if self.player(colour) == "you" else f"Ludens: {self.player(colour)}"
            for colour in COLOURS
        }
        text = self.game.exported(self.table.record, players)
        if argument:
            write_new_file(argument, text)
            self.say(f"Written to {argument}.")
        else:
            self.say(text.rstrip())
        return False

    def _import(self, argument: str) -> bool:
        if not argument:
            raise LudensError(f"Say which file: import {self.file_name}")
        self.table.begin(imported_game(self.game, argument))
        return True

    def _new(self, argument: str) -> bool:
        self.table.begin(self.game.new())
        return True

    def _help(self, argument: str) -> bool:
        turn = self.game.turn_word
        explained = {
            self.spellings: f"a {turn}",
            "undo": f"take back your last {turn} and the answer",
            "hint": f"one good {turn}, and why",
            "analyse": f"the best {turn}s and what they are worth",
            "moves": f"all {turn}s that are legal now",
            "level N": "how well the computer plays: 0 (child) to 10 (strongest), or adaptive",
            "swap": "change sides",
            "director": f"choose the computer's {turn}s too, or stop doing so",
            "resign": "give up",
            "fen": "this position in one line",
            "export [FILE]": "the game as text",
            "import FILE": "go on with a game that was exported; the old one stays where games are kept",
            "new": "a new game; the old one stays where games are kept",
            **self.explained,
            "quit": "leave; the game is kept, and --resume goes on with it",
        }
        width = max(len(name) for name in explained) + 2
        for name, meaning in explained.items():
            self.console.print(Text.assemble((f"  {name:{width}}", "bold"), meaning))
        return False


def write_new_file(name: str, text: str) -> None:
    """Write a text to a new file, as a user names it."""
    try:
        with Path(name).expanduser().open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise LudensError(f"{name} exists already and is not overwritten.") from None
    except (OSError, RuntimeError, ValueError) as error:
        raise LudensError(f"{name} cannot be written: {_why(error)}.") from error


def imported_game(game: BoardGame[RecordT, Any], name: str) -> RecordT:
    """The game in a file, as a user names it; every turn is checked."""
    try:
        text = Path(name).expanduser().read_text("utf-8")
    except (OSError, RuntimeError, ValueError) as error:
        raise LudensError(f"{name} cannot be read: {_why(error)}.") from error
    try:
        return game.imported(text)
    except game.error as error:
        raise LudensError(f"{name} holds no game that can be played through. {error}") from error


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
