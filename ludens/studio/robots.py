"""Which robot a page is about, where a run has several: one choice for all its panels and controls."""

import re
from collections.abc import Callable

from ludens.core.contract.keys import join
from ludens.core.contract.setup import WHOLE_GAME, Setup


class RobotChoice:
    """The chosen one of a run's robots. What is played may change, and with it the robots."""

    def __init__(self, setup: Callable[[], Setup]) -> None:
        self._setup = setup
        self.names: tuple[str, ...] = ()
        self.chosen = ""
        self.refresh()

    def refresh(self) -> bool:
        """Follow what is played now; true when there are other robots than before."""
        names = self._setup().robots
        if names == self.names:
            return False
        self.names = names
        if self.chosen not in names:
            self.chosen = names[0] if names else ""
        return True

    def in_words(self) -> dict[str, str]:
        """All names, and each as people write it: `blue3` is `blue 3`."""
        return {name: re.sub(r"(?<=[a-z])(?=\d)", " ", name) for name in self.names}

    def pattern(self, stream: str) -> str:
        """A pattern of streams, restricted to those of the chosen robot; one of the game stays as it is."""
        return stream if stream.startswith(f"{WHOLE_GAME}/") else join(self.chosen, stream)

    def concerns(self, path: str) -> bool:
        """Whether a path is of the chosen robot, or of none: of the game as a whole.

        What the game as a whole tells about one robot has its name in the path: `game/view/blue3/beliefs`.
        """
        first, *rest = path.split("/")
        about = [first, *rest] if first == WHOLE_GAME else [first]
        return all(part == self.chosen or part not in self.names for part in about)
