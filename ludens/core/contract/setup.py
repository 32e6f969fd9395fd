"""A setup: the visible list of cyclers and modules of a run. New setups are derived from old ones."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ludens.core.contract.keys import join, snake_case
from ludens.core.contract.module import Module
from ludens.core.contract.section import Section
from ludens.core.errors import LudensError, did_you_mean


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
    """Modules that run together, driven by one source of one robot."""

    name: str
    source: str | Every
    nodes: tuple[Node, ...]
    robot: str = ""

    @property
    def path(self) -> str:
        """Its name, with the robot's in front."""
        return join(self.robot, self.name)


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that runs, in one list."""

    name: str
    cyclers: tuple[CyclerPlan, ...]

    def named(self, name: str) -> "Setup":
        """The same under another name."""
        return replace(self, name=name)

    def replacing(
        self, old: type[Module[Any]], new: type[Module[Any]], *, under: str | None = None, **parameters: Any
    ) -> "Setup":
        """Put one module in the place of another: everywhere, or only under a prefix."""
        return self._exchange(old, under, lambda node: Node(new, node.under, parameters))

    def without(self, module: type[Module[Any]], *, under: str | None = None) -> "Setup":
        """Switch a module off."""
        return self._exchange(module, under, lambda _: None)

    def adding(self, cycler: str, *nodes: Node) -> "Setup":
        """Add modules to a cycler."""
        names = [plan.name for plan in self.cyclers]
        if cycler not in names:
            raise SetupError(f"Setup '{self.name}' has no cycler '{cycler}'; {did_you_mean(cycler, names)}")
        return replace(
            self,
            cyclers=tuple(
                replace(plan, nodes=plan.nodes + nodes) if plan.name == cycler else plan
                for plan in self.cyclers
            ),
        )

    def for_robots(self, *robots: str) -> "Setup":
        """The same modules once for every robot, each under its name."""
        return replace(
            self, cyclers=tuple(replace(plan, robot=robot) for robot in robots for plan in self.cyclers)
        )

    def sections(self) -> tuple[Section, ...]:
        """The configuration sections of all its modules."""
        return tuple(
            Section(plan.robot, node.path, node.module.parameters_type(), dict(node.parameters))
            for plan in self.cyclers
            for node in plan.nodes
        )

    def _exchange(
        self, old: type[Module[Any]], under: str | None, change: Callable[[Node], Node | None]
    ) -> "Setup":
        def is_meant(node: Node) -> bool:
            return node.module is old and under in (None, node.under)

        everything = [node for plan in self.cyclers for node in plan.nodes]
        if not any(map(is_meant, everything)):
            place = f" under '{under}'" if under is not None else ""
            existing = ", ".join(sorted({node.path for node in everything}))
            raise SetupError(f"Setup '{self.name}' has no module {old.__name__}{place}. It has: {existing}.")
        cyclers = []
        for plan in self.cyclers:
            changed = (change(node) if is_meant(node) else node for node in plan.nodes)
            cyclers.append(replace(plan, nodes=tuple(node for node in changed if node is not None)))
        return replace(self, cyclers=tuple(cyclers))
