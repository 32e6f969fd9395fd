"""Shows every message of a run as a debug stream under its key: anything can be watched and plotted."""

from collections.abc import Sequence
from operator import itemgetter

from ludens.core.contract.debug import DebugHub, Stream
from ludens.core.contract.driver import Delivery
from ludens.core.contract.keys import delivered_key
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.messages import Fault, Message

FAULTS_PATH = "faults"

_key = itemgetter(0)


class MessageStreams:
    """An observer that publishes to the debug hub; costs next to nothing while nobody watches.

    The time of a publication is that of the delivery or cycle, as for all other streams: what a module drew
    of a message has the same time as the message itself.
    """

    def __init__(self, hub: DebugHub) -> None:
        self._hub = hub
        self._streams: dict[str, Stream] = {}
        self._known: set[str] = set()  # the keys of the streams: asked for every message
        self._delivered: dict[tuple[str, str], set[type[Message]]] = {}  # known types, by robot and source

    def on_delivery(self, delivery: Delivery) -> None:
        """Publish what arrived."""
        robot, source = delivery.robot, delivery.source
        delivered = self._delivered.get((robot, source))
        if delivered is None:
            delivered = self._delivered[robot, source] = set()
        if not self._hub.is_watched and delivered.issuperset(map(type, delivery.messages)):
            return
        delivered.update(map(type, delivery.messages))
        self._publish(
            [(delivered_key(robot, source, type(message)), message) for message in delivery.messages],
            delivery.time_ns,
        )

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Publish what was produced."""
        self._publish(outputs, time_ns)

    def on_fault(self, fault: Fault) -> None:
        """Publish what went wrong."""
        self._publish([(FAULTS_PATH, fault)], nanoseconds(fault.time_s))

    def close(self) -> None:
        """Nothing to let go of."""

    def _publish(self, keyed: Sequence[Keyed], time_ns: int) -> None:
        if not self._hub.is_watched and self._known.issuperset(map(_key, keyed)):
            return
        for key, message in keyed:
            stream = self._streams.get(key)
            if stream is None:
                stream = self._streams[key] = self._hub.stream(key, "message")
                self._known.add(key)
            if stream.watchers:
                self._hub.tell(stream, seconds(time_ns), message)
