"""The experiment `nao-kick`: a NAO walks up to a ball that it sees and kicks it; how far, how straight?

End to end: the ball lies somewhere before the robot, which finds it with its bottom camera (as made: nobody
has calibrated it), walks until it lies before the foot and kicks, by the modules of the demonstration
(`ludens play nao --setup nao-demo`). Distance and direction count from where ball and robot are when the kick
begins. `nao-kick-laid` measures the kick alone.
"""

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
from ludens.experiments.statistics import count, numbers, quantile, quantile_of, rate
from ludens.experiments.trials import TrialRequest
from ludens.geometry import wrap
from ludens.messages import KickRequest
from ludens.motion.kick import best_place_m
from ludens.robots.nao.noise import load_noise
from ludens.sim.nao.world import NaoWorld
from ludens.workbench.demo import DemoDecider
from ludens.workbench.play import DEMO
from ludens.workbench.referees import KickReferee
from ludens.workbench.world import NaoPlayOptions, make_world

LONGEST_S = 60.0
"""For finding the ball, walking up to it, and the kick."""
SETTLES_S = 0.5
"""After a kick: a robot that falls from it does so by then, or is seen falling while the ball rolls."""
MISSED_M = 0.1
"""A ball that moved less was missed, and has no direction."""
NEAREST_M, FARTHEST_M, MOST_ASIDE_RAD = 0.4, 0.8, 0.5
"""Where the ball lies at first, from the robot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KickOptions:
    """Conditions of the experiment."""

    foot: Annotated[Literal["left", "right", "both"], Meta(description="Both: one after the other.")] = "both"


def kick_trial(request: TrialRequest[KickOptions]) -> Row:
    """One ball: until the robot stands again and the ball rests, the robot lies, or its time is over."""
    random = np.random.default_rng([request.seed, 2])
    foot = request.options.foot
    with_left = foot == "left" or (foot == "both" and request.seed % 2 == 0)
    world = _world_with_ball(request, random)
    referee = KickReferee(world)
    setup = DEMO.replacing(DemoDecider, DemoDecider, kicks_with_left=with_left)
    configuration = Configuration(setup.sections())
    driver = SimulationDriver(world)
    with Run(setup, driver, configuration=configuration, seed=request.seed, observers=[referee]) as run:
        while referee.began_s is None and run.time_s < LONGEST_S and run.step() is not None:
            if referee.fell_s is not None:
                break
        off_m = None
        if referee.began_s is not None:
            ahead_m, left_m = referee.ball_in_robot_m
            best_ahead_m, best_left_m = best_place_m(KickRequest(time_s=0.0, with_left=with_left))
            off_m = math.hypot(ahead_m - best_ahead_m, left_m - best_left_m)
            referee.note_ball()
            watch_kick(run, referee, until_s=LONGEST_S)
        return {
            "foot": "left" if with_left else "right",
            "kicked": referee.began_s is not None,
            "ball_error_m": None if off_m is None else round(off_m, 4),
            "approach_time_s": None if referee.began_s is None else round(referee.began_s, 2),
            **kick_row(referee, aimed_rad=0.0),
            "faults": run.faults.total,
        }


def _world_with_ball(request: TrialRequest[KickOptions], random: np.random.Generator) -> NaoWorld:
    away_m = random.uniform(NEAREST_M, FARTHEST_M)
    bearing_rad = random.uniform(-MOST_ASIDE_RAD, MOST_ASIDE_RAD)
    options = NaoPlayOptions(
        noise=request.noise,
        ball_ahead_m=away_m * math.cos(bearing_rad),
        ball_left_m=away_m * math.sin(bearing_rad),
    )
    return make_world(options, request.seed, sees_floor=True)


def watch_kick(run: Run, referee: KickReferee, *, until_s: float) -> None:
    """Let the kick be done, and ball and robot come to rest."""
    while run.time_s < until_s and run.step() is not None:
        ended = referee.ended_s is not None and run.time_s > referee.ended_s + SETTLES_S
        if (ended or referee.fell_s is not None) and referee.ball_rests:
            return


def kick_row(referee: KickReferee, *, aimed_rad: float) -> Row:
    """What became of ball and robot; a ball that was not kicked was missed."""
    began_s, ended_s = referee.began_s, referee.ended_s
    distance_m = 0.0 if began_s is None else referee.distance_m
    missed = distance_m < MISSED_M
    error_deg = math.degrees(wrap(referee.direction_rad - aimed_rad))
    return {
        "distance_m": round(distance_m, 3),
        "direction_error_deg": None if missed else round(error_deg, 2),
        "missed": missed,
        "fell": referee.fell_s is not None,
        "duration_s": None if began_s is None or ended_s is None else round(ended_s - began_s, 3),
        "refused": referee.refused,
    }


def kick_figures(rows: Sequence[Row]) -> dict[str, Json]:
    """How far, how straight, how often it fell."""
    errors_deg = numbers(rows, "direction_error_deg")
    return {
        **rate(rows, "fell", wanted=False),
        "falls": count(rows, "fell", wanted=False),
        "missed": count(rows, "missed", wanted=False),
        "refused": sum(bool(row.get("refused")) for row in rows),
        "distance_median_m": quantile_of(rows, "distance_m", 0.5, wanted="high"),
        "distance_worst_tenth_m": quantile_of(rows, "distance_m", 0.1, wanted="high"),
        "direction_sigma_deg": float(np.std(errors_deg)) if errors_deg else None,
        "direction_mean_deg": float(np.mean(errors_deg)) if errors_deg else None,
        "duration_median_s": quantile(numbers(rows, "duration_s"), 0.5),
        "faults": sum(numbers(rows, "faults")),
    }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """The kick, how often it came to one, and how well the robot stood before the ball then."""
    return {
        **rate(rows, "kicked"),
        **kick_figures(rows),
        "ball_error_median_m": quantile(numbers(rows, "ball_error_m"), 0.5),
        "ball_error_worst_tenth_m": quantile(numbers(rows, "ball_error_m"), 0.9),
        "approach_time_median_s": quantile(numbers(rows, "approach_time_s"), 0.5),
    }


def check(_: object, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


GOALS: dict[str, Goal] = {
    "distance_median_m": AtLeast(3.0),
    "direction_sigma_deg": AtMost(8.0),
    "fell_rate": AtMost(0.02),
}

KICK = Experiment(
    name="nao-kick",
    summary="A NAO sees a ball, walks up to it and kicks it forward.",
    trial="ludens.workbench.experiments.kick:kick_trial",
    options=KickOptions,
    summarise=summarise,
    goal=GOALS,
    check=check,
    default_trials=50,
)
