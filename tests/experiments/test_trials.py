"""Seeds of trials, and what a trial leaves behind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.errors import LudensError
from ludens.experiments.trials import Task, TrialRequest, execute, trial_seed
from tests.experiments.fake_experiments import WORLDS, DiceOptions

SEEDS = st.integers(0, 10_000)
INDICES = st.integers(0, 999_999)


def test_a_trial_seed_can_be_read_by_a_person() -> None:
    assert trial_seed(1, index=7) == 1_000_007


@given(SEEDS, INDICES, SEEDS, INDICES)
def test_no_two_trials_of_any_two_seeds_share_one(
    seed: int, index: int, other: int, other_index: int
) -> None:
    same = trial_seed(seed, index=index) == trial_seed(other, index=other_index)
    assert same == ((seed, index) == (other, other_index))


@pytest.mark.parametrize(("seed", "index"), [(-1, 0), (0, -1), (0, 1_000_000)])
def test_seeds_and_trials_out_of_range_are_refused(seed: int, index: int) -> None:
    with pytest.raises(LudensError, match="out of range"):
        trial_seed(seed, index=index)


@pytest.mark.parametrize("trial", ["build_a_world", "break_a_world"])
def test_a_world_whose_parts_know_each_other_does_not_outlive_its_trial(trial: str) -> None:
    request = TrialRequest(seed=1, noise="off", options=DiceOptions())
    execute(Task(trial=f"tests.experiments.fake_experiments:{trial}", index=0, request=request))
    assert [world() for world in WORLDS] == [None]
    WORLDS.clear()
