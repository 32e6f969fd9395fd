"""Finds the numbers inside any value, so that every field of every message can be plotted.

A number is named by the way to it: `odometry_from_robot.x_m`, `ranges_m[3]`, and "" for a plain number.
"""

import math
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from ludens.messages import field_names

LONGEST_LIST = 32  # numbers of one list or array that are offered; nobody plots the pixels of an image
DEEPEST = 4

_STEP = re.compile(r"\.?([A-Za-z_]\w*)|\[(\d+)\]")


def numbers_in(value: Any) -> list[str]:
    """Names of all numbers in a value, in order of declaration."""
    return list(_names(value, "", DEEPEST))


def number_in(value: Any, name: str) -> float | None:
    """The number of that name; None where the value has none now."""
    for attribute, index in _STEP.findall(name):
        try:
            value = getattr(value, attribute) if attribute else value[int(index)]
        except (AttributeError, IndexError, TypeError):
            return None
    return float(value) if _is_number(value) and math.isfinite(value) else None


def _names(value: Any, prefix: str, depth: int) -> Iterator[str]:
    if _is_number(value):
        yield prefix
    elif depth == 0:
        return
    elif (fields := field_names(type(value))) is not None:
        for field in fields:
            if prefix or field != "time_s":
                name = f"{prefix}.{field}" if prefix else field
                yield from _names(getattr(value, field), name, depth - 1)
    elif isinstance(value, (tuple, list, np.ndarray)) and len(value) <= LONGEST_LIST:
        for index, part in enumerate(value):
            yield from _names(part, f"{prefix}[{index}]", depth - 1)


def _is_number(value: Any) -> bool:
    return isinstance(value, (bool, int, float, np.number, np.bool_))
