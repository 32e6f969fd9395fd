"""Passing a ball as a `gymnasium` environment, for those who would rather learn it than write it.

    import gymnasium
    env = gymnasium.make("ludens.games.passing.env:ludens/Passing-v0")
    observation, info = env.reset(seed=1)

The name before the colon is this module, whose import registers `ludens/Passing-v0`. One step is 0.1 s, about
one camera frame. Whoever acts sees only what the robot's sensors deliver, noisy and late; reward, end and
`info` come from simulation truth, as a referee's whistle does.
"""

import math
import sys
from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import Setup
from ludens.core.errors import LudensError
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.passing.play import PASSING
from ludens.games.passing.referee import WITHIN_M, PassingReferee
from ludens.games.passing.world import PassingWorld, PassingWorldOptions, make_world
from ludens.messages import BaseVelocityCommand, CameraImage, Fault, Odometry, Sighting, SonarRing
from ludens.robots.pioneer import CAMERA, LIMITS, SONAR_MAX_RANGE_M, SONAR_PLACES

ENVIRONMENT = "ludens/Passing-v0"
LONGEST_S = 120.0
STEP_S = 0.1
PASSED_REWARD = 10.0
TOUCH_PENALTY = 10.0

ObservationKind = Literal["percepts", "image"]
Observation = dict[str, Any]  # arrays by name

FARTHEST_M = 10.0  # more than the pen's diagonal
FASTEST = np.array([LIMITS.forward_mps, LIMITS.turn_radps], dtype=np.float32)
Action = NDArray[np.float32]

# Only the game's own eyes: head and hands are the learner's.
EYES = Setup("passing-eyes", tuple(plan for plan in PASSING.cyclers if plan.name == "eyes"))
NO_EYES = Setup("passing-pixels", ())


def observation_space(kind: ObservationKind) -> spaces.Dict:
    """The shapes and bounds of what `LatestReadings.observation` gives."""
    seen = spaces.Box(
        np.array([0.0, 0.0, -math.pi], dtype=np.float32),
        np.array([1.0, FARTHEST_M, math.pi], dtype=np.float32),
        dtype=np.float32,
    )
    sensed = {
        "sonar_m": spaces.Box(0.0, SONAR_MAX_RANGE_M, (len(SONAR_PLACES),), dtype=np.float32),
        "motion": spaces.Box(-2.0 * FASTEST, 2.0 * FASTEST, dtype=np.float32),
    }
    if kind == "image":
        shape = (CAMERA.height_px, CAMERA.width_px, 3)
        return spaces.Dict({**sensed, "image": spaces.Box(0, 255, shape, dtype=np.uint8)})
    return spaces.Dict({**sensed, "ball": seen, "target": seen})


class LatestReadings:
    """An observer that keeps the newest of what each sensor and each detector said."""

    def __init__(self) -> None:
        self.image: CameraImage | None = None
        self._sonar: SonarRing | None = None
        self._odometry: Odometry | None = None
        self._sightings: dict[str, Sighting] = {}

    def on_delivery(self, delivery: Delivery) -> None:
        for message in delivery.messages:
            if isinstance(message, CameraImage):
                self.image = message
            elif isinstance(message, SonarRing):
                self._sonar = message
            elif isinstance(message, Odometry):
                self._odometry = message

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        self._sightings |= {key: message for key, message in outputs if isinstance(message, Sighting)}

    def on_fault(self, fault: Fault) -> None:
        """The run logs it; what a failed detector did not find counts as not seen."""

    def close(self) -> None:
        """Nothing to let go of."""

    def pixels(self) -> NDArray[np.uint8]:
        """The newest image, free to be changed."""
        assert self.image is not None  # an episode begins with one
        return self.image.pixels_rgb.copy()

    def observation(self, kind: ObservationKind) -> Observation:
        """Everything as the observation space describes it."""
        assert self._sonar is not None  # body and camera have both spoken before an episode begins
        assert self._odometry is not None
        motion = np.array([self._odometry.forward_mps, self._odometry.turn_radps], dtype=np.float32)
        sensed: Observation = {
            "sonar_m": np.clip(np.array(self._sonar.ranges_m, dtype=np.float32), 0.0, SONAR_MAX_RANGE_M),
            "motion": np.clip(motion, -2.0 * FASTEST, 2.0 * FASTEST),
        }
        if kind == "image":
            return {**sensed, "image": self.pixels()}
        return {**sensed, "ball": self._seen("ball"), "target": self._seen("target")}

    @property
    def _image_s(self) -> float | None:
        return None if self.image is None else self.image.time_s

    def _seen(self, name: str) -> NDArray[np.float32]:
        sighting = self._sightings.get(f"{name}/Sighting")
        if sighting is None or sighting.found is None or sighting.time_s != self._image_s:
            return np.zeros(3, dtype=np.float32)
        range_m = min(sighting.found.range_m, FARTHEST_M)
        return np.array([1.0, range_m, sighting.found.bearing_rad], dtype=np.float32)


class Episode:
    """One world from its beginning to its end."""

    def __init__(self, world: PassingWorld, setup: Setup) -> None:
        self._world = world
        self._referee = PassingReferee(world)
        self.readings = LatestReadings()
        self.run = Run(
            setup,
            SimulationDriver(world),
            configuration=Configuration(setup.sections()),
            observers=[self.readings],
        )
        while self.readings.image is None and self.run.step() is not None:
            pass
        self._step_ends_ns = self.run.time_ns
        self._ball_target_m = self._distance_m()

    @property
    def time_s(self) -> float:
        return self.run.time_s

    @property
    def touched(self) -> list[str]:
        return self._referee.collisions

    @property
    def passed(self) -> bool:
        return self._world.ball_target_closest_m < WITHIN_M

    def drive(self, forward_mps: float, turn_radps: float) -> float:
        """Carry out an action for one step; return its reward."""
        if not (math.isfinite(forward_mps) and math.isfinite(turn_radps)):
            raise LudensError(f"The action ({forward_mps}, {turn_radps}) is no motion; give two numbers.")
        command = BaseVelocityCommand(time_s=self.time_s, forward_mps=forward_mps, turn_radps=turn_radps)
        self.run.driver.command("", command)
        self._step_ends_ns += nanoseconds(STEP_S)
        self.run.run_until(seconds(self._step_ends_ns))
        before_m, self._ball_target_m = self._ball_target_m, self._distance_m()
        return (
            before_m - self._ball_target_m + PASSED_REWARD * self.passed - TOUCH_PENALTY * bool(self.touched)
        )

    def info(self) -> dict[str, Any]:
        """Truth, for people and for scores; nothing to act by."""
        return {
            "time_s": self.time_s,
            "ball_target_m": self._ball_target_m,
            "passed": self.passed,
            "touched": self.touched,
        }

    def _distance_m(self) -> float:
        truth = self._world.truth()
        return math.inf if truth.target is None else math.dist(truth.ball, truth.target)


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
        return self._episode.readings.observation(self._observes), self._episode.info()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Drive for 0.1 s."""
        episode = self._running()
        reward = episode.drive(*(np.asarray(action, dtype=np.float64) * FASTEST).tolist())
        observation = episode.readings.observation(self._observes)
        is_over = episode.passed or bool(episode.touched)
        return observation, reward, is_over, False, episode.info()

    def render(self) -> NDArray[np.uint8] | None:
        """What the robot's camera saw last."""
        return self._running().readings.pixels() if self.render_mode == "rgb_array" else None

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


def register() -> None:
    """Make `gymnasium.make` know this environment; importing this module does it."""
    if ENVIRONMENT not in gymnasium.registry:
        gymnasium.register(
            ENVIRONMENT,
            entry_point=f"{__name__}:{PassingEnv.__name__}",
            max_episode_steps=round(LONGEST_S / STEP_S),
        )


register()
