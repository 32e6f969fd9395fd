"""Finds the first place where two values differ, in words."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.messages import field_names


def first_difference(was: Any, now: Any, *, tolerance: float = 0.0, where: str = "it") -> str | None:
    """Say where and how `now` differs from `was`; None if no number differs by more than the tolerance."""
    if isinstance(was, (bool, np.bool_)) or isinstance(now, (bool, np.bool_)):
        return None if was == now else _sentence(where, was, now)
    if isinstance(was, (int, float, np.number)) and isinstance(now, (int, float, np.number)):
        return None if _close(float(was), float(now), tolerance) else _sentence(where, was, now)
    if isinstance(was, np.ndarray) and isinstance(now, np.ndarray):
        return _array_difference(was, now, tolerance, where)
    if type(was).__name__ != type(now).__name__:
        return f"{where} was a {type(was).__name__}, is a {type(now).__name__}"
    if (names := field_names(type(was))) is not None:
        parts = [(f"{where}.{name}", getattr(was, name), getattr(now, name, None)) for name in names]
    elif isinstance(was, (tuple, list)):
        if len(was) != len(now):
            return f"{where} had {len(was)} parts, has {len(now)}"
        parts = [(f"{where}[{index}]", *pair) for index, pair in enumerate(zip(was, now, strict=True))]
    elif isinstance(was, dict):
        if was.keys() != now.keys():
            return f"{where} had the keys {sorted(was)}, has {sorted(now)}"
        parts = [(f"{where}[{key!r}]", was[key], now[key]) for key in was]
    else:
        return None if was == now else _sentence(where, was, now)
    found = (first_difference(old, new, tolerance=tolerance, where=place) for place, old, new in parts)
    return next((sentence for sentence in found if sentence is not None), None)


def _array_difference(was: NDArray[Any], now: NDArray[Any], tolerance: float, where: str) -> str | None:
    if was.shape != now.shape or was.dtype != now.dtype:
        return f"{where} was {was.dtype} {was.shape}, is {now.dtype} {now.shape}"
    if np.array_equal(was, now):
        return None
    with np.errstate(invalid="ignore"):
        gaps = np.abs(was.astype(np.complex128) - now.astype(np.complex128))
    same = (was == now) | ((was != was) & (now != now)) | (gaps <= tolerance)
    if same.all():
        return None
    place = tuple(int(index) for index in np.argwhere(~same)[0])
    return _sentence(f"{where}{list(place)}", was[place], now[place])


def _close(was: float, now: float, tolerance: float) -> bool:
    return was == now or (math.isnan(was) and math.isnan(now)) or abs(was - now) <= tolerance


def _sentence(where: str, was: Any, now: Any) -> str:
    return f"{where} was {_shown(was)}, is {_shown(now)}"


def _shown(value: Any) -> str:
    text = repr(value.item() if isinstance(value, np.generic) else value)
    return text if len(text) <= 60 else f"{text[:57]}…"
