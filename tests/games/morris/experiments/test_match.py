import pytest

from ludens.core.errors import LudensError
from ludens.experiments.experiment import AtMost
from ludens.experiments.runner import ExperimentPlan
from ludens.experiments.trials import TrialRequest
from ludens.games.morris.experiments.match import MATCH, MorrisMatchOptions, match_trial, summarise


def test_a_game_tells_who_won_and_why_and_colours_change():
    options = MorrisMatchOptions(first="level-6", second="level-0")
    rows = [match_trial(TrialRequest(seed=seed, noise="default", options=options)) for seed in range(4)]
    assert [row["first_plays"] for row in rows] == ["white", "black"] * 2
    assert all(row["won"] is True for row in rows)
    assert {row["reason"] for row in rows} <= {"too_few_men", "no_move"}
    assert summarise(rows)["losses"] == 0
    assert summarise(rows)["score_rate"] == 1.0


def test_the_perfect_player_may_never_lose_and_draws_with_itself():
    assert MATCH.goals(MorrisMatchOptions()) == {"losses": AtMost(0)}
    assert MATCH.goals(MorrisMatchOptions(second="perfect")) == {"decided_games": AtMost(0)}
    assert MATCH.goals(MorrisMatchOptions(first="level-1")) == {}


@pytest.mark.parametrize(
    "options",
    [
        MorrisMatchOptions(first="nobody"),
        MorrisMatchOptions(second="level-11"),
        MorrisMatchOptions(tables="/no/such/folder"),
    ],
)
def test_players_and_tables_that_do_not_exist_are_refused(options: MorrisMatchOptions):
    with pytest.raises(LudensError):
        ExperimentPlan(experiment=MATCH, trials=1, seed=1, noise="default", options=options)
