"""The experiment `soccer-distance`: how far away does the robot think the ball is?

As in 001, figure 11, but end to end: the robot calibrates its own cameras by the lines before the game, then
stands and looks at a ball that is laid at one distance after the other. What counts is what its ball filter
believes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile, rate_of
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.decide.player import StrikerPlayer
from ludens.games.soccer.setups import STRIKER
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions
from ludens.messages import Fault, MotionRequest
from ludens.messages.field import BallState
from ludens.messages.soccer import GazePlan, MatchStatus
from ludens.robots.nao.noise import load_noise

DISTANCES_M = (0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0)
WIDEST_RAD = 0.35
BALL_AWAY_M = (4.65, 3.15)


@dataclass(frozen=True, slots=True, kw_only=True)
class DistanceOptions:
    """Conditions of the experiment."""

    looks_s: Annotated[float, Meta(ge=1, le=60, description="At the ball at each distance.")] = 4.0


class BallWatcher(Module[NoParameters]):
    """A player that stands: looks round before the game, then searches the ball and looks at it."""

    def start(self) -> None:
        """Wait for the game."""
        self._playing = False

    def cycle(
        self, now: CycleTime, ball: BallState | None, status: MatchStatus | None
    ) -> tuple[MotionRequest, GazePlan]:
        """Stand and look."""
        self._playing = self._playing if status is None else status.state == "playing"
        fresh = ball is not None and now.time_s - ball.seen_s < 1.0
        mode = "survey" if not self._playing else "ball" if fresh else "search"
        return MotionRequest(time_s=now.time_s, motion="walk"), GazePlan(time_s=now.time_s, mode=mode)  # type: ignore[arg-type]


WATCHING = STRIKER.replacing(StrikerPlayer, BallWatcher)
"""A whole robot with its eyes, whose player only looks."""


class BallObserver:
    """Keeps the newest belief about the ball."""

    def __init__(self) -> None:
        self.ball: BallState | None = None

    def on_delivery(self, delivery: Delivery) -> None:
        """Readings are of no interest here."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note the belief."""
        for _, message in outputs:
            if isinstance(message, BallState):
                self.ball = message

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


def distance_trial(request: TrialRequest[DistanceOptions]) -> Row:
    """One robot: every distance once, the farthest first, so that it need not search between its feet."""
    match = SoccerMatch(
        SoccerMatchOptions(noise=request.noise, ball_m=BALL_AWAY_M, length_s=3600.0), seed=request.seed
    )
    watch = BallObserver()
    random = np.random.default_rng([request.seed, 3])
    run = Run(
        WATCHING,
        SimulationDriver(match),
        configuration=Configuration(WATCHING.sections()),
        seed=request.seed,
        observers=[watch],
    )
    row: dict[str, Json] = {}
    with run:
        while match.referee.state != "playing":
            run.run_until(run.time_s + 0.5)
        for distance_m in reversed(DISTANCES_M):
            bearing_rad = float(random.uniform(-WIDEST_RAD, WIDEST_RAD))
            aimed_m = distance_m * math.cos(bearing_rad), distance_m * math.sin(bearing_rad)
            row[f"error_at_{distance_m:g}m"] = relative_error(
                match, run, watch, aimed_m=aimed_m, looks_s=request.options.looks_s
            )
        row["faults"] = run.faults.total
    found = [abs(error) for error in _errors([row])]
    return {"found": len(found), "error_median": quantile(found, 0.5), **row}


def relative_error(
    match: SoccerMatch, run: Run, watch: BallObserver, *, aimed_m: tuple[float, float], looks_s: float
) -> float | None:
    """Lay the ball at a place in the robot's frame, let it look; return how wrong it finds the distance.

    A share of the distance, more than zero where the ball is believed too far away; None where it was not
    seen in the second half of the time.
    """
    match.ball.place(match.pose_of().apply(*aimed_m))
    laid_s = run.time_s
    run.run_until(laid_s + looks_s)
    true_m = match.pose_of().inverse().apply(*match.ball.place_m[:2])
    ball = watch.ball
    if ball is None or ball.seen_s < laid_s + 0.5 * looks_s:
        return None
    return round(math.hypot(*ball.place_m) / math.hypot(*true_m) - 1.0, 4)


def _errors(rows: Sequence[Row]) -> list[float]:
    return [error for distance_m in DISTANCES_M for error in numbers(rows, f"error_at_{distance_m:g}m")]


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Errors as a share of the distance, over all and by distance."""
    errors = [abs(error) for error in _errors(rows)]
    by_distance = {
        f"error_median_at_{distance_m:g}m": quantile(
            [abs(error) for error in numbers(rows, f"error_at_{distance_m:g}m")], 0.5
        )
        for distance_m in DISTANCES_M
    }
    return {
        "error_median": quantile(errors, 0.5),
        "error_worst_tenth": quantile(errors, 0.9),
        **by_distance,
        **rate_of("found", len(errors), trials=len(rows) * len(DISTANCES_M)),
        "faults": sum(numbers(rows, "faults")),
    }


def check(_: DistanceOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


DISTANCE = Experiment(
    name="soccer-distance",
    summary="The ball at 0.2 to 3 m: how far away it is believed to be, after the robot's own calibration.",
    trial="ludens.games.soccer.experiments.distance:distance_trial",
    options=DistanceOptions,
    summarise=summarise,
    goal={"error_median": AtMost(0.05), "error_worst_tenth": AtMost(0.05), "found_rate": AtLeast(0.95)},
    check=check,
    default_trials=20,
)
