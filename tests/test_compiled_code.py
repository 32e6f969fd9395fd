"""Compiled code is kept; so whoever calls compiled functions of other files must watch those files."""

import importlib
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from numba.core.dispatcher import Dispatcher

ROOT = Path(__file__).parents[1]
MAKER = "from ludens.core.compiled import"
ROOMS = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "ludens").rglob("*.py"))
    if MAKER in path.read_text(encoding="utf-8")
]


def called(function: Dispatcher, found: set[Dispatcher]) -> set[Dispatcher]:
    """The compiled functions that one calls, and those that they call in turn."""
    for name in function.py_func.__code__.co_names:
        other = function.py_func.__globals__.get(name)
        if isinstance(other, Dispatcher) and other not in found:
            found.add(other)
            called(other, found)
    return found


@pytest.mark.parametrize("name", ROOMS)
def test_files_whose_functions_are_called_are_watched(name: str) -> None:
    for function in vars(importlib.import_module(name)).values():
        if not isinstance(function, Dispatcher) or function.py_func.__module__ != name:
            continue
        kept: Any = function
        stamp = kept._cache._cache_file._source_stamp
        watched = stamp if isinstance(stamp, tuple) else ()
        files = {sys.modules[other.py_func.__module__].__file__ for other in called(function, set())}
        for file in files - {sys.modules[name].__file__}:
            assert file is not None
            stands_as = sha256(Path(file).read_bytes()).hexdigest()
            assert stands_as in watched, f"{kept.__name__} calls functions of {file}: use `compiled_using`"
