"""A run: a setup on a driver. In simulated time it is one thread and gives the same bytes every time."""

import weakref
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from threading import Event
from types import TracebackType
from typing import Any, Literal, Protocol

import numpy as np

from ludens.core.contract.debug import Debug, DebugHub
from ludens.core.contract.driver import Delivery, Driver
from ludens.core.contract.graph import PlannedNode, check_graph
from ludens.core.contract.module import Module
from ludens.core.contract.observer import Keyed, Observer
from ludens.core.contract.setup import Setup
from ludens.core.errors import in_words
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.core.runtime.command_exit import CommandExit
from ludens.core.runtime.cycler import Cycler
from ludens.core.runtime.entrance import Entrance
from ludens.core.runtime.fault_log import FaultLog
from ludens.core.runtime.message_streams import MessageStreams
from ludens.core.runtime.scheduler import Scheduler
from ludens.core.runtime.watchdog import Watchdog
from ludens.messages import Fault, ParameterEdit

OnFault = Literal["continue", "stop"]


class ParameterSource(Protocol):
    """Where modules get their parameters from; the layered configuration is one."""

    def parameters(self, full_path: str) -> Any:
        """The parameters of the section at a path."""
        ...

    def subscribe(self, listener: Callable[[str, Any], None]) -> None:
        """Call the listener with path and new parameters at every live edit."""
        ...


class Run:
    """Joins modules and robots. Every `step` takes one delivery and runs the cyclers it drives.

    Used as a context it is stopped at the end, whatever happens: `with Run(…) as run: run.run_until(60.0)`.
    In real time `RealTimeRunner` calls `admit` and `cycle` from several threads; what they share is handled
    under the lock of the debug hub.
    """

    def __init__(
        self,
        setup: Setup,
        driver: Driver,
        *,
        configuration: ParameterSource,
        seed: int = 0,
        hub: DebugHub | None = None,
        observers: Sequence[Observer] = (),
        on_fault: OnFault = "continue",
    ) -> None:
        self.setup = setup
        self.driver = driver
        self.seed = seed
        self.hub = hub if hub is not None else DebugHub()
        self.time_ns = 0
        self.stop_reason: str | None = None
        self.ended = Event()
        self._lock = self.hub.lock
        self._configuration = configuration
        self._on_fault: OnFault = on_fault
        self._fatal: str | None = None  # the fault that shall end the run once the cycle is over
        self.observers: list[Observer] = [MessageStreams(self.hub), *observers]
        self.faults = FaultLog(self._tell_fault)
        self.graph = check_graph(setup, driver.robots)
        self.cyclers = [
            Cycler(planned, make_module=self._make_module, hub=self.hub, on_fault=self.report)
            for planned in self.graph.cyclers
        ]
        self._exit = CommandExit(driver, self.graph, self.report)
        self._watchdog = Watchdog(driver.robots)
        self.scheduler = Scheduler(self.cyclers)
        self._entrance = Entrance(self.scheduler, self._refused)
        self._listen_to(configuration)

    def __enter__(self) -> "Run":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop("It was left." if error is None else f"It was broken off: {in_words(error)}")

    @property
    def time_s(self) -> float:
        """Seconds on the run's clock."""
        return seconds(self.time_ns)

    @property
    def is_over(self) -> bool:
        """Whether it was stopped."""
        return self.stop_reason is not None

    def step(self) -> Delivery | None:
        """Take what arrives next and run what it drives; None when the run is over."""
        if self.is_over:
            return None
        delivery = self.driver.next_delivery()
        if delivery is None:
            self.stop("The driver has nothing more to deliver.")
            return None
        self.take(delivery)
        return delivery

    def run_until(self, time_s: float) -> None:
        """Step until a moment is reached or the run ends."""
        end_ns = nanoseconds(time_s)
        while self.time_ns < end_ns and self.step() is not None:
            pass

    def repeat_edits(self, edits: Iterable[ParameterEdit]) -> None:
        """Make the live edits of a recorded run again, each at its moment. Called before the first step."""
        for edit in edits:
            self.scheduler.repeat(edit)

    def take(self, delivery: Delivery) -> None:
        """Run everything that is due up to a delivery, then what the delivery drives."""
        for cycler, due_ns in self.scheduler.due(delivery.time_ns):
            self.cycle(cycler, due_ns, ())
        keyed = self.admit(delivery)
        for cycler in self.scheduler.driven_by(delivery):
            self.cycle(cycler, delivery.time_ns, keyed)

    def admit(self, delivery: Delivery) -> list[Keyed]:
        """Take in a delivery without NaN and infinite values, and post its messages to cyclers that read it.

        The cyclers that it drives get the returned messages with their cycle instead.
        """
        with self._lock:
            if self.is_over:
                return []
            self.time_ns = max(self.time_ns, delivery.time_ns)
            for observer in self.observers:
                observer.on_delivery(delivery)
            for fault in self._watchdog.silent(delivery):
                self.report(fault)
                self._exit.source_is_silent(fault.where)
            keyed = self._entrance.take_in(delivery)
            self._end_if_fatal()
            return keyed

    def cycle(self, cycler: Cycler, time_ns: int, delivered: Sequence[Keyed]) -> None:
        """Run one cycle; hand its products to the other cyclers, the robot and the observers."""
        with self._lock:
            if self.is_over:
                return
            self.time_ns = max(self.time_ns, time_ns)
        self._hand_over(cycler, time_ns, cycler.step(time_ns, delivered))

    def driver_is_silent(self) -> None:
        """Make all robots safe when nothing arrives any more, in real time."""
        with self._lock:
            if self.is_over:
                return
            for robot in self.driver.robots:
                self.driver.make_safe(robot.name)
            self._report("driver", "Nothing arrives any more.", "The robots were made safe.")
            self._end_if_fatal()

    def close_exit(self) -> None:
        """Let no command through to a robot until `open_exit`; it waits for nothing, in whichever thread."""
        self._exit.is_closed = True

    def open_exit(self) -> None:
        """Let commands through again."""
        self._exit.is_closed = False

    def halt(self) -> None:
        """Make all robots safe, and let no command through until `open_exit`."""
        self.close_exit()
        with self._lock:
            for robot in () if self.is_over else self.driver.robots:
                self.driver.make_safe(robot.name)

    def report(self, fault: Fault) -> None:
        """Note that something went wrong."""
        with self._lock:
            self.faults.report(fault)

    def stop(self, reason: str) -> None:
        """End the run: robots made safe, driver and observers closed. May be called twice."""
        with self._lock, ExitStack() as duties:
            if self.is_over:
                return
            self.stop_reason = reason
            # The last duty pushed comes first; each is done, whatever becomes of the others.
            duties.callback(self.ended.set)
            for observer in reversed(self.observers):
                duties.callback(observer.close)
            duties.callback(self.driver.close)
            for robot in reversed(self.driver.robots):
                duties.callback(self.driver.make_safe, robot.name)

    def _hand_over(self, cycler: Cycler, time_ns: int, produced: Sequence[Keyed]) -> None:
        with self._lock:
            if self.is_over:  # stopped by another thread while the modules ran
                return
            self.scheduler.post_outputs(cycler, produced)
            if self._fatal is None:
                self._exit.carry_out(cycler.path, produced, time_s=seconds(time_ns))
            for observer in self.observers:
                observer.on_outputs(time_ns, cycler.path, produced)
            self._end_if_fatal()

    def _refused(self, key: str) -> None:
        self._report(key, "The sensor delivered a value that is not a number.", "The reading was dropped.")

    def _report(self, where: str, what: str, consequence: str) -> None:
        self.report(Fault(time_s=self.time_s, where=where, what=what, consequence=consequence))

    def _tell_fault(self, fault: Fault) -> None:
        for observer in () if self.is_over else self.observers:  # after the end they are closed
            observer.on_fault(fault)
        if self._on_fault == "stop" and self._fatal is None:
            self._fatal = f"{fault.where}: {fault.what}"

    def _end_if_fatal(self) -> None:
        if self._fatal is not None:
            self.stop(self._fatal)

    def _make_module(self, planned: PlannedNode, debug: Debug) -> Module[Any]:
        # Each module draws from its own stream, so that adding one changes no other's numbers.
        random = np.random.default_rng([self.seed, zlib.crc32(planned.path.encode())])
        parameters = self._configuration.parameters(planned.path)
        return planned.node.module(parameters, debug=debug, random=random)

    def _listen_to(self, configuration: ParameterSource) -> None:
        scheduler = weakref.ref(self.scheduler)  # a configuration outlives its runs and must not keep them

        def pass_on(path: str, parameters: Any) -> None:
            living = scheduler()
            if living is not None:
                living.edit(path, parameters)

        configuration.subscribe(pass_on)
