"""A studio in a process of its own, for programs that look at its pages: benchmarks and pictures of pages."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

END_S = 60.0


class StudioDidNotStartError(Exception):
    """The process ended before it said where its page is."""


@dataclass(frozen=True, slots=True)
class ServedStudio:
    """A studio that listens."""

    address: str
    process_id: int


@contextmanager
def served_studio(folder: Path, *words: str) -> Iterator[ServedStudio]:
    """Run `ludens WORDS` on any free port, with a folder for what it writes; end it afterwards."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ludens.cli.main", *words, "--port", "0"],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            found = re.search(r"http://\S+", line)
            if found is not None:
                break
        else:
            raise StudioDidNotStartError(f"`ludens {' '.join(words)}` ended and said: {''.join(said)}")
        yield ServedStudio(found[0], process.pid)
    finally:
        process.terminate()
        try:
            process.communicate(timeout=END_S)
        except subprocess.TimeoutExpired:  # on a machine that is too busy to let it say goodbye
            process.kill()
            process.communicate()
