"""Shows every message of a run as a debug stream under its key: anything can be watched and plotted."""

from collections.abc import Sequence
from operator import itemgetter

from ludens.core.contract.debug import DebugHub, Stream
from ludens.core.contract.driver import Delivery
from ludens.core.contract.keys import delivered_key
from ludens.core.contract.observer import Keyed
from ludens.messages import Fault

FAULTS_PATH = "faults"

_key = itemgetter(0)


class MessageStreams:
    """An observer that publishes to the debug hub; costs next to nothing while nobody watches."""

    def __init__(self, hub: DebugHub) -> None:
        self._hub = hub
        self._streams: dict[str, Stream] = {}
        self._known: set[str] = set()  # the keys of the streams: asked for every message

    def on_delivery(self, delivery: Delivery) -> None:
        """Publish what arrived."""
        robot, source = delivery.robot, delivery.source
        self._publish(
            [(delivered_key(robot, source, type(message)), message) for message in delivery.messages]
        )

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Publish what was produced."""
        self._publish(outputs)

    def on_fault(self, fault: Fault) -> None:
        """Publish what went wrong."""
        self._publish([(FAULTS_PATH, fault)])

    def close(self) -> None:
        """Nothing to let go of."""

    def _publish(self, keyed: Sequence[Keyed]) -> None:
        if not self._hub.is_watched and self._known.issuperset(map(_key, keyed)):
            return
        for key, message in keyed:
            stream = self._streams.get(key)
            if stream is None:
                stream = self._streams[key] = self._hub.stream(key, "message")
                self._known.add(key)
            if stream.watchers:
                self._hub.tell(stream, message.time_s, message)
