import math
from collections.abc import Callable

import pytest

from ludens.games.morris.walk.marker_search import QUADRANTS_RAD, MarkerSearch, SearchStage, SearchStep

CYCLE_S = 0.1
SEES_RAD = 0.45
Place = tuple[float, float]


class Head:
    """A head that follows at once, and a marker at some bearing (None: nowhere)."""

    def __init__(
        self, search: MarkerSearch, *, marker_rad: float | None, stripe: Callable[[float], Place | None]
    ):
        self.search, self.marker_rad, self.stripe = search, marker_rad, stripe
        self.time_s, self.yaw_rad = 0.0, 0.0
        self.stages: list[SearchStage] = []

    def run(self, *, until: set[SearchStage], seconds: float = 60.0) -> SearchStep:
        while self.time_s < seconds:
            self.time_s += CYCLE_S
            seen = self.marker_rad is not None and abs(self.marker_rad - self.yaw_rad) < SEES_RAD
            step = self.search.step(
                self.time_s, seen=seen, head_yaw_rad=self.yaw_rad, stripe_m=self.stripe(self.yaw_rad)
            )
            if not self.stages or self.stages[-1] != step.stage:
                self.stages.append(step.stage)
            if step.stage in until:
                return step
            self.yaw_rad = 0.0 if step.head_rad is None else step.head_rad[0]
        raise AssertionError(f"still at {self.stages[-1]}")


def head(*, marker_rad: float | None, stripe_m: Place | None = None, knows_where: bool = True) -> Head:
    def stripe(yaw_rad: float) -> Place | None:
        if stripe_m is None or abs(math.atan2(stripe_m[1], stripe_m[0]) - yaw_rad) > SEES_RAD:
            return None
        return stripe_m

    return Head(MarkerSearch(0.0, knows_where=knows_where), marker_rad=marker_rad, stripe=stripe)


def test_it_looks_first_where_the_marker_should_be() -> None:
    eyes = head(marker_rad=0.1)
    eyes.run(until={"found"})
    assert eyes.stages == ["found"]


@pytest.mark.parametrize("marker_rad", [0.6, -1.4, 1.8, -0.9])
def test_a_glimpse_in_the_sweep_leads_to_a_closer_look_at_that_quadrant(marker_rad: float) -> None:
    eyes = head(marker_rad=marker_rad, knows_where=False)
    eyes.run(until={"found"})
    assert eyes.stages == ["sweep", "closer", "found"]
    assert min(QUADRANTS_RAD, key=lambda middle: abs(middle - eyes.yaw_rad)) == min(
        QUADRANTS_RAD, key=lambda middle: abs(middle - marker_rad)
    )
    assert eyes.time_s < 8.0


def test_without_a_glimpse_every_quadrant_is_divided() -> None:
    eyes = head(marker_rad=None)
    eyes.run(until={"turn round"})
    assert eyes.stages == ["expected", "sweep", "closer", "turn round"]
    assert eyes.search.looks == 4 + 16


def test_the_stripe_says_how_far_to_walk() -> None:
    eyes = head(marker_rad=None, stripe_m=(0.0, 0.9), knows_where=False)
    step = eyes.run(until={"approach"})
    assert step.walk is not None
    assert math.isclose(step.walk.yaw_rad, math.pi / 2)
    assert math.isclose(step.walk.y_m, 0.9 - 0.27)
    eyes.search.walked(eyes.time_s)
    eyes.marker_rad = 0.2
    eyes.run(until={"found"})


def test_it_walks_twice_and_then_asks_for_help() -> None:
    eyes = head(marker_rad=None, stripe_m=(0.6, 0.1))
    for _ in range(2):
        eyes.run(until={"approach"}, seconds=200.0)
        eyes.search.walked(eyes.time_s)
    eyes.run(until={"help"}, seconds=200.0)
    assert eyes.stages.count("approach") == 2


def test_seeing_nothing_it_turns_round_once_and_then_asks_for_help() -> None:
    eyes = head(marker_rad=None)
    step = eyes.run(until={"turn round"}, seconds=200.0)
    assert step.walk is not None
    assert (step.walk.x_m, step.walk.y_m) == (0.0, 0.0)
    assert step.walk.yaw_rad > 2.0
    eyes.search.walked(eyes.time_s)
    eyes.run(until={"help"}, seconds=200.0)
    assert eyes.stages.count("turn round") == 1


def test_a_marker_that_appears_while_it_asks_for_help_is_found() -> None:
    eyes = head(marker_rad=None)
    eyes.run(until={"turn round"}, seconds=200.0)
    eyes.search.walked(eyes.time_s)
    eyes.run(until={"help"}, seconds=200.0)
    eyes.marker_rad = 0.0
    eyes.yaw_rad = 0.0
    assert eyes.run(until={"found"}, seconds=300.0).stage == "found"
