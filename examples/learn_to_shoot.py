"""A small policy that learns where to aim, by evolution: pip install "ludens[evolution]", then run this file.

The policy sees where ball and keeper are believed to be and says where to aim. CMA-ES changes its four
weights; the reward of the environment `ludens/Shot-v0` says which were better. About a minute on one core.
"""

import math
import sys
from pathlib import Path

import click
import cma
import gymnasium
import numpy as np

SHOT = "ludens.games.soccer.learning.env:ludens/Shot-v0"
GOAL_X_M, HALF_GOAL_M = 3.0, 0.7
WEIGHTS = 4


def aim(weights, seen):
    """Where to aim, from -1 to 1, by how open the goal is on either side of the keeper."""
    ball_x, ball_y, keeper_x, keeper_y = (float(number) for number in seen)
    to_goal = math.atan2(-ball_y, GOAL_X_M - ball_x)
    left = math.atan2(HALF_GOAL_M - ball_y, GOAL_X_M - ball_x) - to_goal
    right = math.atan2(-HALF_GOAL_M - ball_y, GOAL_X_M - ball_x) - to_goal
    keeper = math.atan2(keeper_y - ball_y, keeper_x - ball_x) - to_goal
    side = 1.0 if left - keeper > keeper - right else -1.0  # the side with more room
    room = left - keeper if side > 0.0 else keeper - right
    return side * math.tanh(weights @ np.array([1.0, 4.0 * room, 4.0 * side * keeper, 2.0 * (left - right)]))


def mean_reward(env, policy, shots):
    """Mean reward, and share of goals, of so many shots."""
    rewards, goals = 0.0, 0
    for _ in range(shots):
        seen, _ = env.reset()
        _, reward, _, _, info = env.step(np.array([policy(seen)], np.float32))
        rewards, goals = rewards + reward, goals + info["goal"]
    return rewards / shots, goals / shots


def learn(seed=1, generations=25, shots=80):
    """Evolve; return the weights, and the mean reward of each generation's best guess."""
    env = gymnasium.make(SHOT)
    env.reset(seed=seed)
    evolution = cma.CMAEvolutionStrategy(np.zeros(WEIGHTS), 0.3, {"seed": seed, "verbose": -9})
    curve = []
    for _ in range(generations):
        candidates = evolution.ask()
        rewards = [mean_reward(env, lambda seen, w=weights: aim(w, seen), shots)[0] for weights in candidates]
        evolution.tell(candidates, [-reward for reward in rewards])
        curve.append(float(np.mean(rewards)))
    return evolution.result.xfavorite, curve


def compare(weights, seed=99, shots=1000):
    """Share of goals in other shots: learnt, and aimed at the goal's middle."""
    env = gymnasium.make(SHOT)
    env.reset(seed=seed)
    learnt = mean_reward(env, lambda seen: aim(weights, seen), shots)[1]
    env.reset(seed=seed)
    return learnt, mean_reward(env, lambda _: 0.0, shots)[1]


if __name__ == "__main__":
    from matplotlib.figure import Figure

    weights, curve = learn()
    learnt, fixed = compare(weights)
    click.echo(f"Goals in 1000 other shots: {learnt:.1%} learnt, {fixed:.1%} aimed at the goal's middle.")
    figure = Figure(figsize=(6.4, 4.0), layout="constrained")
    axes = figure.add_subplot(xlabel="generation", ylabel="mean reward of a shot")
    axes.plot(range(1, len(curve) + 1), curve)
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "learn_to_shoot.png")
    figure.savefig(path)
    click.echo(f"The curve is in {path}.")
