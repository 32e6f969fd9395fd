"""Ends a run when the robot has gone to rest: stiff before, limp now, for a while."""

from ludens.core.contract.driver import Delivery, Driver, DriverWrapper
from ludens.core.runtime.clock import nanoseconds
from ludens.messages import JointCommand, Message


class StopWhenLimpDriver(DriverWrapper):
    """Delivers nothing more once the robot of another driver was commanded to stay limp.

    For a demonstration that ends by itself: a robot that was laid to rest has nothing more to do.
    """

    def __init__(self, driver: Driver, *, for_s: float = 1.0) -> None:
        super().__init__(driver)
        self._patience_ns = nanoseconds(for_s)
        self._now_ns = 0
        self._was_stiff = False
        self._limp_since_ns: int | None = None

    def next_delivery(self) -> Delivery | None:
        """The driver's next delivery, until the robot rests."""
        since_ns = self._limp_since_ns
        if since_ns is not None and self._now_ns - since_ns >= self._patience_ns:
            return None
        delivery = self.driver.next_delivery()
        if delivery is not None:
            self._now_ns = delivery.time_ns
        return delivery

    def command(self, robot: str, command: Message) -> None:
        """Pass a command on, and notice whether it leaves a joint stiff."""
        if isinstance(command, JointCommand):
            stiff = any(stiffness > 0.0 for stiffness in command.stiffnesses)
            self._was_stiff = self._was_stiff or stiff
            if stiff or not self._was_stiff:
                self._limp_since_ns = None
            elif self._limp_since_ns is None:
                self._limp_since_ns = self._now_ns
        self.driver.command(robot, command)
