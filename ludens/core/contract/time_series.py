"""A bounded history of one value, for looking up what was true at a given time."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Generic, TypeVar

from ludens.messages import Message

MOST_MESSAGES = 10_000  # however short the span they cover
FORGET_AT_ONCE = 32  # forgetting in batches keeps the cost of a step constant on average

MessageT = TypeVar("MessageT", bound=Message)


class TimeSeries(Generic[MessageT]):
    """Messages in order of `time_s`, the oldest forgotten once `span_s` is exceeded.

    A late message is sorted in where it belongs.
    """

    def __init__(self, span_s: float = 5.0) -> None:
        self._span_s = span_s
        self._times_s: list[float] = []
        self._messages: list[MessageT] = []

    def add(self, message: MessageT) -> None:
        """Put a message in its place in time."""
        position = bisect_right(self._times_s, message.time_s)
        self._times_s.insert(position, message.time_s)
        self._messages.insert(position, message)
        count = len(self._times_s)
        if count > MOST_MESSAGES or (
            count > 2 * FORGET_AT_ONCE and self._times_s[-1] - self._times_s[FORGET_AT_ONCE] > self._span_s
        ):
            del self._times_s[:FORGET_AT_ONCE], self._messages[:FORGET_AT_ONCE]

    @property
    def latest(self) -> MessageT | None:
        """The newest message."""
        return self._messages[-1] if self._messages else None

    def at_or_before(self, time_s: float) -> MessageT | None:
        """The newest message that is not younger than a time."""
        position = bisect_right(self._times_s, time_s)
        return self._messages[position - 1] if position else None

    def around(self, time_s: float) -> tuple[MessageT, MessageT, float] | None:
        """The messages before and after a time, and how far it lies between them (0 to 1).

        Outside the history both are the nearest end: the history knows nothing better.
        """
        if not self._messages:
            return None
        position = bisect_right(self._times_s, time_s)
        if position == 0:
            return self._messages[0], self._messages[0], 0.0
        if position == len(self._messages):
            return self._messages[-1], self._messages[-1], 0.0
        before_s, after_s = self._times_s[position - 1], self._times_s[position]
        fraction = (time_s - before_s) / (after_s - before_s)
        return self._messages[position - 1], self._messages[position], fraction

    def __iter__(self) -> Iterator[MessageT]:
        return iter(self._messages)

    def __len__(self) -> int:
        return len(self._messages)

    def __repr__(self) -> str:
        return f"TimeSeries of {len(self)}, latest {self.latest!r}"
