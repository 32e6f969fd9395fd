"""One robot that calibrates its own cameras and then looks at balls, and how that is judged."""

import math
from typing import Any

import pytest

from ludens.core.configuration import Configuration
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.soccer.experiments.distance import (
    BALL_AWAY_M,
    DISTANCE,
    DISTANCES_M,
    WATCHING,
    BallObserver,
    relative_error,
)
from ludens.games.soccer.field_calibration import CalibrationObserver
from ludens.games.soccer.world import SoccerMatch, SoccerMatchOptions


@pytest.fixture(scope="module")
def watching():
    """A robot whose referee has just begun the game."""
    match = SoccerMatch(SoccerMatchOptions(ball_m=BALL_AWAY_M, camera_hz=5.0), seed=3)
    ball, calibration = BallObserver(), CalibrationObserver()
    with Run(
        WATCHING,
        SimulationDriver(match),
        configuration=Configuration(WATCHING.sections()),
        seed=3,
        observers=[ball, calibration],
    ) as run:
        run.run_until(12.5)
        yield match, run, ball, calibration


def test_both_cameras_are_within_half_a_degree_after_looking_round(watching):
    match, _, _, calibration = watching
    found = calibration.compared_with(match)
    assert set(found.learnt) == {"top", "bottom"}
    assert max(map(math.degrees, found.after_rad.values())) < 0.5
    assert max(map(math.degrees, found.before_rad.values())) > 1.0


def test_a_ball_is_believed_to_be_where_it_lies(watching):
    match, run, ball, _ = watching
    for aimed_m in ((2.0, 0.3), (0.6, 0.1)):
        error = relative_error(match, run, ball, aimed_m=aimed_m, looks_s=2.5)
        assert error is not None
        assert abs(error) < 0.05
    assert run.faults.total == 0


def test_errors_of_both_signs_count_and_balls_not_found_are_told():
    rows: list[Any] = [
        {f"error_at_{distance_m:g}m": error for distance_m in DISTANCES_M} | {"faults": 0}
        for error in (-0.02, 0.04, None)
    ]
    figures = DISTANCE.summarise(rows)
    assert figures["error_median"] == pytest.approx(0.03)
    assert figures["error_median_at_3m"] == pytest.approx(0.03)
    assert figures["found_rate"] == pytest.approx(2 / 3)
