"""A table that a robot learns is kept in a file: written as it learns, given back the next time."""

from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.drivers.learnt_table import LearntTableDriver
from ludens.messages.learning import KnownTable, LearntTable, QValue
from tests.core.paper_robot import PaperRobot, beats

LEARNT = (QValue((0.0, 1.0), "shoot 10", 62.5, 8), QValue((2.0, 0.0), "shoot 0", -100.0, 1))


def known(driver: LearntTableDriver) -> tuple[QValue, ...]:
    first = driver.next_delivery()
    assert first is not None
    assert first.source == "table"
    second = driver.next_delivery()
    assert second is not None
    assert second.source != "table"  # it is told once
    (told,) = first.messages
    assert isinstance(told, KnownTable)
    return told.values


def test_what_was_learnt_is_known_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "learnt" / "table.json"
    driver = LearntTableDriver(PaperRobot(beats(5)), path)
    assert known(driver) == ()
    driver.command("", LearntTable(time_s=1.0, values=LEARNT))
    assert known(LearntTableDriver(PaperRobot(beats(5)), path)) == LEARNT
    driver.command("", LearntTable(time_s=2.0))  # it has forgotten everything
    assert known(LearntTableDriver(PaperRobot(beats(5)), path)) == ()


def test_without_a_path_nothing_is_kept_and_a_damaged_file_is_refused(tmp_path: Path) -> None:
    driver = LearntTableDriver(PaperRobot(beats(5)), None)
    driver.command("", LearntTable(time_s=1.0, values=LEARNT))
    assert list(tmp_path.iterdir()) == []
    path = tmp_path / "table.json"
    path.write_text('{"format": "something else"}')
    with pytest.raises(LudensError, match=r"table\.json"):
        LearntTableDriver(PaperRobot(beats(5)), path)
