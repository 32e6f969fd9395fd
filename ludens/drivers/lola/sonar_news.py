"""Tells a new echo from an old one: LoLA repeats the sonars' last ranges in every map."""

import numpy as np

from ludens.drivers.lola.frames import Numbers
from ludens.drivers.lola.layout import PERIOD_NS

FIRE_EVERY_NS = 100_000_000  # the maker's period


class SonarNews:
    """A range is new when it differs, or when the sonars must have fired again meanwhile."""

    def __init__(self) -> None:
        self._ranges_m: Numbers | None = None
        self._told_ns = 0

    def is_new(self, ranges_m: Numbers, *, time_ns: int) -> bool:
        """Whether these ranges, of a map that came at `time_ns`, are worth a message."""
        fired_again = time_ns - self._told_ns > FIRE_EVERY_NS - PERIOD_NS // 2  # the nearest map counts
        if self._ranges_m is not None and not fired_again and np.array_equal(ranges_m, self._ranges_m):
            return False
        self._ranges_m, self._told_ns = ranges_m, time_ns
        return True
