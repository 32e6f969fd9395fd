"""Runs the modules of one cycler, one cycle at a time.

All values of a cycle live in one list, in which every input has its slot, so that a step costs little more than
the call of its modules. The list starts every cycle from its empty values: a skipped module leaves nothing stale.
"""

import reprlib
import traceback
from collections import deque
from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any

from ludens.core.clock import seconds
from ludens.core.debug import Debug, DebugHub
from ludens.core.declaration import Kind
from ludens.core.graph import PlannedCycler, PlannedNode
from ludens.core.module import CycleTime, Module
from ludens.core.observer import Keyed
from ludens.core.profiling import Profile, stopwatch_ns
from ludens.core.time_series import TimeSeries
from ludens.messages import Fault, Message

FAULTS_BEFORE_OFF = 10  # in a row; a module that cannot recover only costs time

MakeModule = Callable[[PlannedNode, Debug], Module[Any]]


class _Step:
    """One module, bound to its slots."""

    def __init__(
        self, planned: PlannedNode, module: Module[Any], inputs: list[int], outputs: list[int]
    ) -> None:
        self.planned = planned
        self.module = module
        self.cycle: Callable[..., Any] = module.cycle  # type: ignore[attr-defined]
        self.outputs = outputs
        self.required = [place for place, wire in enumerate(planned.wires) if wire.input.required]
        self.faults_in_a_row = 0
        self.off = False
        if len(inputs) > 1:
            self.arguments: Callable[[list[Any]], tuple[Any, ...]] = itemgetter(*inputs)
        else:
            self.arguments = lambda values: tuple(values[slot] for slot in inputs)


class Cycler:
    """The runtime side of a planned cycler. `time_s` is the moment of the running cycle."""

    def __init__(
        self,
        planned: PlannedCycler,
        *,
        make_module: MakeModule,
        hub: DebugHub,
        on_fault: Callable[[Fault], None],
    ) -> None:
        self.plan = planned.plan
        self.time_s = 0.0
        self._on_fault = on_fault
        self._template: list[Any] = []
        self._slots: dict[tuple[str | None, Kind], int] = {}
        self._lasts: list[tuple[int, int]] = []  # slot of last cycle's value, slot of the value itself
        self._series: dict[str, TimeSeries[Any]] = {}
        self._mailbox: deque[Keyed] = deque()
        self._now_slot = self._slot(CycleTime.__name__, Kind.CURRENT)
        self.steps = [self._bound(node, make_module, hub) for node in planned.nodes]
        self._values = list(self._template)
        self.profile = Profile(
            tuple(node.path for node in planned.nodes),
            tuple(node.node.module.budget_s for node in planned.nodes),
        )

    @property
    def wanted(self) -> frozenset[str]:
        """Keys that some module here reads."""
        return frozenset(key for key, _ in self._slots if key is not None)

    @property
    def modules(self) -> dict[str, Module[Any]]:
        """Its modules by path."""
        return {step.planned.path: step.module for step in self.steps}

    def post(self, key: str, message: Message) -> None:
        """Leave a message from elsewhere; the next cycle finds it."""
        self._mailbox.append((key, message))

    def step(self, time_ns: int, delivered: Iterable[Keyed]) -> list[Keyed]:
        """Run one cycle and return what it produced, in order."""
        previous = self._values
        values = self._values = self._template.copy()
        self.time_s = seconds(time_ns)
        values[self._now_slot] = CycleTime(time_s=self.time_s)
        for last_slot, slot in self._lasts:
            values[last_slot] = previous[slot]
        while self._mailbox:
            self._store(*self._mailbox.popleft())
        for key, message in delivered:
            self._store(key, message)
        produced: list[Keyed] = []
        durations_ns: list[int] = []
        for step in self.steps:
            started_ns = stopwatch_ns()
            if not step.off:
                self._run(step, values, produced)
            durations_ns.append(stopwatch_ns() - started_ns)
        self.profile.add(durations_ns)
        return produced

    def _run(self, step: _Step, values: list[Any], produced: list[Keyed]) -> None:
        arguments = step.arguments(values)
        if None in arguments and any(arguments[place] is None for place in step.required):
            return
        try:
            result = step.cycle(*arguments)
        except Exception as error:  # a module's fault must not take the robot down
            self._report(step, error, arguments)
            return
        step.faults_in_a_row = 0
        if not step.planned.declaration.returns_tuple:
            if result is not None:
                self._produce(step.outputs[0], step.planned.output_keys[0], result, produced)
            return
        for slot, key, message in zip(step.outputs, step.planned.output_keys, result, strict=True):
            if message is not None:
                self._produce(slot, key, message, produced)

    def _produce(self, slot: int, key: str, message: Message, produced: list[Keyed]) -> None:
        self._values[slot] = message
        produced.append((key, message))
        if (key, Kind.SINCE) in self._slots:
            self._values[self._slots[key, Kind.SINCE]] += (message,)
        if key in self._series:
            self._series[key].add(message)

    def _store(self, key: str, message: Message) -> None:
        slot = self._slots.get((key, Kind.CURRENT))
        if slot is not None:
            self._values[slot] = message
        slot = self._slots.get((key, Kind.SINCE))
        if slot is not None:
            self._values[slot] += (message,)
        if key in self._series:
            self._series[key].add(message)

    def _bound(self, node: PlannedNode, make_module: MakeModule, hub: DebugHub) -> _Step:
        module = make_module(node, Debug(hub, node.path, self))
        inputs = [self._slot(wire.key, wire.input.kind) for wire in node.wires]
        outputs = [self._slot(key, Kind.CURRENT) for key in node.output_keys]
        return _Step(node, module, inputs, outputs)

    def _slot(self, key: str | None, kind: Kind) -> int:
        if (key, kind) in self._slots:
            return self._slots[key, kind]
        empty: Any = None
        if kind is Kind.SINCE:
            empty = ()
        elif kind is Kind.HISTORY and key is not None:
            empty = self._series[key] = TimeSeries()
        self._template.append(empty)
        slot = self._slots[key, kind] = len(self._template) - 1
        if kind is Kind.LAST and key is not None:
            self._lasts.append((slot, self._slot(key, Kind.CURRENT)))
        return slot

    def _report(self, step: _Step, error: Exception, arguments: tuple[Any, ...]) -> None:
        step.faults_in_a_row += 1
        step.off = step.faults_in_a_row >= FAULTS_BEFORE_OFF
        consequence = (
            f"After {FAULTS_BEFORE_OFF} faults in a row it is switched off for the rest of the run."
            if step.off
            else "Its outputs are empty in this cycle; it is tried again in the next."
        )
        names = (wire.input.name for wire in step.planned.wires)
        self._on_fault(
            Fault(
                time_s=self.time_s,
                where=step.planned.path,
                what=f"The module raised {type(error).__name__}: {error}",
                consequence=consequence,
                inputs=tuple(
                    f"{name}={reprlib.repr(value)}" for name, value in zip(names, arguments, strict=True)
                ),
                traceback="".join(traceback.format_exception(error)),
            )
        )
