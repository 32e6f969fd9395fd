"""The experiment `soccer-learning`: how quickly a table learns where to shoot from, or where to keep."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from msgspec import Meta

from ludens.experiments.experiment import AtLeast, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers
from ludens.experiments.trials import TrialRequest
from ludens.games.soccer.learning.learner import Learner, success_rate
from ludens.games.soccer.learning.tasks import TASKS
from ludens.planning.q_learning import POLICIES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EARLY, LATE = 100, 500
LOOKS_AFTER = (10, 25, 50, EARLY, 200, 300, LATE)
"""Shots after which what was learnt is tried."""
TRIED = 300
"""Shots of each try, from which nothing is learnt."""
TWO_SIDED = 1.96
"""Standard errors of a mean on either side of a 95 % interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoccerLearningOptions:
    """What is learnt, and how actions are chosen meanwhile."""

    task: Annotated[
        Literal["toy", "shot", "keeper"],
        Meta(description="Three places in a row; whence to shoot past a keeper; where the keeper stands."),
    ] = "shot"
    policy: Annotated[
        Literal["softmax", "epsilon-greedy", "epsilon-soft"],
        Meta(description="By which actions are chosen while it learns."),
    ] = "softmax"


def learning_trial(request: TrialRequest[SoccerLearningOptions]) -> Row:
    """One learner, from nothing."""
    options = request.options
    task = TASKS[options.task](noise=str(request.noise), seed=request.seed)
    learner = Learner(task, POLICIES[options.policy], np.random.default_rng((request.seed, 3)))
    chance = success_rate(task, learner.by_chance, TRIED)
    fixed = success_rate(task, task.usual, TRIED)
    practised = 0
    curve: list[Json] = []
    for shots in LOOKS_AFTER:
        learner.practise(shots - practised)
        practised = shots
        learnt = success_rate(task, learner.learnt, TRIED)
        curve.append(learnt)
        if shots == EARLY:
            early = learnt
    return {
        "chance": chance,
        "fixed": fixed,
        "early": early,
        "late": learnt,
        "over_chance": early - chance,
        "over_fixed": learnt - fixed,
        "curve": curve,
        "known": len(learner.table),
    }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """Means over all learners; what is gained over chance and over the fixed policy with its interval."""
    figures: dict[str, Json] = {}
    for column, name in (
        ("chance", "chance_rate"),
        ("fixed", "fixed_rate"),
        ("early", f"after_{EARLY}_rate"),
        ("late", f"after_{LATE}_rate"),
        ("over_chance", f"gain_on_chance_after_{EARLY}"),
        ("over_fixed", f"gain_on_fixed_after_{LATE}"),
    ):
        values = np.array(numbers(rows, column))
        figures[name] = None if not len(values) else float(values.mean())
        if len(values) > 1:
            half = TWO_SIDED * float(values.std(ddof=1)) / math.sqrt(len(values))
            figures[f"{name}_interval"] = [float(values.mean()) - half, float(values.mean()) + half]
    for name in (f"gain_on_chance_after_{EARLY}", f"gain_on_fixed_after_{LATE}"):
        interval = figures.get(f"{name}_interval")
        figures[f"least_{name}"] = interval[0] if isinstance(interval, list) else None
    return figures


def goals(_: SoccerLearningOptions) -> dict[str, Goal]:
    """Better for certain: the interval's lower end counts."""
    return {
        f"least_gain_on_chance_after_{EARLY}": AtLeast(0.0),
        f"least_gain_on_fixed_after_{LATE}": AtLeast(0.0),
    }


def learning_curve(rows: Sequence[Row]) -> "dict[str, Figure]":
    """Return how the rate of success grows, with the middle four fifths of all learners."""
    from matplotlib.figure import Figure

    curves = np.array([row["curve"] for row in rows if "curve" in row], dtype=np.float64)
    figure = Figure(figsize=(6.4, 4.0), layout="constrained")
    axes = figure.add_subplot()
    if len(curves):
        low, high = np.quantile(curves, (0.1, 0.9), axis=0)
        axes.fill_between(LOOKS_AFTER, low, high, alpha=0.25, linewidth=0)
        axes.plot(LOOKS_AFTER, curves.mean(axis=0), marker="o", label=f"learnt, {len(curves)} learners")
        for column, style, label in (("fixed", "--", "fixed policy"), ("chance", ":", "chance")):
            axes.axhline(float(np.mean(numbers(rows, column))), color="0.35", linestyle=style, label=label)
        axes.legend(loc="lower right")
    axes.set_xlabel("episodes practised")
    axes.set_ylabel("rate of success")
    axes.set_ylim(0.0, 1.0)
    return {"curve": figure}


LEARNING = Experiment(
    name="soccer-learning",
    summary="Q-learning from nothing, against a fixed policy: where to shoot from, where the keeper stands.",
    trial="ludens.games.soccer.experiments.learning:learning_trial",
    options=SoccerLearningOptions,
    summarise=summarise,
    goal=goals,
    default_trials=20,
    plots=learning_curve,
)
