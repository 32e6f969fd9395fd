"""How loops over positions are compiled.

Numba compiles at the first call and keeps the result beside the source file, so that later processes load it
in milliseconds. What is kept is renewed when its own file changes, not when a file does whose compiled
functions it calls; so whoever calls such functions names their modules, and those are watched too.
"""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, ParamSpec, TypeVar, cast

import numba

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def compiled(
    *uses: ModuleType,
) -> Callable[[Callable[_Arguments, _Result]], Callable[_Arguments, _Result]]:
    """Compile a function over numbers and numpy arrays that calls compiled functions of `uses`."""

    def decorate(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
        dispatcher = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
        if uses:
            kept = cast(Any, dispatcher)._cache._cache_file
            kept._source_stamp = (kept._source_stamp, *(_stamp(module) for module in uses))
        return cast(Callable[_Arguments, _Result], dispatcher)

    return decorate


def _stamp(module: ModuleType) -> str:
    assert module.__file__ is not None
    return sha256(Path(module.__file__).read_bytes()).hexdigest()
