"""How well the LoLA server keeps its 12 ms, seen by a client that was written from the fact sheet alone.

    .venv/bin/python -m benchmarks.lola

It starts `ludens nao serve` with the simulated NAO in a process of its own, reads 10,000 sensor maps and
answers each at once with a complete actuator map: two minutes. Goal: 99 of 100 periods within 2 ms of 12 ms.
Both ask for real-time priority; on a busy machine the figures depend on whether it is granted.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import click
import numpy as np

from benchmarks.machine import machine
from ludens.core.runtime.clock import RealClock, nanoseconds
from ludens.core.runtime.profiling import stopwatch_ns
from ludens.drivers.lola.server import real_time_priority
from tests.drivers.lola.independent import IndependentClient, actuator_map, pack, unpack

PERIOD_MS = 12.0
GOAL_MS = 2.0
START_S = 120.0
WARM_UP = 100  # maps, while caches fill


@contextmanager
def simulated_robot(*, priority: str) -> Iterator[Path]:
    """A served NAO, and where it is reached."""
    with tempfile.TemporaryDirectory(prefix="lola") as folder:
        path = Path(folder) / "robocup"
        command = [sys.executable, "-m", "ludens.cli.main", "nao", "serve", "--socket", str(path), priority]
        serving = subprocess.Popen(command)
        try:
            yield path
        finally:
            serving.terminate()
            serving.wait()


def connect(path: Path) -> IndependentClient:
    """A client, as soon as the server listens."""
    clock = RealClock()
    for attempt in range(int(START_S * 10)):
        try:
            return IndependentClient(path)
        except OSError:
            clock.sleep_until(nanoseconds(0.1 * (attempt + 1)))
    raise click.ClickException(f"The server did not start within {START_S:.0f} s.")


def arrivals_ms(client: IndependentClient, frames: int) -> np.ndarray:
    """When each map came; every one is checked and answered."""
    first, _ = unpack(client.read())
    answer = pack(actuator_map(Position=first["Position"], Stiffness=[0.5] * 25))
    times_ns = []
    for _ in range(WARM_UP + frames + 1):
        data = client.read()
        times_ns.append(stopwatch_ns())
        client.socket.sendall(answer)
        values, size = unpack(data)
        if size != 896 or len(values) != 13:
            raise click.ClickException(f"A map of {size} bytes with {len(values)} keys came.")
    return np.array(times_ns[WARM_UP:]) / 1e6


@click.command()
@click.option(
    "--frames", type=click.IntRange(10), default=10_000, show_default=True, help="How many periods."
)
@click.option(
    "--priority/--no-priority", default=True, show_default=True, help="Whether both ask to go first."
)
def main(frames: int, priority: bool) -> None:
    """Measure and print."""
    asking = real_time_priority() if priority else nullcontext(False)
    with simulated_robot(priority="--priority" if priority else "--no-priority") as path:
        client = connect(path)
        with asking as granted:
            times_ms = arrivals_ms(client, frames)
        client.close()
    periods_ms = np.diff(times_ms)
    off_ms = np.abs(periods_ms - PERIOD_MS)
    half, most, nearly_all = np.quantile(off_ms, [0.5, 0.99, 0.999])
    mean_ms = (times_ms[-1] - times_ms[0]) / frames
    load = " ".join(f"{processes:.1f}" for processes in os.getloadavg())
    click.echo(f"machine: {machine()}; {os.cpu_count()} cores, load {load}")
    click.echo(f"real-time priority: {'granted' if granted else 'not granted'}")
    click.echo(
        f"{frames:,} periods of {PERIOD_MS:.0f} ms: mean {mean_ms:.4f} ms; off by {half:.3f} ms (median), "
        f"{most:.3f} ms (99 in 100, goal {GOAL_MS:.0f} ms), {nearly_all:.3f} ms (999 in 1000), "
        f"{off_ms.max():.3f} ms (worst)"
    )


if __name__ == "__main__":
    main()
