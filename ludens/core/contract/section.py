"""A section of the configuration: one typed, documented class of parameters at one path."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Section:
    """Parameters of one module instance (or of the game itself) of one robot.

    `path` is relative to the robot (`ball/tracker`), so that one file serves every robot; the full path
    is `robot/path`. `defaults` are this instance's differences from the class's own defaults.
    """

    robot: str  # "" where there is only one
    path: str
    parameters: type[Any]  # a frozen dataclass
    defaults: Mapping[str, Any] = field(default_factory=dict)

    @property
    def full_path(self) -> str:
        """Path with the robot in front, unique in a run."""
        return f"{self.robot}/{self.path}" if self.robot else self.path
