"""A game in the terminal: shows the board, asks, answers, explains. Leaving at any time loses nothing."""

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from ludens.core.errors import LudensError, did_you_mean
from ludens.games.morris.decide.player import Candidate
from ludens.games.morris.director import directed_turn
from ludens.games.morris.engine.moment import Moment
from ludens.games.morris.rules import GameRecord, MorrisError, Phase, Turn, game_text, names_of, new_game
from ludens.games.morris.rules.fen import format_fen
from ludens.games.morris.rules.legality import awaits_capture
from ludens.games.morris.rules.notation import turn_text
from ludens.games.morris.rules.turns import capturable
from ludens.games.morris.terminal.game_files import read_game, write_game
from ludens.games.morris.terminal.good_turns import opinion, turns_table
from ludens.games.morris.terminal.page import page
from ludens.games.morris.terminal.picture import named
from ludens.games.morris.terminal.settings import read_level
from ludens.games.morris.terminal.table import PlayingTable
from ludens.games.morris.terminal.typed import Command, read_capture, read_line

Ask = Callable[[Text], str]  # shows a prompt and returns a line; raises EOFError at the end of input
LISTED = 8
ALIASES = {"analyze": "analyse", "?": "help"}
HELP = {
    "d6, d6-d5, d6-d5xb4": "a turn: place, move, and take after closing a mill",
    "undo": "take back your last turn and the answer",
    "hint": "one good turn",
    "analyse": "the best turns and what they are worth; then a number plays one",
    "moves": "all turns that are legal now",
    "level N": "how well the computer plays: 0 (child) to 10 (perfect), or adaptive",
    "swap": "change sides",
    "director": "choose the computer's turns too, or stop doing so",
    "fen": "this position in one line",
    "export [FILE]": "the game as text",
    "import FILE": "go on with a game that was written as text; the old one stays in the file",
    "new": "a new game; the old one stays in the file",
    "quit": "leave; the game is kept, and --continue goes on with it",
}


class TerminalGame:
    """One person at one table."""

    def __init__(self, table: PlayingTable, console: Console, ask: Ask) -> None:
        self._table = table
        self._console = console
        self._ask = ask
        self._listed: tuple[Candidate, ...] = ()
        self._commands: dict[str, Callable[[str], bool]] = {
            "undo": self._undo,
            "hint": self._hint,
            "analyse": self._analyse,
            "moves": self._moves,
            "level": self._level,
            "swap": self._swap,
            "director": self._director,
            "fen": self._fen,
            "export": self._export,
            "import": self._import,
            "new": self._new,
            "help": self._help,
        }

    def run(self) -> None:
        """Play until the person leaves or the input ends."""
        self._say("Type a turn, or 'help'.", style="dim")
        self._warn()
        changed = True
        while True:
            if self._table.computer_to_move:
                self._answer()
                changed = True
                continue
            if changed:
                self._show()
            try:
                line = self._ask(self._prompt())
            except EOFError:
                self._console.print()
                return
            if line.strip().lower() in ("quit", "exit", "q"):
                return
            changed = self._obey(line)

    def _obey(self, line: str) -> bool:
        """Do what was typed; true when the board has changed."""
        if not line.strip():
            return False
        try:
            typed = read_line(line, placing=self._table.record.position.phase is Phase.PLACING)
            if isinstance(typed, Turn):
                return self._play(typed)
            return self._command(typed)
        except (MorrisError, LudensError) as error:
            self._say(str(error), style="red")
            return False

    def _command(self, typed: Command) -> bool:
        if typed.name[0].isdigit():
            # A number of the list shown last, or points as the paper writes them: 1/0.
            return self._play(directed_turn(self._table.record, typed.text, self._listed))
        command = self._commands.get(ALIASES.get(typed.name, typed.name)) or self._by_beginning(typed.name)
        if command is None:
            known = did_you_mean(typed.name, [*self._commands, "quit"])
            raise LudensError(f"'{typed.name}' is neither a turn nor a command; {known}")
        return command(typed.argument)

    def _by_beginning(self, word: str) -> Callable[[str], bool] | None:
        """The only command that begins so."""
        found = [command for name, command in self._commands.items() if name.startswith(word)]
        return found[0] if len(found) == 1 else None

    def _play(self, turn: Turn) -> bool:
        record = self._table.record
        if record.outcome is None and awaits_capture(record.position, turn, record.variant):
            completed = self._with_capture(turn)
            if completed is None:
                return False
            turn = completed
        self._table.play(turn)
        self._listed = ()
        return True

    def _with_capture(self, turn: Turn) -> Turn | None:
        record = self._table.record
        prey = ", ".join(names_of(capturable(record.position.other, record.variant)))
        line = self._ask(Text(f"A mill! Which man do you take ({prey})? ", style="bold"))
        captured = read_capture(line)
        if captured is None:
            self._say("Nothing was taken, so the turn was not played.", style="red")
            return None
        return Turn(turn.target, turn.origin, captured)

    def _answer(self) -> None:
        side = self._table.record.side_to_move
        with self._console.status(Text.assemble(named(side), " thinks …")):
            choice = self._table.answer()
        self._listed = ()
        self._console.print(
            Text.assemble(named(side), " plays ", (turn_text(choice.turn), "bold"), ". "), end=""
        )
        self._say(choice.note, style="dim")

    def _undo(self, argument: str) -> bool:
        count = self._table.undo()
        self._listed = ()
        self._say(f"Took back {count} {'turn' if count == 1 else 'turns'}.")
        return True

    def _hint(self, argument: str) -> bool:
        best = self._table.best(1)[0]
        self._say(f"Try {turn_text(best.turn)}: {opinion(best)}.", style="cyan")
        return False

    def _analyse(self, argument: str) -> bool:
        self._listed = self._table.best(LISTED)
        self._say(f"The best turns of {self._table.record.side_to_move.value}; a number plays one.")
        self._console.print(turns_table(self._listed))
        return False

    def _moves(self, argument: str) -> bool:
        self._say(" ".join(turn_text(turn) for turn in self._table.record.legal_turns()) or "None.")
        return False

    def _level(self, argument: str) -> bool:
        if not argument:
            self._say(f"You play against the {self._table.settings.opponent_name}. 'level 4' changes that.")
            return False
        self._table.change(level=read_level(argument))
        self._say(f"You play against the {self._table.settings.opponent_name}.")
        self._warn()
        return False

    def _swap(self, argument: str) -> bool:
        self._table.change(side=self._table.settings.side.other)
        return True

    def _director(self, argument: str) -> bool:
        self._table.change(director=not self._table.settings.director)
        return True

    def _fen(self, argument: str) -> bool:
        self._console.print(Text(format_fen(Moment(self._table.record).fen)), soft_wrap=True)
        return False

    def _export(self, argument: str) -> bool:
        if argument:
            write_game(self._table.record, argument)
            self._say(f"Written to {argument}.")
        else:
            self._say(game_text(self._table.record).rstrip())
        return False

    def _import(self, argument: str) -> bool:
        if not argument:
            raise LudensError("Say which file: import game.txt")
        return self._begin(read_game(argument))

    def _new(self, argument: str) -> bool:
        return self._begin(new_game())

    def _begin(self, record: GameRecord) -> bool:
        self._table.begin(record)
        self._listed = ()
        return True

    def _help(self, argument: str) -> bool:
        for name, meaning in HELP.items():
            self._console.print(Text.assemble((f"  {name:22}", "bold"), meaning))
        return False

    def _show(self) -> None:
        record = self._table.record
        self._console.print(page(record, self._table.settings))
        if record.outcome is not None:
            self._say(f"{record.outcome} 'undo', 'new' or 'quit'?", style="bold green")

    def _warn(self) -> None:
        """Say so when the opponent is less than its name promises."""
        if self._table.settings.is_perfect and not self._table.opponents.knows_the_opening:
            self._say("Without tables of the whole game 'perfect' is a search, and can lose.", style="yellow")

    def _prompt(self) -> Text:
        record = self._table.record
        if record.outcome is not None:
            return Text("> ")
        return Text.assemble(named(record.side_to_move), " > ")

    def _say(self, text: str, *, style: str = "") -> None:
        self._console.print(Text(text, style=style))
