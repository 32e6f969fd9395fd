"""A robot on paper for runs in real time: deliveries are handed over one by one while the run goes on."""

from queue import Queue
from threading import Condition
from typing import Any

from ludens.core.contract.driver import Delivery, RobotDescription
from ludens.messages import Message
from tests.core.paper_robot import Notebook, description

PATIENCE_S = 20.0  # for what must happen anyway; only a broken test waits so long


class LiveRobot:
    """The driver. `deliver` returns when the run has taken everything in; `send` does not wait."""

    def __init__(self, *robots: RobotDescription) -> None:
        self.robots = robots or (description(),)
        self.log: list[Any] = []
        self._queue: Queue[Delivery | Exception | None] = Queue()
        self._taken = 0

    def deliver(self, *deliveries: Delivery) -> None:
        for delivery in deliveries:
            self._queue.put(delivery)
            self._queue.join()

    def send(self, delivery: Delivery | Exception | None) -> None:
        """Hand over something after which the run may end: None is the end of all deliveries."""
        self._queue.put(delivery)

    def next_delivery(self) -> Delivery | None:
        if self._taken:
            self._taken -= 1
            self._queue.task_done()
        delivery = self._queue.get()
        self._taken += 1
        if isinstance(delivery, Exception):
            raise delivery
        return delivery

    def command(self, robot: str, command: Message) -> None:
        self.log.append(command)

    def make_safe(self, robot: str) -> None:
        self.log.append(f"safe {robot}".strip())

    def close(self) -> None:
        self.log.append("closed")
        self._queue.put(None)


class LiveNotebook(Notebook):
    """A notebook that one can wait on."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = Condition()

    def on_outputs(self, *told: Any) -> None:
        super().on_outputs(*told)
        self._tell()

    def on_fault(self, *told: Any) -> None:
        super().on_fault(*told)
        self._tell()

    def close(self) -> None:
        super().close()
        self._tell()

    def wait_for(self, key: str, count: int) -> None:
        """Wait until so many values of a key were produced."""
        self._wait(lambda: len(self.of(key)) >= count)

    def wait_for_fault(self) -> None:
        """Wait until something was reported."""
        self._wait(lambda: bool(self.faults))

    def wait_for_cycles(self, cycler: str, count: int) -> None:
        """Wait until a cycler has told its outputs so often."""
        self._wait(lambda: sum(name == cycler for _, name, _ in self.outputs) >= count)

    def _wait(self, condition: Any) -> None:
        with self._changed:
            assert self._changed.wait_for(condition, PATIENCE_S)

    def _tell(self) -> None:
        with self._changed:
            self._changed.notify_all()
