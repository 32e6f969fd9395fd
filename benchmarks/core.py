"""What the machinery itself costs: modules that do nothing, and a debug stream nobody watches.

    .venv/bin/python -m benchmarks.core

Goals: a module with five inputs and three outputs costs at most 1.5 µs, its messages not counted; ten robots
of sixty such modules at 83 Hz run at ten times real time on one core; 40 modules with ten inputs each take at
most 0.5 ms a cycle; an unwatched stream takes at most 1 µs a call.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median, quantiles
from typing import Any, cast

import click

from benchmarks.machine import machine
from ludens.core.contract.capabilities import Capability
from ludens.core.contract.debug import Debug, DebugHub
from ludens.core.contract.driver import Delivery, RobotDescription, Source
from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.profiling import computing_ns, stopwatch_ns
from ludens.core.runtime.run import Run
from ludens.messages import Message
from ludens.messages.message import MessageMeta

PERIOD_NS = 12_000_000  # 83 Hz
CYCLES = 2000
BATCHES = 500
CALLS = 1000  # in one batch
FIELDS = {"time_s": 0.0, "first": 1.0, "second": 2.0, "third": 3.0, "fourth": 4.0}  # of every message

TEAM = tuple(f"robot{number}" for number in range(10))
TEAM_MODULES, TEAM_INPUTS, TEAM_OUTPUTS = 60, 5, 3
TEAM_BATCHES, TEAM_BEATS = 30, 20
MODULE_GOAL_US = 1.5
SPEED_GOAL = 10.0

WIDE_MODULES, WIDE_INPUTS = 40, 10
CYCLE_GOAL_MS = 0.5
STREAM_GOAL_NS = 1000


class Defaults:
    """Parameters for modules that have none."""

    def parameters(self, full_path: str) -> NoParameters:
        """Nothing to set."""
        return NoParameters()

    def subscribe(self, listener: Callable[[str, Any], None]) -> None:
        """Nothing ever changes."""


@dataclass
class Metronome:
    """A driver that delivers the same readings to each robot at every beat, without end."""

    robots: tuple[RobotDescription, ...]
    readings: tuple[Message, ...]
    delivered: int = 0

    def next_delivery(self) -> Delivery | None:
        """The next robot's, or one beat later the first robot's."""
        beat, robot = divmod(self.delivered, len(self.robots))
        self.delivered += 1
        return Delivery((beat + 1) * PERIOD_NS, self.robots[robot].name, "body", self.readings)

    def command(self, robot: str, command: Message) -> None:
        """No robot is listening."""

    def make_safe(self, robot: str) -> None:
        """No robot moves."""

    def close(self) -> None:
        """Nothing to let go of."""


def message_type(name: str) -> type[Message]:
    """A message of five numbers."""
    annotations = dict.fromkeys(FIELDS, float)
    return cast(type[Message], MessageMeta(name, (Message,), {"__annotations__": annotations}))


def module_type(
    name: str, inputs: Sequence[type[Message]], outputs: Sequence[type[Message]]
) -> type[Module[Any]]:
    """A module that makes its outputs and does nothing else."""
    arguments = ", ".join(f"_{index}" for index in range(len(inputs)))
    made = ", ".join(
        f"Output{index}({', '.join(f'{field}={value}' for field, value in FIELDS.items())})"
        for index in range(len(outputs))
    )
    names: dict[str, Any] = {f"Output{index}": kind for index, kind in enumerate(outputs)}
    exec(f"def cycle(self, {arguments}): return {made}", names)
    cycle = names["cycle"]
    returned = outputs[0] if len(outputs) == 1 else tuple.__class_getitem__(tuple(outputs))
    annotations = {f"_{index}": kind for index, kind in enumerate(inputs)}
    cycle.__annotations__ = annotations | {"return": returned}
    return type(name, (Module,), {"cycle": cycle, "__orig_bases__": (Module[NoParameters],)})


def busy_run(
    modules: int = WIDE_MODULES,
    inputs: int = WIDE_INPUTS,
    outputs: int = 1,
    *,
    robots: Sequence[str] = ("",),
) -> Run:
    """Modules in a chain, each reading the values made just before it; the same for every robot."""
    kinds = [message_type(f"Reading{index}") for index in range(inputs)]
    readings = tuple(kind(**FIELDS) for kind in kinds)
    sensors = Capability("readings", delivers=tuple(kinds))
    nodes = []
    for index in range(modules):
        made = [message_type(f"Product{index}x{output}") for output in range(outputs)]
        nodes.append(Node(module_type(f"Worker{index}", kinds[-inputs:], made)))
        kinds += made
    source = Source("body", PERIOD_NS * 1e-9, (sensors,))
    driver = Metronome(tuple(RobotDescription(name, "bench", (source,)) for name in robots), readings)
    setup = Setup("bench", (CyclerPlan("body", "body", tuple(nodes)),)).for_robots(*robots)
    return Run(setup, driver, configuration=Defaults())


def cycle_times_ms(run: Run) -> list[float]:
    """Duration of whole steps of a run: delivery, all modules, hand-over to onlookers."""
    readings_ns = [stopwatch_ns()]
    for _ in range(CYCLES):
        run.step()
        readings_ns.append(stopwatch_ns())
    return [(end_ns - start_ns) / 1e6 for start_ns, end_ns in pairwise(readings_ns)]


def fastest_us(work: Callable[[], None]) -> float:
    """Processor time of the quickest of many batches, since other programs can only slow it down."""
    batches_us = []
    for _ in range(TEAM_BATCHES):
        start_ns = computing_ns()
        work()
        batches_us.append((computing_ns() - start_ns) / 1e3)
    return min(batches_us)


def team_costs_us() -> tuple[float, float]:
    """What one module of a team costs in a run, and what its own code takes without any machinery."""
    run = busy_run(TEAM_MODULES, TEAM_INPUTS, TEAM_OUTPUTS, robots=TEAM)
    modules: list[Any] = [module for cycler in run.cyclers for module in cycler.modules.values()]
    arguments = (None,) * TEAM_INPUTS

    def step_all() -> None:
        for _ in range(TEAM_BEATS * len(TEAM)):
            run.step()

    def call_all() -> None:
        for _ in range(TEAM_BEATS):
            for module in modules:
                module.cycle(*arguments)

    calls = TEAM_BEATS * len(modules)
    return fastest_us(step_all) / calls, fastest_us(call_all) / calls


def unwatched_stream_ns() -> dict[str, float]:
    """Cost of one call on a stream that nobody watches, loop included: the median batch."""
    debug = Debug(DebugHub(), "bench", None)

    def number() -> None:
        debug.plot("distance_m", 1.0)

    def callable_image() -> None:
        debug.image("regions", lambda: 1 / 0)  # type: ignore[arg-type,return-value]

    costs = {}
    for name, call in (("plot", number), ("image", callable_image)):
        batches_ns = []
        for _ in range(BATCHES):
            start_ns = stopwatch_ns()
            for _ in range(CALLS):
                call()
            batches_ns.append((stopwatch_ns() - start_ns) / CALLS)
        costs[name] = median(batches_ns)
    return costs


def main() -> None:
    """Measure and print."""
    click.echo(f"machine: {machine()}")
    whole_us, made_us = team_costs_us()
    click.echo(
        f"module with {TEAM_INPUTS} inputs and {TEAM_OUTPUTS} outputs: {whole_us:.2f} µs, of which its own "
        f"code takes {made_us:.2f} and the machinery {whole_us - made_us:.2f} (goal {MODULE_GOAL_US} µs)"
    )
    speed = PERIOD_NS / 1e3 / (whole_us * TEAM_MODULES * len(TEAM))
    click.echo(
        f"{len(TEAM)} robots of {TEAM_MODULES} such modules at {1e9 / PERIOD_NS:.0f} Hz on one core: "
        f"{speed:.1f} times real time (goal {SPEED_GOAL:.0f})"
    )
    times_ms = cycle_times_ms(busy_run())
    fastest_ms, *_, slowest_ms = quantiles(times_ms, n=10)
    click.echo(
        f"cycle of {WIDE_MODULES} modules with {WIDE_INPUTS} inputs each: median {median(times_ms):.3f} ms, "
        f"8 in 10 between {fastest_ms:.3f} and {slowest_ms:.3f} ms (goal {CYCLE_GOAL_MS} ms)"
    )
    for name, cost_ns in unwatched_stream_ns().items():
        click.echo(f"unwatched debug stream, {name}: {cost_ns:.0f} ns a call (goal {STREAM_GOAL_NS} ns)")


if __name__ == "__main__":
    main()
