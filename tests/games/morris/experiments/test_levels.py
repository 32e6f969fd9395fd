import pytest

from ludens.core.errors import LudensError
from ludens.experiments.json_values import Row
from ludens.experiments.runner import ExperimentPlan
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.experiments.levels import LEVELS, LevelOptions, levels_trial, summarise

OPTIONS = LevelOptions(highest=2, judged=0.3)


def trial(seed: int) -> Row:
    return levels_trial(TrialRequest(seed=seed, noise="default", options=OPTIONS))


def test_trial_after_trial_all_pairs_meet_with_both_colours():
    pairs = {(row["white"], row["black"]) for row in (trial(seed) for seed in range(6))}
    assert pairs == {(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)}


def test_the_same_seed_is_the_same_game():
    assert trial(3) == trial(3)


def row(white: int, black: int, score: float) -> Row:
    blunders: Row = {"white_judged": 10, "white_blunders": white, "black_judged": 0, "black_blunders": 0}
    return {"white": white, "black": black, "white_score": score, "turns": 50, **blunders}


def test_the_summary_rates_counts_and_tables():
    told = summarise([row(2, 1, 1.0), row(2, 1, 0.5), row(1, 2, 0.0), row(1, 0, 1.0), {"error": "lost"}])
    assert told["games"] == 4
    elo = [told[f"level_{name}_elo"] for name in ("0_child", "1_pupil", "2_novice")]
    assert elo == sorted(elo, key=lambda value: float(str(value)))
    assert told["level_1_blunder_rate"] == pytest.approx(0.1)
    assert told["level_2_scores_against_0_to_2"] == "– 83 –"
    assert told["level_0_blunder_rate"] is None


def test_a_summary_of_failures_only_breaks_nothing():
    assert summarise([{"error": "lost"}]) == {"games": 0}


def test_levels_that_cannot_meet_are_refused_before_the_first_game():
    with pytest.raises(LudensError, match="below"):
        ExperimentPlan(
            experiment=LEVELS, trials=1, seed=1, noise="default", options=LevelOptions(lowest=4, highest=4)
        )
