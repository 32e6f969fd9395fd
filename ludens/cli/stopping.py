"""How a command that serves ends: by Ctrl-C, a polite kill or a time limit, always in order."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Timer


@contextmanager
def stopped_by_signals(*, after_s: float | None) -> Iterator[Event]:
    """An event set by Ctrl-C, a polite kill or a time limit, so that what is open is closed in any case."""
    stop = Event()
    timer = Timer(after_s, stop.set) if after_s is not None else None
    names = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(name, lambda *_: stop.set()) for name in names]
    try:
        if timer is not None:
            timer.start()
        yield stop
    finally:
        if timer is not None:
            timer.cancel()
        for name, handler in zip(names, before, strict=True):
            signal.signal(name, handler)
