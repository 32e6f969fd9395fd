"""How loops over numbers are compiled: over pixels, remembered points, rays.

Numba compiles at the first call and keeps the result beside the source file, so later processes load it in
milliseconds. The compiled code runs without the interpreter lock: vision in its own thread never delays
control. A compiled function may call only compiled functions of its own file, because the kept result is
renewed when that file changes, not when another does.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def compiled(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Compile a function over numpy arrays; it calculates as numpy does (1 / 0 is infinite)."""
    compile_lazily = numba.njit(cache=True, nogil=True, error_model="numpy")
    return cast(Callable[_Arguments, _Result], compile_lazily(function))
