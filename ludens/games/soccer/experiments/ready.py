"""The experiment `soccer-ready`: robots that stand anywhere, as after a goal, are in legal places in time."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers, quantile, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.league_run import RefereeView, field_of, league_run
from ludens.games.soccer.league_play import MOST_A_SIDE, LeagueMatchOptions, league_setup
from ludens.games.soccer.referee.field_side import FieldSide, distance_m, place_of
from ludens.geometry import Pose2
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages.league import MatchState
from ludens.messages.refereeing import FieldRobot, FieldTruth
from ludens.robots.nao.noise import load_noise

READY_STREAM = 21
APART_M = 0.5
SETTLES_S = 1.0  # a step that was begun in ready may be finished


@dataclass(frozen=True, slots=True, kw_only=True)
class SoccerReadyOptions:
    """Conditions of the experiment."""

    a_side: Annotated[int, Meta(ge=1, le=MOST_A_SIDE, description="Robots of each team.")] = 5
    ready_s: Annotated[int, Meta(gt=0, le=120, description="Time to walk.")] = 45
    loss: Annotated[float, Meta(ge=0, le=1, description="Share of packets that get lost.")] = 0.2
    physics: Annotated[bool, Meta(description="In full physics instead of the flat world.")] = False


def ready_trial(request: TrialRequest[SoccerReadyOptions]) -> Row:
    """One kick-off: everybody is put anywhere on the field when ready begins."""
    options, view = request.options, RefereeView()
    setup = league_setup(options.a_side, flat=not options.physics, ready_s=options.ready_s, initial_s=2.0)
    match = LeagueMatchOptions(
        a_side=options.a_side, noise=request.noise, loss=options.loss, flat=not options.physics
    )
    random = np.random.default_rng((request.seed, READY_STREAM))
    with league_run(setup, match, seed=request.seed, observers=[view]) as run:
        view.until(run, MatchState.READY, longest_s=20.0)
        for number, pose in enumerate(_anywhere(2 * options.a_side, random)):
            field_of(run).carry(pose, robot=number)
        begin_s, placed_s = run.time_s, None
        while view.state is MatchState.READY:
            run.run_until(run.time_s + 0.5)
            all_legal = view.truth is not None and not _illegal(view.truth)
            placed_s = placed_s or (run.time_s - begin_s) if all_legal else None
        run.run_until(run.time_s + SETTLES_S)
        assert view.truth is not None
        illegal = _illegal(view.truth)
        return {
            "all_legal": not illegal,
            "robots": len(view.truth.robots),
            "illegal": len(illegal),
            "placed_s": placed_s,
            "who": ", ".join(robot.name for robot in illegal),
            "faults": run.faults.total,
        }


def _anywhere(count: int, random: np.random.Generator) -> list[Pose2]:
    """Return poses on the field, none on another."""
    poses: list[Pose2] = []
    while len(poses) < count:
        x_m = float(random.uniform(-FIELD_2019.half_length_m, FIELD_2019.half_length_m))
        y_m = float(random.uniform(-FIELD_2019.half_width_m, FIELD_2019.half_width_m))
        pose = Pose2(x_m, y_m, float(random.uniform(-math.pi, math.pi)))
        if all(pose.distance_m(other) > APART_M for other in poses):
            poses.append(pose)
    return poses


def _illegal(truth: FieldTruth) -> list[FieldRobot]:
    """Return who stands where it may not at the first team's kick-off."""
    return [
        robot
        for robot in truth.robots
        if FieldSide(1.0 - 2.0 * robot.team).point(place_of(robot))[0] > 0.0
        or (robot.team == 1 and distance_m(place_of(robot), (0.0, 0.0)) < FIELD_2019.circle_radius_m)
        or not robot.is_upright
    ]


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How many robots stood where they may."""
    robots, illegal = sum(numbers(rows, "robots")), sum(numbers(rows, "illegal"))
    placed_s = numbers(rows, "placed_s")
    return {
        "legal_share": (robots - illegal) / robots if robots else None,
        **rate(rows, "all_legal"),
        "placed_median_s": quantile(placed_s, 0.5),
        "placed_worst_tenth_s": quantile(placed_s, 0.9),
        "faults": mishaps(rows, "faults"),
    }


def check_ready(_: SoccerReadyOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


READY = Experiment(
    name="soccer-ready",
    summary="Two teams anywhere on the field walk to legal places for a kick-off within 45 s.",
    trial="ludens.games.soccer.experiments.ready:ready_trial",
    options=SoccerReadyOptions,
    summarise=summarise,
    goal={"legal_share": AtLeast(0.98), "faults": AtMost(0)},
    check=check_ready,
    default_trials=20,
)
