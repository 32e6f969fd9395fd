from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from ludens.core.errors import LudensError
from ludens.core.runtime.clock import SimulatedClock
from ludens.games.morris.decide.candidates import MorrisPlayer
from ludens.games.morris.decide.perfect import PerfectPlayer
from ludens.games.morris.decide.search import MorrisSearchPlayer
from ludens.games.morris.decide.tables import GrowingTables, build, open_tables
from ludens.games.morris.rules import GameRecord, Position, Side, new_game, start_position
from ludens.games.morris.solution.packing import DRAW
from ludens.games.morris.solution.table_file import RESULT, write_table
from ludens.games.morris.solution.tables import Tables
from ludens.table.search import SearchBudget
from ludens.table.values import Result, Value
from tests.games.morris.samples import position

EMPTY_BOARD = {"stage": "0-0+9-9", "content": RESULT, "positions": 1, "farthest": None}


def test_no_folder_means_no_knowledge():
    assert open_tables("").probe(start_position()) is None


def test_a_folder_that_is_missing_empty_or_broken_is_a_sentence(tmp_path: Path):
    with pytest.raises(LudensError, match="There is no folder"):
        open_tables(str(tmp_path / "missing"))
    with pytest.raises(LudensError, match="holds no tables"):
        open_tables(str(tmp_path))
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "3-3.results").write_text("no table")
    with pytest.raises(LudensError, match="cannot be read"):
        open_tables(str(broken))


def test_a_block_that_is_damaged_is_a_sentence_when_it_is_asked(tmp_path: Path):
    for name in ("sound", "damaged"):
        with ThreadPoolExecutor(1) as pool:
            counts = {"wins": 0, "draws": 1, "losses": 0}
            write_table(tmp_path / name, np.array([DRAW], np.uint8), {**EMPTY_BOARD, **counts}, pool)
    assert open_tables(str(tmp_path / "sound")).probe(start_position()) == Value(Result.DRAW)
    file = next((tmp_path / "damaged").iterdir())
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    with pytest.raises(LudensError, match="damaged"):
        open_tables(str(tmp_path / "damaged")).probe(start_position())


ENDING = position("a1 d1 g1", "a7 d7 g7")


class Marks:
    """Tables that know as much as there are files in the folder."""

    def __init__(self, folder: Path) -> None:
        self.count = len(list(folder.iterdir()))

    def probe(self, position: Position) -> Value | None:
        return Value(Result.WIN, self.count) if self.count else None


def mark(name: str):
    def build(folder: Path, stop: Event) -> None:
        (folder / name).touch()

    return build


def test_what_is_built_is_known_afterwards(tmp_path: Path):
    tables = GrowingTables(tmp_path, builds=[mark("one"), mark("two")], open_tables=Marks)
    assert tables.probe(ENDING) is None
    tables.start()
    tables.wait()
    assert tables.probe(ENDING) == Value(Result.WIN, 2)


def test_stopping_ends_a_build_and_begins_no_other(tmp_path: Path):
    begun = Event()

    def endless(folder: Path, stop: Event) -> None:
        begun.set()
        assert stop.wait(20.0)

    tables = GrowingTables(tmp_path, builds=[endless, mark("never")], open_tables=Marks)
    tables.start()
    assert begun.wait(20.0)
    tables.stop()
    assert not list(tmp_path.iterdir())


def test_a_build_that_fails_costs_nothing_of_what_was_there(tmp_path: Path):
    def failing(folder: Path, stop: Event) -> None:
        raise OSError("disk full")

    tables = GrowingTables(tmp_path, builds=[mark("one"), failing, mark("two")], open_tables=Marks)
    tables.start()
    tables.wait()
    assert tables.probe(ENDING) == Value(Result.WIN, 1)


def test_tables_that_never_started_can_be_stopped(tmp_path: Path):
    GrowingTables(tmp_path, builds=[], open_tables=Marks).stop()


BUDGET = SearchBudget(nodes=1)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    folder = tmp_path_factory.mktemp("endings")
    build(6, clock=SimulatedClock())(folder, Event())
    return Tables.open(folder)


def ending(seed: int) -> GameRecord:
    points = np.random.default_rng(seed).permutation(24)[:6]
    men = [sum(1 << int(point) for point in half) for half in (points[:3], points[3:])]
    return new_game(start=Position(men[0], men[1]))


def result(record: GameRecord, white: MorrisPlayer, black: MorrisPlayer) -> Result:
    """How white fares."""
    rng = np.random.default_rng(0)
    while record.outcome is None:
        player = white if record.side_to_move is Side.WHITE else black
        record = record.play(player.choose(record, rng).move)
    winner = record.outcome.winner
    return Result.DRAW if winner is None else Result.WIN if winner is Side.WHITE else Result.LOSS


@pytest.mark.parametrize("seed", range(12))
def test_perfect_play_from_both_sides_ends_as_the_tables_say(tables: Tables, seed: int):
    record = ending(seed)
    value = tables.probe(record.position)
    if value is not None and record.outcome is None:
        player = PerfectPlayer(tables, BUDGET)
        assert result(record, player, player) is value.result


@pytest.mark.parametrize("seed", range(6))
def test_the_perfect_player_never_does_worse_than_the_tables_say(tables: Tables, seed: int):
    record = ending(100 + seed)
    value = tables.probe(record.position)
    if value is not None and record.outcome is None:
        perfect, searcher = PerfectPlayer(tables, BUDGET), MorrisSearchPlayer(SearchBudget(depth=4))
        assert result(record, perfect, searcher) >= value.result
        assert result(record, searcher, perfect) <= value.result


def test_a_build_that_is_told_to_stop_leaves_nothing_wrong(tmp_path: Path):
    stop = Event()
    stop.set()
    build(6, clock=SimulatedClock())(tmp_path, stop)
    assert not Tables.open(tmp_path).stages
