"""Two machine instructions on bit masks that compiled code may use."""

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.extending import intrinsic


def _count_bits(_typing_context: Any, _mask: Any) -> Any:
    def generate_code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate_code


def _lowest_point(_typing_context: Any, _mask: Any) -> Any:
    def generate_code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate_code


# How many points a mask holds.
count_bits = cast(Callable[[int], int], intrinsic(_count_bits))
# The lowest point of a mask that is not empty.
lowest_point = cast(Callable[[int], int], intrinsic(_lowest_point))
