"""A setup: the visible list of cyclers and modules of a run. New setups are derived from old ones."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any

from ludens.core.contract.keys import join, snake_case
from ludens.core.contract.module import Module
from ludens.core.errors import LudensError, did_you_mean
from ludens.messages import Message

KEPT_S = 0.2
"""How long a kept message counts: whoever made it may have failed."""
WHOLE_GAME = "game"
"""In the place of a robot's name: modules of the game as a whole, such as a referee or a scorer.

They read the values of every robot (`Each[…]`, or `under("alpha")`), and simulation truth. No robot reads
theirs: what a referee decides reaches robots as deliveries of a driver, such as `ludens.drivers.radio`.
"""

RobotSelector = str | Callable[[str], bool] | None
"""Which robots are meant: a name or pattern (`"blue3"`, `"blue*"`), a condition, None for all."""


class SetupError(LudensError):
    """A setup that cannot be derived or run."""


@dataclass(frozen=True, slots=True)
class Node:
    """A module in its place: under which prefix, with which differences from its default parameters."""

    module: type[Module[Any]]
    under: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Where its parameters and debug streams are found."""
        return join(self.under, snake_case(self.module.__name__))


@dataclass(frozen=True, slots=True)
class Every:
    """Drives a cycler by the clock instead of a sensor, for slow thinkers."""

    period_s: float

    def __post_init__(self) -> None:
        if not 0.0 < self.period_s < float("inf"):
            raise SetupError(f"Every({self.period_s}) is no period; give seconds above zero.")


@dataclass(frozen=True, slots=True)
class CyclerPlan:
    """Modules that run together, driven by one source of one robot, or by the clock.

    Those of the game as a whole (`robot=WHOLE_GAME`) may be driven by any robot's source: `alpha/body`.
    What another cycler produces more seldom is there in one cycle only, unless the cycler `keeps` messages of
    that type: then the newest one counts until the next comes, for `KEPT_S` at most.
    """

    name: str
    source: str | Every
    nodes: tuple[Node, ...]
    robot: str = ""  # "" where there is only one
    keeps: tuple[type[Message], ...] = ()

    @property
    def path(self) -> str:
        """Its name, with the robot's in front."""
        return join(self.robot, self.name)


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
        return join(self.robot, self.path)


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that runs, in one list."""

    name: str
    cyclers: tuple[CyclerPlan, ...]

    def named(self, name: str) -> "Setup":
        """The same under another name."""
        return replace(self, name=name)

    @property
    def robots(self) -> tuple[str, ...]:
        """Names of its robots, in order; the game as a whole is none of them."""
        return tuple(dict.fromkeys(plan.robot for plan in self.cyclers if plan.robot != WHOLE_GAME))

    def replacing(
        self,
        old: type[Module[Any]],
        new: type[Module[Any]],
        *,
        under: str | None = None,
        robot: RobotSelector = None,
        **parameters: Any,
    ) -> "Setup":
        """Put one module in the place of another: everywhere, or only under a prefix or for some robots."""
        return self._exchange(old, under, robot, lambda node: Node(new, node.under, parameters))

    def without(
        self, module: type[Module[Any]], *, under: str | None = None, robot: RobotSelector = None
    ) -> "Setup":
        """Switch a module off."""
        return self._exchange(module, under, robot, lambda _: None)

    def adding(self, cycler: str, *nodes: Node, robot: RobotSelector = None) -> "Setup":
        """Add modules to a cycler: that of every robot, or of some."""
        chosen = [plan for plan in self.cyclers if _selects(robot, plan.robot)]
        names = [plan.name for plan in chosen]
        if cycler not in names:
            whose = self._whose(robot)
            raise SetupError(
                f"Setup '{self.name}' has no cycler '{cycler}'{whose}; {did_you_mean(cycler, names)}"
            )
        return replace(
            self,
            cyclers=tuple(
                replace(plan, nodes=plan.nodes + nodes) if plan in chosen and plan.name == cycler else plan
                for plan in self.cyclers
            ),
        )

    def for_robots(self, *robots: str) -> "Setup":
        """The same modules once for every robot, each under its name; those of the game stay as they are."""
        team = [
            replace(plan, robot=robot)
            for robot in robots
            for plan in self.cyclers
            if plan.robot != WHOLE_GAME
        ]
        return replace(self, cyclers=(*team, *(plan for plan in self.cyclers if plan.robot == WHOLE_GAME)))

    def only(self, robot: str) -> "Setup":
        """The modules of one robot alone, without the others and the game as a whole."""
        return replace(self, cyclers=tuple(plan for plan in self.cyclers if plan.robot == robot))

    def joined(self, *others: "Setup") -> "Setup":
        """This setup together with others, such as two teams and their referee, under this one's name."""
        return replace(self, cyclers=sum((other.cyclers for other in others), self.cyclers))

    def sections(self) -> tuple[Section, ...]:
        """The configuration sections of all its modules."""
        return tuple(
            Section(plan.robot, node.path, node.module.parameters_type(), dict(node.parameters))
            for plan in self.cyclers
            for node in plan.nodes
        )

    def _exchange(
        self,
        old: type[Module[Any]],
        under: str | None,
        robot: RobotSelector,
        change: Callable[[Node], Node | None],
    ) -> "Setup":
        def is_meant(plan: CyclerPlan, node: Node) -> bool:
            return node.module is old and under in (None, node.under) and _selects(robot, plan.robot)

        everything = [(plan, node) for plan in self.cyclers for node in plan.nodes]
        if not any(is_meant(plan, node) for plan, node in everything):
            place = f" under '{under}'" if under is not None else ""
            existing = {node.path for plan, node in everything if _selects(robot, plan.robot)}
            raise SetupError(
                f"Setup '{self.name}' has no module {old.__name__}{place}{self._whose(robot)}. "
                f"It has: {', '.join(sorted(existing)) or 'none'}."
            )
        cyclers = []
        for plan in self.cyclers:
            changed = (change(node) if is_meant(plan, node) else node for node in plan.nodes)
            cyclers.append(replace(plan, nodes=tuple(node for node in changed if node is not None)))
        return replace(self, cyclers=tuple(cyclers))

    def _whose(self, robot: RobotSelector) -> str:
        """Which robots were meant, and which there are, for a sentence."""
        if robot is None:
            return ""
        meant = f"'{robot}'" if isinstance(robot, str) else "chosen by the condition"
        return f" of a robot {meant} (robots: {', '.join(map(repr, self.robots))})"


def _selects(selector: RobotSelector, robot: str) -> bool:
    if selector is None:
        return True
    return fnmatchcase(robot, selector) if isinstance(selector, str) else selector(robot)
