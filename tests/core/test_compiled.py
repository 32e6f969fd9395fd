"""Kept compiled code is renewed when a file changes whose functions it calls."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from ludens.core.compiled import read_only

USED = "from ludens.core.compiled import compiled\n\n@compiled\ndef answer():\n    return {}\n"
USING = """
import sys
from ludens.core.compiled import compiled_using
from sample_used import answer

@compiled_using({watched})
def twice():
    return 2 * answer()
"""
WITH_CONSTANTS = """
from ludens.core.compiled import compiled

@compiled
def add(first, second):
    return first + second

@compiled
def total(number):
    return add(0, add(number, 1)) + add(first=2, second=3)
"""


def load(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


def twice(folder: Path, answer: int, monkeypatch: pytest.MonkeyPatch, *, watched: bool) -> int:
    """What a fresh process would get from the two files, of which the first gives this answer."""
    (folder / "sample_used.py").write_text(USED.format(answer))
    (folder / "sample_using.py").write_text(
        USING.format(watched="sys.modules['sample_used']" if watched else "")
    )
    load(folder, "sample_used", monkeypatch)
    return int(load(folder, "sample_using", monkeypatch).twice())


def test_a_change_in_a_used_file_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert twice(tmp_path, 10, monkeypatch, watched=True) == 20
    assert list(tmp_path.glob("__pycache__/*.nbc")), "the result is kept"
    assert twice(tmp_path, 11, monkeypatch, watched=True) == 22


def test_without_naming_the_file_the_old_code_would_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Says why `compiled_using` exists; if this fails, Numba has learned to look by itself, and it may go."""
    assert twice(tmp_path, 10, monkeypatch, watched=False) == 20
    assert twice(tmp_path, 11, monkeypatch, watched=False) == 20


def test_constants_are_numbers_like_others_and_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "sample_constants.py").write_text(WITH_CONSTANTS)
    assert load(tmp_path, "sample_constants", monkeypatch).total(4) == 10
    assert len(list(tmp_path.glob("__pycache__/sample_constants.add-*.nbc"))) == 1


def test_a_picture_to_read_is_the_same_picture_and_its_owner_may_go_on_writing():
    picture = np.zeros((2, 3), dtype=np.uint8)
    seen = read_only(picture)
    with pytest.raises(ValueError, match="read-only"):
        seen[0, 0] = 1
    picture[0, 0] = 7
    assert seen[0, 0] == 7
