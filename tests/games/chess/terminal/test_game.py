"""A game in the terminal, typed by a script; the file of games is what a restart finds."""

import io
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess
import pytest
from rich.console import Console
from rich.text import Text

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import SimulatedClock
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.rules.record import ChessRecord
from ludens.games.chess.terminal.game import ChessComputer, ChessTerminal
from ludens.games.chess.terminal.picture import board_text, moves_text
from ludens.table.kept_games import GameStore
from ludens.table.terminal_table import TerminalSettings, TerminalTable

EASY = TerminalSettings(level="1")
ALONE = TerminalSettings(black="text", level="5")


class Evening:
    """A person with a script, at a table whose games are kept in a file."""

    def __init__(self, path: Path) -> None:
        self.store = GameStore(path, CHESS_GAME)

    def play(
        self,
        *lines: str,
        settings: TerminalSettings = EASY,
        go_on: bool = False,
        start: ChessRecord | None = None,
    ) -> str:
        """Type these lines, then leave; returns what was shown."""
        typed: Iterator[str] = iter(lines)
        kept = self.store.last_unfinished() if go_on else None
        shown = io.StringIO()
        console = Console(file=shown, width=110)

        def ask(prompt: Text) -> str:
            try:
                line = next(typed)
            except StopIteration:
                raise EOFError from None
            shown.write(f"{prompt}{line}\n")
            return line

        with closing(ChessComputer(clock=SimulatedClock(), store=self.store)) as computer:
            table = TerminalTable(self.store, CHESS_GAME, computer, settings, kept=kept, start=start)
            ChessTerminal(table, console, ask).run()
        return shown.getvalue()

    def kept(self, number: int = 1) -> ChessRecord:
        return self.store.load(number).record


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "games.sqlite")


def test_scholars_mate_is_typed_and_ends_the_game(evening: Evening):
    shown = evening.play("e4", "e5", "Qh5", "Nc6", "Bc4", "g8f6", "Qxf7#", "e5", settings=ALONE)
    assert "White wins by checkmate." in shown
    assert "The game is over by checkmate." in shown
    assert len(evening.kept().moves) == 7


def test_the_computer_answers_and_the_next_evening_goes_on_where_this_one_ended(evening: Evening):
    shown = evening.play("e4", "d4")
    assert "black plays" in shown
    before = evening.kept()
    assert len(before.moves) in (2, 4)
    evening.play("nonsense", go_on=True)
    assert evening.kept() == before
    assert evening.store.load(1).settings == EASY.as_text()


def test_the_computer_begins_when_the_person_is_black(evening: Evening):
    evening.play(settings=TerminalSettings(white="engine", black="text", level="1"))
    assert len(evening.kept().moves) == 1


def test_what_is_wrong_is_said_and_changes_nothing(evening: Evening):
    shown = evening.play("e5", "Nd5", "0-0", "frob", "level 99", "takeback", "import", "import /nowhere.pgn")
    for said in (
        "None of your pawns can go to e5.",
        "None of your knights can go to d5.",
        "Your own knight stands on g1.",
        "'frob' is neither a move nor a command",
        "There is no level '99'",
        "There is no move to take back.",
        "Say which file",
        "/nowhere.pgn cannot be read: No such file or directory.",
    ):
        assert said in shown
    assert evening.kept().moves == ()


def test_taking_back_swapping_hints_and_the_game_as_pgn(evening: Evening, tmp_path: Path):
    file = tmp_path / "game.pgn"
    start = ChessRecord("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    shown = evening.play(
        "hint", "analyse", "Rd7", "undo", "fen", "moves", f"export {file}", f"export {file}", "swap",
        start=start,
    )  # fmt: skip
    assert "Try Rd8#: it mates at once." in shown
    assert "mate in 1" in shown
    assert "Took back 2 moves." in shown
    assert "Rd8#" in shown
    assert "exists already" in shown
    assert '[FEN "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"]' in file.read_text()
    again = evening.play(f"import {file}", "Rd8#", settings=ALONE)
    assert "White wins by checkmate." in again


def test_resigning_ends_the_game_and_taking_back_goes_on(evening: Evening):
    shown = evening.play("e4", "resign", "resign", "takeback", settings=ALONE)
    assert "White wins by resignation." in shown
    assert "The game is over already." in shown
    assert evening.kept() == ChessRecord()


def test_nobody_need_play(evening: Evening):
    start = ChessRecord("7k/5Q2/8/6K1/8/8/8/8 w - - 90 1")
    shown = evening.play(settings=TerminalSettings(white="engine", level="0"), start=start)
    assert evening.kept().ending is not None
    assert "'undo', 'new' or 'quit'?" in shown


def test_an_engine_that_is_not_there_is_refused_at_once(evening: Evening):
    with pytest.raises(LudensError, match="There is no engine 'no-such-engine'"):
        evening.play(settings=TerminalSettings(engine="no-such-engine", level="5"))


def test_the_board_is_drawn_from_either_side_and_moves_are_numbered():
    board = chess.Board()
    for san in ("e4", "e5", "Nf3"):
        board.push_san(san)
    lines = board_text(board, figures=False).plain.splitlines()
    assert lines[0].split() == ["8", "r", "n", "b", "q", "k", "b", "n", "r"]
    assert board_text(board, below=chess.BLACK, figures=False).plain.splitlines()[0].split()[:2] == ["1", "R"]
    assert moves_text(board) == "1. e4 e5 2. Nf3"
    black_first = chess.Board("4k3/8/8/8/8/8/8/4K3 b - - 0 5")
    black_first.push_san("Kd7")
    black_first.push_san("Kd1")
    assert moves_text(black_first) == "5... Kd7 6. Kd1"


def test_the_computer_can_stay_a_match_for_the_person(evening: Evening):
    shown = evening.play("level adaptive", "e4", "level", settings=EASY)
    assert "You play against the computer, a match for you." in shown
    assert re.search(r"Level \d+ \(\w+\): ", shown)
