"""Messages that people hand to a robot: orders and words, from a terminal, a page or a recogniser.

They are delivered like a sensor's readings, so they are recorded and replayed, and modules stay pure.
"""

from collections import deque
from threading import Lock

from msgspec import structs

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Delivery, Driver, DriverWrapper, Source
from ludens.core.errors import LudensError, did_you_mean
from ludens.core.runtime.clock import seconds
from ludens.messages import Message

SELDOM_S = 3600.0
"""No fixed period: delivered as it arrives, never dropped."""


class InboxDriver(DriverWrapper):
    """Adds a source to every robot of another driver, which delivers what is handed in.

    May be handed in from any thread, also before the first delivery. It travels with the driver's own time.
    """

    def __init__(self, driver: Driver, capability: Capability, *, source: str = "inbox") -> None:
        self._source = Source(source, SELDOM_S, (capability,))
        super().__init__(driver, sources=(self._source,))
        self._handed: deque[tuple[str, Message]] = deque()
        self._coming: deque[Delivery] = deque()
        self._lock = Lock()

    def hand(self, robot: str, message: Message) -> None:
        """Let a robot have a message; its time becomes that of its delivery."""
        names = [one.name for one in self.robots]
        if robot not in names:
            raise LudensError(f"There is no robot called '{robot}' here; {did_you_mean(robot, names)}")
        if type(message) not in self._source.delivers():
            taken = ", ".join(kind.__name__ for kind in self._source.delivers())
            raise LudensError(f"The {self._source.name} takes {taken}, not {type(message).__name__}.")
        with self._lock:
            self._handed.append((robot, message))

    def next_delivery(self) -> Delivery | None:
        """The driver's next delivery; before it, messages that were handed in."""
        if not self._coming:
            delivery = self.driver.next_delivery()
            if delivery is None:
                return None
            with self._lock:
                handed, self._handed = self._handed, deque()
            for robot, message in handed:
                timed = structs.replace(message, time_s=seconds(delivery.time_ns))
                self._coming.append(Delivery(delivery.time_ns, robot, self._source.name, (timed,)))
            self._coming.append(delivery)
        return self._coming.popleft()
