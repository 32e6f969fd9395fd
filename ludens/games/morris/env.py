"""Nine Men's Morris as a `pettingzoo` environment for two players who learn.

    from ludens.games.morris import env
    morris = env.env()
    morris.reset(seed=1)
    for agent in morris.agent_iter():
        observation, reward, termination, truncation, info = morris.last()
        over = termination or truncation
        morris.step(None if over else morris.action_space(agent).sample(observation["action_mask"]))

`env` refuses what is out of place and gives an illegal action a lost game; `raw_env` is the bare class.

An action is a whole turn as one number, capture included:

    action = 25 · (24 · from + to) + taken

where `to` is a point (0 to 23), and `from` and `taken` are a point plus one, or 0 for "from the hand" and
"nothing". Most of the 15,000 numbers are never legal; the mask says which are.
"""

from typing import Any, Literal, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ludens.core.errors import LudensError
from ludens.games.morris.rules import (
    POINT_COUNT,
    STANDARD,
    GameRecord,
    MorrisError,
    Position,
    Side,
    Turn,
    Variant,
    fen_of,
    new_game,
    points_of,
)
from ludens.games.morris.rules.notation import drawing

CHOICES = POINT_COUNT + 1  # a point, or none
ACTIONS = CHOICES * POINT_COUNT * CHOICES
AGENTS = {"white_0": Side.WHITE, "black_0": Side.BLACK}
COUNTERS = 4
OBSERVATION_LENGTH = 2 * POINT_COUNT + COUNTERS
LARGEST = 127  # counters stop here
LOST = -1


def action_of(turn: Turn) -> int:
    """The number of a turn."""
    origin = 0 if turn.origin is None else turn.origin + 1
    captured = 0 if turn.captured is None else turn.captured + 1
    return (origin * POINT_COUNT + turn.target) * CHOICES + captured


def turn_of(action: int) -> Turn:
    """The turn of a number."""
    if not 0 <= action < ACTIONS:
        raise MorrisError(f"An action is a number from 0 to {ACTIONS - 1}, not {action}.")
    step, captured = divmod(int(action), CHOICES)
    origin, target = divmod(step, POINT_COUNT)
    return Turn(target, origin - 1 if origin else None, captured - 1 if captured else None)


def action_mask(record: GameRecord) -> NDArray[np.int8]:
    """1 at every legal action of the side to move."""
    mask = np.zeros(ACTIONS, dtype=np.int8)
    mask[[action_of(turn) for turn in record.legal_turns()]] = 1
    return mask


class Observation(TypedDict):
    """What an agent sees; the mask is empty while the opponent is to move."""

    observation: NDArray[np.int8]
    action_mask: NDArray[np.int8]


class MorrisEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # pettingzoo publishes no types
    """Two agents, `white_0` and `black_0`; white begins.

    Action: a whole turn as one number, see above. Observation: 52 small integers, seen by the agent: 24
    points with its own men, 24 with the opponent's (1 where one stands), men in its hand, men in the
    opponent's, turns without a mill, how often this position stood on the board. Reward: 1 for a win, -1 for
    a loss, 0 for a draw, all at the end; draws are those of the variant, so every game ends.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (pettingzoo wants an instance's attribute)
        "name": "ludens_morris_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        variant: Variant = STANDARD,
        start: Position | None = None,
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise LudensError(f"There is no render mode '{render_mode}'; ask for 'ansi' or none.")
        self.render_mode = render_mode
        self._first = new_game(variant, start=start)
        if self._first.outcome is not None:
            raise LudensError(f"Nothing can be played from here: {self._first.outcome}")
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, LARGEST, (OBSERVATION_LENGTH,), np.int8),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}
        self._set_up()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin again. The game has no chance in it, so the seed changes nothing."""
        self._set_up()

    def _set_up(self) -> None:
        self.record = self._first
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, str]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._to_move()

    def _to_move(self) -> str:
        return next(agent for agent, side in AGENTS.items() if side is self.record.side_to_move)

    def observe(self, agent: str) -> Observation:
        position, side = self.record.position, AGENTS[agent]
        seen = np.zeros(OBSERVATION_LENGTH, dtype=np.int8)
        seen[list(points_of(position.men(side)))] = 1
        seen[[POINT_COUNT + point for point in points_of(position.men(side.other))]] = 1
        seen[2 * POINT_COUNT :] = np.minimum(
            (
                position.in_hand(side),
                position.in_hand(side.other),
                self.record.turns_without_mill,
                self.record.repetitions,
            ),
            LARGEST,
        )
        to_move = side is self.record.side_to_move
        mask = action_mask(self.record) if to_move else np.zeros(ACTIONS, dtype=np.int8)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play a turn; None only for an agent whose game is over. An illegal turn raises a sentence."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise LudensError("The game goes on: an action is needed.")
        self._cumulative_rewards[self.agent_selection] = 0
        self.record = self.record.play(turn_of(action))
        end = self.record.outcome
        self.rewards = dict.fromkeys(AGENTS, 0)
        if end is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            self.infos = {agent: {"outcome": str(end)} for agent in AGENTS}
            for agent, side in AGENTS.items():
                self.rewards[agent] = 0 if end.winner is None else 1 if side is end.winner else -1
        self.agent_selection = self._to_move()
        self._accumulate_rewards()

    def render(self) -> str:
        """The board as text, and the position in one line."""
        return f"{drawing(self.record.position)}\n{fen_of(self.record.position)}"

    def close(self) -> None:
        """Nothing is open; PettingZoo asks for this where something is drawn."""


raw_env = MorrisEnv


def env(**options: Any) -> AECEnv[str, Observation, int]:
    """The environment with PettingZoo's usual guards; `options` are those of `MorrisEnv`."""
    guarded = wrappers.TerminateIllegalWrapper(MorrisEnv(**options), illegal_reward=LOST)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
