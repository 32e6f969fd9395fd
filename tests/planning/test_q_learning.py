"""The table of Q-learning and its three policies."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.core.errors import LudensError
from ludens.planning.q_learning import POLICIES, QTable, chosen

VALUES = st.lists(st.floats(-200.0, 200.0), min_size=1, max_size=9)


@given(VALUES, st.sampled_from(sorted(POLICIES)))
def test_a_policy_gives_probabilities_and_prefers_the_better(values: list[float], name: str) -> None:
    shares = POLICIES[name].probabilities(values)
    assert sum(shares) == pytest.approx(1.0)
    assert all(share >= 0.0 for share in shares)
    assert shares[int(np.argmax(values))] == pytest.approx(max(shares))
    if name.startswith("epsilon"):
        assert min(shares) >= 0.1 / len(values) - 1e-12


def test_the_best_of_two_is_chosen_more_often() -> None:
    random = np.random.default_rng(1)
    drawn = [chosen([0.0, 50.0], POLICIES["softmax"], random) for _ in range(200)]
    assert sum(drawn) > 160


def test_rewards_are_averaged_and_a_later_state_counts_less() -> None:
    table = QTable(discount=0.5)
    table.learn((1.0,), "shoot", 100.0)
    table.learn((1.0,), "shoot", -100.0)
    assert table.value((1.0,), "shoot") == 0.0
    table.learn((2.0,), "shoot", 100.0)
    table.learn((1.0,), "walk", -10.0, after=(2.0,), actions_after=("shoot",))
    assert table.value((1.0,), "walk") == 40.0
    assert table.best((1.0,), ("shoot", "walk")) == "walk"


def test_a_corridor_is_learnt_backwards_from_its_end() -> None:
    """Only the last of five cells has a reward: the value of going there halves with each cell."""
    table = QTable(discount=0.5, least_rate=1.0)
    for _ in range(6):
        for cell in range(4):
            end = cell == 3
            after = None if end else (float(cell + 1),)
            table.learn((float(cell),), "on", 80.0 if end else 0.0, after=after, actions_after=("on",))
    assert [table.value((float(cell),), "on") for cell in range(4)] == [10.0, 20.0, 40.0, 80.0]


def test_a_kept_table_goes_on_and_a_damaged_one_is_refused_with_a_sentence(tmp_path: Path) -> None:
    table, path = QTable(), tmp_path / "shots.json"
    table.learn((1.0, -0.5), "left", 100.0)
    table.save(path)
    again = QTable()
    again.load(path)
    assert again.value((1.0, -0.5), "left") == 100.0
    assert again.visits((1.0, -0.5), "left") == 1
    content = path.read_bytes()
    other_value, other_format = content.replace(b"100.0", b'"hit"'), content.replace(b"q-table 1", b"x")
    for damaged in (content[:-3], b"[]", other_value, other_format):
        path.write_bytes(damaged)
        with pytest.raises(LudensError, match=r"shots\.json' cannot be read: .* Leave it out to begin anew"):
            QTable().load(path)
