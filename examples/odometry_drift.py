"""A small experiment: how wrong is the odometry of a Pioneer that turns on the spot for half a minute?

    .venv/bin/python examples/odometry_drift.py 40

`docs/experiments.md` explains the parts.
"""

import math
import sys
from collections.abc import Sequence

from rich.console import Console

from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.cores import available_cores
from ludens.experiments.experiment import Experiment, NoOptions
from ludens.experiments.json_values import Json, Row
from ludens.experiments.local import LocalExecutor
from ludens.experiments.runner import ExperimentOutcome, ExperimentPlan, ProgressBar, run_experiment
from ludens.experiments.statistics import numbers, quantile
from ludens.experiments.tables import result_table
from ludens.experiments.trials import TrialRequest
from ludens.games.passing.world import PassingWorldOptions, make_world
from ludens.geometry.angles import difference
from ludens.messages import BaseVelocityCommand, Odometry

TURNING_S = 30.0
TURN_RADPS = 0.8


def trial(request: TrialRequest[NoOptions]) -> Row:
    """Turn on the spot, and compare what the wheels say with what is true."""
    world = make_world(PassingWorldOptions(noise=request.noise, render=False, obstacles=0), request.seed)
    driver = SimulationDriver(world)
    start_rad = world.truth().robots[""].ground_from_robot.yaw_rad
    error_rad = 0.0
    time_s = 0.0
    while time_s < TURNING_S and (delivery := driver.next_delivery()) is not None:
        time_s = delivery.time_ns * 1e-9
        for message in delivery.messages:
            if isinstance(message, Odometry):
                true_rad = world.truth().robots[""].ground_from_robot.yaw_rad - start_rad
                error_rad = difference(message.odometry_from_robot.yaw_rad, true_rad)
        driver.command("", BaseVelocityCommand(time_s=time_s, forward_mps=0.0, turn_radps=TURN_RADPS))
    driver.close()
    return {"yaw_error_rad": round(error_rad, 6)}


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """The figures of the table: their names end in their units."""
    errors_deg = [math.degrees(abs(error_rad)) for error_rad in numbers(rows, "yaw_error_rad")]
    return {
        "yaw_error_median_deg": quantile(errors_deg, 0.5),
        "yaw_error_worst_tenth_deg": quantile(errors_deg, 0.9),
    }


DRIFT = Experiment(
    name="odometry-drift",
    summary="How far the odometry of a turning Pioneer strays.",
    trial="odometry_drift:trial",
    summarise=summarise,
)


def measure(trials: int, *, noise: str = "default") -> ExperimentOutcome:
    """Run it on all cores of this machine."""
    plan = ExperimentPlan(experiment=DRIFT, trials=trials, seed=1, noise=noise, options=NoOptions())
    with ProgressBar(DRIFT.name) as progress:
        return run_experiment(plan, executor=LocalExecutor(available_cores()), progress=progress)


if __name__ == "__main__":
    Console().print(result_table(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 20)))
