"""Soccer for one as `gymnasium` environments: one shot, and one striker.

    import gymnasium
    shot = gymnasium.make("ludens.games.soccer.learning.env:ludens/Shot-v0")
    striker = gymnasium.make("ludens.games.soccer.learning.env:ludens/Striker-v0", physics=True)

Both are in the flat world, where a step is quick, or with `physics` in full physics, with a body of joints.

The name before the colon is this module, whose import registers both. A whole team is in
`ludens.games.soccer.env`.
"""

import math
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ludens.core.errors import LudensError
from ludens.games.soccer.learning.lessons import GOAL_M
from ludens.games.soccer.world.agents import ACTIONS, OWN, STEP_S, asked_walk
from ludens.games.soccer.world.exercises import SHOT_REWARDS
from ludens.games.soccer.world.flat_teams import FlatTeams
from ludens.games.soccer.world.ordered_field import OrderedStriker
from ludens.games.soccer.world.physics_range import PhysicsRange
from ludens.games.soccer.world.shooting_range import ShootingRange, ShotResult

Numbers = NDArray[np.float32]
Noise = Literal["off", "default", "harsh"]

SHOT, STRIKER = "ludens/Shot-v0", "ludens/Striker-v0"
WIDEST_RAD = math.radians(30.0)
"""Off the goal's middle: the widest aim of a shot."""
BELIEF_SIGMA_M = 0.05
"""How well a robot knows where ball and keeper are."""
LONGEST_S = 60.0
FARTHEST = 20.0
"""More than any number that a robot on the field sees, in m and m/s."""
NEARER_REWARD = 0.1
"""For each metre by which the ball comes nearer to the goal."""


class ShotEnv(gymnasium.Env[Numbers, Numbers]):
    """One shot at a goal with a keeper in it; an episode has one step.

    Observation: where the robot believes ball and keeper to be, in m on the field of 2011 (x towards the
    goal, which is at 3, 0). Action: where to aim, -1 (30° to the right of the goal's middle) to 1. Reward: 1
    for a goal, -1 for a miss, -2 for a missed ball.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 (gymnasium wants an instance's attribute)

    def __init__(self, *, noise: Noise = "default", physics: bool = False) -> None:
        self.observation_space = spaces.Box(-5.0, 5.0, (4,), np.float32)
        self.action_space = spaces.Box(-1.0, 1.0, (1,), np.float32)
        self._noise, self._physics = noise, physics
        self._range: ShootingRange | PhysicsRange | None = None
        self._ball_m = self._keeper_m = (0.0, 0.0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Lay the ball somewhere before the goal, and put the keeper somewhere into it."""
        super().reset(seed=seed)
        draw = self.np_random
        if self._range is None or seed is not None:
            self.close()
            kind = PhysicsRange if self._physics else ShootingRange
            self._range = kind(noise=self._noise, seed=int(draw.integers(2**31)))
        self._ball_m = float(draw.uniform(0.4, 2.0)), float(draw.uniform(-1.5, 1.5))
        self._keeper_m = GOAL_M[0] - 0.15, float(draw.uniform(-0.5, 0.5))
        believed = np.array((*self._ball_m, *self._keeper_m)) + BELIEF_SIGMA_M * draw.standard_normal(4)
        return believed.astype(np.float32), {}

    def step(self, action: Numbers) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Shoot."""
        if self._range is None:
            raise LudensError("There is no ball to shoot yet; call reset() first.")
        ball_m = self._ball_m
        to_goal_rad = math.atan2(GOAL_M[1] - ball_m[1], GOAL_M[0] - ball_m[0])
        aim_rad = WIDEST_RAD * min(max(float(action[0]), -1.0), 1.0)
        result = self._range.shoot(ball_m, to_goal_rad + aim_rad, keeper_m=self._keeper_m)
        seen = np.array((*ball_m, *self._keeper_m), np.float32)
        return seen, 0.01 * SHOT_REWARDS[result], True, False, {"goal": result is ShotResult.GOAL}

    def close(self) -> None:
        """End the simulation. May be called twice."""
        if isinstance(self._range, PhysicsRange):
            self._range.close()


class StrikerEnv(gymnasium.Env[Numbers, Numbers]):
    """One robot alone on the field of 2019, and a ball somewhere; a step is a tenth of a second.

    Action and observation are those of one agent of `ludens.games.soccer.env`. Reward: 1 for a goal, -1 for
    an own goal, which both end the episode, and a tenth for each metre that the ball comes nearer to it.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 (gymnasium wants an instance's attribute)

    def __init__(self, *, noise: Noise = "default", physics: bool = False) -> None:
        self.observation_space = spaces.Box(-FARTHEST, FARTHEST, (OWN,), np.float32)
        self.action_space = spaces.Box(-1.0, 1.0, (ACTIONS,), np.float32)
        self._noise, self._physics = noise, physics
        self._field: FlatTeams | OrderedStriker | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin in the own half, with the ball within three metres."""
        super().reset(seed=seed)
        draw = self.np_random
        self.close()
        field, drawn = self._begun(int(draw.integers(2**31))), draw.uniform((-1.5, -2.0), (2.0, 2.0))
        field.lay_ball((float(drawn[0]), float(drawn[1])))
        self._field = field
        return self._seen(field), {}

    def step(self, action: Numbers) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Walk, or kick in walking, for a tenth of a second."""
        field = self._field
        if field is None:
            raise LudensError("Nobody is on the field yet; call reset() first.")
        before_m = _to_goal_m(field)
        field.ask(0, asked_walk(action, time_s=field.time_s, ball_m=field.ball_seen_from(0)))
        field.advance(STEP_S)
        goal = field.goal()
        reward = goal + NEARER_REWARD * (before_m - _to_goal_m(field))
        return self._seen(field), reward, goal != 0, False, {"goal": goal == 1}

    def close(self) -> None:
        """End the simulation. May be called twice."""
        if isinstance(self._field, OrderedStriker):
            self._field.close()

    def _begun(self, seed: int) -> FlatTeams | OrderedStriker:
        if self._physics:
            return OrderedStriker(noise=self._noise, seed=seed)
        return FlatTeams(1, noise=self._noise, seed=seed, opponents=False)

    @staticmethod
    def _seen(field: FlatTeams | OrderedStriker) -> Numbers:
        return np.clip(np.array(field.seen_by(0), np.float32), -FARTHEST, FARTHEST)


def _to_goal_m(field: FlatTeams | OrderedStriker) -> float:
    return math.dist(field.ball_m, (field.pitch.half_length_m, 0.0))


def register() -> None:
    """Make `gymnasium.make` know these environments; importing this module does it."""
    if SHOT not in gymnasium.registry:
        gymnasium.register(SHOT, entry_point=f"{__name__}:{ShotEnv.__name__}", max_episode_steps=1)
        gymnasium.register(
            STRIKER,
            entry_point=f"{__name__}:{StrikerEnv.__name__}",
            max_episode_steps=round(LONGEST_S / STEP_S),
        )


register()
