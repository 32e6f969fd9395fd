"""The experiment `soccer-search`: how long a team, or a robot alone, looks for a ball that nobody sees.

Robots stand about the field, as many of the other team among them hide things. The ball lies where none of
them sees it at first. It is found when one of them knows where it is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, quantile_of, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.experiments.team_scene import AirOptions, TeamScene
from ludens.games.soccer.league_play import MOST_A_SIDE, TEAM_PLAYER
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELD_2019
from ludens.messages import Fault
from ludens.messages.team import BallOrigin, TeamBall
from ludens.robots.nao.noise import load_noise

Point = tuple[float, float]

LOOK_EVERY_S = 0.2
FOUND_M = 0.5
"""A ball believed so near to where it is has been found."""
HIDDEN_M, HIDDEN_RAD = 7.0, math.radians(100.0)
"""Nearer and less far aside, a ball would be seen without a search."""
APART_M, INSIDE_M = 0.8, 0.3
SCENE_STREAM = 18


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions(AirOptions):
    """Conditions of the experiment."""

    players: Annotated[int, Meta(ge=1, le=MOST_A_SIDE, description="That search.")] = 5
    others: Annotated[int, Meta(ge=0, le=MOST_A_SIDE, description="That stand about.")] = 5
    longest_s: Annotated[float, Meta(gt=0, le=1200, description="Until the search is given up.")] = 180.0


class _Finds:
    """Keeps the newest ball of those who see it themselves."""

    def __init__(self) -> None:
        self.seen_m: dict[str, Point] = {}

    def on_delivery(self, delivery: Delivery) -> None:
        """Readings are of no interest here."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note what robots see."""
        for key, message in outputs:
            if isinstance(message, TeamBall):
                self.seen_m.pop(key, None)
                if message.origin is BallOrigin.OWN:
                    self.seen_m[key] = message.place_m

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


def search_trial(request: TrialRequest[SearchOptions]) -> Row:
    """One search."""
    options, random = request.options, np.random.default_rng((request.seed, SCENE_STREAM))
    starts, others, ball_m = drawn_search(random, players=options.players, others=options.others)
    scene = TeamScene(starts, TEAM_PLAYER, others=others, air=options, noise=request.noise, seed=request.seed)
    scene.field.ball.place(ball_m)
    finds, found_s = _Finds(), None
    with scene.run(finds) as run:
        while found_s is None and run.time_s < options.longest_s:
            run.run_until(run.time_s + LOOK_EVERY_S)
            if any(math.dist(seen_m, ball_m) < FOUND_M for seen_m in finds.seen_m.values()):
                found_s = run.time_s
        return {
            "found": found_s is not None,
            "time_s": round(options.longest_s if found_s is None else found_s, 1),
            "ball_x_m": round(ball_m[0], 2),
            "ball_y_m": round(ball_m[1], 2),
            "faults": run.faults.total,
        }


def drawn_search(
    random: np.random.Generator, *, players: int, others: int
) -> tuple[dict[int, Pose2], tuple[Pose2, ...], Point]:
    """Return poses of a team and of others, and a place for the ball that nobody of the team looks at."""
    while True:
        poses: list[Pose2] = []
        while len(poses) < players + others:
            pose = _drawn(random)
            if all(pose.distance_m(other) > APART_M for other in poses):
                poses.append(pose)
        team = poses[:players]
        for _ in range(50):
            ball = _drawn(random)
            clear = all(pose.distance_m(ball) > 0.5 for pose in poses)
            if clear and all(is_hidden(pose, (ball.x_m, ball.y_m)) for pose in team):
                numbers = range(1, players + 1) if players > 1 else (2,)
                return dict(zip(numbers, team, strict=True)), tuple(poses[players:]), (ball.x_m, ball.y_m)


def is_hidden(pose: Pose2, place_m: Point) -> bool:
    """Whether a robot that stands there and turns its head only does not see a place."""
    x_m, y_m = place_m[0] - pose.x_m, place_m[1] - pose.y_m
    aside_rad = abs(difference(math.atan2(y_m, x_m), pose.yaw_rad))
    return math.hypot(x_m, y_m) > HIDDEN_M or aside_rad > HIDDEN_RAD


def _drawn(random: np.random.Generator) -> Pose2:
    x_m, y_m = FIELD_2019.half_length_m - INSIDE_M, FIELD_2019.half_width_m - INSIDE_M
    x, y, yaw = random.uniform((-x_m, -y_m, -math.pi), (x_m, y_m, math.pi)).tolist()
    return Pose2(x, y, yaw)


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How often and after how long the ball was found."""
    return {
        **rate(rows, "found"),
        "time_median_s": quantile_of(rows, "time_s", 0.5),
        "time_worst_tenth_s": quantile_of(rows, "time_s", 0.9),
        "faults": mishaps(rows, "faults"),
    }


def goals(options: SearchOptions) -> dict[str, Goal]:
    """Of five, and of one alone."""
    median_s = 30.0 if options.players == MOST_A_SIDE else 90.0
    return {"found_rate": AtLeast(0.95), "time_median_s": AtMost(median_s), "faults": AtMost(0)}


def check(_: SearchOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


SEARCH = Experiment(
    name="soccer-search",
    summary="A ball that nobody sees, looked for by a team or, with --players 1, by a robot alone.",
    trial="ludens.games.soccer.experiments.search:search_trial",
    options=SearchOptions,
    summarise=summarise,
    goal=goals,
    check=check,
    default_trials=40,
)
