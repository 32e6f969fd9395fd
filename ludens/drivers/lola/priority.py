"""Asks the computer to let a real-time loop go first."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

LOWEST_REAL_TIME = 1  # before everything ordinary, after everything else that is real-time


@contextmanager
def real_time_priority() -> Iterator[bool]:
    """Let the calling thread go before ordinary programs for a while; False where the system forbids it."""
    try:
        before = os.sched_getscheduler(0), os.sched_getparam(0)
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(LOWEST_REAL_TIME))
    except (AttributeError, OSError):  # another system than Linux, or not allowed
        yield False
        return
    try:
        yield True
    finally:
        os.sched_setscheduler(0, *before)
