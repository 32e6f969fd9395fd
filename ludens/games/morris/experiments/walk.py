"""The experiment `morris-walk`: a NAO walks a quarter round the table, from one station to another.

Table 6.5 of the paper. Every trial is another robot in another room, with men on the board. It finds out how
its camera sits, as in a game, stands at one side, is sent to a station at the next side to the left or right,
and finds its way there with what it sees. What it touched, and how near to the station it came to stand, is
told by the simulation.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from msgspec import Meta

from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import numbers, quantile, rate
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.board.measures import SIDES, MorrisMeasures
from ludens.games.morris.experiments.walking import WalkOutcome, WalkRun
from ludens.games.morris.move.stations import station_for
from ludens.games.morris.rules.board import POINT_COUNT
from ludens.games.morris.walk.route import Manner, route_round
from ludens.games.morris.walk.stands import stands_for
from ludens.geometry import Pose2
from ludens.geometry.angles import wrap
from ludens.robots.nao.noise import load_noise

HALF_M = 0.5 * MorrisMeasures().table_width_m
NEAR_M, NEAR_RAD = 0.01, math.radians(1.5)
if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

MOST_WALKS = 12
"""More would hide each other."""
EVERY = 5
"""Of the sampled places, so many are one in a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MorrisWalkOptions:
    """Conditions of the experiment."""

    manner: Annotated[
        Manner, Meta(description="Sideways facing the board, or ahead with turns as the paper's robot.")
    ] = "facing"
    quarters: Annotated[int, Meta(ge=0, le=2, description="Of the table's circumference to walk.")] = 1
    calibrated: Annotated[bool, Meta(description="Whether the robot calibrates its camera first.")] = True
    men: Annotated[int, Meta(ge=0, le=18, description="On the board, at random points.")] = 10
    camera_hz: Annotated[float, Meta(gt=0, le=30, description="Pictures a second.")] = 4.0


def walk_trial(request: TrialRequest[MorrisWalkOptions]) -> Row:
    """One walk: until it says that it stands there, or gives up."""
    options = request.options
    random = np.random.default_rng([request.seed, 65])
    side = int(random.integers(SIDES))
    turn = int(random.choice([-1, 1]))
    start, goal = (
        _drawn_station(random, (side + quarters) % SIDES) for quarters in (0, turn * options.quarters)
    )
    points = random.choice(POINT_COUNT, options.men, replace=False).tolist()
    run = WalkRun(
        start,
        men={point: number % 2 for number, point in enumerate(points)},
        noise=request.noise,
        seed=request.seed,
        manner=options.manner,
        camera_hz=options.camera_hz,
        calibrated=options.calibrated,
    )
    with run:
        outcome = run.walk_to(goal)
    planned = route_round(outcome.way[0], goal, half_m=HALF_M, clearance_m=0.2, manner=options.manner)
    return {
        "from_side": side,
        "to_side": (side + turn * options.quarters) % SIDES,
        "calibrated": run.listener.has_calibrated,
        **_scored(outcome, goal),
        "planned_m": written_way(planned.poses),
        "way_m": written_way(outcome.way),
    }


def _drawn_station(random: np.random.Generator, side: int) -> Pose2:
    """Return a station that some point of this side asks for."""
    choices = [
        (point, stand) for point in range(POINT_COUNT) for stand in stands_for(point) if stand.side == side
    ]
    point, stand = choices[int(random.integers(len(choices)))]
    return station_for(point, stand.hand, stand.side)


def _scored(outcome: WalkOutcome, goal: Pose2) -> Row:
    missed = goal.inverse() @ outcome.place
    away_m, turned_rad = math.hypot(missed.x_m, missed.y_m), abs(wrap(missed.yaw_rad))
    arrived = outcome.state == "done"
    return {
        "arrived": arrived,
        "reason": outcome.reason,
        "clean": arrived and not outcome.touched,
        "slight": arrived and bool(outcome.touched),
        "touched": ", ".join(outcome.touched),
        "moved_men": outcome.moved_men,
        "found_at_once": outcome.searches == 0,
        "fell": outcome.fell,
        "near": arrived and away_m <= NEAR_M and turned_rad <= NEAR_RAD,
        "stop_error_m": round(away_m, 5),
        "stop_error_rad": round(turned_rad, 5),
        "belief_error_m": round(outcome.belief_error_m, 5),
        "belief_error_rad": round(outcome.belief_error_rad, 5),
        "time_s": round(outcome.time_s, 2),
        "faults": outcome.faults,
    }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """What was touched, how near it stands, how long it takes."""
    arrived = [row for row in rows if row.get("arrived") is True]
    return {
        **rate(rows, "clean"),
        **rate(rows, "slight"),
        **rate(rows, "arrived"),
        **rate(rows, "found_at_once"),
        **rate(rows, "near"),
        **rate(rows, "calibrated"),
        "stop_error_median_m": quantile(numbers(arrived, "stop_error_m"), 0.5),
        "stop_error_worst_tenth_m": quantile(numbers(arrived, "stop_error_m"), 0.9),
        "stop_error_median_rad": quantile(numbers(arrived, "stop_error_rad"), 0.5),
        "stop_error_worst_tenth_rad": quantile(numbers(arrived, "stop_error_rad"), 0.9),
        "belief_error_median_m": quantile(numbers(arrived, "belief_error_m"), 0.5),
        "belief_error_worst_tenth_m": quantile(numbers(arrived, "belief_error_m"), 0.9),
        "belief_error_median_rad": quantile(numbers(arrived, "belief_error_rad"), 0.5),
        "time_median_s": quantile(numbers(arrived, "time_s"), 0.5),
        "moved_men": sum(numbers(rows, "moved_men")),
        "faults": sum(numbers(rows, "faults")),
    }


def check(_: MorrisWalkOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


def written_way(way: Sequence[Pose2]) -> list[Json]:
    """Return a way as it stands in a row: places on the board in metres."""
    return [[round(pose.x_m, 3), round(pose.y_m, 3)] for pose in (*way[:-1:EVERY], way[-1])]


def walk_pictures(rows: Sequence[Row]) -> "dict[str, Figure]":
    """Return the table with the first walks round it."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.0, 6.0), layout="constrained")
    axes = figure.add_subplot()
    measures = MorrisMeasures()
    half_m = 0.5 * measures.table_width_m
    axes.add_patch(_square(half_m, facecolor="#e8e4da", edgecolor="#1c46b0", linewidth=3.0))
    for square_m in measures.squares_m:
        axes.add_patch(_square(square_m, fill=False, edgecolor="#555555", linewidth=1.0))
    for number, row in enumerate([row for row in rows if row.get("way_m")][:MOST_WALKS]):
        colour = f"C{number % 10}"
        for key, style in (("planned_m", "--"), ("way_m", "-")):
            places_m = np.array(row.get(key), dtype=np.float64)
            axes.plot(*places_m.T, style, color=colour, linewidth=1.0 if style == "--" else 1.6)
    axes.set_aspect("equal")
    axes.set_xlabel("x on the board [m]")
    axes.set_ylabel("y on the board [m]")
    axes.set_title("Torso of the robot: planned dashed, walked solid")
    return {"ways": figure}


def _square(half_m: float, **style: Any) -> "Rectangle":
    from matplotlib.patches import Rectangle

    return Rectangle((-half_m, -half_m), 2.0 * half_m, 2.0 * half_m, **style)


GOALS: dict[str, Goal] = {
    "clean_rate": AtLeast(0.99),
    "stop_error_worst_tenth_m": AtMost(NEAR_M),
    "stop_error_worst_tenth_rad": AtMost(round(NEAR_RAD, 4)),
}

WALK = Experiment(
    name="morris-walk",
    summary="A NAO walks a quarter round the table; what it touches, and how near to its station it stands.",
    trial="ludens.games.morris.experiments.walk:walk_trial",
    options=MorrisWalkOptions,
    summarise=summarise,
    paper={"clean_rate": 0.826, "slight_rate": 0.174, "arrived_rate": 1.0, "found_at_once_rate": 0.609},
    goal=GOALS,
    check=check,
    default_trials=200,
    plots=walk_pictures,
)
