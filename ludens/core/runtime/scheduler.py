"""Which cycler runs when, and which reads what: fixed for a run, so that only wanted messages travel."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import Every
from ludens.core.runtime.clock import nanoseconds
from ludens.core.runtime.cycler import Cycler
from ludens.messages import Message, ParameterEdit


class _Timer:
    """When a cycler that is driven by the clock runs next."""

    def __init__(self, cycler: Cycler, period_ns: int) -> None:
        self.cycler = cycler
        self.period_ns = period_ns
        self.next_ns = period_ns


class Scheduler:
    """Ways from sources, clock and cyclers to cyclers."""

    def __init__(self, cyclers: Sequence[Cycler]) -> None:
        self._driven: dict[tuple[str, str], list[Cycler]] = {}  # by robot and source
        self._timers: list[_Timer] = []
        self._readers: dict[str, list[Cycler]] = {}  # by key
        self._homes: dict[str, Cycler] = {}  # by path of a module
        # Of a cycler, by path and key: how to leave what it produces with each other one that reads it.
        self._exported: dict[str, dict[str, tuple[Callable[[Message], None], ...]]] = {}
        for cycler in cyclers:
            if isinstance(cycler.plan.source, Every):
                self._timers.append(_Timer(cycler, nanoseconds(cycler.plan.source.period_s)))
            elif cycler.driven_by is not None:
                self._driven.setdefault(cycler.driven_by, []).append(cycler)
            for key in cycler.wanted:
                self._readers.setdefault(key, []).append(cycler)
            for path in cycler.modules:
                self._homes[path] = cycler
        for cycler in cyclers:
            self._exported[cycler.path] = {
                key: self.mailboxes_of(key)
                for node in cycler.nodes
                for key in node.output_keys
                if key in self._readers
            }

        self._next_due_ns = self._earliest_ns()

    def driven_by(self, delivery: Delivery) -> Sequence[Cycler]:
        """The cyclers that run because of a delivery, in the order of the setup."""
        return self._driven.get((delivery.robot, delivery.source), ())

    def due(self, until_ns: int) -> list[tuple[Cycler, int]]:
        """The cyclers that the clock drives, with every moment up to now at which they have not run yet."""
        if until_ns < self._next_due_ns:
            return []
        due = []
        for timer in self._timers:
            while timer.next_ns <= until_ns:
                due.append((timer.cycler, timer.next_ns))
                timer.next_ns += timer.period_ns
        self._next_due_ns = self._earliest_ns()
        return sorted(due, key=lambda pair: pair[1])

    def mailboxes_of(
        self, key: str, *, but_not_of: Sequence[Cycler] = ()
    ) -> tuple[Callable[[Message], None], ...]:
        """How to leave a message with every cycler that reads its key: the same as long as a run lives."""
        readers = (cycler for cycler in self._readers.get(key, ()) if cycler not in but_not_of)
        return tuple(cycler.mailbox(key).append for cycler in readers)

    def post_outputs(self, cycler: Cycler, produced: Sequence[Keyed]) -> None:
        """Leave what a cycler produced for the others that read it: few of many messages."""
        exported = self._exported[cycler.path]
        for key, message in produced if exported else ():
            for leave in exported.get(key, ()):
                leave(message)

    def _earliest_ns(self) -> float:
        return min((timer.next_ns for timer in self._timers), default=math.inf)

    def edit(self, path: str, parameters: Any) -> None:
        """Pass new parameters to the module at a path, if there is one."""
        if path in self._homes:
            self._homes[path].edit(path, parameters)

    def repeat(self, edit: ParameterEdit) -> None:
        """Pass a recorded edit to the module it was made to, if there is one."""
        if edit.section in self._homes:
            self._homes[edit.section].repeat(edit)
