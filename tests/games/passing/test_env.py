import gc
import math
import threading
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludens.core.errors import LudensError
from ludens.games.passing import env as passing_env
from ludens.games.passing.env import ENVIRONMENT, STEP_S, PassingEnv, register
from ludens.robots.pioneer import LIMITS

STAND = np.zeros(2, dtype=np.float32)
TURN = np.array([0.0, 0.4], dtype=np.float32)


@pytest.fixture
def env() -> Iterator[PassingEnv]:
    made = PassingEnv(noise="off", obstacles=0, render_mode="rgb_array")
    yield made
    made.close()


def same(first: Any, second: Any) -> bool:
    return set(first) == set(second) and all(np.array_equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize("observation", ["percepts", "image"])
def test_gymnasiums_own_judge_is_content(observation: str):
    """Warnings are errors here, so it has nothing to say at all."""
    made = gymnasium.make(ENVIRONMENT, observation=observation, render_mode="rgb_array")
    check_env(made.unwrapped)
    made.close()


def test_it_is_made_by_the_name_of_its_module_too_and_registered_once():
    register()
    made = gymnasium.make(f"{passing_env.__name__}:{ENVIRONMENT}")
    assert isinstance(made.unwrapped, PassingEnv)
    made.close()


def test_the_same_seed_gives_the_same_episode(env: PassingEnv):
    first, _ = env.reset(seed=4)
    film = [env.step(TURN) for _ in range(5)]
    again, _ = env.reset(seed=4)
    assert same(first, again)
    for observation, reward, *_ in film:
        other, other_reward, *_ = env.step(TURN)
        assert same(observation, other)
        assert reward == other_reward
    further, _ = env.reset()
    assert not same(first, further)


def test_a_step_is_a_tenth_of_a_second_and_drives_as_told(env: PassingEnv):
    _, before = env.reset(seed=1)
    for number in range(1, 6):
        observation, reward, terminated, truncated, info = env.step(TURN)
        assert info["time_s"] == pytest.approx(before["time_s"] + number * STEP_S, abs=0.011)
        assert reward == pytest.approx(0.0, abs=1e-3)
        assert not terminated
        assert not truncated
    forward_mps, turn_radps = observation["motion"]
    assert forward_mps == pytest.approx(0.0, abs=0.05)
    assert turn_radps == pytest.approx(0.4 * LIMITS.turn_radps, abs=0.2)


def turn_to(env: PassingEnv, name: str) -> dict[str, Any]:
    """Turn until the robot faces a thing, by what it sees alone."""
    observation, *_ = env.step(STAND)
    for _ in range(200):
        seen, _, bearing_rad = observation[name]
        if seen and abs(bearing_rad) < 0.03:
            return observation
        turn_radps = 1.2 * float(bearing_rad) if seen else 0.8
        observation, *_ = env.step(np.array([0.0, turn_radps / LIMITS.turn_radps], dtype=np.float32))
    raise AssertionError(f"the {name} was not found")


def test_driving_into_the_ball_moves_it_and_driving_on_ends_in_a_touch(env: PassingEnv):
    env.reset(seed=2)
    sighted = turn_to(env, "ball")
    assert sighted["ball"][0] == 1.0
    rewards: list[float] = []
    terminated, info = False, {"passed": False}
    while not terminated and len(rewards) < 100:
        _, reward, terminated, _, info = env.step(np.array([0.7, 0.0], dtype=np.float32))
        rewards.append(reward)
    assert terminated
    assert info["passed"] or info["touched"]
    assert max(abs(reward) for reward in rewards[:-1]) > 0.005  # the ball rolled
    bonus = 10.0 * info["passed"] - 10.0 * bool(info["touched"])
    assert rewards[-1] == pytest.approx(bonus, abs=0.2)


def test_what_is_seen_is_where_it_is(env: PassingEnv):
    _, start = env.reset(seed=3)
    ball = turn_to(env, "ball")["ball"]
    assert 0.5 < ball[1] < 8.0
    assert abs(ball[2]) < 0.03
    assert start["ball_target_m"] > 1.0


def test_an_episode_is_cut_off_after_two_minutes_or_when_the_user_says():
    assert gymnasium.spec(ENVIRONMENT).max_episode_steps == 1200
    made = gymnasium.make(ENVIRONMENT, max_episode_steps=3, noise="off", obstacles=0)
    made.reset(seed=5)
    assert [made.step(STAND)[3] for _ in range(3)] == [False, False, True]
    made.close()


def test_it_renders_what_the_camera_saw(env: PassingEnv):
    env.reset(seed=6)
    picture = env.render()
    assert picture is not None
    assert picture.shape == (240, 320, 3)
    assert picture.dtype == np.uint8
    pixels = PassingEnv(observation="image", noise="off", obstacles=0)
    assert np.array_equal(pixels.reset(seed=6)[0]["image"], picture)
    assert pixels.render() is None
    pixels.close()


def test_one_that_is_dropped_without_being_closed_lets_go_of_everything():
    """What its end would raise is an error here, as every warning is."""
    dropped = PassingEnv(noise="off", obstacles=0)
    dropped.reset(seed=1)
    painters = sum(thread.name.startswith("renderer") for thread in threading.enumerate())
    del dropped
    gc.collect()
    left = sum(thread.name.startswith("renderer") for thread in threading.enumerate())
    assert left == painters - 1


@pytest.mark.parametrize(
    "wrong", [{"observation": "smell"}, {"noise": 3}, {"obstacles": 9}, {"ball": "flat"}, {"latency_s": -1.0}]
)
def test_a_world_that_cannot_be_is_refused_in_a_sentence(wrong: dict[str, Any]):
    with pytest.raises(LudensError, match="There is no"):
        PassingEnv(**wrong)


def test_no_step_before_the_first_reset_and_none_that_is_no_number(env: PassingEnv):
    with pytest.raises(LudensError, match="call reset"):
        env.step(STAND)
    with pytest.raises(LudensError, match="call reset"):
        env.render()
    env.reset(seed=1)
    with pytest.raises(LudensError, match="no motion"):
        env.step(np.array([math.nan, 0.0], dtype=np.float32))
