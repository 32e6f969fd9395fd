"""The experiment `soccer-keeper`: balls are rolled at the goal beside its keeper; how many does it stop?

Each shot is drawn: from how far and from which side, how fast, and how far from the keeper it would cross the
goal line. The keeper sees the ball lie for a while first. With `--past` shots miss the goal, and the keeper
should not throw itself before them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.driver import behind
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.decide.dive_choice import rolling_s
from ludens.games.soccer.experiments.shootout import (
    BLOCKS,
    INITIAL_S,
    KEEPER,
    LOOK_EVERY_S,
    SET_S,
    ShotWatch,
    shot_run,
)
from ludens.games.soccer.world.flat_league import FlatLeagueField
from ludens.games.soccer.world.league_field import LeagueField
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages.league import MatchState
from ludens.robots.nao.noise import load_noise

Point = tuple[float, float]

SHOT_STREAM = 25
GOAL_X_M = FIELD_2019.half_length_m
NEAREST_M, FARTHEST_M = FIELD_2019.mark_from_goal_m, 3.0
WIDEST_RAD = math.radians(40.0)
SLOWEST_MPS, FASTEST_MPS = 1.0, 3.0
REACH_M = 0.6
PAST_M = (0.9, 1.4)
"""From the keeper: beyond the posts, and still near enough to tempt it."""
USUAL_MPS2, SLOWS_MPS2 = 0.35, 0.45
"""How a ball slows down on the usual floor and on the slowest: it must reach the line on that one."""
SHOWN_S = 4.0
AFTER_S = 2.5
BANDS_S = (0.9, 1.4)
"""Shots are counted apart by how long they take to the line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperOptions:
    """Conditions of the experiment."""

    flat: Annotated[bool, Meta(description="In the flat world: much quicker, without physics.")] = False
    past: Annotated[bool, Meta(description="Shots that miss the goal: false alarms are counted.")] = False


@dataclass(frozen=True, slots=True)
class Shot:
    """A ball that is rolled at the goal at positive x."""

    start_m: Point
    velocity_mps: Point
    aside_m: float  # of the keeper, where it crosses the line: positive to the left of who looks at the goal
    arrives_s: float


def draw_shot(random: np.random.Generator, *, past: bool = False) -> Shot:
    """Return a shot by chance that reaches the line; slow ones from far away are drawn again."""
    while True:
        away_m, bearing_rad = random.uniform(NEAREST_M, FARTHEST_M), random.uniform(-WIDEST_RAD, WIDEST_RAD)
        speed_mps = float(random.uniform(SLOWEST_MPS, FASTEST_MPS))
        aside_m = float(random.uniform(-REACH_M, REACH_M))
        if past:
            aside_m = math.copysign(float(random.uniform(*PAST_M)), aside_m)
        start_m = GOAL_X_M - float(away_m * math.cos(bearing_rad)), float(away_m * math.sin(bearing_rad))
        dx, dy = GOAL_X_M - start_m[0], aside_m - start_m[1]
        way_m = math.hypot(dx, dy)
        arrives_s = rolling_s(way_m, speed_mps, USUAL_MPS2)
        if arrives_s is not None and rolling_s(way_m + 0.2, speed_mps, SLOWS_MPS2) is not None:
            velocity_mps = speed_mps * dx / way_m, speed_mps * dy / way_m
            return Shot(start_m, velocity_mps, aside_m, arrives_s)


def keeper_trial(request: TrialRequest[KeeperOptions]) -> Row:
    """One shot."""
    options = request.options
    shot = draw_shot(np.random.default_rng((request.seed, SHOT_STREAM)), past=options.past)
    watch = ShotWatch()
    with shot_run((KEEPER,), watch, flat=options.flat, noise=request.noise, seed=request.seed) as run:
        simulation = behind(run.driver, SimulationDriver)
        assert simulation is not None
        world = simulation.world
        assert isinstance(world, LeagueField | FlatLeagueField)
        run.run_until(INITIAL_S + SET_S + 0.2)
        world.ball.place(shot.start_m)
        run.run_until(run.time_s + SHOWN_S)
        began_s = run.time_s
        early = watch.block
        world.ball.roll(shot.velocity_mps)
        while watch.state is not MatchState.FINISHED and run.time_s < began_s + shot.arrives_s + AFTER_S:
            run.run_until(run.time_s + LOOK_EVERY_S)
        return {
            "stopped": watch.goals == 0,
            "block": watch.block,
            "blocked": watch.block in BLOCKS,
            "early": bool(early),
            "block_after_s": round(watch.block_s - began_s, 2) if watch.block else None,
            "speed_mps": round(math.hypot(*shot.velocity_mps), 2),
            "way_m": round(math.dist(shot.start_m, (GOAL_X_M, shot.aside_m)), 2),
            "aside_m": round(shot.aside_m, 2),
            "arrives_s": round(shot.arrives_s, 2),
            "ball_x_m": round(watch.ball_m[0], 2),
            "ball_y_m": round(watch.ball_m[1], 2),
            "faults": run.faults.total,
        }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How many shots were stopped, also by how long they took; how often the keeper threw itself."""
    first_s, second_s = BANDS_S
    return {
        **rate(rows, "stopped"),
        f"stopped_below_{first_s:g}_s": _share(rows, 0.0, first_s),
        f"stopped_{first_s:g}_to_{second_s:g}_s": _share(rows, first_s, second_s),
        f"stopped_above_{second_s:g}_s": _share(rows, second_s, math.inf),
        **rate(rows, "blocked", wanted=False),
        "dives": sum(str(row.get("block", "")).startswith("dive") for row in rows),
        "arrives_mean_s": sum(numbers(rows, "arrives_s")) / max(len(numbers(rows, "arrives_s")), 1),
        "faults": mishaps(rows, "faults"),
    }


def _share(rows: Sequence[Row], least_s: float, most_s: float) -> str:
    """How many of the shots that took so long were stopped."""
    taken = [
        row for row in rows if isinstance(at_s := row.get("arrives_s"), float) and least_s <= at_s < most_s
    ]
    return f"{sum(row.get('stopped') is True for row in taken)} of {len(taken)}"


def goals(options: KeeperOptions) -> dict[str, Goal]:
    """Three of five shots are stopped; of shots that miss the goal one in ten may fool the keeper."""
    wanted: dict[str, Goal] = (
        {"blocked_rate": AtMost(0.1)} if options.past else {"stopped_rate": AtLeast(0.6)}
    )
    return {**wanted, "faults": AtMost(0)}


def check(_: KeeperOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


KEEPER_SHOTS = Experiment(
    name="soccer-keeper",
    summary="Balls rolled at the goal within 0.6 m of its keeper, 1 to 3 m/s; percepts from truth.",
    trial="ludens.games.soccer.experiments.keeper:keeper_trial",
    options=KeeperOptions,
    summarise=summarise,
    goal=goals,
    check=check,
    default_trials=100,
)
