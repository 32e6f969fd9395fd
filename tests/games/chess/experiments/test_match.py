import pytest

from ludens.experiments.json_values import Row
from ludens.games.chess.decide.levels import LevelPlayer
from ludens.games.chess.experiments.match import OPENINGS, MatchOptions, goals, play_game, summarise
from ludens.games.chess.experiments.performance import performance
from ludens.games.chess.rules.ending import ending_of


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
    board = play_game({True: LevelPlayer(3), False: LevelPlayer(0)}, opening=OPENINGS[0], seed=900)
    assert ending_of(board) is not None
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
    assert list(goals(MatchOptions())) == ["first_elo"]
    assert goals(MatchOptions(second="level-3")) == {}
