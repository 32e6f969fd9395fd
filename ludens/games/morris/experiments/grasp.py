"""The experiment `morris-grasp`: men are fetched from the board and shown (the paper's table 6.3).

End to end, with cameras: a trial is one robot that finds out how its camera sits, looks at a board with men
and moves several of them, as in a game; each is grasped, lifted, held before the camera and set down on the
next point. `morris-grasp-truth` is quicker and tells less.
"""

from collections.abc import Sequence

import numpy as np

from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps, quantile_of, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.experiments.hands_in_play import (
    HandsInPlayOptions,
    check,
    drawn_side,
    hands_in_play,
    men_drawn,
    men_rows,
    robot_figures,
)
from ludens.games.morris.rules import POINT_COUNT


def grasp_trial(request: TrialRequest[HandsInPlayOptions]) -> Row:
    """One robot, and the men that it moves; sides follow each other with the seeds, points are drawn."""
    random = np.random.default_rng([request.seed, 63])
    return hands_in_play(
        men_drawn(range(POINT_COUNT), request.options.men, random),
        in_hand=0,
        side=drawn_side(request.seed),
        request=request,
    )


def grasp_figures(rows: Sequence[Row]) -> dict[str, Json]:
    """How often the man is in the hand when it is shown, and others are left alone; a row is a man."""
    return {
        **rate(rows, "grasped"),
        **rate(rows, "felt_right"),
        **rate(rows, "clean"),
        **rate(rows, "fell", wanted=False),
        "time_median_s": quantile_of(rows, "grasp_time_s", 0.5),
        "disturbed_men": mishaps(rows, "disturbed"),
    }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """The figures of all men that all robots were to fetch, and how often each stood where it should then."""
    men = men_rows(rows)
    return {
        **grasp_figures(men),
        **rate(men, "placed"),
        **rate(men, "placed_after_repair"),
        **robot_figures(rows),
    }


PAPER = {"grasped_rate": 0.6667}
GOALS: dict[str, Goal] = {
    "grasped_rate": AtLeast(0.97),
    "felt_right_rate": AtLeast(0.995),
    "clean_rate": AtLeast(0.97),
    "fell_rate": AtMost(0.0),
}

GRASP = Experiment(
    name="morris-grasp",
    summary="Men are fetched from the board, shown and set down, by the robot's own eyes, as in a game.",
    trial="ludens.games.morris.experiments.grasp:grasp_trial",
    summarise=summarise,
    options=HandsInPlayOptions,
    default_trials=20,
    paper=PAPER,
    goal=GOALS,
    check=check,
)
