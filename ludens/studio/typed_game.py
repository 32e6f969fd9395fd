"""A board game that is typed in a terminal: asks, obeys, answers. Leaving at any time loses nothing."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from rich.console import Console
from rich.text import Text

from ludens.core.errors import LudensError, did_you_mean

Ask = Callable[[Text], str]  # shows a prompt and returns a line; raises EOFError at the end of input
TypedCommand = Callable[[str], bool]  # takes what follows the word; true when the board has changed
_LEAVING = ("quit", "exit", "q")
_LEAST_LETTERS = 3
"""Of a beginning that stands for the only command which begins so."""


class TypedGame(ABC):
    """One person at one table. A game names its commands, reads its turns and shows its board."""

    def __init__(
        self,
        console: Console,
        ask: Ask,
        *,
        commands: Mapping[str, TypedCommand],
        explained: Mapping[str, str],
        aliases: Mapping[str, str],
        turn: str,
        refusal: type[Exception],
    ) -> None:
        """`turn` is the game's word for one: a move or a turn. `explained` is what `help` shows.

        `refusal` is what the game's rules raise, with a sentence, at what cannot be.
        """
        self.console = console
        self._ask = ask
        self._commands = {**commands, "help": self._help}
        self._explained = explained
        self._aliases = {"analyze": "analyse", "?": "help", **aliases}
        self._turn = turn
        self._refusals = (refusal, LudensError)

    @property
    @abstractmethod
    def computer_to_move(self) -> bool:
        """Whether the computer is to answer now."""

    @property
    def nobody_types(self) -> bool:
        """Whether machines play alone, so that the game ends with the last turn."""
        return False

    @abstractmethod
    def greet(self) -> None:
        """Say what is to be known before the first turn."""

    @abstractmethod
    def answer(self) -> None:
        """Let the computer play, and say what it did."""

    @abstractmethod
    def show(self) -> None:
        """Show the board."""

    @abstractmethod
    def prompt(self) -> Text:
        """What stands before the line to be typed."""

    @abstractmethod
    def play(self, line: str) -> bool | None:
        """Play the turn that was typed; true when the board has changed. None: this is not a turn."""

    def run(self) -> None:
        """Play until the person leaves, the input ends, or a game that nobody plays is over."""
        self.say(f"Type a {self._turn}, or 'help'.", style="dim")
        self.greet()
        changed = True
        while True:
            if self.computer_to_move:
                self.answer()
                changed = True
                continue
            if changed:
                self.show()
            if self.nobody_types:
                return
            try:
                line = self.ask(self.prompt())
            except EOFError:
                self.console.print()
                return
            if line.lower() in _LEAVING:
                return
            changed = bool(line) and self._obey(line)

    def ask(self, question: Text) -> str:
        """What the person types, without blanks around it."""
        return self._ask(question).strip()

    def say(self, text: str, *, style: str = "") -> None:
        """Print a line."""
        self.console.print(Text(text, style=style))

    def _obey(self, line: str) -> bool:
        """Do what was typed; true when the board has changed."""
        word, _, argument = line.partition(" ")
        try:
            if (command := self._command(word.lower())) is not None:
                return command(argument.strip())
            if (changed := self.play(line)) is not None:
                return changed
            known = did_you_mean(word.lower(), [*self._commands, "quit"])
            raise LudensError(f"'{word}' is neither a {self._turn} nor a command; {known}")
        except self._refusals as error:
            self.say(str(error), style="red")
            return False

    def _command(self, word: str) -> TypedCommand | None:
        """The command of this name, or the only one that begins so."""
        name = self._aliases.get(word, word)
        if name in self._commands:
            return self._commands[name]
        found = [command for known, command in self._commands.items() if known.startswith(word)]
        return found[0] if len(found) == 1 and len(word) >= _LEAST_LETTERS else None

    def _help(self, argument: str) -> bool:
        width = max(len(name) for name in self._explained) + 2
        for name, meaning in self._explained.items():
            self.console.print(Text.assemble((f"  {name:{width}}", "bold"), meaning))
        return False
