"""Numbers and positions that people type, in both games: whatever it is, the answer is a sentence."""

import io
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import chess
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import SimulatedClock
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.decide.uci import information_from
from ludens.games.chess.terminal.game import ChessComputer, ChessTerminal
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.decide.tables import NoTables
from ludens.games.morris.solution.solve import chosen_stages
from ludens.games.morris.solution.stages import SolutionError
from ludens.games.morris.terminal.game import MorrisComputer, MorrisTerminal
from ludens.table.board_game import BoardGame
from ludens.table.kept_games import GameStore
from ludens.table.lineup import Lineup, TablePlayOptions
from ludens.table.terminal import TerminalGame
from ludens.table.terminal_table import ComputerPlayer, TerminalSettings, TerminalTable
from ludens.table.uci import UciOption

GAMES: tuple[BoardGame[Any, Any], ...] = (CHESS_GAME, MORRIS_GAME)
ODD = ("²", "௫", "-1", "9" * 5000, "1_0", "+3", "1e3", "nan", "\0", "½", "1/²", "e²", "٣", "0x1", "𝟏")
START = {
    "chess": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "morris": "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1",
}
typed = st.text(max_size=40) | st.sampled_from(ODD) | st.text(st.sampled_from("²௫0189-abcx/ wkKQ*O@pms"))
by_game = pytest.mark.parametrize("game", GAMES, ids=["chess", "morris"])


@st.composite
def positions(draw: st.DrawFn) -> str:
    """A text, or a position of either game with one of its fields typed wrongly."""
    fields = START[draw(st.sampled_from(sorted(START)))].split()
    fields[draw(st.integers(0, len(fields) - 1))] = draw(typed)
    return " ".join(fields)


@by_game
@given(fen=positions() | typed)
@settings(max_examples=150, deadline=None)
@example("8/8/8/8/8/8/8/8 w - - 0 1")
@example("7k/8/8/8/8/8/8/RRRRRK2 w - - 0 " + "9" * 5000)
def test_a_position_is_read_or_refused_in_a_short_sentence(game: BoardGame[Any, Any], fen: str):
    refusal = ""
    try:
        assert game.fen(game.position(fen))
    except LudensError as error:
        refusal = str(error)
    assert len(refusal) < 400


@by_game
@given(level=typed, seed=typed)
@settings(max_examples=100, deadline=None)
def test_what_was_kept_of_a_level_is_read_or_the_usual_one(game: BoardGame[Any, Any], level: str, seed: str):
    kept = {"white": "person", "black": "engine", "level": level, "seed": seed}
    assert 0 <= Lineup.chosen(TablePlayOptions(), game, kept).level <= 10
    with suppress(LudensError):
        TerminalSettings.kept(kept, usual_level="5")


@given(text=typed)
@settings(max_examples=100, deadline=None)
def test_what_another_program_names_and_a_solver_is_asked_for_is_read_or_refused(text: str):
    option = UciOption.read(f"option name Hash type spin default 1 min {text} max {text}")
    information_from(chess.Board(), f"info depth {text} multipv {text} score cp {text} pv e2e4")
    with suppress(LudensError):
        (option or UciOption("Hash", "spin", 0, 9)).require(text, engine="another")
    with suppress(SolutionError):
        chosen_stages(text)


class Typist:
    """Types lines at a table where nobody else plays; the board is shown to nobody."""

    def __init__(self, name: str, folder: Path) -> None:
        game = CHESS_GAME if name == "chess" else MORRIS_GAME
        self._store: GameStore[Any] = GameStore(folder / f"{name}.sqlite", game)
        self._name, self._game = name, game

    def type(self, *lines: str) -> str:
        """All that is shown."""
        left: Iterator[str] = iter(lines)
        shown = io.StringIO()

        def ask(prompt: Text) -> str:
            with suppress(StopIteration):
                return next(left)
            raise EOFError

        computer: ComputerPlayer[Any, Any]
        terminal: type[TerminalGame[Any, Any]]
        if self._name == "chess":
            computer, terminal = ChessComputer(clock=SimulatedClock(), store=self._store), ChessTerminal
        else:
            computer = MorrisComputer(tables=NoTables(), clock=SimulatedClock(), store=self._store)
            terminal = MorrisTerminal
        with closing(computer):
            alone = TerminalSettings(black="text", level="1")
            table: TerminalTable[Any, Any] = TerminalTable(self._store, self._game, computer, alone)
            terminal(table, Console(file=shown, width=110), ask).run()
        return shown.getvalue()


@pytest.mark.parametrize("name", ["chess", "morris"])
@given(
    command=st.sampled_from(["level ", "", "", "undo ", "new ", "import ", "moves ", "fen ", "swap "]),
    text=typed,
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_typed_in_the_terminal_the_evening_goes_on(
    name: str, command: str, text: str, tmp_path: Path
):
    shown = Typist(name, tmp_path).type(command + text, "fen")
    assert shown.strip()


@pytest.mark.parametrize("name", ["chess", "morris"])
@pytest.mark.parametrize("text", ODD)
def test_an_odd_number_is_refused_as_level_and_as_turn(name: str, text: str, tmp_path: Path):
    shown = Typist(name, tmp_path).type(f"level {text}", text)
    assert "There is no level" in shown
