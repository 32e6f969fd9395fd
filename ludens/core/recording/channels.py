"""What a channel of a recording carries. It stands in the channel's own metadata, for every reader to see."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

Role = Literal["delivery", "output", "fault", "view"]


@dataclass(frozen=True, slots=True)
class ChannelContent:
    """Where the messages of a channel come from, and their class.

    A `view` repeats what another channel has, in a form that viewers draw; it is skipped when reading back.
    `name` is empty for a delivery without messages.
    """

    role: Role
    robot: str = ""  # of a delivery
    source: str = ""  # of a delivery
    cycler: str = ""  # of an output
    module: str = ""  # of the message class
    name: str = ""  # of the message class

    def to_texts(self) -> dict[str, str]:
        """As the channel's metadata."""
        return {
            "role": self.role,
            "robot": self.robot,
            "source": self.source,
            "cycler": self.cycler,
            "module": self.module,
            "name": self.name,
        }

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> "ChannelContent":
        """From the channel's metadata."""
        return cls(
            role=cast(Role, texts.get("role", "view")),
            robot=texts.get("robot", ""),
            source=texts.get("source", ""),
            cycler=texts.get("cycler", ""),
            module=texts.get("module", ""),
            name=texts.get("name", ""),
        )
