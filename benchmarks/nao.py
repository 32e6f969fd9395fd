"""How fast simulated NAOs stand and walk without cameras, and what a body's cycle and kinematics cost.

    python -m benchmarks.nao [SEED …]

Processor time, so that other programs disturb little; the process is tied to one core. Physics, motors, all
body sensors with default noise and the driver are in; the first second, in which compiled code is loaded, is
not. The walk runs with all modules of the body. A cycle lasts from the delivery of readings until all modules
have worked and the joint commands are handed over; the wall clock times it, so it needs a quiet machine.
"""

import os
import sys
import time
from collections.abc import Callable

import click

for variable in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

from benchmarks.machine import machine  # noqa: E402 - after the limits on threads
from ludens.core.configuration import Configuration  # noqa: E402
from ludens.core.runtime.profiling import stopwatch_ns  # noqa: E402
from ludens.core.runtime.run import Run  # noqa: E402
from ludens.drivers.simulation import SimulationDriver  # noqa: E402
from ludens.robots.nao.kinematics import Posture, body_outlines, solve_arm, solve_leg, solve_legs  # noqa: E402
from ludens.robots.nao.kinematics.stance import stance  # noqa: E402
from ludens.robots.nao.places import BOTTOM_CAMERA, CAMERA  # noqa: E402
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions  # noqa: E402
from ludens.workbench.play import WALKING  # noqa: E402
from ludens.workbench.scripts import WalkScript  # noqa: E402

WARM_UP_NS = 1_000_000_000
MEASURED_NS = 10_000_000_000
WALK_WARM_UP_S, WALK_S, TOGETHER_S = 4.0, 10.0, 4.0


def standing_factor(seed: int, *, robots: int = 1) -> float:
    """Simulated seconds per second of processor time."""
    driver = SimulationDriver(NaoWorld(NaoWorldOptions(robots=robots), seed=seed))
    _run_until(driver, WARM_UP_NS)
    started_s = time.process_time()
    _run_until(driver, WARM_UP_NS + MEASURED_NS)
    factor = MEASURED_NS * 1e-9 / (time.process_time() - started_s)
    driver.close()
    return factor


def walking(seed: int, *, robots: int = 1, seconds: float = WALK_S) -> tuple[float, list[float]]:
    """Simulated seconds per second of processor time, and the milliseconds of every body cycle."""
    setup = WALKING.replacing(WalkScript, WalkScript, forward_mps=0.2)
    driver = SimulationDriver(NaoWorld(NaoWorldOptions(robots=robots), seed=seed))
    if robots > 1:
        setup = setup.for_robots(*(robot.name for robot in driver.robots))
    cycles_ms = []
    with Run(setup, driver, configuration=Configuration(setup.sections()), seed=seed) as run:
        run.run_until(WALK_WARM_UP_S)
        started_s = time.process_time()
        while run.time_s < WALK_WARM_UP_S + seconds and (delivery := driver.next_delivery()) is not None:
            begun_ns = stopwatch_ns()
            run.take(delivery)
            if delivery.source == "body":
                cycles_ms.append((stopwatch_ns() - begun_ns) * 1e-6)
        return seconds / (time.process_time() - started_s), sorted(cycles_ms)


def _run_until(driver: SimulationDriver, time_ns: int) -> None:
    while (delivery := driver.next_delivery()) is not None and delivery.time_ns < time_ns:
        pass


def microseconds(work: Callable[[], object], *, count: int = 2000) -> float:
    """Processor time of one call."""
    work()
    started_s = time.process_time()
    for _ in range(count):
        work()
    return (time.process_time() - started_s) / count * 1e6


def main(seeds: list[int]) -> None:
    """Print one line for each seed, the median, and the costs of kinematics."""
    factors = []
    for seed in seeds:
        factors.append(standing_factor(seed))
        click.echo(f"seed {seed}: one standing NAO {factors[-1]:.1f} × real time")
    click.echo(f"ten standing NAOs {standing_factor(seeds[0], robots=10):.1f} × real time")
    factor, cycles_ms = walking(seeds[0])
    half_ms, late_ms = (cycles_ms[int(share * (len(cycles_ms) - 1))] for share in (0.5, 0.99))
    click.echo(f"one walking NAO, the whole motion stack: {factor:.1f} × real time")
    click.echo(f"a cycle of the whole body: median {half_ms:.2f} ms, 99 % below {late_ms:.2f} ms")
    factor, _ = walking(seeds[0], robots=10, seconds=TOGETHER_S)
    click.echo(f"ten walking NAOs, the whole motion stack of each: {factor:.1f} × real time")
    position_rad = stance()
    body = Posture(position_rad)
    left, right, grip = body.torso_from_left_sole, body.torso_from_right_sole, body.torso_from("LGrip")
    camera = body.torso_from(BOTTOM_CAMERA)
    for what, work, count in (
        ("forward kinematics of all links", lambda: Posture(position_rad), 2000),
        ("centre of mass, from joints", lambda: Posture(position_rad).center_of_mass_in_torso_m, 2000),
        ("one leg", lambda: solve_leg(left, left=True), 2000),
        ("both legs, coupled and limited", lambda: solve_legs(left, right), 2000),
        ("an arm from any start", lambda: solve_arm(grip.translation, left=True), 300),
        ("outlines of the own body", lambda: body_outlines(body, camera, camera=CAMERA), 100),
    ):
        click.echo(f"{what}: {microseconds(work, count=count):.1f} µs")
    click.echo(f"median: {sorted(factors)[len(factors) // 2]:.1f} × real time on one core of {machine()}")


if __name__ == "__main__":
    main([int(seed) for seed in sys.argv[1:]] or [1, 2, 3])
