"""Which tests run in the same worker, and which files come first.

Two workers that take turns at the tests of one file both compile what it uses and both make what its tests
share. A worker that has the whole file does that once, and the other has another file meanwhile. The longest
files come first, so that at the end no worker waits long for the other.
"""

from collections.abc import Sequence

import pytest
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

SHARING_FOLDERS = ("tests/games/morris/solution",)
"""Folders whose files share what is slow to make."""

LONGEST_FIRST = (
    "tests/studio/test_morris_browser.py",
    "tests/studio/test_browser.py",
    "tests/games/morris/experiments/test_walk.py",
    "tests/games/morris/solution/",
    "tests/studio/test_chess_browser.py",
    "tests/games/passing/test_env.py",
    "tests/games/passing/test_play.py",
    "tests/games/morris/experiments/test_hands.py",
    "tests/speech/test_recognisers.py",
    "tests/games/chess/test_faults.py",
    "tests/test_documentation.py",
    "tests/test_examples.py",
    "tests/games/morris/test_faults.py",
    "tests/games/morris/test_play.py",
    "tests/games/morris/see/test_scanning_faults.py",
    "tests/games/chess/",
    "tests/workbench/",
    "tests/experiments/",
    "tests/games/morris/",
    "tests/cli/",
)
"""Beginnings of the paths of files that take long, the longest first, measured in seconds of a processor."""


def longest_first(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The same tests; files named above before all others, otherwise as they were."""

    def rank(item: pytest.Item) -> int:
        ranks = (number for number, start in enumerate(LONGEST_FIRST) if item.nodeid.startswith(start))
        return next(ranks, len(LONGEST_FIRST))

    return sorted(items, key=rank)


class WholeFiles(LoadFileScheduling):  # type: ignore[misc]
    """Gives whole files to the workers, in the order in which they come; some folders go as one."""

    def _split_scope(self, nodeid: str) -> str:
        for folder in SHARING_FOLDERS:
            if nodeid.startswith(f"{folder}/"):
                return folder
        return str(super()._split_scope(nodeid))
