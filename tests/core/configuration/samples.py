"""Parameters such as modules have."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Literal

from msgspec import Meta

from ludens.core.contract.setup import Section


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Noise:
    bearing_rad: Annotated[float, Meta(ge=0.0, description="Spread of the bearing")] = 0.02
    distance_m: float = 0.1


@dataclass(frozen=True, slots=True)
class TrackerParameters:
    gate: Annotated[float, Meta(gt=0.0, le=10.0, description="How many sigmas away is too far")] = 3.0
    timeout_s: Annotated[float, Meta(ge=0.0)] = 5.0
    count: Annotated[int, Meta(ge=1)] = 4
    enabled: bool = True
    label: str = "green ball"
    side: Side = Side.LEFT
    mode: Literal["fast", "careful"] = "fast"
    weights: tuple[Annotated[float, Meta(ge=0.0)], ...] = (0.5, 0.5)
    noise: Noise = Noise(bearing_rad=0.05)
    corners: tuple[Noise, ...] = ()
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class RangeParameters:
    nearest_m: float = 0.5
    farthest_m: float = 5.0

    def __post_init__(self) -> None:
        if self.nearest_m >= self.farthest_m:
            raise ValueError("nearest_m must be below farthest_m.")


TRACKER = Section("", "ball/tracker", TrackerParameters)
RANGE = Section("", "sonar/filter", RangeParameters)
BOTH = (TRACKER, RANGE)
TWO_ROBOTS = tuple(
    Section(robot, section.path, section.parameters) for robot in ("alpha", "beta") for section in BOTH
)
