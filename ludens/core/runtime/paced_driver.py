"""Makes a driver that is faster than life keep the pace of a clock: a simulation to watch or to play with."""

from threading import Event, Lock

from ludens.core.contract.driver import Delivery, Driver, RobotDescription
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import WaitingClock
from ludens.messages import Message

LOST_NS = 500_000_000  # a delay beyond this is not made up: a world that stalled goes on, it does not rush


class PacedDriver:
    """Holds every delivery of a driver back until its time has come on a clock; `speed` 2 is twice as fast.

    Calls reach the driver one at a time, so a driver made for one thread serves many. A command acts on
    what the driver computes next: when threads are busy that is one delivery later than in simulated time.
    """

    def __init__(self, driver: Driver, clock: WaitingClock, *, speed: float = 1.0) -> None:
        if not 0.0 < speed < float("inf"):
            raise LudensError(f"A speed of {speed} is no pace; give a number above zero, 1 for real time.")
        self._driver = driver
        self._clock = clock
        self._speed = speed
        self._origin_ns: int | None = None  # on the clock: the start of the driver's time
        self._closed = Event()
        self._lock = Lock()

    @property
    def robots(self) -> tuple[RobotDescription, ...]:
        """Those of the driver."""
        return self._driver.robots

    def next_delivery(self) -> Delivery | None:
        """What the driver delivers next, not before its time."""
        with self._lock:
            delivery = None if self._closed.is_set() else self._driver.next_delivery()
        if delivery is None:
            return None
        elapsed_ns, now_ns = round(delivery.time_ns / self._speed), self._clock.now_ns()
        if self._origin_ns is None or now_ns - (self._origin_ns + elapsed_ns) > LOST_NS:
            self._origin_ns = now_ns - elapsed_ns
        self._clock.sleep_until(self._origin_ns + elapsed_ns, unless=self._closed)
        return None if self._closed.is_set() else delivery

    def command(self, robot: str, command: Message) -> None:
        """Pass a command on."""
        with self._lock:
            self._driver.command(robot, command)

    def make_safe(self, robot: str) -> None:
        """Bring the robot to rest."""
        with self._lock:
            self._driver.make_safe(robot)

    def close(self) -> None:
        """Close the driver; who waits for a delivery gets none."""
        self._closed.set()
        with self._lock:
            self._driver.close()
