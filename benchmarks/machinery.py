"""What the machinery itself costs: a cycle of modules that do nothing, and a debug stream nobody watches.

    .venv/bin/python -m benchmarks.machinery

Goals: 40 modules with 10 inputs each in at most 0.5 ms a cycle; an unwatched stream at most 1 µs a call.
"""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

import click

from benchmarks.machine import machine
from ludens.core.contract.capabilities import Capability
from ludens.core.contract.debug import Debug, DebugHub
from ludens.core.contract.driver import Delivery, RobotDescription, Source
from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.profiling import stopwatch_ns
from ludens.core.runtime.run import Run
from ludens.messages import Message
from ludens.messages.message import MessageMeta

MODULES = 40
INPUTS = 10
PERIOD_NS = 20_000_000
CYCLES = 3000
BATCHES = 500
CALLS = 1000  # in one batch
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
    """A driver that delivers the same readings at every beat, without end."""

    robots: tuple[RobotDescription, ...]
    readings: tuple[Message, ...]
    time_ns: int = 0

    def next_delivery(self) -> Delivery | None:
        """One beat later."""
        self.time_ns += PERIOD_NS
        return Delivery(self.time_ns, "", "body", self.readings)

    def command(self, robot: str, command: Message) -> None:
        """No robot is listening."""

    def make_safe(self, robot: str) -> None:
        """No robot moves."""

    def close(self) -> None:
        """Nothing to let go of."""


def message_type(name: str) -> type[Message]:
    """A message with a little content."""
    return MessageMeta(name, (Message,), {"__annotations__": {"content": int}, "content": 0})


def module_type(name: str, inputs: list[type[Message]], output: type[Message]) -> type[Module[Any]]:
    """A module that takes its inputs and gives back a ready message."""
    result = output(time_s=0.0)

    def cycle(
        _: Any, _a: Any, _b: Any, _c: Any, _d: Any, _e: Any, _f: Any, _g: Any, _h: Any, _i: Any, _j: Any
    ) -> Any:
        return result

    names = [f"_{letter}" for letter in "abcdefghij"]
    cycle.__annotations__ = dict(zip(names, inputs, strict=True)) | {"return": output}
    return type(name, (Module,), {"cycle": cycle, "__orig_bases__": (Module[NoParameters],)})


def busy_run() -> Run:
    """Modules in a chain, each reading the ten values made just before it."""
    kinds = [message_type(f"Reading{index}") for index in range(INPUTS)]
    sensors = Capability("readings", delivers=tuple(kinds))
    nodes = []
    for index in range(MODULES):
        output = message_type(f"Product{index}")
        nodes.append(Node(module_type(f"Worker{index}", kinds[-INPUTS:], output)))
        kinds.append(output)
    robot = RobotDescription("", "bench", (Source("body", PERIOD_NS * 1e-9, (sensors,)),))
    driver = Metronome((robot,), tuple(kind(time_s=0.0) for kind in kinds[:INPUTS]))
    setup = Setup("bench", (CyclerPlan("body", "body", tuple(nodes)),))
    return Run(setup, driver, configuration=Defaults())


def cycle_times_ms() -> list[float]:
    """Duration of whole steps of a run: delivery, all modules, hand-over to onlookers."""
    run = busy_run()
    times_ms = []
    for _ in range(CYCLES):
        start_ns = stopwatch_ns()
        run.step()
        times_ms.append((stopwatch_ns() - start_ns) / 1e6)
    return times_ms


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
    times_ms = cycle_times_ms()
    click.echo(f"machine: {machine()}")
    fastest_ms, *_, slowest_ms = quantiles(times_ms, n=10)
    click.echo(
        f"cycle of {MODULES} modules with {INPUTS} inputs each: median {median(times_ms):.3f} ms, "
        f"8 in 10 between {fastest_ms:.3f} and {slowest_ms:.3f} ms (goal {CYCLE_GOAL_MS} ms)"
    )
    for name, cost_ns in unwatched_stream_ns().items():
        click.echo(f"unwatched debug stream, {name}: {cost_ns:.0f} ns a call (goal {STREAM_GOAL_NS} ns)")


if __name__ == "__main__":
    main()
