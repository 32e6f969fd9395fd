"""Writes the cycle of one cycler as Python source: values are local variables, modules are called directly.

Looking up values and modules in tables, anew in every cycle, costs several times as much. The source is meant
to be read: `print(cycler.source)` shows it, and so do tracebacks. A module in it looks like this:

    # 1: alpha/ball/tracker
    if run_ball_tracker is not None and ball_percept is not None:
        try:
            ball_belief = run_ball_tracker(now, ball_percept, last_walls)
            if type(ball_belief) is not Belief and ball_belief is not None:
                check(1, ball_belief)
            if ball_belief is not None:
                publish(('alpha/ball/Belief', ball_belief))
            if faulty:
                faulty.pop(1, None)
        except Exception as error:
            ball_belief = failed(1, error, (now, ball_percept, last_walls))
        t2 = clock()
    else:
        ball_belief = None
        t2 = t1
"""

import keyword
import linecache
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType
from typing import Any
from zlib import crc32

from ludens.core.contract.declaration import Kind
from ludens.core.contract.graph import PlannedCycler, PlannedNode, Wire
from ludens.core.contract.keys import snake_case
from ludens.core.contract.module import CycleTime
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import KEPT_S
from ludens.core.contract.time_series import TimeSeries
from ludens.core.runtime.profiling import stopwatch_ns
from ludens.messages import Message

REMEMBERED_MESSAGES = 1000  # of one key, for a module that waits for its other inputs

CycleFunction = Callable[[float, Iterable[Keyed], list[Keyed]], None]  # time_s, what is delivered, produced

_OWN_NAMES = frozenset(
    {"cycle", "time_s", "delivered", "produced", "publish", "newest", "arrived", "now", "result", "error"}
    | {"check", "failed", "faulty", "keep_times", "type", "len", "dict", "tuple", "Exception"}
)


@dataclass(slots=True)
class _Value:
    """Variables of one key. Every `Since` has one of its own: each module waits alone."""

    key: str
    name: str
    produced: bool = False  # by a module of this cycler
    last: str = ""
    kept: str = ""
    history: str = ""
    since: list[str] = field(default_factory=list)

    @property
    def is_remembered(self) -> bool:
        return bool(self.history or self.since)


class CycleSource:
    """The text of a cycle and its globals.

    `modules` are the names of the modules' `cycle` methods, in order; None is the value of one that is
    switched off. The cycler sets them, and `check`, `failed`, `faulty` and `keep_times`.
    """

    def __init__(self, planned: PlannedCycler) -> None:
        self.globals: dict[str, Any] = {
            "CycleTime": CycleTime,
            "KEPT_S": KEPT_S,
            "REMEMBERED_MESSAGES": REMEMBERED_MESSAGES,
            "clock": stopwatch_ns,
            "take_posted": _posted,
            "take_delivered": _delivered,
        }
        self._robot = planned.plan.robot
        self._taken = {*keyword.kwlist, *_OWN_NAMES, *self.globals}
        self._values = {CycleTime.__name__: _Value(CycleTime.__name__, "now", produced=True)}
        self._types: dict[type[Message], str] = {CycleTime: "CycleTime"}
        self.modules = [self._name(f"run_{node.node.path}") for node in planned.nodes]
        outputs = [[self._value(key) for key in node.output_keys] for node in planned.nodes]
        for value in (value for values in outputs for value in values):
            value.produced = True
        self._arguments = [[self._argument(wire) for wire in node.wires] for node in planned.nodes]
        self.mailboxes: dict[str, deque[Message]] = {}
        keeps = {kind.__name__ for kind in planned.plan.keeps}
        for value in self._values.values():
            if not value.produced:
                if value.key.rpartition("/")[2] in keeps:
                    value.kept = self._global(f"kept_{value.name}", None)
                most = REMEMBERED_MESSAGES if value.is_remembered else 1
                self.mailboxes[value.key] = self.globals[f"mail_{value.name}"] = deque(maxlen=most)
        lines = self._lines(planned, outputs)
        self.text = f"# The cycle of '{planned.plan.path}'.\n" + "\n".join(lines) + "\n"

    def function(self) -> CycleFunction:
        """The compiled cycle, on these globals. Tracebacks show its text."""
        file_name = f"<cycle {crc32(self.text.encode()):08x}>"
        lines = self.text.splitlines(keepends=True)
        linecache.cache[file_name] = (len(self.text), None, lines, file_name)
        exec(_compiled(self.text, file_name), self.globals)
        function: CycleFunction = self.globals["cycle"]
        return function

    def remembers(self, key: str) -> bool:
        """Whether some module asks for more than the newest value of a key."""
        return key in self._values and self._values[key].is_remembered

    def _name(self, words: str) -> str:
        """An identifier that nothing else has."""
        stem = name = re.sub(r"\W|^(?=\d)", "_", words)
        number = 2
        while name in self._taken:
            name, number = f"{stem}_{number}", number + 1
        self._taken.add(name)
        return name

    def _value(self, key: str) -> _Value:
        value = self._values.get(key)
        if value is None:
            prefix, _, kind = key.removeprefix(f"{self._robot}/").rpartition("/")
            words = "_".join(filter(None, (prefix, snake_case(kind))))
            value = self._values[key] = _Value(key, self._name(words))
        return value

    def _argument(self, wire: Wire) -> str:
        """The variable in which an input finds its value, or a dictionary of them by prefix."""
        if wire.input.kind is Kind.EACH:
            return _dictionary({prefix: self._value(key).name for prefix, key in wire.each.items()})
        if wire.input.kind is Kind.EACH_LAST:
            return _dictionary({prefix: self._last(self._value(key)) for prefix, key in wire.each.items()})
        if wire.key is None:
            return "None"
        value = self._value(wire.key)
        if wire.input.kind is Kind.LAST:
            return self._last(value)
        if wire.input.kind is Kind.SINCE:
            since = self._name(f"since_{value.name}")
            self._global(f"unread_{since}", ())
            value.since.append(since)
            return since
        if wire.input.kind is Kind.HISTORY:
            if not value.history:
                value.history = self._global(f"history_{value.name}", TimeSeries())
            return value.history
        return value.name

    def _last(self, value: _Value) -> str:
        if not value.last:
            value.last = self._global(f"last_{value.name}", None)
        return value.last

    def _global(self, words: str, content: Any) -> str:
        name = self._name(words)
        self.globals[name] = content
        return name

    def _type(self, kind: type[Message]) -> str:
        if kind not in self._types:
            self._types[kind] = self._global(kind.__name__, kind)
        return self._types[kind]

    # ---------------------------------------------------------------- the text

    def _lines(self, planned: PlannedCycler, outputs: list[list[_Value]]) -> Iterator[str]:
        values = self._values.values()
        changing = [name for value in values for name in (value.last, value.kept) if name]
        changing += [f"unread_{since}" for value in values for since in value.since]
        yield "def cycle(time_s, delivered, produced):"
        if changing:
            yield f"    global {', '.join(changing)}"
        yield "    publish = produced.append"
        yield "    now = CycleTime(time_s=time_s)"
        yield "    newest = dict(delivered)"
        for value in values:
            yield from self._entering(value)
        yield "    t0 = clock()"
        for index, node in enumerate(planned.nodes):
            yield f"    # {index}: {node.path}"
            yield from (f"    {line}" for line in self._module(index, node, outputs[index]))
        durations = [f"t{index + 1} - t{index}" for index in range(len(planned.nodes))]
        yield f"    keep_times(({''.join(f'{duration}, ' for duration in durations)}))"
        yield from (f"    {value.last} = {value.name}" for value in values if value.last)

    def _entering(self, value: _Value) -> Iterator[str]:
        """What other cyclers and the driver left; what was posted is older than what drives the cycle."""
        mail = f"mail_{value.name}"
        if value.key == CycleTime.__name__:
            yield from (f"    {since} = unread_{since} + (now,)" for since in value.since)
            if value.history:
                yield f"    {value.history}.add(now)"
        elif value.produced:
            yield from (f"    {since} = unread_{since}" for since in value.since)
        elif not value.is_remembered:
            yield f"    {value.name} = newest.get({value.key!r}, {mail}.popleft() if {mail} else None)"
        else:
            yield f"    arrived = take_posted({mail}) if {mail} else ()"
            yield f"    if {value.key!r} in newest:"
            yield f"        arrived += take_delivered(delivered, {value.key!r})"
            yield f"    {value.name} = arrived[-1] if arrived else None"
            yield from (f"    {since} = unread_{since} + arrived" for since in value.since)
            if value.history:
                yield "    for result in arrived:"
                yield f"        {value.history}.add(result)"
        if value.kept:
            yield f"    if {value.name} is not None:"
            yield f"        {value.kept} = {value.name}"
            yield f"    elif {value.kept} is not None and time_s - {value.kept}.time_s <= KEPT_S:"
            yield f"        {value.name} = {value.kept}"

    def _module(self, index: int, node: PlannedNode, outputs: list[_Value]) -> Iterator[str]:
        module, arguments = self.modules[index], self._arguments[index]
        wires = list(zip(node.wires, arguments, strict=True))
        needed = [name for wire, name in wires if wire.input.required and name != "now"]
        unread = [name for wire, name in wires if wire.input.kind is Kind.SINCE and wire.key is not None]
        given = ", ".join(arguments)
        names = [value.name for value in outputs]
        yield "if " + " and ".join(f"{name} is not None" for name in (module, *dict.fromkeys(needed))) + ":"
        yield "    try:"
        yield from (f"        {line}" for line in self._call(index, node, names, f"{module}({given})"))
        for value in outputs:
            yield f"        if {value.name} is not None:"
            yield from (f"            {since} += ({value.name},)" for since in value.since)
            if value.history:
                yield f"            {value.history}.add({value.name})"
            yield f"            publish(({value.key!r}, {value.name}))"
        yield "        if faulty:"
        yield f"            faulty.pop({index}, None)"
        yield "    except Exception as error:"
        emptied = "".join(f"{name} = " for name in names)
        yield f"        {emptied}failed({index}, error, ({''.join(f'{name}, ' for name in arguments)}))"
        yield from (f"    unread_{since} = ()" for since in unread)
        yield f"    t{index + 1} = clock()"
        yield "else:"
        if names:
            yield f"    {' = '.join(names)} = None"
        yield from (
            f"    unread_{since} = {since}[-REMEMBERED_MESSAGES:] if {module} is not None else ()"
            for since in unread
        )
        yield f"    t{index + 1} = t{index}"

    def _call(self, index: int, node: PlannedNode, names: list[str], call: str) -> Iterator[str]:
        """Calls the module and checks what it returns; what is as declared is recognised at once."""
        kinds = [self._type(kind) for kind in node.declaration.outputs]
        if not node.declaration.returns_tuple:
            name = names[0] if names else "result"
            yield f"{name} = {call}"
            right = "".join(f"type({name}) is not {kind} and " for kind in kinds)
            yield f"if {right}{name} is not None:"
            yield f"    check({index}, {name})"
            return
        yield f"result = {call}"
        yield f"if type(result) is not tuple or len(result) != {len(names)}:"
        yield f"    check({index}, result)"
        yield f"{', '.join(names)}, = result"
        wrong = (
            f"type({name}) is not {kind} and {name} is not None"
            for name, kind in zip(names, kinds, strict=True)
        )
        yield f"if {' or '.join(wrong)}:"
        yield f"    check({index}, result)"


def _dictionary(variables: dict[str, str]) -> str:
    return "{" + ", ".join(f"{prefix!r}: {name}" for prefix, name in variables.items()) + "}"


def _posted(mailbox: deque[Message]) -> tuple[Message, ...]:
    """What others have left, in the order of its arrival; they may leave more meanwhile."""
    return tuple([mailbox.popleft() for _ in range(len(mailbox))])


def _delivered(delivered: Iterable[Keyed], key: str) -> tuple[Message, ...]:
    """All messages of a key that drive the cycle: seldom more than one."""
    return tuple([message for delivered_key, message in delivered if delivered_key == key])


@lru_cache(maxsize=256)
def _compiled(text: str, file_name: str) -> CodeType:
    """Compiled once for all runs of the same setup."""
    return compile(text, file_name, "exec")
