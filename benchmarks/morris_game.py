"""How fast the humanoid's game of Nine Men's Morris runs: physics, camera, perception and all modules.

    python -m benchmarks.morris_game [SEED …]

Processor time, so that other programs disturb little; the process is tied to one core. The game begins as
`ludens play morris` does, with default noise; counted are the seconds from the 30th to the 90th, in which men
are handed over, carried and set down, with walks between.
"""

import os
import sys
import time

import click

for variable in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

from benchmarks.machine import machine  # noqa: E402 - after the limits on threads
from ludens.core.configuration import Configuration  # noqa: E402
from ludens.core.runtime.game import Launch  # noqa: E402
from ludens.games.morris.options import MorrisPlayOptions  # noqa: E402
from ludens.games.morris.play import GAME, MORRIS  # noqa: E402

BEGUN_S, PARTS_S = 30.0, (60.0, 90.0)


def factors(seed: int) -> list[float]:
    """Simulated seconds per second of processor time, of the parts of a game's beginning."""
    launch = Launch(GAME, MORRIS, MorrisPlayOptions(), seed, Configuration.load(MORRIS.sections()))
    found = []
    with launch.start() as run:
        run.run_until(BEGUN_S)
        for end_s in PARTS_S:
            began_s, started_s = run.time_s, time.process_time()
            run.run_until(end_s)
            found.append((run.time_s - began_s) / (time.process_time() - started_s))
    return found


def main() -> None:
    """Print the factors of each seed."""
    click.echo(machine())
    for seed in [int(word) for word in sys.argv[1:]] or [1]:
        click.echo(f"seed {seed}: {', '.join(f'{factor:.2f}' for factor in factors(seed))} × real time")


if __name__ == "__main__":
    main()
