"""The experiment `soccer-avoid`: does a striker touch three robots that stand in its way?

They stand somewhere between the centre and the goal that it plays at, elsewhere in every trial. The world
judges what touches what; the striker sees, hears and feels.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.setup import Setup
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.play import match_of
from ludens.games.soccer.setups import FLAT, TRUTH
from ludens.games.soccer.world import FlatMatch, SoccerMatchOptions
from ludens.games.soccer.world.flat_league import FlatWitness
from ludens.games.soccer.world.referee_eyes import PhysicsWitness
from ludens.games.soccer.world.soccer_world import KICK_OFF
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019
from ludens.robots.nao.noise import load_noise
from ludens.sim.nao.group import names_of
from ludens.sim.random_streams import RandomStreams

SETUPS = {"truth": TRUTH, "flat": FLAT}
LOOK_EVERY_S = 0.1
TOUCH_ENDS_S = 1.0
"""Contacts with no longer a pause between them are one touch."""
APART_M = 0.7
STANDS_S = 20.0
"""Of a trial beside play: before the game, and after the last moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AvoidOptions:
    """Conditions of the experiment."""

    length_s: Annotated[float, Meta(gt=0, le=3600, description="Of play.")] = 600.0
    standing: Annotated[int, Meta(ge=0, le=6, description="Robots that stand in the way.")] = 3
    world: Annotated[
        Literal["truth", "flat"], Meta(description="Physics with percepts from truth, or the flat world.")
    ] = "flat"


def avoid_trial(request: TrialRequest[AvoidOptions]) -> Row:
    """One game among robots that stand."""
    options = request.options
    draws = RandomStreams(request.seed).stream("standing")
    starts = (KICK_OFF, *standing_places(options.standing, draws))
    setup = SETUPS[options.world]
    world = match_of(setup)(
        SoccerMatchOptions(starts=starts, noise=request.noise, length_s=options.length_s), seed=request.seed
    )
    witness = FlatWitness(world) if isinstance(world, FlatMatch) else PhysicsWitness(world)
    setup = setup if len(starts) == 1 else only_for(setup, names_of(len(starts))[0])
    touches = falls = 0
    touched_s, upright = -math.inf, True
    run = Run(
        setup, SimulationDriver(world), configuration=Configuration(setup.sections()), seed=request.seed
    )
    with run:
        while world.referee.over_ns is None and run.time_s < options.length_s + STANDS_S:
            run.run_until(run.time_s + LOOK_EVERY_S)
            robot = witness.robot(0, team=0, player=2)
            witness.forget()
            if robot.touches:
                touches += run.time_s - touched_s > TOUCH_ENDS_S
                touched_s = run.time_s
            falls += upright and not robot.is_upright
            upright = robot.is_upright
        return {
            "touches": touches,
            "falls": falls,
            "goals": world.referee.scores[0],
            "played_s": round(options.length_s - world.referee.remaining_s, 1),
            "faults": run.faults.total,
        }


def standing_places(count: int, draws: np.random.Generator) -> tuple[Pose2, ...]:
    """Return poses between the centre and the goal, apart from each other."""
    places: list[Pose2] = []
    while len(places) < count:
        pose = Pose2(
            float(draws.uniform(0.6, FIELD_2019.half_length_m - 1.0)),
            float(draws.uniform(-1.2, 1.2)),
            float(draws.uniform(-math.pi, math.pi)),
        )
        if all(pose.distance_m(other) > APART_M for other in places):
            places.append(pose)
    return tuple(places)


def only_for(setup: Setup, robot: str) -> Setup:
    """Return a setup of one robot for one of several, while the others are without modules."""
    return replace(setup, cyclers=tuple(replace(cycler, robot=robot) for cycler in setup.cyclers))


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Touches in ten minutes of play, on average and at most."""
    played_s, touches = sum(numbers(rows, "played_s")), numbers(rows, "touches")
    return {
        "touches_in_10_min": 600.0 * sum(touches) / played_s if played_s else None,
        "touches_most": max(touches, default=None),
        "goals_in_10_min": 600.0 * sum(numbers(rows, "goals")) / played_s if played_s else None,
        "falls": sum(numbers(rows, "falls")),
        "faults": sum(numbers(rows, "faults")),
    }


def check(_: AvoidOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


AVOID = Experiment(
    name="soccer-avoid",
    summary="Ten minutes of play among three robots that stand in the way: how often are they touched?",
    trial="ludens.games.soccer.experiments.avoid:avoid_trial",
    options=AvoidOptions,
    summarise=summarise,
    goal={"touches_in_10_min": AtMost(2.0)},
    check=check,
    default_trials=10,
)
