"""The experiment `morris-state`: random states of the board, looked at from all four sides (table 6.4).

As in the paper the robot first learns the colours from two men; then it sees a state for the first time.
Each trial has another robot, room, light, place to stand and state; men stand as people put them, or worse
(`off_mm`). A state is right if the scan is done and what it believes of all 24 points is true. Of men,
wrongly seen ones count, and such as are seen where none is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.experiments.experiment import AtLeast, AtMost, Experiment, Goal
from ludens.experiments.json_values import Json, Row
from ludens.experiments.statistics import crashed, numbers, quantile, quantile_of, rate, wilson_interval
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.board.measures import SIDES
from ludens.games.morris.experiments.men_placed import badly_placed, places_summary, scored_places
from ludens.games.morris.experiments.scanning import SETTLES_S, ScanLaboratory
from ludens.games.morris.rules.board import POINT_COUNT, POINT_NAMES
from ludens.games.morris.see.colour_learning import LEARNT_AT
from ludens.games.morris.world import MorrisWorldOptions, station_at
from ludens.geometry import Pose2
from ludens.robots.nao.noise import load_noise

MOST_MEN = 9
STANDS = np.array([0.01, 0.015, 0.03])
"""One sigma of where it stands at a side: back, aside, and heading."""
PICTURES_HZ = 6.0
CHANGES_S = 0.4
"""Between learning the colours and the state that shall be seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateOptions:
    """Conditions of the experiment."""

    men: Annotated[int, Meta(ge=-1, le=MOST_MEN, description="Of each colour; -1: any number.")] = -1
    off_mm: Annotated[
        float,
        Meta(ge=0, le=20, description="Up to so far off their points men stand; 0: as people put them."),
    ] = 0.0


def random_state(random: np.random.Generator, *, men: int = -1) -> dict[int, int]:
    """Return colours by point: as many men of each colour as asked for, or up to nine, anywhere."""
    counts = random.integers(0, MOST_MEN + 1, size=2).tolist() if men < 0 else [men, men]
    points = random.permutation(POINT_COUNT).tolist()
    return {point: int(number >= counts[0]) for number, point in enumerate(points[: counts[0] + counts[1]])}


def state_trial(request: TrialRequest[StateOptions]) -> Row:
    """One robot, one room, one state."""
    random = np.random.default_rng(request.seed)
    side = int(random.integers(SIDES))
    station = station_at(side) @ Pose2(*(STANDS * np.clip(random.normal(size=3), -2.0, 2.0)).tolist())
    state = random_state(random, men=request.options.men)
    options = MorrisWorldOptions(
        noise=request.noise,
        men=dict(zip(LEARNT_AT, (0, 1), strict=True)),
        stations=(station,),
        eyes=("bottom/camera",),
        camera_hz=PICTURES_HZ,
    )
    with ScanLaboratory(options, seed=request.seed, timed=True) as laboratory:
        laboratory.wait(SETTLES_S)
        colours = laboratory.scan(learn_colours=True)
        _arrange(laboratory, state, random, off_m=1e-3 * request.options.off_mm)
        laboratory.wait(CHANGES_S)
        begun_s = laboratory.run.time_s
        report = laboratory.scan()
        return {
            "side": side,
            "learnt": colours.state == "done",
            "done": report.state == "done",
            "reason": report.reason or colours.reason,
            "looks": report.looks,
            "time_s": round(laboratory.run.time_s - begun_s, 3),
            **_scored(laboratory),
            "image_ms": quantile(laboratory.computed_ms[1:], 0.5),
            "faults": laboratory.onlooker.faults,
            **scored_places(laboratory),
        } | _robot_placed(laboratory)


def _arrange(
    laboratory: ScanLaboratory, state: dict[int, int], random: np.random.Generator, *, off_m: float
) -> None:
    """Set men on their points as people do, or badly."""
    world = laboratory.world
    if off_m > 0.0:
        world.arrange({}, badly_placed(state, random, farthest_m=off_m, measures=world.measures))
    else:
        world.arrange(state)


def _scored(laboratory: ScanLaboratory) -> Row:
    """Men as in the paper: empty points count only where a man was seen on them."""
    if laboratory.onlooker.believed is None:
        return {"men": 0, "men_wrong": 0, "wrong_at": [], "strays": 0, "points_right": False}
    true, believed = laboratory.true_and_believed()
    wrong = [point for point in range(POINT_COUNT) if true[point] != believed[point]]
    men = sum(colour is not None for colour in true)
    return {
        "men": men + sum(true[point] is None for point in wrong),
        "men_wrong": len(wrong),
        "wrong_at": [POINT_NAMES[point] for point in wrong],
        "strays": len(laboratory.onlooker.believed.strays) + len(laboratory.onlooker.believed.foreign),
        "points_right": not wrong,
    }


def _robot_placed(laboratory: ScanLaboratory) -> Row:
    """How far off the robot's own place is by the last picture."""
    world, marker = laboratory.world, laboratory.onlooker.marker
    if marker is None:
        return {}
    seen = Pose2.from_transform3(marker.robot_from_board.inverse())
    error = world.board_from_robot().inverse() @ seen
    return {
        "robot_error_mm": round(1e3 * math.hypot(error.x_m, error.y_m), 2),
        "robot_error_deg": round(math.degrees(abs(error.yaw_rad)), 3),
    }


def summarise(rows: Sequence[Row]) -> dict[str, Json]:
    """All men and states together, and each side by itself."""
    men, wrong = (int(sum(numbers(rows, column))) for column in ("men", "men_wrong"))
    judged = [row | {"right": bool(row.get("done")) and bool(row.get("points_right"))} for row in rows]
    interval = wilson_interval(men - wrong, trials=men)
    return {
        "states": len(rows),
        "men": men,
        "men_right_rate": (men - wrong) / men if men else None,
        "men_right_rate_interval": [interval.low, interval.high],
        **rate(judged, "right"),
        "wrong_and_done": crashed(rows)
        + sum(bool(row.get("done")) and not row.get("points_right") for row in rows),
        "ghosts": int(sum(numbers(rows, "strays"))),
        "looks_median": quantile_of(rows, "looks", 0.5),
        "looks_worst": quantile_of(rows, "looks", 1.0),
        "time_median_s": quantile_of(rows, "time_s", 0.5),
        "image_median_ms": quantile_of(rows, "image_ms", 0.5),
        **places_summary(rows),
        "robot_error_median_mm": quantile_of(rows, "robot_error_mm", 0.5),
        "robot_error_median_deg": quantile_of(rows, "robot_error_deg", 0.5),
        **{f"right_rate_side_{side}": _side_rate(judged, side) for side in range(SIDES)},
    }


def _side_rate(rows: Sequence[Row], side: int) -> float | None:
    own = [row for row in rows if row.get("side") == side]
    return sum(bool(row.get("right")) for row in own) / len(own) if own else None


def goals(options: StateOptions) -> dict[str, Goal]:
    """With default noise; harsh is reported beside."""
    badly: dict[str, Goal] = {"badly_placed_known_rate": AtLeast(0.95)} if options.off_mm > 0.0 else {}
    return badly | {
        "men_right_rate": AtLeast(0.999),
        "right_rate": AtLeast(0.99),
        "looks_median": AtMost(6.0),
        "image_median_ms": AtMost(10.0),
        "man_error_median_mm": AtMost(2.0),
    }


def check(_: StateOptions, noise: str) -> None:
    """Refuse noise that cannot be loaded."""
    load_noise(noise)


STATE = Experiment(
    name="morris-state",
    summary="Nine Men's Morris: random states of the board, and how often the humanoid sees all of it right.",
    trial="ludens.games.morris.experiments.state:state_trial",
    options=StateOptions,
    summarise=summarise,
    paper={"states": 38, "men": 364, "men_right_rate": 359 / 364, "right_rate": 33 / 38},  # table 6.4
    goal=goals,
    check=check,
    default_trials=300,
)
