"""A ball that is seen, walked up to and kicked, on the simulated body with default noise."""

from ludens.experiments.json_values import Row
from ludens.experiments.trials import TrialRequest
from ludens.workbench.experiments.kick import KickOptions, kick_trial, summarise


def test_a_ball_that_lies_somewhere_before_it_is_found_by_eye_and_kicked() -> None:
    row = kick_trial(TrialRequest(seed=920, noise="default", options=KickOptions()))
    assert (row["kicked"], row["missed"], row["fell"], row["faults"]) == (True, False, False, 0)
    assert isinstance(row["approach_time_s"], float)
    assert row["approach_time_s"] > 2.0  # nobody has laid the ball before its foot
    assert isinstance(row["ball_error_m"], float)
    assert 0.0 < row["ball_error_m"] < 0.05
    assert isinstance(row["distance_m"], float)
    assert row["distance_m"] > 1.5


def test_a_ball_that_is_never_reached_was_missed() -> None:
    never: Row = {"kicked": False, "distance_m": 0.0, "missed": True, "fell": False, "faults": 0}
    figures = summarise([never, {"error": "It broke."}])
    assert (figures["kicked_rate"], figures["missed"]) == (0.0, 2)
