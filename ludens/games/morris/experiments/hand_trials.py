"""What trials of the hands share: conditions, a point and its station, the robot that stands there."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from msgspec import Meta

from ludens.experiments.trials import TrialRequest
from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.experiments.hands import HandsAtWork
from ludens.games.morris.move.stations import stretch_for
from ludens.games.morris.rules.board import POINT_COUNT
from ludens.games.morris.walk.stands import Stand, stands_for
from ludens.geometry import Pose2


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsOptions:
    """Conditions of the experiment."""

    men: Annotated[int, Meta(ge=1, le=18, description="On the board, at random points.")] = 12
    calibrated: Annotated[bool, Meta(description="Whether the robot knows how its camera sits.")] = True


def drawn_task(point: int, random: np.random.Generator) -> tuple[Stand, list[int]]:
    """Return from where and with which hand a point is worked at, and the other points in random order."""
    stands = stands_for(point)
    stand = stands[int(random.integers(len(stands)))]
    return stand, [other for other in random.permutation(POINT_COUNT).tolist() if other != point]


def drawn_station(point: int, stand: Stand, random: np.random.Generator) -> Pose2:
    """Return a station anywhere on the stretch from which a robot reaches a point, as in a game."""
    measures = MorrisMeasures()
    x_m, y_m = measures.points_m()[point].tolist()
    stretch = stretch_for((x_m, y_m), stand.hand, stand.side, measures=measures)
    return replace(stretch, best_m=float(random.uniform(stretch.least_m, stretch.most_m))).station


def at_work(
    request: TrialRequest[HandsOptions],
    station: Pose2,
    men: Mapping[int, int],
    *,
    random: np.random.Generator,
) -> HandsAtWork:
    """Return the robot of a trial at its station, with men on the board."""
    return HandsAtWork(
        station,
        men,
        noise=request.noise,
        seed=request.seed,
        random=random,
        calibrated=request.options.calibrated,
    )
