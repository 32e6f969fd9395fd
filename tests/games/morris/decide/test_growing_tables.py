from pathlib import Path
from threading import Event

from ludens.games.morris.decide.growing_tables import GrowingTables
from ludens.games.morris.rules import Position
from ludens.games.morris.solution.values import Result, Value
from tests.games.morris.samples import position

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
