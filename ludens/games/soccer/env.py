"""Soccer as a `pettingzoo` parallel environment: two teams in the flat world, for those who learn.

    from ludens.games.soccer import env
    soccer = env.parallel_env(a_side=2)
    observations, infos = soccer.reset(seed=1)
    while soccer.agents:
        actions = {agent: soccer.action_space(agent).sample() for agent in soccer.agents}
        observations, rewards, terminations, truncations, infos = soccer.step(actions)

A step is a tenth of a second. Bodies walk, kick, push each other, fall and get up as the flat world has it.
An episode ends with the first goal, or when its time is over. What agents see is the truth, in the frame of
their own body: perception and localisation are left out here.
"""

import math
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from ludens.core.errors import LudensError
from ludens.games.soccer.world.agents import ACTIONS, OWN, STEP_S, asked_walk
from ludens.games.soccer.world.flat_teams import MOST_A_SIDE, FlatTeams

Observation = NDArray[np.float32]
Action = NDArray[np.float32]


class SoccerEnv(ParallelEnv[str, Observation, Action]):  # type: ignore[misc]  # pettingzoo publishes no types
    """Agents `first_0`, `first_1` … attack positive x, `second_0` … negative x; each sees itself attack +x.

    Action: four numbers from -1 to 1: forward, left and turn as parts of the fastest walk, and a wish to kick
    in walking (above 0.5), with the foot that is nearer to the ball. Observation: its pose on the field (x, y
    in m, cosine and sine of its heading), whether it stands (1) or lies (0), place (m) and velocity (m/s) of
    the ball in its own frame; then of every other robot, team-mates first, its place in the same frame and
    whether it stands. Reward: 1 for every agent of the team that scores, -1 for the others.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (pettingzoo wants an instance's attribute)
        "name": "ludens_soccer_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        *,
        a_side: int = 2,
        length_s: float = 60.0,
        noise: Literal["off", "default", "harsh"] = "default",
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        if not 1 <= a_side <= MOST_A_SIDE:
            raise LudensError(f"A team has 1 to {MOST_A_SIDE} robots; got {a_side}.")
        if not 0.0 < length_s < math.inf:
            raise LudensError(f"An episode lasts some seconds; got {length_s}.")
        if render_mode not in (None, "ansi"):
            raise LudensError(f"There is no render mode '{render_mode}'; ask for 'ansi' or none.")
        self.render_mode = render_mode
        self._a_side, self._length_s, self._noise = a_side, length_s, noise
        self.possible_agents = [
            f"{team}_{number}" for team in ("first", "second") for number in range(a_side)
        ]
        length = OWN + 3 * (2 * a_side - 1)
        self.observation_spaces = {
            agent: spaces.Box(-np.inf, np.inf, (length,), np.float32) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Box(-1.0, 1.0, (ACTIONS,), np.float32) for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self._seeds = np.random.default_rng()
        self.teams = FlatTeams(a_side, noise=noise, seed=0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin with the ball at the centre and both teams in their halves; a seed repeats an episode."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.teams = FlatTeams(self._a_side, noise=self._noise, seed=int(self._seeds.integers(2**31)))
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Action]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Let a tenth of a second pass."""
        agents = self.agents
        for agent in agents:
            self._act(self.possible_agents.index(agent), actions[agent])
        self.teams.advance(STEP_S)
        goal = self.teams.goal()
        is_late = self.teams.time_s >= self._length_s - 1e-9
        rewards = {agent: float(goal if agent.startswith("first") else -goal) for agent in agents}
        observations = self._observations()
        terminations = dict.fromkeys(agents, goal != 0)
        truncations = dict.fromkeys(agents, is_late and goal == 0)
        if goal or is_late:
            self.agents = []
        return observations, rewards, terminations, truncations, {agent: {} for agent in agents}

    def render(self) -> str:
        """Where everything is, in one line each."""
        ball = "ball {:.2f} {:.2f}".format(*self.teams.ball_m)
        poses = (
            f"{agent} {pose.x_m:.2f} {pose.y_m:.2f} {math.degrees(pose.yaw_rad):.0f}°"
            for agent, pose in zip(self.possible_agents, self.teams.poses(), strict=True)
        )
        return "\n".join((ball, *poses))

    def close(self) -> None:
        """Nothing is open."""

    def _act(self, number: int, action: Action) -> None:
        ball_m = self.teams.ball_seen_from(number)
        self.teams.ask(number, asked_walk(action, time_s=self.teams.time_s, ball_m=ball_m))

    def _observations(self) -> dict[str, Observation]:
        return {
            agent: np.array(self.teams.seen_by(number), np.float32)
            for number, agent in enumerate(self.possible_agents)
            if agent in self.agents
        }


parallel_env = SoccerEnv
