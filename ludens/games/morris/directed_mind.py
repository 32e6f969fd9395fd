"""A person instead of the engine: says what the robot shall play, and is asked again until it is a turn.

What is said is delivered as the engine's answer, like a sensor's reading. So it is recorded, and replayed.
"""

from ludens.core.contract.driver import Delivery, Driver, RobotDescription
from ludens.drivers.engine import ENGINE
from ludens.drivers.inbox import InboxDriver
from ludens.games.morris.decide.director import DirectorError, directed_turn
from ludens.games.morris.rules import record_from_texts, turn_text
from ludens.messages import Message
from ludens.messages.engine import EngineQuery, EngineReply


class DirectedMind:
    """Adds the source `engine` to every robot of another driver; it answers when somebody has told a turn."""

    def __init__(self, driver: Driver) -> None:
        self.driver = InboxDriver(driver, ENGINE, source=ENGINE.name)
        self.robots: tuple[RobotDescription, ...] = self.driver.robots
        self._asked: tuple[str, EngineQuery] | None = None

    @property
    def waits(self) -> bool:
        """Whether a robot waits to be told its turn."""
        return self._asked is not None

    def tell(self, text: str) -> str | None:
        """Say what the robot that waits shall play, in words; return a sentence where that is no turn."""
        if self._asked is None:
            return "The robot does not wait to be told its turn now."
        robot, question = self._asked
        try:
            turn = directed_turn(record_from_texts(question.start, question.moves), text)
        except DirectorError as error:
            return str(error)
        self._asked = None
        told = EngineReply(
            time_s=0.0, number=question.number, move=turn_text(turn), words="A person chose this turn."
        )
        self.driver.hand(robot, told)
        return None

    def next_delivery(self) -> Delivery | None:
        """What the driver delivers next; before it, what was told."""
        return self.driver.next_delivery()

    def command(self, robot: str, command: Message) -> None:
        """Take in a question, or pass a command on."""
        if isinstance(command, EngineQuery):
            self._asked = robot, command
        else:
            self.driver.command(robot, command)

    def make_safe(self, robot: str) -> None:
        """Bring the robot to rest."""
        self.driver.make_safe(robot)

    def close(self) -> None:
        """Close the driver."""
        self.driver.close()
