"""Seeds of trials."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.errors import LudensError
from ludens.experiments.trials import trial_seed

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
