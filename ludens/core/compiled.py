"""How loops over numbers are compiled: over pixels, remembered points, rays, positions of a game.

Numba compiles at the first call and keeps the result beside the source file, so later processes load it in
milliseconds. The compiled code runs without the interpreter lock: vision in its own thread never delays
control. What is kept is renewed when its own file changes, not when another does; so a function decorated
with `compiled` may call only compiled functions of its own file, and one that calls those of other files
names their modules with `compiled_using`.

Where one compiled function calls another with a constant, Numba by itself would compile it again for that
very number; here a constant is a number like others, because the first call of all takes seconds as it is.
"""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_Number = TypeVar("_Number", bound=np.generic)


def compiled(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Compile a function over numpy arrays; it calculates as numpy does (1 / 0 is infinite)."""
    dispatcher: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    dispatcher.get_call_template = _for_any_number(dispatcher.get_call_template)
    return cast(Callable[_Arguments, _Result], dispatcher)


def compiled_using(
    *modules: ModuleType,
) -> Callable[[Callable[_Arguments, _Result]], Callable[_Arguments, _Result]]:
    """Compile a function that uses compiled functions or constants of these modules; they are watched too.

    Name also the modules that those use in turn.
    """

    def decorate(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
        dispatcher = compiled(function)
        kept = cast(Any, dispatcher)._cache._cache_file
        kept._source_stamp = (kept._source_stamp, *(_stamp(module) for module in modules))
        return dispatcher

    return decorate


def read_only(array: NDArray[_Number]) -> NDArray[_Number]:
    """Return the same array, read-only.

    What is compiled for arrays of one kind is compiled again for the other, and pictures come as both.
    """
    if not array.flags.writeable:
        return array
    seen = array.view()
    seen.flags.writeable = False
    return seen


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
