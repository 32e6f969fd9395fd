"""A game in the terminal, typed by a script; the file of games is what a restart finds."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import SimulatedClock
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.decide.tables import NoTables
from ludens.games.morris.rules import GameRecord, Side, game_from_text, new_game
from ludens.games.morris.terminal.game import MorrisComputer, MorrisTerminal
from ludens.table.kept_games import GameStore
from ludens.table.terminal_table import TerminalSettings, TerminalTable
from ludens.table.uci import EngineError
from tests.games.morris.samples import position

EASY = TerminalSettings(level="0")
ALONE = TerminalSettings(black="text", level="adaptive")


class Evening:
    """A person with a script, at a table whose games are kept in a file."""

    def __init__(self, path: Path) -> None:
        self.store = GameStore(path, MORRIS_GAME)
        self.shown = io.StringIO()

    def play(
        self,
        *lines: str,
        settings: TerminalSettings = EASY,
        go_on: bool = False,
        start: GameRecord | None = None,
    ) -> str:
        """Type these lines, then leave; returns what was shown."""
        typed: Iterator[str] = iter(lines)
        computer = MorrisComputer(tables=NoTables(), clock=SimulatedClock(), store=self.store)
        kept = self.store.last_unfinished() if go_on else None
        table = TerminalTable(self.store, MORRIS_GAME, computer, settings, kept=kept, start=start)
        shown = io.StringIO()
        console = Console(file=shown, width=110)

        def ask(prompt: Text) -> str:
            try:
                line = next(typed)
            except StopIteration:
                raise EOFError from None
            shown.write(f"{prompt}{line}\n")
            return line

        try:
            MorrisTerminal(table, console, ask).run()
        finally:
            computer.close()
        return shown.getvalue()

    @property
    def kept(self) -> GameRecord:
        kept = self.store.last_unfinished()
        assert kept is not None
        return kept.record


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "games.sqlite")


def test_the_computer_answers_every_turn_and_all_are_kept(evening: Evening):
    shown = evening.play("d6", "quit")
    assert "● black plays" in shown
    assert len(evening.kept.turns) == 2
    assert "turn 3" in evening.play(go_on=True)


def test_the_computer_begins_when_the_person_is_black(evening: Evening):
    assert "○ white plays" in evening.play(settings=TerminalSettings(level="1", white="engine", black="text"))
    assert len(evening.kept.turns) == 1


def test_undo_takes_back_the_answer_too_and_the_same_turn_gets_the_same_answer(evening: Evening):
    evening.play("d6")
    first = evening.kept
    evening.play("undo", go_on=True)
    assert evening.kept == new_game()
    evening.play("d6", go_on=True)
    assert evening.kept == first


def test_a_mill_asks_what_to_take_and_a_wrong_answer_plays_nothing(evening: Evening):
    opening = ("a1", "b2", "d1", "f6")
    shown = evening.play(*opening, "g1", "nothing", "g1", "a1", "g1", "xf6", settings=ALONE)
    assert "Which man do you take (b2, f6)?" in shown
    assert "was not played" in shown
    assert "no black man at a1" in shown
    assert evening.kept.position.black.bit_count() == 1
    assert evening.kept.side_to_move is Side.BLACK


@pytest.mark.parametrize("spelling", ["g1xb2", "g1 xb2", "g1 b2", "G1XB2", "g1, b2"])
def test_a_placing_with_capture_may_be_spelled_in_many_ways(evening: Evening, spelling: str):
    evening.play("a1", "b2", "d1", "f6", spelling, settings=ALONE)
    assert evening.kept.position.black.bit_count() == 1


@pytest.mark.parametrize("spelling", ["d6-d5", "d6d5", "d6 d5", "d6 -> d5", "D6-D5"])
def test_a_step_may_be_spelled_in_many_ways(evening: Evening, spelling: str):
    start = new_game(start=position("d6 a1 g1 c3", "f4 b2 d1 e5"))
    evening.play(spelling, settings=ALONE, start=start)
    assert evening.kept.position.side_to_move is Side.BLACK


def test_what_cannot_be_is_a_sentence_and_changes_nothing(evening: Evening):
    shown = evening.play(
        "d6", "d6", "h9", "d9", "a1-d1", "sing", "level 12", "level high", "", "undo", settings=ALONE
    )
    assert "The point d6 is not free." in shown
    assert "neither a turn nor a command" in shown
    assert "There is no point 'd9'" in shown
    assert "No man may move yet" in shown
    assert "There is no level '12'" in shown
    assert "There is no level 'high'" in shown
    assert evening.kept == new_game()


def test_who_gives_up_has_lost_and_may_take_it_back(evening: Evening):
    shown = evening.play("d6", "resign", "resign", "take it back", settings=ALONE)
    assert "White wins: the opponent has given up." in shown
    assert "The game is over already." in shown
    assert evening.kept == new_game()


def test_hints_analysis_moves_and_position_change_nothing(evening: Evening):
    start = new_game(start=position("a1 d2 g4 b6", "a7 f6 c5 e3"))
    shown = evening.play("hint", "analyse", "moves", "fen", "help", "level", settings=ALONE, start=start)
    assert "Try " in shown
    assert "best turns of white" in shown
    assert "a1-d1 a1-a4" in shown
    assert " w m s 4 0 4 0" in shown
    assert "take back your last turn" in shown
    assert evening.kept == start


def test_who_directs_chooses_every_turn_and_may_stop_doing_so(evening: Evening):
    evening.play("d6", "f4", settings=ALONE)
    assert len(evening.kept.turns) == 2
    evening.play("level 1", "director", "b4", settings=ALONE, go_on=True)
    assert len(evening.kept.turns) == 4


def test_a_number_of_the_list_and_the_papers_pairs_are_turns_too(evening: Evening):
    start = new_game(start=position("a1 d2 g4 b6", "a7 f6 c5 e3"))
    evening.play("analyse", "2", settings=ALONE, start=start)
    assert len(evening.kept.turns) == 1
    shown = evening.play("1", "1/0", settings=ALONE)
    assert "list" in shown, "nothing was listed yet"
    assert evening.kept.position.on_point(8) is Side.WHITE


def test_swapped_sides_let_the_computer_move(evening: Evening):
    evening.play("swap")
    assert len(evening.kept.turns) == 1


def test_a_finished_game_says_how_it_ended_and_counts_for_the_match(evening: Evening):
    start = new_game(start=position("a1 d1 g4", "a7 b2 c5"))
    shown = evening.play("g4-g1xa7", settings=TerminalSettings(level="adaptive"), start=start)
    assert "White wins" in shown
    assert evening.store.last_unfinished() is None
    assert evening.store.person_scores(level="adaptive") == [1.0]


def test_a_finished_game_taken_back_no_longer_counts(evening: Evening):
    start = new_game(start=position("a1 d1 g4", "a7 b2 c5"))
    shown = evening.play(
        "g4-g1xa7", "a1", "hint", "undo", settings=TerminalSettings(level="adaptive"), start=start
    )
    assert "The game is over" in shown
    assert evening.store.person_scores(level="adaptive") == []
    assert evening.kept == start


def test_a_new_game_leaves_the_old_one_in_the_file(evening: Evening):
    evening.play("d6", "new", settings=ALONE)
    assert evening.kept == new_game()
    assert len(evening.store.load(1).record.turns) == 1


def test_an_exported_game_can_be_read_again(evening: Evening, tmp_path: Path):
    path = tmp_path / "game.txt"
    shown = evening.play("d6", "f4", "export", f"export {path}", f"export {path}", settings=ALONE)
    assert "1. d6 f4" in shown
    assert game_from_text(path.read_text(encoding="utf-8")) == evening.kept
    assert "not overwritten" in " ".join(shown.split())  # wherever the line was broken


def test_an_exported_game_is_gone_on_with_after_import(evening: Evening, tmp_path: Path):
    path = tmp_path / "game.txt"
    evening.play("d6", "f4", f"export {path}", "new", f"import {path}", "b4", settings=ALONE)
    assert len(evening.kept.turns) == 3
    assert evening.kept.undo() == game_from_text(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot be read"),
        ("1. d6 d6", "Turn 2, d6"),
        ('[Flying "no"]\n\n1. d6', "other rules"),
        ("\N{LATIN SMALL LETTER E WITH ACUTE}", "cannot be read"),
    ],
)
def test_a_file_without_such_a_game_is_a_sentence(
    evening: Evening, tmp_path: Path, text: str | None, says: str
):
    path = tmp_path / "game.txt"
    if text is not None:
        path.write_text(text, encoding="latin-1")
    shown = evening.play("d6", "import", f"import {path}", settings=ALONE)
    assert says in " ".join(shown.split())
    assert "Say which file" in shown
    assert len(evening.kept.turns) == 1


def test_perfect_without_tables_admits_that_it_is_not(evening: Evening):
    assert "can lose" in evening.play("level perfect")
    assert "can lose" in evening.play(settings=TerminalSettings(level="10"))
    assert "can lose" not in evening.play("level 9")


def test_an_engine_that_fails_costs_no_turn(evening: Evening, tmp_path: Path):
    path = tmp_path / "engine.py"
    path.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    print({'uci': 'uciok', 'isready': 'readyok'}.get(line.strip(), ''), flush=True)\n"
        "    if line.startswith('go'):\n"
        "        sys.exit(1)\n"
    )
    settings = TerminalSettings(engine=f"{sys.executable} {path}", level="3")
    with pytest.raises(EngineError, match="has ended"):
        evening.play("d6", settings=settings)
    assert len(evening.kept.turns) == 1


def test_the_board_shows_men_by_shape_the_last_turn_and_who_sits_where(evening: Evening):
    shown = evening.play("a1", "b2", "d1", "f6", "g1xb2", settings=ALONE)
    last = shown.rsplit("7  ", 1)[1]
    assert last.count("○") - 1 == 3, "three white men, and one in the legend"
    assert "×" in last
    assert "6 in hand" in last
    assert "director" in last


@pytest.mark.parametrize(
    ("typed", "level"), [("3", "3"), ("perfect", "10"), ("CHILD", "0"), (" adaptive", "adaptive")]
)
def test_levels_have_numbers_and_names(evening: Evening, typed: str, level: str):
    computer = MorrisComputer(tables=NoTables(), clock=SimulatedClock(), store=evening.store)
    assert computer.level_from(typed) == level


@pytest.mark.parametrize("typed", ["11", "-1", "", "best", "9999999"])
def test_other_levels_are_refused(evening: Evening, typed: str):
    computer = MorrisComputer(tables=NoTables(), clock=SimulatedClock(), store=evening.store)
    with pytest.raises(LudensError, match="There is no level"):
        computer.level_from(typed)
