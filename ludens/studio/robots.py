"""Which robot a page is about, where a run has several: one choice for all its panels and controls."""

from collections.abc import Callable

from ludens.core.contract.keys import join
from ludens.core.contract.setup import Setup


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

    def pattern(self, stream: str) -> str:
        """A pattern of streams, restricted to those of the chosen robot."""
        return join(self.chosen, stream)

    def concerns(self, path: str) -> bool:
        """Whether a path is of the chosen robot, or of none: of the game as a whole."""
        first = path.partition("/")[0]
        return first == self.chosen or first not in self.names
