"""What a learner gets to see: only what the robot's own sensors and detectors say."""

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.messages import CameraImage, Fault, Odometry, Sighting, SonarRing
from ludens.robots.pioneer import CAMERA, LIMITS, SONAR_MAX_RANGE_M, SONAR_PLACES

ObservationKind = Literal["percepts", "image"]
Observation = dict[str, Any]  # arrays by name

FARTHEST_M = 10.0  # more than the pen's diagonal
FASTEST = np.array([LIMITS.forward_mps, LIMITS.turn_radps], dtype=np.float32)


def observation_space(kind: ObservationKind) -> spaces.Dict:
    """The shapes and bounds of what `Senses.observation` gives."""
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


class Senses:
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
