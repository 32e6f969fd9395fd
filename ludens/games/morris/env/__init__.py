"""Nine Men's Morris as a `pettingzoo` environment for two players who learn.

    from ludens.games.morris import env
    morris = env.env()
    morris.reset(seed=1)
    for agent in morris.agent_iter():
        observation, reward, termination, truncation, info = morris.last()
        over = termination or truncation
        morris.step(None if over else morris.action_space(agent).sample(observation["action_mask"]))

`env` refuses what is out of place and gives an illegal action a lost game; `raw_env` is the bare class.
"""

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ludens.games.morris.env.actions import ACTIONS, action_mask, action_of, turn_of
from ludens.games.morris.env.morris_env import AGENTS, OBSERVATION_LENGTH, MorrisEnv, Observation

__all__ = [
    "ACTIONS",
    "AGENTS",
    "OBSERVATION_LENGTH",
    "MorrisEnv",
    "Observation",
    "action_mask",
    "action_of",
    "env",
    "raw_env",
    "turn_of",
]

LOST = -1

raw_env = MorrisEnv


def env(**options: Any) -> AECEnv[str, Observation, int]:
    """The environment with PettingZoo's usual guards; `options` are those of `MorrisEnv`."""
    guarded = wrappers.TerminateIllegalWrapper(MorrisEnv(**options), illegal_reward=LOST)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
