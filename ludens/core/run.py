"""A run: a setup on a driver. In simulated time it is one thread and gives the same bytes every time."""

import zlib
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import numpy as np

from ludens.core.clock import nanoseconds, seconds
from ludens.core.cycler import Cycler
from ludens.core.debug import Debug, DebugHub
from ludens.core.driver import Delivery, Driver
from ludens.core.fault_log import FaultLog
from ludens.core.finite import is_finite
from ludens.core.graph import PlannedNode, check_graph
from ludens.core.keys import key_of
from ludens.core.message_streams import MessageStreams
from ludens.core.module import Module
from ludens.core.observer import Keyed, Observer
from ludens.core.setup import Every, Setup
from ludens.core.watchdog import Watchdog
from ludens.messages import Fault, Message

OnFault = Literal["continue", "stop"]


class ParameterSource(Protocol):
    """Where modules get their parameters from; the layered configuration is one."""

    def parameters(self, full_path: str) -> Any:
        """The parameters of the section at a path."""
        ...

    def subscribe(self, listener: Callable[[str, Any], None]) -> None:
        """Call the listener with path and new parameters at every live edit."""
        ...


class _Timer:
    """When a cycler that is driven by the clock runs next."""

    def __init__(self, cycler: Cycler, period_ns: int) -> None:
        self.cycler = cycler
        self.period_ns = period_ns
        self.next_ns = period_ns


class Run:
    """Joins modules and robots. Every `step` takes one delivery and runs the cyclers it drives."""

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
        self._configuration = configuration
        self._on_fault: OnFault = on_fault
        self.observers: list[Observer] = [MessageStreams(self.hub), *observers]
        self.faults = FaultLog(self._tell_fault)
        self.graph = check_graph(setup, driver.robots)
        self.cyclers = [
            Cycler(planned, make_module=self._make_module, hub=self.hub, on_fault=self.faults.report)
            for planned in self.graph.cyclers
        ]
        self._watchdog = Watchdog(driver.robots)
        self._route()
        self._edits: deque[tuple[str, Any]] = deque()
        configuration.subscribe(lambda path, parameters: self._edits.append((path, parameters)))

    @property
    def time_s(self) -> float:
        """Seconds on the run's clock."""
        return seconds(self.time_ns)

    def step(self) -> Delivery | None:
        """Take what arrives next and run what it drives; None when the run is over."""
        if self.stop_reason is not None:
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

    def take(self, delivery: Delivery) -> None:
        """Run everything that is due up to a delivery, then what the delivery drives."""
        self._apply_edits()
        for cycler, due_ns in self._due_timers(delivery.time_ns):
            self.time_ns = due_ns
            self.cycle(cycler, due_ns, ())
        self.time_ns = delivery.time_ns
        keyed = self.admit(delivery)
        driven = self._driven.get((delivery.robot, delivery.source))
        for key, message in keyed:
            for cycler in self._readers.get(key, ()):
                if cycler is not driven:
                    cycler.post(key, message)
        if driven is not None:
            self.cycle(driven, delivery.time_ns, keyed)

    def admit(self, delivery: Delivery) -> list[Keyed]:
        """Let in what a driver delivers, except numbers that are none."""
        for observer in self.observers:
            observer.on_delivery(delivery)
        for fault in self._watchdog.silent(delivery):
            self.faults.report(fault)
        keyed = []
        for message in delivery.messages:
            key = key_of(delivery.robot, type(message))
            if is_finite(message):
                keyed.append((key, message))
            else:
                self._report(
                    key, "The sensor delivered a value that is not a number.", "The reading was dropped."
                )
        return keyed

    def cycle(self, cycler: Cycler, time_ns: int, delivered: Sequence[Keyed]) -> None:
        """Run one cycle; hand its products to the other cyclers, the robot and the observers."""
        produced = cycler.step(time_ns, delivered)
        for key, message in produced:
            for other in self._readers.get(key, ()):
                if other is not cycler:
                    other.post(key, message)
        self._command(cycler, dict(produced))
        for observer in self.observers:
            observer.on_outputs(time_ns, cycler.plan.path, produced)

    def stop(self, reason: str) -> None:
        """End the run: robots made safe, observers closed. May be called twice."""
        if self.stop_reason is not None:
            return
        self.stop_reason = reason
        for robot in self.driver.robots:
            self.driver.make_safe(robot.name)
        self.driver.close()
        for observer in self.observers:
            observer.close()

    def _command(self, cycler: Cycler, produced: dict[str, Message]) -> None:
        for robot, key in self._commanded.get(cycler.plan.path, ()):
            command = produced.get(key)
            if command is None:
                self.driver.make_safe(robot)
            elif is_finite(command):
                self.driver.command(robot, command)
            else:
                self._report(
                    key, "The command holds a value that is not a number.", "The robot was made safe."
                )
                self.driver.make_safe(robot)

    def _report(self, where: str, what: str, consequence: str) -> None:
        self.faults.report(Fault(time_s=self.time_s, where=where, what=what, consequence=consequence))

    def _tell_fault(self, fault: Fault) -> None:
        for observer in self.observers:
            observer.on_fault(fault)
        if self._on_fault == "stop":
            self.stop(f"{fault.where}: {fault.what}")

    def _make_module(self, planned: PlannedNode, debug: Debug) -> Module[Any]:
        # Each module draws from its own stream, so that adding one changes no other's numbers.
        random = np.random.default_rng([self.seed, zlib.crc32(planned.path.encode())])
        parameters = self._configuration.parameters(planned.path)
        return planned.node.module(parameters, debug=debug, random=random)

    def _route(self) -> None:
        self._readers: dict[str, list[Cycler]] = {}
        for cycler in self.cyclers:
            for key in cycler.wanted:
                self._readers.setdefault(key, []).append(cycler)
        self._driven = {
            (cycler.plan.robot, cycler.plan.source): cycler
            for cycler in self.cyclers
            if isinstance(cycler.plan.source, str)
        }
        self._timers = [
            _Timer(cycler, nanoseconds(cycler.plan.source.period_s))
            for cycler in self.cyclers
            if isinstance(cycler.plan.source, Every)
        ]
        self._commanded: dict[str, list[tuple[str, str]]] = {}
        for robot in self.driver.robots:
            for kind in robot.accepts():
                key = key_of(robot.name, kind)
                if key in self.graph.producers:
                    place = self._commanded.setdefault(self.graph.producers[key].cycler, [])
                    place.append((robot.name, key))

    def _due_timers(self, until_ns: int) -> list[tuple[Cycler, int]]:
        due = []
        for timer in self._timers:
            while timer.next_ns <= until_ns:
                due.append((timer.cycler, timer.next_ns))
                timer.next_ns += timer.period_ns
        return sorted(due, key=lambda pair: pair[1])

    def _apply_edits(self) -> None:
        while self._edits:
            path, parameters = self._edits.popleft()
            for cycler in self.cyclers:
                module = cycler.modules.get(path)
                if module is not None:
                    module.parameters = parameters
                    module.parameters_changed()
