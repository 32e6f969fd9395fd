"""The layers of a configuration, from what is in the code to what somebody edits now. Later ones win."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

LayerName = Literal["default", "location", "robot", "robot-at-location", "command line", "live"]
LAYER_NAMES: tuple[LayerName, ...] = get_args(LayerName)


@dataclass(frozen=True, slots=True)
class Layer:
    """What one origin says about one section: checked values by key."""

    name: LayerName
    origin: str  # a file, or "the command line" …
    values: Mapping[str, Any]
