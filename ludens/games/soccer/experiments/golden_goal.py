"""The experiment `soccer-golden-goal`: from kick-off on the empty field, does the striker score, and when?

The referee of the simulation judges goals by what really happens; the robot plays by its own eyes.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import Setup
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.experiment import AtLeast, AtMost, Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.play import field_of, match_of
from ludens.games.soccer.setups import FLAT, STRIKER, STRIKER_2011, TRUTH
from ludens.games.soccer.world import FlatMatch, SoccerMatch, SoccerMatchOptions
from ludens.messages import FallReport, Fault, StateReport
from ludens.robots.nao.noise import load_noise

SETUPS = {"full": STRIKER, "2011": STRIKER_2011, "truth": TRUTH, "flat": FLAT}
LOOK_EVERY_S = 0.5
LONGEST_START_S = 60.0
"""From the beginning of the run to the word that play goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenGoalOptions:
    """Conditions of the experiment."""

    length_s: Annotated[float, Meta(gt=0, le=1200, description="Of play, from the kick-off.")] = 120.0
    camera_hz: Annotated[float, Meta(gt=0, le=30, description="Pictures a second of each camera.")] = 10.0
    dummies: Annotated[int, Meta(ge=0, le=8, description="Posts as large as robots, in the way.")] = 0
    world: Annotated[
        Literal["full", "2011", "truth", "flat"],
        Meta(
            description="Physics with pictures, on the field of 2019 or 2011, physics with percepts from "
            "truth, or the flat world."
        ),
    ] = "full"


class GoalWatch:
    """Counts kicks, dribbles and falls by what the robot says about itself."""

    def __init__(self) -> None:
        self.kicks = self.step_kicks = self.dribbles = self.falls = 0
        self._state, self._upright = "", True

    def on_delivery(self, delivery: Delivery) -> None:
        """Note falls that the body tells itself, as in the flat world."""
        for message in delivery.messages:
            if isinstance(message, FallReport):
                self._look(message)

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Note every kick that begins, and every fall."""
        for _, message in outputs:
            if isinstance(message, FallReport):
                self._look(message)
            elif isinstance(message, StateReport) and message.state != self._state:
                self._state = message.state
                self.kicks += message.state in ("kick", "at_ball")
                self.step_kicks += message.state == "step_kick"
                self.dribbles += message.state == "dribble"

    def _look(self, report: FallReport) -> None:
        upright = report.state == "upright"
        self.falls += self._upright and not upright
        self._upright = upright

    def on_fault(self, fault: Fault) -> None:
        """Counted by the run."""

    def close(self) -> None:
        """Nothing is kept open."""


@contextmanager
def played_to_the_end(
    match: SoccerMatch | FlatMatch, setup: Setup, *, length_s: float, seed: int
) -> Iterator[tuple[Run, GoalWatch]]:
    """Give a match that was played until its referee ended it, or its time was over, and what was counted."""
    watch = GoalWatch()
    configuration = Configuration(setup.sections())
    with Run(
        setup, SimulationDriver(match), configuration=configuration, seed=seed, observers=[watch]
    ) as run:
        while match.referee.over_ns is None and run.time_s < length_s + LONGEST_START_S:
            run.run_until(run.time_s + LOOK_EVERY_S)
        yield run, watch


def golden_goal_trial(request: TrialRequest[GoldenGoalOptions]) -> Row:
    """One game: until the first goal or the end of its time."""
    options = request.options
    setup = SETUPS[options.world]
    match = match_of(setup)(
        SoccerMatchOptions(
            field=field_of(setup),
            noise=request.noise,
            camera_hz=options.camera_hz,
            golden_goal=True,
            length_s=options.length_s,
            dummies=options.dummies,
        ),
        seed=request.seed,
    )
    with played_to_the_end(match, setup, length_s=options.length_s, seed=request.seed) as (run, watch):
        own, other = match.referee.scores
        ball_m = match.ball.place_m
        return {
            "scored": own > 0,
            "own_goal": other > 0,
            "time_s": round(match.referee.goals_after_s[0], 2) if own > 0 else None,
            "kicks": watch.kicks,
            "step_kicks": watch.step_kicks,
            "falls": watch.falls,
            "touches": match.touches,
            "ball_x_m": round(float(ball_m[0]), 2),
            "ball_y_m": round(float(ball_m[1]), 2),
            "faults": run.faults.total,
        }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How often it scored, how quickly, and what happened on the way."""
    times_s = numbers(rows, "time_s")
    return {
        **rate(rows, "scored"),
        "time_median_s": quantile(times_s, 0.5),
        "time_worst_tenth_s": quantile(times_s, 0.9),
        "own_goals": sum(row.get("own_goal") is True for row in rows),
        "kicks_median": quantile([sum(pair) for pair in _kicks(rows)], 0.5),
        "falls": sum(numbers(rows, "falls")),
        "touches": sum(numbers(rows, "touches")),
        "faults": sum(numbers(rows, "faults")),
    }


def _kicks(rows: Sequence[Row]) -> list[tuple[float, float]]:
    return list(zip(numbers(rows, "kicks"), numbers(rows, "step_kicks"), strict=True))


def check(_: GoldenGoalOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


GOLDEN_GOAL = Experiment(
    name="soccer-golden-goal",
    summary="From kick-off on the empty field until the first goal, by the robot's own eyes.",
    trial="ludens.games.soccer.experiments.golden_goal:golden_goal_trial",
    options=GoldenGoalOptions,
    summarise=summarise,
    goal={"scored_rate": AtLeast(0.95), "time_median_s": AtMost(60.0)},
    paper={"time_worst_tenth_s": "cut off at 120 s (004)"},
    check=check,
    default_trials=50,
)
