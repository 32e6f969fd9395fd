"""Small parts that Foxglove's forms share."""

from typing import Any

from ludens.core.recording.numbers import unpack_number
from ludens.core.runtime.clock import NANOSECONDS, nanoseconds

Plain = dict[str, Any]

_LATEST_S = 4e9  # seconds are an unsigned 32-bit number


def stamp(time_s: float) -> Plain:
    """A moment in Foxglove's form, which knows none before zero."""
    time_ns = nanoseconds(time_s) if 0.0 <= time_s < _LATEST_S else 0
    return {"sec": time_ns // NANOSECONDS, "nsec": time_ns % NANOSECONDS}


def vector(values: tuple[float, float, float]) -> Plain:
    """Three numbers with names."""
    x, y, z = values
    return {"x": x, "y": y, "z": z}


def quaternion(values: tuple[float, float, float, float]) -> Plain:
    """(w, x, y, z) with names."""
    w, x, y, z = values
    return {"x": x, "y": y, "z": z, "w": w}


def numbers(plain: Plain, names: str) -> Any:
    """The named numbers again, as a tuple."""
    return tuple(unpack_number(plain[name]) for name in names)


def exact_time_s(plain: Plain) -> float:
    """The time of our message; Foxglove's own is rounded to nanoseconds."""
    time_s: float = unpack_number(plain["time_s"])
    return time_s
