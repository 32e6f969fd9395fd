"""The one entrance from sources to modules: messages are checked here and left with cyclers that read them.

What has to be looked up for a kind of message of a source is looked up at its first arrival, and all numbers
of a delivery are checked by one sum: a finite sum has finite parts.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from ludens.core.contract.driver import Delivery
from ludens.core.contract.keys import delivered_key
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.finite import NOT_AS_DECLARED, is_finite, total_of
from ludens.core.runtime.scheduler import Scheduler
from ludens.messages import Message


class _Way(NamedTuple):
    """Of one kind of message from one source: its key, the sum of its numbers, and where it is left."""

    key: str
    total: Callable[[Message], float]
    leave: tuple[Callable[[Message], None], ...]


class Entrance:
    """Takes in the deliveries of a run. `refuse` is called with the key of a message that is not finite."""

    def __init__(self, scheduler: Scheduler, refuse: Callable[[str], None]) -> None:
        self._scheduler = scheduler
        self._refuse = refuse
        self._ways: dict[tuple[str, str], dict[type[Message], _Way]] = {}  # by robot and source

    def take_in(self, delivery: Delivery) -> list[Keyed]:
        """Return the messages without NaN and infinite values, posted to cyclers that read them.

        The cyclers that a delivery drives get the returned messages with their cycle instead.
        """
        place = delivery.robot, delivery.source
        ways = self._ways.get(place)
        if ways is None:
            ways = self._ways[place] = {}
        entering = [
            (ways.get(type(message)) or self._way(delivery, message), message)
            for message in delivery.messages
        ]
        try:
            total = 0.0
            for way, message in entering:
                total += way.total(message)
            is_sound = math.isfinite(total)
        except NOT_AS_DECLARED:
            is_sound = False
        if not is_sound:
            entering = [entry for entry in entering if self._may_enter(*entry)]
        for way, message in entering:
            for leave in way.leave:
                leave(message)
        return [(way.key, message) for way, message in entering]

    def _may_enter(self, way: _Way, message: Message) -> bool:
        if is_finite(message):
            return True
        self._refuse(way.key)
        return False

    def _way(self, delivery: Delivery, message: Message) -> _Way:
        kind = type(message)
        key = delivered_key(delivery.robot, delivery.source, kind)
        driven = self._scheduler.driven_by(delivery)
        way = _Way(key, total_of(kind), self._scheduler.mailboxes_of(key, but_not_of=driven))
        self._ways[delivery.robot, delivery.source][kind] = way
        return way
