"""The experiment `morris-place-truth`: hands alone place a man, told by the truth where everything is.

The quick one beside `morris-place`: no pictures, no walk. The robot is set down near its station and told its
place and where men stand, with errors that are drawn; a careful person hands over; a repair is led by truth.
"""

import math
from collections.abc import Sequence

import numpy as np

from ludens.experiments.experiment import Experiment
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import mishaps
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.experiments.hand_trials import HandsOptions, at_work, drawn_station, drawn_task
from ludens.games.morris.experiments.hands import HandsAtWork
from ludens.games.morris.experiments.hands_referee import stands
from ludens.games.morris.experiments.place import GOALS, placement_figures
from ludens.games.morris.rules.board import POINT_COUNT
from ludens.games.morris.walk.stands import Stand
from ludens.games.morris.world.handling import ManHandling, habits_of


def place_trial(request: TrialRequest[HandsOptions]) -> Row:
    """One hand-over and placement; points follow each other with the seeds, sides and hands are drawn."""
    random = np.random.default_rng([request.seed, 62])
    point = request.seed % POINT_COUNT
    stand, others = drawn_task(point, random)
    men = {other: number % 2 for number, other in enumerate(others[: request.options.men - 1])}
    station = drawn_station(point, stand, random)
    with at_work(request, station, men, random=random) as work:
        man = _given(work, stand)
        accepted, started_s = work.world.held_by(man), work.run.time_s
        reason, placed_m = (
            _placed(work, stand, point, man) if accepted else ("nothing was accepted", math.inf)
        )
        time_s, disturbed = work.run.time_s - started_s, work.disturbed(but=man)
        placed = stands(work.world, point, man)
        repaired = placed or (accepted and _repaired(work, stand, point, man))
        touched = work.world.touches.of_table()
        return {
            "point": point,
            "side": stand.side,
            "hand": stand.hand,
            "accepted": accepted,
            "placed": placed and not work.fell,
            "placed_after_repair": repaired and not work.fell,
            "error_m": None if math.isinf(placed_m) else round(placed_m, 5),
            "clean": not disturbed and not touched,
            "disturbed": disturbed,
            "touched": ", ".join(touched),
            "fell": work.fell,
            "place_time_s": round(time_s, 2),
            "reason": reason,
            "faults": work.faults,
        }


def _given(work: HandsAtWork, stand: Stand) -> int:
    """Let a careful person put a man into the open hand; return which."""
    person = ManHandling(work.world, habits_of("perfect", work.world.variation), work.random)
    man = person.spare_men()[0][0]
    work.ask("accept", stand.hand)
    work.run.run_until(work.run.time_s + 3.0)
    person.hand_over(man, stand.hand)
    work.act("accept", stand.hand)
    person.leave()
    return man


def _placed(work: HandsAtWork, stand: Stand, point: int, man: int) -> tuple[str, float]:
    """Place the man in hand; return why that failed, if it did, and how far it is from the point."""
    goal_m = work.world.measures.points_m()[point]
    work.look_round()
    report = work.act(
        "place",
        stand.hand,
        place_m=(float(goal_m[0]), float(goal_m[1])),
        neighbours_m=work.neighbours_m(but=man),
    )
    place_m = work.world.men.board_from_man(man).translation
    return "" if report is None else report.reason, float(np.hypot(*(place_m[:2] - goal_m)))


def _repaired(work: HandsAtWork, stand: Stand, point: int, man: int) -> bool:
    """Fetch a man that stands beside its point and place it again."""
    work.look_round()
    if not work.world.held_by(man):
        place_m, yaw_rad = work.seen_man(man)
        if max(abs(place_m[0]), abs(place_m[1])) > 0.5 * work.world.measures.table_width_m:
            return False
        neighbours = work.neighbours_m(but=man)
        work.act("grasp", stand.hand, place_m=place_m, yaw_rad=yaw_rad, neighbours_m=neighbours)
    if work.world.held_by(man):
        _placed(work, stand, point, man)
    return stands(work.world, point, man)


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """How often the man stands on its point, at once and after a repair, and how near."""
    return {**placement_figures(rows), "faults": mishaps(rows, "faults")}


PLACE_TRUTH = Experiment(
    name="morris-place-truth",
    summary="Hands alone, told by the truth with drawn errors: men are handed over and placed.",
    trial="ludens.games.morris.experiments.place_truth:place_trial",
    summarise=summarise,
    options=HandsOptions,
    default_trials=200,
    goal=GOALS,
)
