"""Listeners to what a robot says: people in the room, a log of the game, the end of the run."""

from collections.abc import Callable, Mapping, Sequence

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Delivery, Driver, DriverWrapper
from ludens.core.runtime.clock import nanoseconds
from ludens.messages import Message

Listener = Callable[[Message], None]


class ListenerDriver(DriverWrapper):
    """Adds listeners to the robots of another driver; what they hear goes no further.

    A listener may be anything outside: a person of the simulated world, a loudspeaker, a file. `beside` has
    listeners that hear one robot only, by its name.
    """

    def __init__(
        self,
        driver: Driver,
        capability: Capability,
        listeners: Sequence[Listener],
        *,
        beside: Mapping[str, Sequence[Listener]] | None = None,
    ) -> None:
        super().__init__(driver, actuators=(capability,))
        self._kinds = capability.accepts
        self._listeners = tuple(listeners)
        self._beside = dict(beside or {})
        self._now_ns = 0
        self._end_ns: int | None = None

    def end_after(self, seconds: float) -> None:
        """Deliver nothing more after so long: a run in which all has been said."""
        if self._end_ns is None:
            self._end_ns = self._now_ns + nanoseconds(seconds)

    def next_delivery(self) -> Delivery | None:
        """The driver's next delivery, until the end."""
        if self._end_ns is not None and self._now_ns >= self._end_ns:
            return None
        delivery = self.driver.next_delivery()
        if delivery is not None:
            self._now_ns = delivery.time_ns
        return delivery

    def command(self, robot: str, command: Message) -> None:
        """Tell the listeners, or pass a command on."""
        if isinstance(command, self._kinds):
            for listener in (*self._listeners, *self._beside.get(robot, ())):
                listener(command)
        else:
            self.driver.command(robot, command)
