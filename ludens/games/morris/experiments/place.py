"""The experiment `morris-place`: a person hands men over, the robot places them (the paper's table 6.2).

End to end, with cameras: a trial is one robot that finds out how its camera sits, looks at a board with men
and places several more, of both colours, as in a game. `morris-place-truth` is quicker and tells less.
"""

from collections.abc import Sequence

import numpy as np

from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, numbers, quantile, quantile_of, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.experiments.hands_in_play import (
    HandsInPlayOptions,
    check,
    drawn_side,
    hands_in_play,
    men_drawn,
    men_rows,
    points_at,
    robot_figures,
)
from ludens.games.morris.rules import POINT_COUNT, STANDARD

SPARE_POINTS = 1
"""Kept free beside the points that men are placed on, for where a man would close a mill."""


def place_trial(request: TrialRequest[HandsInPlayOptions]) -> Row:
    """One robot, and the men that it places; sides follow each other with the seeds, points are drawn."""
    options, random = request.options, np.random.default_rng([request.seed, 62])
    side = drawn_side(request.seed)
    near = random.permutation(points_at(side)).tolist()
    kept_free = near[: options.turns + SPARE_POINTS]
    others = [point for point in range(POINT_COUNT) if point not in kept_free]
    return hands_in_play(
        men_drawn(others, options.men, random),
        in_hand=STANDARD.men - (options.men + 1) // 2,
        side=side,
        request=request,
    )


def placement_figures(rows: Sequence[Row]) -> dict[str, Json]:
    """How often the man stands on its point, at once and after a repair, and how near; a row is a man."""
    placed = [row for row in rows if row.get("placed") is True]
    return {
        **rate(rows, "placed"),
        **rate(rows, "placed_after_repair"),
        **rate(rows, "accepted"),
        **rate(rows, "clean"),
        **rate(rows, "fell", wanted=False),
        "error_median_m": quantile(numbers(placed, "error_m"), 0.5),
        "error_worst_tenth_m": quantile(numbers(placed, "error_m"), 0.9),
        "time_median_s": quantile_of(rows, "place_time_s", 0.5),
        "disturbed_men": mishaps(rows, "disturbed"),
    }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """The figures of all men that all robots were to place."""
    return {**placement_figures(men_rows(rows)), **robot_figures(rows)}


PAPER = {"placed_rate": 0.9333, "placed_after_repair_rate": 0.9667}
GOALS: dict[str, Goal] = {
    "placed_rate": AtLeast(0.97),
    "placed_after_repair_rate": AtLeast(0.99),
    "clean_rate": AtLeast(0.97),
    "fell_rate": AtMost(0.0),
}

PLACE = Experiment(
    name="morris-place",
    summary="A person hands men over and the robot places them, by its own eyes, as in a game.",
    trial="ludens.games.morris.experiments.place:place_trial",
    summarise=summarise,
    options=HandsInPlayOptions,
    default_trials=20,
    paper=PAPER,
    goal=GOALS,
    check=check,
)
