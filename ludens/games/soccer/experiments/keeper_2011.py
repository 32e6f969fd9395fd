"""The experiment `soccer-keeper-2011`: 001's goalie before its goal, by its own eyes.

The ball is laid at three places one after the other; after some seconds the goalie should see it and have it
ahead, or stand as far aside as it goes. Then a ball is rolled at the goal. 001 says of its goalie that it
kept the ball in sight and adjusted its position, and gives no figures.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers, rate, rate_of
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.decide.classic_player import GOALIE_WIDEST_M, STAYS_RAD
from ludens.games.soccer.decide.player import ClassicPlayerModule
from ludens.games.soccer.setups import CLASSIC_2011
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.geometry import Pose2
from ludens.geometry.angles import difference
from ludens.geometry.soccer_field import FIELD_2011
from ludens.messages import Fault
from ludens.messages.field import BallState
from ludens.robots.nao.noise import load_noise
from ludens.sim.random_streams import RandomStreams

GOALIE = CLASSIC_2011.replacing(ClassicPlayerModule, ClassicPlayerModule, role="goalie")
HOME = Pose2(0.2 - FIELD_2011.half_length_m, 0.0, 0.0)
LOOK_EVERY_S = 0.2
PLACES = 3
SHOWN_S, SEEN_S = 8.0, 1.0
AWAY_M, WIDEST_RAD = (1.2, 2.4), math.radians(40.0)
SLACK_RAD = math.radians(4.0)
"""Between the angle that the goalie believes and the true one."""
SLOWEST_MPS, FASTEST_MPS, REACH_M, AFTER_S = 1.3, 2.2, 0.5, 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeper2011Options:
    """Conditions of the experiment."""

    camera_hz: Annotated[float, Meta(gt=0, le=30, description="Pictures a second of each camera.")] = 10.0


class _BallSeen:
    """When the goalie last saw the ball."""

    def __init__(self) -> None:
        self.seen_s = -math.inf

    def on_delivery(self, delivery: Delivery) -> None:
        """Readings are of no interest here."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note the ball."""
        for _, message in outputs:
            if isinstance(message, BallState):
                self.seen_s = message.seen_s

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


def keeper_2011_trial(request: TrialRequest[Keeper2011Options]) -> Row:
    """Three places of the ball, and one shot."""
    draws = RandomStreams(request.seed).stream("shots")
    places = [_place(draws) for _ in range(PLACES)]
    match = SoccerMatch(
        SoccerMatchOptions(
            field="2011",
            noise=request.noise,
            camera_hz=request.options.camera_hz,
            starts=(HOME,),
            ball_m=places[0],
            golden_goal=True,
            length_s=600.0,
        ),
        seed=request.seed,
    )
    watch = _BallSeen()
    run = Run(
        GOALIE,
        SimulationDriver(match),
        configuration=Configuration(GOALIE.sections()),
        seed=request.seed,
        observers=[watch],
    )
    ahead = seen = 0
    with run:
        while match.referee.state != "playing":
            run.run_until(run.time_s + LOOK_EVERY_S)
        for place_m in places:
            match.ball.place(place_m)
            run.run_until(run.time_s + SHOWN_S)
            ahead += _is_ahead(match.pose_of(), place_m)
            seen += run.time_s - watch.seen_s < SEEN_S
        start_m, at_y_m = places[-1], float(match.pose_of().y_m + draws.uniform(-REACH_M, REACH_M))
        at_y_m = float(np.clip(at_y_m, -0.6, 0.6))
        speed_mps = float(draws.uniform(SLOWEST_MPS, FASTEST_MPS))
        dx, dy = -FIELD_2011.half_length_m - start_m[0], at_y_m - start_m[1]
        way_m = math.hypot(dx, dy)
        aside_m = at_y_m - match.pose_of().y_m
        match.ball.roll((speed_mps * dx / way_m, speed_mps * dy / way_m))
        until_s = run.time_s + AFTER_S
        while match.referee.over_ns is None and run.time_s < until_s:
            run.run_until(run.time_s + LOOK_EVERY_S)
        return {
            "places": PLACES,
            "ahead": ahead,
            "seen": seen,
            "stopped": match.referee.scores[1] == 0,
            "speed_mps": round(speed_mps, 2),
            "aside_m": round(aside_m, 2),
            "faults": run.faults.total,
        }


def _place(draws: np.random.Generator) -> tuple[float, float]:
    away_m, bearing_rad = float(draws.uniform(*AWAY_M)), float(draws.uniform(-WIDEST_RAD, WIDEST_RAD))
    return away_m * math.cos(bearing_rad) - FIELD_2011.half_length_m, away_m * math.sin(bearing_rad)


def _is_ahead(pose: Pose2, ball_m: tuple[float, float]) -> bool:
    """Whether the ball is ahead of the goalie, or the goalie as far to its side as it goes."""
    bearing_rad = math.atan2(ball_m[1] - pose.y_m, ball_m[0] - pose.x_m)
    off_rad = difference(bearing_rad, pose.yaw_rad)
    at_widest = math.copysign(1.0, off_rad) * pose.y_m > GOALIE_WIDEST_M - 0.1
    return abs(off_rad) < STAYS_RAD + SLACK_RAD or at_widest


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How often the ball was ahead and seen, and how many shots were stopped."""
    places = PLACES * max(len(rows), 1)  # a trial that crashed saw nothing
    return {
        **rate_of("ahead", round(sum(numbers(rows, "ahead"))), trials=places),
        **rate_of("seen", round(sum(numbers(rows, "seen"))), trials=places),
        **rate(rows, "stopped"),
        "faults": mishaps(rows, "faults"),
    }


def check(_: Keeper2011Options, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


KEEPER_2011 = Experiment(
    name="soccer-keeper-2011",
    summary="001's goalie by its own eyes: has it the ball ahead and in sight, and does it stop a shot?",
    trial="ludens.games.soccer.experiments.keeper_2011:keeper_2011_trial",
    options=Keeper2011Options,
    summarise=summarise,
    goal={
        "ahead_rate": AtLeast(0.9),
        "seen_rate": AtLeast(0.95),
        "stopped_rate": AtLeast(0.6),
        "faults": AtMost(0),
    },
    paper={"ahead_rate": "very well", "seen_rate": "at all times"},
    check=check,
    default_trials=50,
)
