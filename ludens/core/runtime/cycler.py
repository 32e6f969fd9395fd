"""Runs the modules of one cycler, one cycle at a time."""

import json
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from ludens.core.configuration.leaves import build, leaves_of, values_of
from ludens.core.contract.debug import Debug, DebugHub
from ludens.core.contract.declaration import ResultError, checked_outputs, shortened
from ludens.core.contract.graph import PlannedCycler, PlannedNode
from ludens.core.contract.keys import key_of
from ludens.core.contract.module import Module
from ludens.core.contract.observer import Keyed
from ludens.core.errors import LudensError, did_you_mean, in_words
from ludens.core.runtime.clock import seconds
from ludens.core.runtime.cycle_source import CycleSource
from ludens.core.runtime.profiling import Profile
from ludens.messages import Fault, Message, ParameterChange, ParameterEdit


def edit_between(before: Any, after: Any, *, section: str, time_s: float) -> ParameterEdit:
    """What turns the parameters of a section from one into the other."""
    old = values_of(before)
    changed = {key: value for key, value in values_of(after).items() if key not in old or old[key] != value}
    return ParameterEdit(
        time_s=time_s,
        section=section,
        changes=tuple(
            ParameterChange(key=key, value=json.dumps(msgspec.to_builtins(value)))
            for key, value in changed.items()
        ),
    )


def edited(parameters: Any, edit: ParameterEdit) -> Any:
    """The parameters with a recorded edit made; an error where they have no such parameter today."""
    kind = type(parameters)
    leaves, values = leaves_of(kind), values_of(parameters)
    for change in edit.changes:
        if change.key not in leaves:
            raise LudensError(
                f"The recorded edit sets '{change.key}', which {kind.__name__} does not have; "
                f"{did_you_mean(change.key, leaves)}"
            )
        values[change.key] = msgspec.convert(json.loads(change.value), leaves[change.key].annotation)
    return build(kind, values)


FAULTS_BEFORE_OFF = 10  # in a row; a module that cannot recover only costs time

MakeModule = Callable[[PlannedNode, Debug], Module[Any]]


class Cycler:
    """The runtime side of a planned cycler. `time_s` is the moment of the running cycle.

    One thread runs `step`; `edit` may be called from any other, and mailboxes be filled.
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
        self.nodes = planned.nodes
        self.driven_by = planned.source  # robot and source, None for the clock
        self.time_s = 0.0
        self._on_fault = on_fault
        self.modules: dict[str, Module[Any]] = {
            node.path: make_module(node, Debug(hub, node.path, self)) for node in planned.nodes
        }
        self._edits: deque[tuple[str, Any]] = deque()
        self._repeated: deque[ParameterEdit] = deque()
        self.profile = Profile(tuple(self.modules), tuple(m.budget_s for m in self.modules.values()))
        self._faulty: dict[int, int] = {}  # faults in a row, by the module's place
        self._source = CycleSource(planned)
        self._source.globals.update(
            zip(self._source.modules, (m.cycle for m in self.modules.values()), strict=True),  # type: ignore[attr-defined]
            check=self._check,
            failed=self._failed,
            faulty=self._faulty,
            keep_times=self.profile.add,
        )
        self._mailboxes = self._source.mailboxes
        self._cycle = self._source.function()

    @property
    def source(self) -> str:
        """The code of its cycle, to be read."""
        return self._source.text

    @property
    def wanted(self) -> frozenset[str]:
        """Keys that some module here reads and none here produces."""
        return frozenset(self._mailboxes)

    def remembers(self, key: str) -> bool:
        """Whether some module here asks for more than the newest value of a key."""
        return self._source.remembers(key)

    def mailbox(self, key: str) -> deque[Message]:
        """Where others leave messages of a wanted key for the next cycle: the same as long as it lives."""
        return self._mailboxes[key]

    def edit(self, path: str, parameters: Any) -> None:
        """Give a module new parameters before the next cycle."""
        self._edits.append((path, parameters))

    def repeat(self, edit: ParameterEdit) -> None:
        """Make an edit of a recorded run again, before the cycle of its moment; in order of time."""
        self._repeated.append(edit)

    def step(self, time_ns: int, delivered: Iterable[Keyed]) -> list[Keyed]:
        """Run one cycle and return what it produced, in order; first the edits that were made before it."""
        self.time_s = seconds(time_ns)
        produced = self._make_edits() if self._edits or self._repeated else []
        self._cycle(self.time_s, delivered, produced)
        return produced

    def _check(self, index: int, result: Any) -> None:
        checked_outputs(self.nodes[index].declaration, result)

    def _failed(self, index: int, error: Exception, arguments: tuple[Any, ...]) -> None:
        """Count a fault and tell it with all inputs; too many in a row switch the module off."""
        node = self.nodes[index]
        self._faulty[index] = self._faulty.get(index, 0) + 1
        off = self._faulty[index] >= FAULTS_BEFORE_OFF
        if off:
            self._source.globals[self._source.modules[index]] = None
        raised = f"The module raised {in_words(error)}"
        self._on_fault(
            Fault(
                time_s=self.time_s,
                where=node.path,
                what=str(error) if isinstance(error, ResultError) else raised,
                consequence=(
                    f"After {FAULTS_BEFORE_OFF} faults in a row it is switched off for the rest of the run."
                    if off
                    else "Its outputs are empty in this cycle; it is tried again in the next."
                ),
                inputs=tuple(
                    f"{wire.input.name}={shortened.repr(value)}"
                    for wire, value in zip(node.wires, arguments, strict=True)
                ),
                traceback="".join(traceback.format_exception(error)),
            )
        )

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
