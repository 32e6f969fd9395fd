"""How fast the passing game runs: the whole of it against real time, and vision per frame, on one core.

    python -m benchmarks.passing [SEED …]

Processor time, so that other programs disturb little; the process is tied to one core. Rendering, noise,
vision and control are all in; the first second, in which compiled code is loaded, is not.
"""

import os
import sys
import time

import click

for variable in ("OPENCV_FOR_THREADS_NUM", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

from benchmarks.machine import machine  # noqa: E402 - after the limits on threads
from ludens.core.configuration import Configuration  # noqa: E402
from ludens.core.runtime.run import Run  # noqa: E402
from ludens.drivers.simulation import SimulationDriver  # noqa: E402
from ludens.games.passing.play import PASSING  # noqa: E402
from ludens.games.passing.world import PassingWorldOptions, make_world  # noqa: E402

WARM_UP_S = 1.0
MEASURED_S = 20.0


def main(seeds: list[int]) -> None:
    """Run every seed and print one line each, then the median."""
    factors = []
    for seed in seeds:
        driver = SimulationDriver(make_world(PassingWorldOptions(), seed))
        run = Run(PASSING, driver, configuration=Configuration(PASSING.sections()), seed=seed)
        run.run_until(WARM_UP_S)
        started_s = time.process_time()
        run.run_until(WARM_UP_S + MEASURED_S)
        factor = MEASURED_S / (time.process_time() - started_s)
        factors.append(factor)
        vision_ms = sum(timing.median_s for timing in run.cyclers[0].profile.timings()) * 1000.0
        click.echo(f"seed {seed}: {factor:.1f} × real time, vision {vision_ms:.1f} ms a frame (median)")
        run.stop("measured")
    click.echo(f"median: {sorted(factors)[len(factors) // 2]:.1f} × real time on one core of {machine()}")


if __name__ == "__main__":
    main([int(seed) for seed in sys.argv[1:]] or [1, 2, 3, 4, 5])
