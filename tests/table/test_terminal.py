"""A game in the terminal, typed by a script: what every game shares there."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from ludens.core.errors import LudensError
from ludens.table.kept_games import GameStore
from ludens.table.terminal import TerminalGame
from ludens.table.terminal_table import TerminalSettings, TerminalTable
from tests.table.nim import NIM, NimComputer, NimRecord

EASY = TerminalSettings(level="1")
ALONE = TerminalSettings(black="text", level="1")


class NimTerminal(TerminalGame[NimRecord, int]):
    spellings = "1, 2, 3"
    file_name = "game.nim"

    def resigned(self) -> NimRecord:
        return replace(self.table.record, resigned=True)

    def play(self, line: str) -> bool | None:
        if not line.isdigit():
            return None
        self.table.play(int(line))
        return True

    def turn_shown(self, turn: int) -> str:
        return f"take {turn}"

    def legal_shown(self) -> list[str]:
        return ["1", "2", "3"][: self.table.record.left]

    def hint(self) -> str:
        return "Take one."

    def analysis(self) -> RenderableType:
        self.listed = (1,)
        return Text("1 is best")

    def board(self) -> Text:
        return Text("|" * self.table.record.left)

    def facts(self) -> Text:
        return Text(f"white is {self.player('white')}, black is {self.player('black')}")


class Evening:
    def __init__(self, path: Path) -> None:
        self.store = GameStore(path, NIM)
        self.computer = NimComputer(self.store)

    def play(
        self,
        *lines: str,
        settings: TerminalSettings = EASY,
        go_on: bool = False,
        start: NimRecord | None = None,
    ) -> str:
        """Type these lines, then leave; returns what was shown."""
        typed, shown = iter(lines), io.StringIO()

        def ask(prompt: Text) -> str:
            try:
                line = next(typed)
            except StopIteration:
                raise EOFError from None
            shown.write(f"{prompt}{line}\n")
            return line

        kept = self.store.last_unfinished() if go_on else None
        table = TerminalTable(self.store, NIM, self.computer, settings, kept=kept, start=start)
        NimTerminal(table, Console(file=shown, width=110), ask).run()
        return shown.getvalue()

    def kept(self, number: int = 1) -> NimRecord:
        return self.store.load(number).record


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "games.sqlite")


def test_the_computer_answers_every_turn_and_all_are_kept(evening: Evening):
    shown = evening.play("3", "quit", "2")
    assert "Type a draw, or 'help'." in shown
    assert "black plays take 1." in shown
    assert evening.kept().taken == (3, 1)
    evening.play("2", go_on=True)
    assert evening.kept().taken == (3, 1, 2, 1)


def test_the_computer_begins_when_the_person_is_black_and_nobody_need_play(evening: Evening):
    evening.play(settings=TerminalSettings(white="engine", black="text", level="2"))
    assert evening.kept().taken == (2,)
    shown = evening.play(settings=TerminalSettings(white="engine", level="3"))
    assert "Black wins. 'undo', 'new' or 'quit'?" in shown


def test_the_same_turn_gets_the_same_answer_after_undo(evening: Evening):
    shown = evening.play("1", "undo", "1")
    assert "Took back 2 draws." in shown
    first, second = [line for line in shown.splitlines() if "Dice" in line]
    assert first == second


def test_what_is_wrong_is_said_and_changes_nothing(evening: Evening):
    shown = evening.play("9", "frob", "level 7", "undo", "import", "import /nowhere.nim", "", "hin")
    for said in (
        "9 matches cannot be taken.",
        "'frob' is neither a draw nor a command",
        "There is no level '7'",
        "There is no draw to take back.",
        "Say which file: import game.nim",
        "/nowhere.nim cannot be read: No such file or directory.",
        "Take one.",
    ):
        assert said in shown
    assert evening.kept() == NimRecord()


def test_a_person_may_choose_for_both_and_stop_doing_so(evening: Evening):
    evening.play("director", "1", "2", "director", "1")
    assert evening.kept().taken == (1, 2, 1, 1)
    assert evening.store.load(1).settings["black"] == "engine"
    assert "nothing to change" in evening.play("swap", settings=ALONE)


def test_swapped_sides_let_the_computer_move(evening: Evening):
    evening.play("swap")
    assert evening.kept().taken == (1,)
    assert evening.store.load(1).settings["white"] == "engine"


def test_another_level_plays_from_then_on_and_warns(evening: Evening):
    shown = evening.play("level", "level 3", "1")
    assert "You play against the computer, level 1 (taker 1). 'level 4' changes that." in shown
    assert "It takes all it can." in shown
    assert evening.kept().taken == (1, 3)


def test_a_game_is_exported_without_overwriting_and_imported(evening: Evening, tmp_path: Path):
    file = tmp_path / "game.nim"
    shown = evening.play(
        "1", "2", "export", f"export {file}", f"export {file}", "fen", "moves", "new", f"import {file}", "3",
        settings=ALONE,
    )  # fmt: skip
    assert "10 1 2 ; Person" in shown
    assert "not overwritten" in " ".join(shown.split())
    assert [evening.kept(number).taken for number in (1, 2, 3)] == [(1, 2), (), (1, 2, 3)]


def test_only_a_game_of_one_person_counts_and_taken_back_it_does_not(evening: Evening):
    start = NimRecord(3)
    evening.play("3", start=start)
    assert evening.store.person_scores(level="1") == [1.0]
    evening.play("3", "undo", start=start)
    evening.play("3", settings=ALONE, start=start)
    assert evening.store.person_scores(level="1") == [1.0]


def test_help_explains_every_command(evening: Evening):
    shown = evening.play("help")
    for word in (
        "undo",
        "hint",
        "analyse",
        "moves",
        "level N",
        "swap",
        "director",
        "fen",
        "export",
        "--resume",
    ):
        assert word in shown


@pytest.mark.parametrize(
    ("kept", "settings"),
    [
        ({}, EASY),
        ({"white": "engine", "black": "person"}, TerminalSettings(white="engine", black="text", level="1")),
        ({"white": "human", "black": "engine", "level": "2"}, TerminalSettings(level="2")),
        (ALONE.as_text(), ALONE),
    ],
)
def test_a_game_goes_on_in_the_terminal_as_it_was_kept_anywhere(kept, settings):
    assert TerminalSettings.kept(kept, usual_level="1") == settings


@pytest.mark.parametrize("kept", [{"white": "engine"}, {"seed": "-1"}])
def test_kept_settings_that_make_no_sense_are_refused(kept):
    with pytest.raises(LudensError, match="cannot be read"):
        TerminalSettings.kept(kept, usual_level="1")


def test_a_match_for_the_person_follows_the_games_that_were_finished(evening: Evening):
    shown = evening.play("3", "new", "1", settings=TerminalSettings(level="adaptive"), start=NimRecord(3))
    assert "computer, a match for you" in shown
    assert evening.kept(2).taken == (1, 2), "one game was won before"


def test_another_program_plays_for_the_computer(evening: Evening):
    shown = evening.play("1", settings=TerminalSettings(level="3", engine="other --fast"))
    assert "engine 'other --fast', level 3" in shown
    assert evening.kept().taken == (1, 2)
