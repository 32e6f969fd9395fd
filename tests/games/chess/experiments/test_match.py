import pytest

from ludens.experiments.json_values import Row
from ludens.experiments.trials import TrialRequest
from ludens.games.chess.experiments.match import ChessMatchOptions, goals, match_trial, summarise
from ludens.table.elo import performance


def test_half_of_the_points_mean_the_opponents_strength():
    rating = performance([(1500.0, 1.0), (1500.0, 0.0)] * 50)
    assert rating.elo == pytest.approx(1500.0)
    assert 50 < rating.half_width < 80


def test_three_quarters_are_191_points_more_and_a_clean_sweep_is_finite():
    many = performance([(1500.0, 0.75)] * 1000)
    assert many.elo == pytest.approx(1500 + 191, abs=1)
    sweep = performance([(1500.0, 1.0)] * 20)
    assert 1900 < sweep.elo < 2300
    with pytest.raises(ValueError, match="Without games"):
        performance([])


def test_a_match_between_levels_is_played_to_its_end_and_summed_up():
    options = ChessMatchOptions(first="level-3", second="level-0")
    row = match_trial(TrialRequest(seed=900, noise="off", options=options))
    assert (row["first_plays"], row["won"], row["reason"]) == ("white", True, "checkmate")
    rows: list[Row] = [
        {"score": score, "won": score == 1.0, "drawn": score == 0.5, "lost": score == 0.0, "plies": 60,
         "failures": 0, "second": "stockfish-1700"}
        for score in (1.0, 1.0, 0.5, 0.0)
    ]  # fmt: skip
    figures = summarise(rows)
    assert figures["score_rate"] == 0.625
    elo = figures["first_elo"]
    assert isinstance(elo, int)
    assert 1700 < elo < 1850
    assert "first_elo" not in summarise([{**row, "second": "level-3"} for row in rows])
    assert list(goals(ChessMatchOptions())) == ["first_elo"]
    assert goals(ChessMatchOptions(second="level-3")) == {}
