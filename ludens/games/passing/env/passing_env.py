"""The environment itself: what gymnasium asks, answered by episodes."""

import sys
from typing import Any, Literal

import gymnasium
import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ludens.core.contract.setup import Setup
from ludens.core.errors import LudensError
from ludens.games.passing.env.episode import STEP_S, Episode
from ludens.games.passing.env.senses import FASTEST, Observation, ObservationKind, observation_space
from ludens.games.passing.play import PASSING
from ludens.games.passing.world import PassingWorldOptions, make_world

Action = NDArray[np.float32]

# Only the game's own eyes: head and hands are the learner's.
EYES = Setup("passing-eyes", tuple(plan for plan in PASSING.cyclers if plan.name == "eyes"))
NO_EYES = Setup("passing-pixels", ())


class PassingEnv(gymnasium.Env[Observation, Action]):
    """One robot, a ball and a person in a pen with obstacles.

    Action: forward speed and turn rate (positive to the left), each as a share of the robot's limit, -1 to 1.

    Observation: a dictionary of `sonar_m` (16 ranges), `motion` (forward m/s and turn rad/s by odometry) and

    - with `observation="percepts"`: `ball` and `target`, each as (1 where the newest image shows it, range in
      m, bearing in rad), or all zero;
    - with `observation="image"`: `image`, 240 × 320 × 3, as the camera delivers it.

    Reward: metres by which the ball came nearer to the target in this step, plus 10 when it comes within
    0.35 m of it, minus 10 when the robot touches wall, obstacle or person. Both end the episode, which
    `gymnasium.make` cuts off after 120 s. The remaining arguments are fields of `PassingWorldOptions`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (gymnasium wants an instance's attribute)
        "render_modes": ["rgb_array"],
        "render_fps": round(1.0 / STEP_S),
    }

    def __init__(
        self,
        *,
        observation: ObservationKind = "percepts",
        render_mode: Literal["rgb_array"] | None = None,
        noise: str = "default",
        latency_s: float | None = None,
        obstacles: int = -1,
        ball: Literal["still", "rolling"] = "still",
        person: Literal["still", "walking"] = "still",
    ) -> None:
        if observation not in ("percepts", "image"):
            raise LudensError(f"There is no observation '{observation}'; ask for 'percepts' or 'image'.")
        wanted = {
            "noise": noise,
            "latency_s": latency_s,
            "obstacles": obstacles,
            "ball": ball,
            "person": person,
        }
        try:
            self._options = msgspec.convert(wanted, PassingWorldOptions)
        except msgspec.ValidationError as problem:
            raise LudensError(f"There is no such passing world: {problem}.") from problem
        self.render_mode = render_mode
        self.action_space = spaces.Box(-1.0, 1.0, (2,), dtype=np.float32)
        self.observation_space = observation_space(observation)
        self._observes: ObservationKind = observation
        self._setup = EYES if observation == "percepts" else NO_EYES
        self._episode: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin in a new pen; the robot stands until its first image has come."""
        super().reset(seed=seed)
        self.close()
        world = make_world(self._options, int(self.np_random.integers(2**31)))
        self._episode = Episode(world, self._setup)
        return self._episode.senses.observation(self._observes), self._episode.info()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Drive for 0.1 s."""
        episode = self._running()
        reward = episode.drive(*(np.asarray(action, dtype=np.float64) * FASTEST).tolist())
        observation = episode.senses.observation(self._observes)
        is_over = episode.passed or bool(episode.touched)
        return observation, reward, is_over, False, episode.info()

    def render(self) -> NDArray[np.uint8] | None:
        """What the robot's camera saw last."""
        return self._running().senses.pixels() if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """End the simulation. The next `reset` begins another."""
        if self._episode is not None:
            self._episode.run.stop("The environment was closed or reset.")
            self._episode = None

    def __del__(self) -> None:
        """An environment that nobody holds any more gives its drawing context back from the right thread."""
        if not sys.is_finalizing() and hasattr(self, "_episode"):
            self.close()

    def _running(self) -> Episode:
        if self._episode is None:
            raise LudensError("The environment is not running; call reset() first.")
        return self._episode
