"""The experiment `morris-grasp-truth`: hands alone fetch a man, told by the truth where everything is.

The quick one beside `morris-grasp`: no pictures, no walk. The robot is set down near its station and told its
place and where men stand, with errors that are drawn.
"""

from collections.abc import Sequence

import numpy as np

from ludens.experiments.experiment import Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.experiments.grasp import GOALS, grasp_figures
from ludens.games.morris.experiments.hand_trials import HandsOptions, at_work, drawn_station, drawn_task
from ludens.games.morris.rules.board import POINT_COUNT


def grasp_trial(request: TrialRequest[HandsOptions]) -> Row:
    """One grasp; points follow each other with the seeds, sides and hands are drawn."""
    random = np.random.default_rng([request.seed, 63])
    point = request.seed % POINT_COUNT
    stand, others = drawn_task(point, random)
    men = {other: number % 2 for number, other in enumerate([point, *others[: request.options.men - 1]])}
    station = drawn_station(point, stand, random)
    with at_work(request, station, men, random=random) as work:
        man, started_s = work.world.men_on_points()[point][0], work.run.time_s
        place_m, yaw_rad = work.seen_man(man)
        report = work.act(
            "grasp",
            stand.hand,
            place_m=place_m,
            yaw_rad=yaw_rad,
            neighbours_m=work.neighbours_m(but=man),
        )
        grasped = report is not None and report.state == "done"
        time_s = work.run.time_s - started_s
        if grasped:
            work.act("show", stand.hand)
        held = work.world.held_by(man)
        felt = report is not None and work.report is not None and any(work.report.holds)
        disturbed = work.disturbed(but=man)
        touched = work.world.touches.of_table()
        return {
            "point": point,
            "side": stand.side,
            "hand": stand.hand,
            "grasped": grasped and held and not work.fell,
            "felt_right": felt == held,
            "clean": not disturbed and not touched,
            "disturbed": disturbed,
            "touched": ", ".join(touched),
            "fell": work.fell,
            "grasp_time_s": round(time_s, 2),
            "reason": "" if report is None else report.reason,
            "faults": work.faults,
        }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How often the man is in the hand at the end, and whether others were left alone."""
    return {**grasp_figures(rows), "faults": mishaps(rows, "faults")}


GRASP_TRUTH = Experiment(
    name="morris-grasp-truth",
    summary="Hands alone, told by the truth with drawn errors: men are fetched from the board.",
    trial="ludens.games.morris.experiments.grasp_truth:grasp_trial",
    summarise=summarise,
    options=HandsOptions,
    default_trials=200,
    goal=GOALS,
)
