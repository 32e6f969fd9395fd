"""A table that a robot learns, kept in a file: given to the robot at the beginning, written as it learns."""

from dataclasses import replace
from pathlib import Path

from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Delivery, Driver, InterposingDriver, Source
from ludens.core.contract.setup import WHOLE_GAME
from ludens.drivers.inbox import SELDOM_S
from ludens.messages import Message
from ludens.messages.learning import KnownTable, LearntTable
from ludens.planning.q_learning import QTable

SOURCE = Source(
    "table", SELDOM_S, (Capability("learnt table", delivers=(KnownTable,), accepts=(LearntTable,)),)
)


class LearntTableDriver(InterposingDriver):
    """Adds the source `table` to the robots of another driver. Without a path nothing is kept."""

    def __init__(self, driver: Driver, path: Path | None) -> None:
        super().__init__(driver)
        self._path = path
        self._table = QTable()
        if path is not None and path.exists():
            self._table.load(path)
        self.robots = tuple(
            robot if robot.name == WHOLE_GAME else replace(robot, sources=(*robot.sources, SOURCE))
            for robot in driver.robots
        )
        self._untold = [robot.name for robot in self.robots if robot.name != WHOLE_GAME]

    def command(self, robot: str, command: Message) -> None:
        """Keep what was learnt, pass the rest on."""
        if not isinstance(command, LearntTable):
            self.driver.command(robot, command)
            return
        self._table.put(command.values)
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._table.save(self._path)

    def _due_before(self, delivery: Delivery) -> Delivery | None:
        """What was kept, before anything else."""
        if not self._untold:
            return None
        known = KnownTable(time_s=delivery.time_ns * 1e-9, values=self._table.entries)
        return Delivery(delivery.time_ns, self._untold.pop(0), SOURCE.name, (known,))
