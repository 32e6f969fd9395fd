"""The experiment `passing`: random starts, one pass each, scored by truth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.errors import LudensError
from ludens.core.runtime.game import find_setup
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import count, numbers, quantile, quantile_of, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.passing.decide import PassingDeciderParameters
from ludens.games.passing.play import GAME
from ludens.games.passing.reach import can_be_met
from ludens.games.passing.referee import ROLLS_MPS, PassingReferee
from ludens.games.passing.world import PassingWorld, PassingWorldOptions, make_world
from ludens.games.passing.world.layout import BallStart
from ludens.robots.pioneer import load_noise

LONGEST_S = 120.0
WATCHED_AFTER_S = 3.0  # a robot that touches something just after its pass has failed all the same


@dataclass(frozen=True, slots=True, kw_only=True)
class PassingOptions:
    """Conditions of the experiment."""

    latency_ms: Annotated[float, Meta(ge=0, le=5000, description="How late camera images arrive.")] = 100.0
    ball: Annotated[
        BallStart,
        Meta(description="Rolling: at 0.2 to 0.5 m/s, anywhere; passed: to the robot, when that looks."),
    ] = "still"
    person: Annotated[Literal["still", "walking"], Meta(description="Whether the person walks about.")] = (
        "still"
    )
    obstacles: Annotated[int, Meta(ge=-1, le=4, description="How many; -1 draws 0 to 4 by seed.")] = -1
    setup: Annotated[str, Meta(description="Which modules play: a setup of the game, or FILE.py:NAME.")] = (
        "passing"
    )


def passing_trial(request: TrialRequest[PassingOptions]) -> Row:
    """One start, at most 120 s: does the ball get to the target, and does the robot touch anything?"""
    options = request.options
    setup = find_setup(GAME, options.setup)
    world = make_world(
        PassingWorldOptions(
            noise=request.noise,
            latency_s=options.latency_ms / 1000.0,
            ball=options.ball,
            person=options.person,
            obstacles=options.obstacles,
        ),
        request.seed,
    )
    referee = PassingReferee(world)
    configuration = Configuration(setup.sections())
    run = Run(
        setup, SimulationDriver(world), configuration=configuration, seed=request.seed, observers=[referee]
    )
    try:
        while not _over(run, referee) and run.step() is not None:
            pass
        return _row(run, referee) | _reach(options, world)
    finally:
        run.stop("The trial is over.")


def _over(run: Run, referee: PassingReferee) -> bool:
    if referee.collisions or run.time_s >= LONGEST_S:
        return True
    return referee.passed_s is not None and run.time_s > referee.passed_s + WATCHED_AFTER_S


def _row(run: Run, referee: PassingReferee) -> Row:
    collisions = referee.collisions
    headings = [push.heading_error_rad for push in referee.pushes if push.heading_error_rad is not None]
    return {
        "success": referee.passed_s is not None and not collisions,
        "collision": bool(collisions),
        "touched": ", ".join(collisions),
        "time_s": _rounded(referee.passed_s if referee.passed_s is not None else run.time_s),
        "heading_error_rad": _rounded(headings[-1]) if headings else None,
        "first_heading_error_rad": _rounded(headings[0]) if headings else None,
        "closest_m": _rounded(referee.closest_m),
        "pushes": len(referee.pushes),
        "met_rolling": referee.met_rolling,
        "met_mps": None if referee.met_mps is None else _rounded(referee.met_mps),
        "faults": run.faults.total,
    }


def _reach(options: PassingOptions, world: PassingWorld) -> Row:
    """Whether a ball that rolls at the start could be met, by one who knows all or one who has to look."""
    if options.ball != "rolling":
        return {}
    bound = partial(
        can_be_met,
        world.layout,
        deceleration_mps2=world.ball_deceleration_mps2,
        rolls_mps=ROLLS_MPS,
    )
    scan_radps = PassingDeciderParameters().hasty_scan_radps
    return {"reachable": bound(), "reachable_by_looking": bound(scan_radps=scan_radps)}


def _rounded(value: float) -> float:
    return round(value, 6)


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Rates and medians over all trials; times and headings of successful ones.

    `met_rolling_rate` says in how many trials the ball still rolled when the robot first touched it, and
    `passed_rolling_rate` in how many of all it was met so and passed. Where the ball rolls from the start,
    `reachable_rate` says how many could be met by a robot that knows everything and drives at its limits,
    `reachable_by_looking_rate` by one that has to turn its camera to the ball first.
    """
    good = [row for row in rows if row.get("success") is True]
    errors_deg = [math.degrees(abs(value)) for value in numbers(good, "heading_error_rad")]
    times_s = numbers(good, "time_s")
    return {
        **rate(rows, "success"),
        **rate(rows, "met_rolling"),
        **_bounds(rows),
        "passed_rolling_rate": count(good, "met_rolling") / max(len(rows), 1),
        **rate(rows, "collision", wanted=False),
        "collisions": count(rows, "collision", wanted=False),
        "first_push_rate": sum(row.get("pushes") == 1 for row in good) / max(len(rows), 1),
        "time_median_s": quantile(times_s, 0.5),
        "time_slow_tenth_s": quantile(times_s, 0.9),
        "heading_error_median_deg": quantile(errors_deg, 0.5),
        "heading_error_worst_tenth_deg": quantile(errors_deg, 0.9),
        "closest_median_m": quantile_of(rows, "closest_m", 0.5),
    }


def _bounds(rows: Sequence[Row]) -> dict[str, Json]:
    scored = [row for row in rows if "reachable" in row]
    if not scored:
        return {}
    told: dict[str, Json] = {}
    for bound in ("reachable", "reachable_by_looking"):
        within = [row for row in scored if row[bound] is True]
        told[f"{bound}_rate"] = len(within) / len(scored)
        told[f"met_rolling_of_{bound}_rate"] = count(within, "met_rolling") / max(len(within), 1)
    return told


def check(options: PassingOptions, noise: str) -> None:
    """Refuse a setup or noise that cannot be run."""
    load_noise(noise)
    setup = find_setup(GAME, options.setup)
    if any(setup.robots):
        raise LudensError(f"Setup '{setup.name}' is for several robots; this experiment has one.")


def goals(options: PassingOptions) -> dict[str, Goal]:
    """97 % up to 100 ms of latency, 90 % beyond; 80 % where ball or person moves. Never a collision."""
    success = 0.97 if options.latency_ms <= 100.0 else 0.90
    if options.ball != "still" or options.person == "walking":
        success = 0.80
    return {"success_rate": AtLeast(success), "collisions": AtMost(0)}


PASSING = Experiment(
    name="passing",
    summary="A robot passes a ball to a person, from random starts among obstacles in a 6 × 6 m pen.",
    trial="ludens.games.passing.experiments:passing_trial",
    options=PassingOptions,
    summarise=summarise,
    goal=goals,
    check=check,
)
