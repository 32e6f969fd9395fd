"""Collects faults, so that nothing fails silently and nothing floods the log.

The same fault at the same place is told when it first happens and then once a second, with its count.
Faults are the same when their words are; the numbers in them may differ.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec import structs

from ludens.messages import Fault

REPEAT_AFTER_S = 1.0
REMEMBERED_FAULTS = 200
NUMBER = re.compile(r"\d+(\.\d+)?(e[+-]?\d+)?")

logger = logging.getLogger("ludens.faults")


@dataclass(slots=True)
class _Tally:
    count: int
    told_s: float


@dataclass(slots=True)
class FaultLog:
    """Takes faults, counts repetitions, passes on what a person should read."""

    tell: Callable[[Fault], None]
    faults: list[Fault] = field(default_factory=list)
    _tallies: dict[tuple[str, str, str], _Tally] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many faults there were, told or not."""
        return sum(tally.count for tally in self._tallies.values())

    def report(self, fault: Fault) -> None:
        """Note a fault."""
        words = (fault.where, NUMBER.sub("#", fault.what), fault.consequence)
        tally = self._tallies.setdefault(words, _Tally(0, float("-inf")))
        tally.count += 1
        if fault.time_s - tally.told_s < REPEAT_AFTER_S:
            return
        tally.told_s = fault.time_s
        if tally.count > 1:
            fault = structs.replace(fault, consequence=f"{fault.consequence} ({tally.count} times so far.)")
        self.faults.append(fault)
        del self.faults[:-REMEMBERED_FAULTS]
        logger.warning("%.2f s, %s: %s %s", fault.time_s, fault.where, fault.what, fault.consequence)
        self.tell(fault)
