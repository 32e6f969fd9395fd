"""What recording costs: a game of passing in simulation, with the recorder on a stopwatch.

    MUJOCO_GL=egl .venv/bin/python -m benchmarks.recording

Goal: at most 5 % of the time of the run without it.
"""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from benchmarks.machine import machine
from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.recording import Recorder, RecordingMetadata
from ludens.core.runtime.profiling import stopwatch_ns
from ludens.core.runtime.run import Run
from ludens.games.passing.play import GAME
from ludens.messages import Fault

WARM_UP_S = 2.0
DURATION_S = 20.0
SEED = 1
GOAL = 0.05


class OnStopwatch:
    """A recorder, and how long it worked."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.worked_ns = 0

    def on_delivery(self, delivery: Delivery) -> None:
        """Pass on and count."""
        start_ns = stopwatch_ns()
        self.recorder.on_delivery(delivery)
        self.worked_ns += stopwatch_ns() - start_ns

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Pass on and count."""
        start_ns = stopwatch_ns()
        self.recorder.on_outputs(time_ns, cycler, outputs)
        self.worked_ns += stopwatch_ns() - start_ns

    def on_fault(self, fault: Fault) -> None:
        """Pass on."""
        self.recorder.on_fault(fault)

    def close(self) -> None:
        """Pass on."""
        self.recorder.close()


def measure(path: Path) -> tuple[float, float]:
    """Milliseconds for a simulated second: of the run without recording, and of recording."""
    setup = GAME.setup()
    driver = GAME.make_driver(setup, GAME.options, SEED)
    metadata = RecordingMetadata(robots=driver.robots, setup=setup.name, seed=SEED, game=GAME.name)
    watched = OnStopwatch(Recorder(path, metadata))
    configuration = Configuration.load(setup.sections())
    with Run(setup, driver, configuration=configuration, seed=SEED, observers=[watched]) as run:
        run.run_until(WARM_UP_S)
        watched.worked_ns, start_ns = 0, stopwatch_ns()
        run.run_until(WARM_UP_S + DURATION_S)
        whole_ns = stopwatch_ns() - start_ns
    recording_ms = watched.worked_ns / 1e6 / DURATION_S
    return whole_ns / 1e6 / DURATION_S - recording_ms, recording_ms


def main() -> None:
    """Measure and print."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run.mcap"
        run_ms, recording_ms = measure(path)
        rate_mb = path.stat().st_size / 1e6 / (WARM_UP_S + DURATION_S) * 60.0
    click.echo(f"machine: {machine()}")
    click.echo(
        f"run without recording: {run_ms:.1f} ms for a simulated second ({1e3 / run_ms:.1f}× real time)"
    )
    click.echo(f"recording: {recording_ms:.2f} ms, {recording_ms / run_ms:.1%} of the run (goal {GOAL:.0%})")
    click.echo(f"file: {rate_mb:.1f} MB a minute")


if __name__ == "__main__":
    main()
