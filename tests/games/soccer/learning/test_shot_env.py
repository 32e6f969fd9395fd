"""The environments for one: gymnasium's own judge, repeatable episodes, and rewards for goals."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludens.core.errors import LudensError
from ludens.games.soccer.learning.env import SHOT, STRIKER, ShotEnv, StrikerEnv


@pytest.mark.parametrize("physics", [False, True])
@pytest.mark.parametrize("name", [SHOT, STRIKER])
def test_the_judge_of_environments_is_content(name: str, physics: bool) -> None:
    env = gymnasium.make(name, physics=physics).unwrapped
    check_env(env, skip_render_check=True)
    env.close()


@pytest.mark.parametrize("kind", [ShotEnv, StrikerEnv])
def test_a_seed_repeats_an_episode(kind: type[ShotEnv] | type[StrikerEnv]) -> None:
    def played(seed: int) -> bytes:
        env = kind()
        seen = [env.reset(seed=seed)[0]]
        action = np.full(1 if kind is ShotEnv else 4, 0.3, np.float32)
        for _ in range(1 if kind is ShotEnv else 20):
            observation, reward, *_ = env.step(action)
            seen.append(np.append(observation, np.float32(reward)))
        return np.concatenate(seen).tobytes()

    assert played(1) == played(1) != played(2)


@pytest.mark.parametrize(("physics", "shots"), [(False, 8), (True, 2)])
def test_who_aims_beside_the_keeper_scores_and_who_aims_past_the_goal_does_not(
    physics: bool, shots: int
) -> None:
    env = ShotEnv(noise="off", physics=physics)
    scored = missed = 0
    for seed in range(shots):
        for aimed in (True, False):
            env.reset(seed=seed)
            env._ball_m, env._keeper_m = (1.2, 0.0), (2.85, 0.4)
            _, reward, terminated, _, info = env.step(np.array([-0.35 if aimed else 1.0], np.float32))
            assert terminated
            assert reward == (1.0 if info["goal"] else -1.0)
            scored, missed = scored + (aimed and info["goal"]), missed + (not aimed and not info["goal"])
    assert (scored, missed) == (shots, shots)
    env.close()


@pytest.mark.parametrize("physics", [False, True])
def test_a_striker_that_walks_straight_at_the_ball_brings_it_nearer_to_the_goal(physics: bool) -> None:
    env = StrikerEnv(noise="off", physics=physics)
    env.reset(seed=1)
    assert env._field is not None
    env._field.lay_ball((-0.4, 0.0))
    rewards = [env.step(np.array([0.6, 0.0, 0.0, 0.0], np.float32))[1] for _ in range(60)]
    assert sum(rewards) > 0.02
    env.close()


def test_a_step_before_the_beginning_is_refused_with_a_sentence() -> None:
    with pytest.raises(LudensError, match="reset"):
        ShotEnv().step(np.zeros(1, np.float32))
    with pytest.raises(LudensError, match="reset"):
        StrikerEnv().step(np.zeros(4, np.float32))
