"""How the tests are shared among workers."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.whole_files import LONGEST_FIRST, longest_first

ROOT = Path(__file__).parents[1]


def test_the_files_that_are_named_as_long_exist() -> None:
    assert [path for path in LONGEST_FIRST if not (ROOT / path).exists()] == []


def test_long_files_come_first_and_the_order_within_a_file_stays() -> None:
    names = [
        "tests/core/test_task.py::one",
        f"{LONGEST_FIRST[1]}::b",
        f"{LONGEST_FIRST[1]}::a",
        f"{LONGEST_FIRST[0]}::z",
    ]
    items = [cast(pytest.Item, SimpleNamespace(nodeid=name)) for name in names]
    assert [item.nodeid for item in longest_first(items)] == [names[3], names[1], names[2], names[0]]
