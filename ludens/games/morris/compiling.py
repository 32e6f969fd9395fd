"""How loops over positions are compiled.

Numba compiles at the first call and keeps the result beside the source file, so that later processes load it
in milliseconds. What is kept is renewed when its own file changes, not when a file does whose compiled
functions it calls; so whoever calls such functions names their modules, and those are watched too.

Where one compiled function calls another with a constant, Numba by itself would compile it again for that
very number; here a constant is a number like others, because the first call of all takes seconds as it is.
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba import types

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def compiled(
    *uses: ModuleType,
) -> Callable[[Callable[_Arguments, _Result]], Callable[_Arguments, _Result]]:
    """Compile a function over numbers and numpy arrays that calls compiled functions of `uses`."""

    def decorate(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
        dispatcher: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
        dispatcher.get_call_template = _for_any_number(dispatcher.get_call_template)
        if uses:
            kept = dispatcher._cache._cache_file
            kept._source_stamp = (kept._source_stamp, *(_stamp(module) for module in uses))
        return cast(Callable[_Arguments, _Result], dispatcher)

    return decorate


def _for_any_number(resolve: Callable[..., Any]) -> Callable[..., Any]:
    without_value: Callable[[Any], Any] = types.unliteral

    def resolve_for_any_number(positional: Iterable[Any], named: Mapping[str, Any]) -> Any:
        return resolve(
            tuple(without_value(kind) for kind in positional),
            {name: without_value(kind) for name, kind in named.items()},
        )

    return resolve_for_any_number


def _stamp(module: ModuleType) -> str:
    assert module.__file__ is not None
    return sha256(Path(module.__file__).read_bytes()).hexdigest()
