"""The experiment `nao-getup`: pushed over, does it protect itself, and does it stand again, how soon?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers, quantile, rate
from ludens.experiments.trials import TrialRequest
from ludens.robots.nao.noise import load_noise
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.workbench.play import WALKING
from ludens.workbench.referees import GetUpReferee
from ludens.workbench.views import explanation

Side = Literal["front", "back", "left", "right", "any"]

HEADINGS_RAD: dict[Side, float] = {
    "front": 0.0,
    "back": math.pi,
    "left": 0.5 * math.pi,
    "right": -0.5 * math.pi,
}
SPREAD_RAD = 0.4
"""Pushes are never quite straight, so no fall is like another."""
WEAKEST_NS, STRONGEST_NS = 4.5, 8.0
PUSH_S, AGAIN_S, LAST_PUSH_S = 0.8, 1.5, 6.0
"""When it is pushed over, again while it still stands, and until when."""
TOO_LATE_S = 40.0
IN_TIME_S = 10.0
FIRST_SHOVE_S, LAST_SHOVE_S = 0.5, 7.0
"""After it has begun to get up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetUpOptions:
    """Conditions of the experiment."""

    side: Annotated[
        Side, Meta(description="Where it is pushed to; how it then lies is its own affair and in the rows.")
    ] = "any"
    push_ns: Annotated[
        float, Meta(ge=0, le=5, description="Shove once while getting up, in N·s; 0 is none.")
    ] = 0.0
    tilt_deg: Annotated[float, Meta(ge=0, le=10, description="Of the floor, downhill to any side.")] = 0.0


def getup_trial(request: TrialRequest[GetUpOptions]) -> Row:
    """One fall from a stand: until the robot stands again, has given up, or it is too late."""
    options = request.options
    random = np.random.default_rng([request.seed, 4])
    world = NaoWorld(
        NaoWorldOptions(
            noise=request.noise,
            tilt_rad=math.radians(options.tilt_deg),
            downhill_rad=random.uniform(-math.pi, math.pi),
        ),
        seed=request.seed,
    )
    referee = GetUpReferee(world)
    run = Run(
        WALKING,
        SimulationDriver(world),
        configuration=Configuration(WALKING.sections()),
        seed=request.seed,
        observers=[referee],
    )
    try:
        _push_over(run, world, referee, options.side, random)
        _watch(run, world, referee, push_ns=options.push_ns, random=random)
        return _row(run, referee)
    finally:
        run.stop("The trial is over.")


def _push_over(
    run: Run, world: NaoWorld, referee: GetUpReferee, side: Side, random: np.random.Generator
) -> None:
    """Push, and push again if it was not enough, until the robot lies."""
    due_s = PUSH_S
    while referee.fallen_s is None and run.time_s < LAST_PUSH_S + AGAIN_S and run.step() is not None:
        standing = world.ground_from_torso().rotation[2, 2] > math.cos(0.3)
        if run.time_s >= due_s and run.time_s < LAST_PUSH_S and standing:
            heading_rad = random.uniform(-math.pi, math.pi)
            if side != "any":
                heading_rad = HEADINGS_RAD[side] + random.uniform(-SPREAD_RAD, SPREAD_RAD)
            impulse_ns = random.uniform(WEAKEST_NS, STRONGEST_NS)
            world.push((impulse_ns * math.cos(heading_rad), impulse_ns * math.sin(heading_rad), 0.0))
            due_s = run.time_s + AGAIN_S


def _watch(
    run: Run, world: NaoWorld, referee: GetUpReferee, *, push_ns: float, random: np.random.Generator
) -> None:
    """Let it get up, and shove it at some moment of that."""
    wait_s = random.uniform(FIRST_SHOVE_S, LAST_SHOVE_S) if push_ns > 0.0 else math.inf
    began_s = math.inf
    while referee.stands_s is None and run.time_s < TOO_LATE_S and run.step() is not None:
        if referee.rising:
            began_s = min(began_s, run.time_s)
        if run.time_s >= began_s + wait_s:
            heading_rad = random.uniform(-math.pi, math.pi)
            world.push((push_ns * math.cos(heading_rad), push_ns * math.sin(heading_rad), 0.0))
            wait_s = math.inf
        if referee.gave_up:
            return


def _row(run: Run, referee: GetUpReferee) -> Row:
    lay_s, stands_s = referee.fallen_s, referee.stands_s
    took_s = None if lay_s is None or stands_s is None else stands_s - lay_s
    return {
        "lay_on": referee.side,
        "stands": stands_s is not None,
        "in_time": took_s is not None and took_s <= IN_TIME_S,
        "time_s": None if took_s is None else round(took_s, 3),
        "tries": referee.tries,
        "too_stiff_commands": referee.too_stiff,
        "last_reason": "" if referee.last_reasoned is None else explanation(referee.last_reasoned),
        "faults": run.faults.total,
    }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How often and how soon it stood, altogether and by the side it lay on."""
    sides: dict[str, Json] = {}
    for side in ("front", "back", "left", "right"):
        lay = [row for row in rows if row.get("lay_on") == side]
        if lay:
            sides[f"from_{side}"] = f"{sum(row.get('in_time') is True for row in lay)} of {len(lay)}"
    times_s = numbers(rows, "time_s")
    return {
        **rate(rows, "in_time"),
        **sides,
        "stands": sum(row.get("stands") is True for row in rows),
        "time_median_s": quantile(times_s, 0.5),
        "time_worst_tenth_s": quantile(times_s, 0.9),
        "tries_mean": float(np.mean(tries)) if (tries := numbers(rows, "tries")) else None,
        "too_stiff_commands": mishaps(rows, "too_stiff_commands"),
        "faults": sum(numbers(rows, "faults")),
    }


def check(_: GetUpOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


def goals(options: GetUpOptions) -> dict[str, Goal]:
    """Nine and a half of ten stand within 10 s of lying still; falls are always protected."""
    protected: dict[str, Goal] = {"too_stiff_commands": AtMost(0)}
    if options.push_ns > 0.0 or options.tilt_deg > 0.0:
        return protected
    return {"in_time_rate": AtLeast(0.95), **protected}


GETUP = Experiment(
    name="nao-getup",
    summary="A NAO is pushed over and gets up, on its own or while being shoved, also on a slope.",
    trial="ludens.workbench.experiments.getup:getup_trial",
    options=GetUpOptions,
    summarise=summarise,
    goal=goals,
    check=check,
    default_trials=50,
)
