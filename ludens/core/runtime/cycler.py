"""Runs the modules of one cycler, one cycle at a time."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ludens.core.contract.debug import Debug, DebugHub
from ludens.core.contract.graph import PlannedCycler, PlannedNode
from ludens.core.contract.keys import key_of
from ludens.core.contract.module import CycleTime, Module
from ludens.core.contract.observer import Keyed
from ludens.core.errors import in_words
from ludens.core.runtime.bound_module import BoundModule, judged
from ludens.core.runtime.clock import seconds
from ludens.core.runtime.cycle_values import REMEMBERED_MESSAGES, CycleValues, Place
from ludens.core.runtime.parameter_edit import edit_between, edited
from ludens.core.runtime.profiling import Profile, stopwatch_ns
from ludens.messages import Fault, Message, ParameterEdit

MakeModule = Callable[[PlannedNode, Debug], Module[Any]]


class Cycler:
    """The runtime side of a planned cycler. `time_s` is the moment of the running cycle.

    One thread runs `step`; `post` and `edit` may be called from any other.
    """

    def __init__(
        self,
        planned: PlannedCycler,
        *,
        make_module: MakeModule,
        hub: DebugHub,
        on_fault: Callable[[Fault], None],
    ) -> None:
        self.plan = planned.plan
        self.path = planned.plan.path
        self.time_s = 0.0
        self._on_fault = on_fault
        self._values = CycleValues()
        self._now = self._values.place(CycleTime.__name__)
        self.steps = [self._bound(node, make_module, hub) for node in planned.nodes]
        outputs = [[(key, self._values.place(key)) for key in node.output_keys] for node in planned.nodes]
        self._work = list(zip(self.steps, outputs, strict=True))
        self._edits: deque[tuple[str, Any]] = deque()
        self._repeated: deque[ParameterEdit] = deque()
        own = {CycleTime.__name__, *(key for node in planned.nodes for key in node.output_keys)}
        self._mailboxes: dict[str, deque[Message]] = {
            key: deque(maxlen=REMEMBERED_MESSAGES if self.remembers(key) else 1)
            for key in self._values.places
            if key not in own
        }
        self.profile = Profile(
            tuple(node.path for node in planned.nodes),
            tuple(node.node.module.budget_s for node in planned.nodes),
        )

    @property
    def wanted(self) -> frozenset[str]:
        """Keys that some module here reads and none here produces."""
        return frozenset(self._mailboxes)

    @property
    def modules(self) -> dict[str, Module[Any]]:
        """Its modules by path."""
        return {step.planned.path: step.module for step in self.steps}

    def remembers(self, key: str) -> bool:
        """Whether some module here asks for more than the newest value of a key."""
        return self._values.remembers(key)

    def post(self, key: str, message: Message) -> None:
        """Leave a wanted message from elsewhere; the next cycle finds it."""
        self._mailboxes[key].append(message)

    def edit(self, path: str, parameters: Any) -> None:
        """Give a module new parameters before the next cycle."""
        self._edits.append((path, parameters))

    def repeat(self, edit: ParameterEdit) -> None:
        """Make an edit of a recorded run again, before the cycle of its moment; in order of time."""
        self._repeated.append(edit)

    def step(self, time_ns: int, delivered: Iterable[Keyed]) -> list[Keyed]:
        """Run one cycle and return what it produced, in order; first the edits that were made before it."""
        self.time_s = seconds(time_ns)
        produced = self._make_edits()
        values = self._values
        slots, places = values.begin(), values.places
        values.put(self._now, CycleTime(time_s=self.time_s))
        for key, mailbox in self._mailboxes.items():
            while mailbox:
                values.put(places[key], mailbox.popleft())
        for key, message in delivered:
            if key in places:
                values.put(places[key], message)
        durations_ns = []
        ended_ns = stopwatch_ns()
        for step, outputs in self._work:
            started_ns = ended_ns
            ran = self._run(step, slots, outputs, produced)
            ended_ns = stopwatch_ns()
            durations_ns.append(ended_ns - started_ns if ran else 0)
        self.profile.add(durations_ns)
        return produced

    def _run(
        self, step: BoundModule, slots: list[Any], outputs: list[tuple[str, Place]], produced: list[Keyed]
    ) -> bool:
        if step.off:
            return False
        for slot in step.required:
            if slots[slot] is None:
                self._values.keep(step.since)
                return False
        arguments = step.arguments(slots)
        try:
            result = step.cycle(*arguments)
            if type(result) is step.only_kind:  # as most modules do: one message, of the kind they promise
                step.faults_in_a_row = 0
                ((key, place),) = outputs
                self._values.put(place, result)
                produced.append((key, result))
                return True
            results = judged(step.planned.declaration, result)
        except Exception as error:  # noqa: BLE001 - a module's fault must not take the robot down
            self._on_fault(step.fault(error, arguments, time_s=self.time_s))
            return True
        step.faults_in_a_row = 0
        for (key, place), message in zip(outputs, results, strict=True):
            if message is not None:
                self._values.put(place, message)
                produced.append((key, message))
        return True

    def _make_edits(self) -> list[Keyed]:
        made = []
        while self._repeated and self._repeated[0].time_s <= self.time_s:
            edit = self._repeated.popleft()
            with self._edited(edit.section) as module:
                module.parameters = edited(module.parameters, edit)
            made.append(edit)
        while self._edits:
            path, parameters = self._edits.popleft()
            before = self.modules[path].parameters
            with self._edited(path) as module:
                module.parameters = parameters
            made.append(edit_between(before, parameters, section=path, time_s=self.time_s))
        return [(key_of(edit.section, ParameterEdit), edit) for edit in made]

    @contextmanager
    def _edited(self, path: str) -> Iterator[Module[Any]]:
        """The module whose parameters are set inside; those it cannot take are reported and undone."""
        module = self.modules[path]
        before = module.parameters
        try:
            yield module
            module.parameters_changed()
        except Exception as error:  # noqa: BLE001 - an edit must not take the robot down
            module.parameters = before
            self._on_fault(
                Fault(
                    time_s=self.time_s,
                    where=path,
                    what=f"The module cannot work with its new parameters: {in_words(error)}",
                    consequence="It keeps the parameters it had.",
                )
            )

    def _bound(self, node: PlannedNode, make_module: MakeModule, hub: DebugHub) -> BoundModule:
        module = make_module(node, Debug(hub, node.path, self))
        return BoundModule(node, module, [self._values.slot(wire) for wire in node.wires])
