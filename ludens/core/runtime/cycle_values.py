"""The values of one cycle: one list in which every input of every module has its slot.

The list starts every cycle from its empty values, so a skipped module leaves nothing stale. What outlives a
cycle is told here: last cycle's values, histories, and what a skipped module has not seen yet.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ludens.core.contract.declaration import Kind
from ludens.core.contract.graph import Wire
from ludens.core.contract.time_series import TimeSeries
from ludens.messages import Message

REMEMBERED_MESSAGES = 1000  # of one key, for a module that waits for its other inputs

NO_VALUE = 0  # the slot of an optional input that nobody produces


@dataclass(slots=True)
class Place:
    """Where the values of one key go. Every `Since` has a slot of its own: each module waits alone."""

    current: int
    last: int | None = None
    since: list[int] = field(default_factory=list)
    history: int | None = None
    series: TimeSeries[Any] | None = None


class CycleValues:
    """Slots for the inputs of one cycler. First all slots are handed out, then cycles begin."""

    def __init__(self) -> None:
        self.slots: list[Any] = [None]
        self.places: dict[str, Place] = {}
        self._empty: list[Any] = [None]
        self._waiting: dict[int, tuple[Message, ...]] = {}
        self._looking_back: list[tuple[int, int]] = []  # slots of last cycle's value, and of the present one

    def place(self, key: str) -> Place:
        """Where the values of a key go."""
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = Place(self._new_slot(None))
        return place

    def slot(self, wire: Wire) -> int:
        """The slot in which an input finds its value."""
        if wire.key is None:
            return NO_VALUE
        place = self.place(wire.key)
        if wire.input.kind is Kind.LAST:
            if place.last is None:
                place.last = self._new_slot(None)
                self._looking_back.append((place.last, place.current))
            return place.last
        if wire.input.kind is Kind.SINCE:
            place.since.append(self._new_slot(()))
            return place.since[-1]
        if wire.input.kind is Kind.HISTORY:
            if place.history is None:
                place.series = TimeSeries()
                place.history = self._new_slot(place.series)
            return place.history
        return place.current

    def remembers(self, key: str) -> bool:
        """Whether some module asks for more than the newest value of a key."""
        place = self.places.get(key)
        return place is not None and (bool(place.since) or place.series is not None)

    def begin(self) -> list[Any]:
        """Empty every slot but those that look back, and return the list of the new cycle."""
        previous, self.slots = self.slots, self._empty.copy()
        for last, current in self._looking_back:
            self.slots[last] = previous[current]
        for slot, messages in self._waiting.items():
            self.slots[slot] = messages
        self._waiting.clear()
        return self.slots

    def put(self, place: Place, message: Message) -> None:
        """Let all who read a key in this cycle find a message."""
        slots = self.slots
        slots[place.current] = message
        for slot in place.since:
            slots[slot] += (message,)
        if place.series is not None:
            place.series.add(message)

    def keep(self, since_slots: Iterable[int]) -> None:
        """Remember for the next cycle what a skipped module did not get to see."""
        for slot in since_slots:
            if self.slots[slot]:
                self._waiting[slot] = self.slots[slot][-REMEMBERED_MESSAGES:]

    def _new_slot(self, empty: Any) -> int:
        self._empty.append(empty)
        self.slots.append(empty)
        return len(self._empty) - 1
