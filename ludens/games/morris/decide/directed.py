"""A person chooses the robot's turns instead of an engine: by text, by voice, or on the page.

The first robot that played this game had such a mode, to send it to any point of the board. What is chosen is
delivered as the engine's reply, like a sensor's reading. So it is recorded, and replayed.
"""

from ludens.core.contract.driver import Driver, DriverWrapper
from ludens.drivers.engine import ENGINE
from ludens.drivers.inbox import InboxDriver
from ludens.messages import Message
from ludens.messages.engine import EngineQuery, EngineReply
from ludens.messages.morris_game import MorrisIntent

DIRECTED = "director"
"""The level of a robot whose turns a person chooses."""


class DirectedEngine(DriverWrapper):
    """Adds the source `engine` to every robot of another driver; it replies when a player wants a turn."""

    def __init__(self, driver: Driver) -> None:
        self._replies = InboxDriver(driver, ENGINE, source=ENGINE.name)
        super().__init__(self._replies)
        self._asked: tuple[str, EngineQuery] | None = None

    def hear(self, message: Message) -> None:
        """Play the turn that a player wants, on the robot that waits for one."""
        if self._asked is None or not isinstance(message, MorrisIntent) or message.name != "turn":
            return
        (robot, query), self._asked = self._asked, None
        words = "A person chose this turn."
        self._replies.hand(
            robot, EngineReply(time_s=0.0, number=query.number, move=message.turn, words=words)
        )

    def command(self, robot: str, command: Message) -> None:
        """Take in a query, or pass a command on."""
        if isinstance(command, EngineQuery):
            self._asked = (robot, command) if command.purpose == "move" else self._asked
        else:
            self.driver.command(robot, command)
