import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.motion.arbiter.arbiter import Crossfade

MOTIONS = ("walk", "kick", "hands", "files", "relax")


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
def test_weights_sum_to_one_and_never_jump_within_a_transition(steps) -> None:
    fade = Crossfade("walk")
    for owner, duration_s, elapsed in steps:
        changes = owner != fade.owner
        fade.hand_over(owner, duration_s=duration_s)
        for elapsed_s in elapsed:
            before = fade.weights(MOTIONS)
            fade.advance(elapsed_s)
            after = fade.weights(MOTIONS)
            assert sum(after.values()) == pytest.approx(1.0)
            assert all(0.0 <= share <= 1.0 for share in after.values())
            assert after[owner] >= before[owner]
            if changes and duration_s > 0.0:
                assert all(abs(after[m] - before[m]) <= elapsed_s / duration_s + 1e-9 for m in MOTIONS)


def test_a_hand_over_takes_its_time() -> None:
    fade = Crossfade("walk")
    fade.hand_over("kick", duration_s=0.2)
    fade.advance(0.05)
    assert fade.weights(MOTIONS) == pytest.approx(
        {"walk": 0.75, "kick": 0.25, "hands": 0.0, "files": 0.0, "relax": 0.0}
    )
    fade.advance(0.2)
    assert fade.weights(MOTIONS)["kick"] == 1.0


def test_without_time_it_is_at_once() -> None:
    fade = Crossfade("walk")
    fade.hand_over("files", duration_s=0.0)
    assert fade.weights(MOTIONS)["files"] == 1.0
