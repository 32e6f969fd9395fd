"""The learning environment: PettingZoo's own judge, repeatable episodes, and goals that count."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

from ludens.core.errors import LudensError
from ludens.games.soccer.env import SoccerEnv, parallel_env


def test_the_judge_of_parallel_environments_is_content() -> None:
    parallel_api_test(parallel_env(a_side=2, length_s=5.0), num_cycles=100)


def played(seed: int) -> list[np.ndarray]:
    soccer = SoccerEnv(a_side=2, length_s=3.0)
    observations, _ = soccer.reset(seed=seed)
    draws = np.random.default_rng(0)
    seen = list(observations.values())
    while soccer.agents:
        actions = {agent: draws.uniform(-1, 1, 4).astype(np.float32) for agent in soccer.agents}
        observations, *_ = soccer.step(actions)
        seen += observations.values()
    return seen


def test_a_seed_repeats_an_episode_to_the_byte() -> None:
    first, again, other = (np.concatenate(played(seed)).tobytes() for seed in (1, 1, 2))
    assert first == again != other


def test_who_walks_the_ball_into_the_goal_is_rewarded_and_the_others_pay() -> None:
    soccer = SoccerEnv(a_side=1, noise="off")
    soccer.reset(seed=1)
    soccer.teams._world.ball.place((4.45, 0.0))
    soccer.teams._world.ball.roll((0.8, 0.0))
    rewards = {"first_0": 0.0}
    still = np.zeros(4, np.float32)
    while soccer.agents:
        _, rewards, terminations, truncations, _ = soccer.step(dict.fromkeys(soccer.agents, still))
    assert rewards == {"first_0": 1.0, "second_0": -1.0}
    assert all(terminations.values())
    assert not any(truncations.values())


def test_both_teams_see_the_same_field_from_their_own_side() -> None:
    soccer = SoccerEnv(a_side=3, noise="off")
    observations, _ = soccer.reset(seed=1)
    for number in range(3):
        np.testing.assert_allclose(
            observations[f"first_{number}"], observations[f"second_{number}"], atol=1e-6
        )
    assert "ball 0.00 0.00" in soccer.render()


@pytest.mark.parametrize(
    "options", [{"a_side": 0}, {"a_side": 6}, {"length_s": 0.0}, {"render_mode": "human"}]
)
def test_what_cannot_be_played_is_refused_with_a_sentence(options: dict[str, Any]) -> None:
    with pytest.raises(LudensError, match=r"got|render mode"):
        SoccerEnv(**options)
