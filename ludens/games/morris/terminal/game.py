"""A game of Nine Men's Morris in the terminal: its commands, its turns and its board."""

from rich.console import Console
from rich.text import Text

from ludens.core.errors import LudensError
from ludens.games.morris.decide.director import directed_turn
from ludens.games.morris.decide.player import Candidate
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
from ludens.games.morris.terminal.typed import read_capture, read_turn
from ludens.studio.typed_game import Ask, TypedGame

LISTED = 8
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


class TerminalGame(TypedGame):
    """One person at one table."""

    def __init__(self, table: PlayingTable, console: Console, ask: Ask) -> None:
        commands = {
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
        }
        super().__init__(
            console, ask, commands=commands, explained=HELP, aliases={}, turn="turn", refusal=MorrisError
        )
        self._table = table
        self._listed: tuple[Candidate, ...] = ()

    @property
    def computer_to_move(self) -> bool:
        """Whether the computer is to answer now."""
        return self._table.computer_to_move

    def greet(self) -> None:
        """Say so when the opponent is less than its name promises."""
        if self._table.settings.is_perfect and not self._table.opponents.knows_the_opening:
            self.say("Without tables of the whole game 'perfect' is a search, and can lose.", style="yellow")

    def play(self, line: str) -> bool | None:
        """Play a turn, or a number of the list shown last, or points as the paper writes them: 1/0."""
        if line[0].isdigit():
            return self._play(directed_turn(self._table.record, line, self._listed))
        turn = read_turn(line, placing=self._table.record.position.phase is Phase.PLACING)
        return None if turn is None else self._play(turn)

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
        line = self.ask(Text(f"A mill! Which man do you take ({prey})? ", style="bold"))
        captured = read_capture(line)
        if captured is None:
            self.say("Nothing was taken, so the turn was not played.", style="red")
            return None
        return Turn(turn.target, turn.origin, captured)

    def answer(self) -> None:
        """Let the computer play, and say what it did."""
        side = self._table.record.side_to_move
        with self.console.status(Text.assemble(named(side), " thinks …")):
            choice = self._table.answer()
        self._listed = ()
        self.console.print(
            Text.assemble(named(side), " plays ", (turn_text(choice.turn), "bold"), ". "), end=""
        )
        self.say(choice.note, style="dim")

    def _undo(self, argument: str) -> bool:
        count = self._table.undo()
        self._listed = ()
        self.say(f"Took back {count} {'turn' if count == 1 else 'turns'}.")
        return True

    def _hint(self, argument: str) -> bool:
        best = self._table.best(1)[0]
        self.say(f"Try {turn_text(best.turn)}: {opinion(best)}.", style="cyan")
        return False

    def _analyse(self, argument: str) -> bool:
        self._listed = self._table.best(LISTED)
        self.say(f"The best turns of {self._table.record.side_to_move.value}; a number plays one.")
        self.console.print(turns_table(self._listed))
        return False

    def _moves(self, argument: str) -> bool:
        self.say(" ".join(turn_text(turn) for turn in self._table.record.legal_turns()) or "None.")
        return False

    def _level(self, argument: str) -> bool:
        if not argument:
            self.say(f"You play against the {self._table.settings.opponent_name}. 'level 4' changes that.")
            return False
        self._table.change(level=read_level(argument))
        self.say(f"You play against the {self._table.settings.opponent_name}.")
        self.greet()
        return False

    def _swap(self, argument: str) -> bool:
        self._table.change(side=self._table.settings.side.other)
        return True

    def _director(self, argument: str) -> bool:
        self._table.change(director=not self._table.settings.director)
        return True

    def _fen(self, argument: str) -> bool:
        self.console.print(Text(format_fen(Moment(self._table.record).fen)), soft_wrap=True)
        return False

    def _export(self, argument: str) -> bool:
        if argument:
            write_game(self._table.record, argument)
            self.say(f"Written to {argument}.")
        else:
            self.say(game_text(self._table.record).rstrip())
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

    def show(self) -> None:
        """Show the board, and how it ended."""
        record = self._table.record
        self.console.print(page(record, self._table.settings))
        if record.outcome is not None:
            self.say(f"{record.outcome} 'undo', 'new' or 'quit'?", style="bold green")

    def prompt(self) -> Text:
        """Who is to move."""
        record = self._table.record
        if record.outcome is not None:
            return Text("> ")
        return Text.assemble(named(record.side_to_move), " > ")
