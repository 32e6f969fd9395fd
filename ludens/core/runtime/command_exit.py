"""The one exit from modules to robots: commands are checked here, and a robot without one is made safe."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludens.core.contract.driver import Driver
from ludens.core.contract.graph import Graph
from ludens.core.contract.keys import join, key_of
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.finite import is_finite
from ludens.messages import Fault


@dataclass(frozen=True, slots=True)
class _Line:
    """A command of one kind to one robot. A robot that `moves` by it needs one in every cycle."""

    robot: str
    key: str
    moves: bool


class CommandExit:
    """Carries the commands of each cycler to the driver."""

    def __init__(self, driver: Driver, graph: Graph, report: Callable[[Fault], None]) -> None:
        self._driver = driver
        self._report = report
        self.is_closed = False
        """Whether no command gets through, because a person has stopped the robots."""
        self._lines: dict[str, list[_Line]] = {}  # by path of the cycler
        self._silenced: dict[str, set[str]] = {}  # robots that stand when a source falls silent, by its path
        for robot in driver.robots:
            moving = {key_of(robot.name, kind): c.moves for c in robot.capabilities() for kind in c.accepts}
            for key, moves in moving.items():
                if key in graph.producers:
                    lines = self._lines.setdefault(graph.producers[key].cycler, [])
                    lines.append(_Line(robot.name, key, moves))
        for planned in graph.cyclers:
            moved = {line.robot for line in self._lines.get(planned.plan.path, ()) if line.moves}
            if planned.source is not None:
                self._silenced.setdefault(join(*planned.source), set()).update(moved)

    def carry_out(self, cycler: str, produced: Sequence[Keyed], *, time_s: float) -> None:
        """Pass on what a cycle produced for robots; make safe whom it leaves without a sound command."""
        lines = self._lines.get(cycler)
        if lines is None or self.is_closed:
            return
        commands = dict(produced)
        given = [(line, commands[line.key]) for line in lines if line.key in commands]
        unsafe: dict[str, None] = {}
        if len(given) < len(lines):
            unsafe = dict.fromkeys(line.robot for line in lines if line.moves and line.key not in commands)
        sound = []
        for line, command in given:
            if is_finite(command):
                sound.append((line, command))
            else:
                unsafe[line.robot] = None
                self._report(
                    Fault(
                        time_s=time_s,
                        where=line.key,
                        what="The command holds a value that is not a number.",
                        consequence="It was not carried out, and the robot was made safe.",
                    )
                )
        for robot in unsafe:
            self._driver.make_safe(robot)
        for line, command in sound:
            if not (line.moves and line.robot in unsafe):
                self._driver.command(line.robot, command)

    def source_is_silent(self, where: str) -> None:
        """Make safe the robots whose commands depend on a source that no longer delivers."""
        for robot in sorted(self._silenced.get(where, ())):
            self._driver.make_safe(robot)
