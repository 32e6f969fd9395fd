import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.motion.motion_weights import MOTIONS, MotionWeights


@given(
    st.lists(
        st.tuples(
            st.sampled_from(MOTIONS),
            st.floats(0.0, 2.0),
            st.lists(st.floats(0.0, 0.05), max_size=20),
        ),
        max_size=8,
    )
)
def test_shares_sum_to_one_and_never_jump_within_a_transition(steps) -> None:
    shares = MotionWeights("walk")
    for owner, duration_s, elapsed in steps:
        changes = owner != shares.owner
        shares.hand_over(owner, duration_s=duration_s)
        for elapsed_s in elapsed:
            before = shares.now()
            shares.advance(elapsed_s)
            after = shares.now()
            assert sum(after.values()) == pytest.approx(1.0)
            assert all(0.0 <= share <= 1.0 for share in after.values())
            assert after[owner] >= before[owner]
            if changes and duration_s > 0.0:
                assert all(abs(after[m] - before[m]) <= elapsed_s / duration_s + 1e-9 for m in MOTIONS)


def test_a_hand_over_takes_its_time() -> None:
    shares = MotionWeights("walk")
    shares.hand_over("kick", duration_s=0.2)
    shares.advance(0.05)
    assert shares.now() == pytest.approx(
        {"walk": 0.75, "kick": 0.25, "handle": 0.0, "play": 0.0, "relax": 0.0}
    )
    assert not shares.settled
    shares.advance(0.2)
    assert shares.now()["kick"] == 1.0
    assert shares.settled


def test_without_time_it_is_at_once() -> None:
    shares = MotionWeights("walk")
    shares.hand_over("play", duration_s=0.0)
    assert shares.now()["play"] == 1.0
