"""Passing a ball as a `gymnasium` environment, for those who would rather learn it than write it.

    import gymnasium
    env = gymnasium.make("ludens.games.passing.env:ludens/Passing-v0")
    observation, info = env.reset(seed=1)

The name before the colon is this module, whose import registers `ludens/Passing-v0`. One step is 0.1 s, about
one camera frame. Whoever acts sees only what the robot's sensors deliver, noisy and late; reward, end and
`info` come from simulation truth, as a referee's whistle does.
"""

import gymnasium

from ludens.games.passing.env.episode import STEP_S
from ludens.games.passing.env.passing_env import PassingEnv

__all__ = ["ENVIRONMENT", "LONGEST_S", "STEP_S", "PassingEnv", "register"]

ENVIRONMENT = "ludens/Passing-v0"
LONGEST_S = 120.0


def register() -> None:
    """Make `gymnasium.make` know this environment; importing this module does it."""
    if ENVIRONMENT not in gymnasium.registry:
        gymnasium.register(
            ENVIRONMENT,
            entry_point=f"{__name__}:{PassingEnv.__name__}",
            max_episode_steps=round(LONGEST_S / STEP_S),
        )


register()
