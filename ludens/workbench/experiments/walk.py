"""The experiment `nao-walk`: does it walk as asked, how far does it drift, does it fall, also when shoved?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.setup import Setup
from ludens.core.runtime.run import Run
from ludens.drivers.faults import FaultyDriver, parse_fault
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import count, numbers, quantile, rate
from ludens.experiments.trials import TrialRequest
from ludens.robots.nao.noise import load_noise
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.workbench.play import WALKING
from ludens.workbench.referees import WalkReferee
from ludens.workbench.scripts import WalkScript, WalkScriptParameters

Way = Literal["forward", "sideways", "turn", "mixed", "tour"]

WAYS: dict[str, WalkScriptParameters] = {
    "forward": WalkScriptParameters(forward_mps=0.20),
    "sideways": WalkScriptParameters(left_mps=0.12),
    "turn": WalkScriptParameters(turn_radps=0.8),
    "mixed": WalkScriptParameters(forward_mps=0.20, left_mps=0.12, turn_radps=0.8, changes_s=4.0),
}
MOST_TRACKING_ERROR = 0.15
"""Of a robot that walks as asked; one that steps on the spot, and so never falls, has 1."""
FIRST_PUSH_S = 4.0
PUSH_SPREAD_S = 0.5
"""Pushes come at any phase of a step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NaoWalkOptions:
    """Conditions of the experiment."""

    way: Annotated[
        Way,
        Meta(
            description="0.20 m/s forward, 0.12 m/s sideways, 0.8 rad/s, all mixed, or these four in turn, "
            "each for a quarter of the duration."
        ),
    ] = "mixed"
    duration_s: Annotated[float, Meta(ge=4, le=3600, description="Of one walk.")] = 20.0
    push_ns: Annotated[float, Meta(ge=0, le=5, description="Impulse of each shove in N·s; 0 is none.")] = 0.0
    push_every_s: Annotated[float, Meta(ge=1, le=60, description="Between two shoves.")] = 3.0
    tilt_deg: Annotated[float, Meta(ge=0, le=10, description="Of the floor, downhill to any side.")] = 0.0
    fault: Annotated[str, Meta(description="Of a sensor, as in gyro-y-dead@5; none if empty.")] = ""


def walk_script(options: NaoWalkOptions) -> WalkScriptParameters:
    """Return how to walk in a trial; a tour takes a quarter of it for each of the ways."""
    if options.way == "tour":
        return replace(WAYS["mixed"], tour_s=options.duration_s / len(WAYS))
    return WAYS[options.way]


def walk_setup(script: WalkScriptParameters) -> Setup:
    """Return the setup that walks by a script."""
    fields = WalkScriptParameters.__dataclass_fields__
    return WALKING.replacing(WalkScript, WalkScript, **{name: getattr(script, name) for name in fields})


def walk_trial(request: TrialRequest[NaoWalkOptions]) -> Row:
    """One walk: until its time is over or the robot lies."""
    options = request.options
    random = np.random.default_rng([request.seed, 1])
    world = NaoWorld(
        NaoWorldOptions(
            noise=request.noise,
            tilt_rad=math.radians(options.tilt_deg),
            downhill_rad=np.random.default_rng([request.seed, 2]).uniform(-math.pi, math.pi),
        ),
        seed=request.seed,
    )
    referee = WalkReferee(world)
    setup = walk_setup(walk_script(options))
    driver = SimulationDriver(world)
    run = Run(
        setup,
        FaultyDriver(driver, [parse_fault(options.fault)]) if options.fault else driver,
        configuration=Configuration(setup.sections()),
        seed=request.seed,
        observers=[referee],
    )
    due_s = FIRST_PUSH_S if options.push_ns > 0.0 else math.inf
    pushes = 0
    try:
        while run.time_s < options.duration_s and referee.fell_s is None and run.step() is not None:
            if run.time_s >= due_s:
                heading_rad = random.uniform(-math.pi, math.pi)
                push = options.push_ns * math.cos(heading_rad), options.push_ns * math.sin(heading_rad), 0.0
                world.push(push)
                pushes += 1
                due_s += options.push_every_s + random.uniform(0.0, PUSH_SPREAD_S)
        return _row(run, referee, pushes) | {
            "hottest_c": round(world.robots[0].motors.temperature_c.max(), 1)
        }
    finally:
        run.stop("The trial is over.")


def _row(run: Run, referee: WalkReferee, pushes: int) -> Row:
    tracking, fell = referee.tracking_error, referee.fell_s is not None
    return {
        "walks": not fell and tracking is not None and tracking <= MOST_TRACKING_ERROR,
        "fell": fell,
        "time_s": round(referee.fell_s if referee.fell_s is not None else run.time_s, 3),
        "tracking_error": None if tracking is None else round(tracking, 4),
        "distance_m": round(referee.distance_m, 4),
        "turned_rad": round(referee.turned_rad, 4),
        "odometry_error_m": round(referee.odometry_error_m, 4),
        "odometry_error_rad": round(referee.odometry_error_rad, 4),
        "pushes": pushes,
        "faults": run.faults.total,
    }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Robots that walk, falls, speed errors, and odometry's error by metre."""
    upright = [row for row in rows if row.get("fell") is False]
    ways_m, drifts_m = numbers(upright, "distance_m"), numbers(upright, "odometry_error_m")
    drift = [drift_m / way_m for drift_m, way_m in zip(drifts_m, ways_m, strict=True) if way_m > 0.5]
    pushes = sum(numbers(rows, "pushes"))
    falls = count(rows, "fell", wanted=False)
    return {
        **rate(rows, "walks"),
        **rate(rows, "fell", wanted=False),
        "falls": falls,
        "walked_s": round(sum(numbers(rows, "time_s")), 1),
        "falls_per_push": falls / pushes if pushes else None,
        "tracking_error_median": quantile(numbers(upright, "tracking_error"), 0.5),
        "tracking_error_worst_tenth": quantile(numbers(upright, "tracking_error"), 0.9),
        "odometry_error_median_m": quantile(drifts_m, 0.5),
        "odometry_error_median_m_per_m": quantile(drift, 0.5),
        "odometry_error_median_rad": quantile(numbers(upright, "odometry_error_rad"), 0.5),
        "hottest_c": max(numbers(rows, "hottest_c"), default=None),
        "faults": sum(numbers(rows, "faults")),
    }


def check(options: NaoWalkOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded and faults that do not exist."""
    load_noise(noise)
    if options.fault:
        parse_fault(options.fault)


def goals(options: NaoWalkOptions) -> dict[str, Goal]:
    """No fall and 19 of 20 robots within 15 % of the speed; or one fall in a hundred shoves."""
    if options.push_ns > 0.0:
        return {"falls_per_push": AtMost(0.01)}
    return {
        "walks_rate": AtLeast(0.95),
        "falls": AtMost(0),
        "tracking_error_median": AtMost(MOST_TRACKING_ERROR),
    }


WALK = Experiment(
    name="nao-walk",
    summary="A NAO walks forward, sideways, turning, all mixed or all in turn, on its own or shoved.",
    trial="ludens.workbench.experiments.walk:walk_trial",
    options=NaoWalkOptions,
    summarise=summarise,
    goal=goals,
    check=check,
    default_trials=50,
)
