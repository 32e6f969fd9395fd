"""Checks a setup against the robots it shall run on, and sorts its modules. All before the first tick.

Every error names both sides and what exists: a dependency nobody produces, two producers of one value,
a dependency cycle, a robot without the needed sensor, a robot that reads another's values, simulation truth
in a setup that does not say so.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from ludens.core.contract.declaration import Declaration, Input, Kind, declaration_of
from ludens.core.contract.driver import RobotDescription
from ludens.core.contract.keys import delivered_key, join, key_of, scopes
from ludens.core.contract.module import CycleTime
from ludens.core.contract.setup import WHOLE_GAME, CyclerPlan, Every, Node, Setup
from ludens.core.errors import LudensError, did_you_mean
from ludens.messages import Message, SceneDescription, ScenePoses, TruthMessage

SPECTATOR = "spectator"


class GraphError(LudensError):
    """Modules that do not fit together."""


@dataclass(frozen=True, slots=True)
class Producer:
    """What makes a value: a module of a cycler, or a source of a robot."""

    description: str
    type: type[Message]
    robot: str | None  # whose value it is; None for what spectators see
    cycler: str = ""  # path of the module's cycler


@dataclass(frozen=True, slots=True)
class Wire:
    """An input joined to the value it means; `key` is None for an optional input that nobody produces.

    An input of values by prefix has `each` instead: the keys by their prefixes.
    """

    input: Input
    key: str | None
    each: Mapping[str, str] = field(default_factory=dict)  # keys by robot

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys that it reads."""
        return tuple(self.each.values()) if self.key is None else (self.key,)


@dataclass(frozen=True, slots=True)
class PlannedNode:
    """A module with its place in the graph."""

    node: Node
    path: str
    declaration: Declaration
    wires: tuple[Wire, ...]
    output_keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedCycler:
    """Modules of a cycler in the order in which they run, and what drives them."""

    plan: CyclerPlan
    nodes: tuple[PlannedNode, ...]
    source: tuple[str, str] | None  # robot and name; None for the clock


@dataclass(frozen=True, slots=True)
class Graph:
    """A checked setup."""

    setup: Setup
    cyclers: tuple[PlannedCycler, ...]
    producers: dict[str, Producer]


def check_graph(setup: Setup, robots: Sequence[RobotDescription]) -> Graph:
    """Join every input to its producer and sort the modules, or say what is wrong."""
    _check_names(setup)
    sources = {plan.path: _driving_source(setup, plan, robots) for plan in setup.cyclers}
    producers = _producers(setup, robots)
    cyclers = []
    for plan in setup.cyclers:
        nodes = [_wired(setup, plan, node, producers) for node in plan.nodes]
        cyclers.append(PlannedCycler(plan, _sorted(plan, nodes), sources[plan.path]))
    return Graph(setup, tuple(cyclers), producers)


def _driving_source(
    setup: Setup, plan: CyclerPlan, robots: Sequence[RobotDescription]
) -> tuple[str, str] | None:
    by_name = {robot.name: robot for robot in robots}
    if plan.robot == WHOLE_GAME:
        sources = {
            join(robot.name, source.name): (robot.name, source.name)
            for robot in robots
            for source in robot.sources
        }
        sources |= {SPECTATOR: ("", SPECTATOR)} | {
            source.name: (WHOLE_GAME, source.name)
            for robot in robots
            if robot.name == WHOLE_GAME
            for source in robot.sources
        }
        whose = "the driver"
    elif plan.robot in by_name:
        sources = {source.name: (plan.robot, source.name) for source in by_name[plan.robot].sources}
        whose = f"robot '{by_name[plan.robot].model}'"
    else:
        raise GraphError(
            f"Setup '{setup.name}' has the cycler '{plan.path}' for a robot named '{plan.robot}', "
            f"but the driver brings {', '.join(repr(name) for name in by_name) or 'no robot'}. "
            "`setup.for_robots(…)` names the robots of a setup."
        )
    if isinstance(plan.source, Every):
        return None
    if plan.source not in sources:
        raise GraphError(
            f"Cycler '{plan.path}' is driven by the source '{plan.source}', but {whose} has no such source; "
            f"{did_you_mean(plan.source, sources)}"
        )
    return sources[plan.source]


def _check_names(setup: Setup) -> None:
    """Paths say whose parameters, times and debug streams are meant."""
    nodes = [join(plan.robot, node.path) for plan in setup.cyclers for node in plan.nodes]
    for what, paths in (("cycler", [plan.path for plan in setup.cyclers]), ("module", nodes)):
        path, count = max(Counter(paths).items(), key=itemgetter(1), default=("", 0))
        if count > 1:
            raise GraphError(
                f"Setup '{setup.name}' has the {what} '{path}' twice; rename one, or put it under a prefix."
            )


def _producers(setup: Setup, robots: Sequence[RobotDescription]) -> dict[str, Producer]:
    producers: dict[str, Producer] = {}

    def add(key: str, producer: Producer) -> None:
        if key in producers:
            raise GraphError(
                f"'{key}' is produced twice: by {producers[key].description} and by {producer.description}. "
                f"Take one out of setup '{setup.name}', or put one under another prefix."
            )
        producers[key] = producer

    for robot in robots:
        for source in robot.sources:
            for kind in source.delivers():
                who = f"the source '{join(robot.name, source.name)}' of the robot"
                add(delivered_key(robot.name, source.name, kind), Producer(who, kind, robot.name))
    for kind in (SceneDescription, ScenePoses):
        add(key_of("", kind), Producer(f"the simulator (source '{SPECTATOR}')", kind, None))
    for plan in setup.cyclers:
        for node in plan.nodes:
            declared = declaration_of(node.module)
            for kind, below in zip(declared.outputs, declared.outputs_under, strict=True):
                key = key_of(join(plan.robot, node.under, below), kind)
                add(key, Producer(f"module {_name(plan, node)}", kind, plan.robot, plan.path))
    return producers


def _name(plan: CyclerPlan, node: Node) -> str:
    return f"{node.module.__name__} ('{join(plan.robot, node.path)}')"


def _wired(setup: Setup, plan: CyclerPlan, node: Node, producers: dict[str, Producer]) -> PlannedNode:
    declaration = declaration_of(node.module)
    prefix = join(plan.robot, node.under)
    wires = []
    for wanted in declaration.inputs:
        if issubclass(wanted.type, TruthMessage) and "truth" not in setup.name and plan.robot != WHOLE_GAME:
            raise GraphError(
                f"Module {_name(plan, node)} reads {wanted.type.__name__}, which only a simulator knows. "
                f"Perception and behaviour see sensors only; a setup that cheats on purpose carries 'truth' "
                f"in its name, and this one is called '{setup.name}'."
            )
        if wanted.kind in (Kind.EACH, Kind.EACH_LAST):
            wires.append(Wire(wanted, None, _each(plan, prefix, wanted, producers)))
        else:
            wires.append(Wire(wanted, _resolve(setup, plan, node, prefix, wanted, producers)))
    outputs = tuple(
        key_of(join(prefix, below), kind)
        for kind, below in zip(declaration.outputs, declaration.outputs_under, strict=True)
    )
    return PlannedNode(node, join(plan.robot, node.path), declaration, tuple(wires), outputs)


def _resolve(
    setup: Setup, plan: CyclerPlan, node: Node, prefix: str, wanted: Input, producers: dict[str, Producer]
) -> str | None:
    if wanted.type is CycleTime:
        return CycleTime.__name__
    # A module of the game also looks at robots: one under the prefix `alpha` finds what the robot alpha has.
    everywhere = (*scopes(prefix), *scopes(node.under)) if plan.robot == WHOLE_GAME else scopes(prefix)
    for scope in everywhere:
        key = key_of(join(scope, wanted.under), wanted.type)
        producer = producers.get(key)
        if producer is not None:
            _check_type(plan, node, wanted, producer)
            if plan.robot != WHOLE_GAME and producer.robot not in (plan.robot, None):
                raise GraphError(
                    f"Module {_name(plan, node)} reads '{key}' of {_whose(producer.robot)} (argument "
                    f"`{wanted.name}`), but a robot knows only itself. {_REMEDY}"
                )
            return key
    if not wanted.required and wanted.kind in (Kind.CURRENT, Kind.LAST):
        return None
    key = key_of(join(prefix, wanted.under), wanted.type)
    same_type = [other for other in producers if other.rpartition("/")[2] == wanted.type.__name__]
    own = [
        other
        for other in same_type
        if plan.robot == WHOLE_GAME or producers[other].robot in (plan.robot, None)
    ]
    hint = did_you_mean(key, producers)
    hint = f"It is produced as {', '.join(own)}." if own else hint[0].upper() + hint[1:]
    if same_type and not own:
        hint = f"It is produced as {', '.join(same_type)}, but a robot knows only itself. {_REMEDY}"
    raise GraphError(
        f"Module {_name(plan, node)} needs '{key}' (argument `{wanted.name}`), which nobody produces: "
        f"neither a module of setup '{setup.name}' nor a sensor of the robot. {hint}"
    )


_REMEDY = (
    "Let a driver deliver it to the robot, as a radio does (`ludens.drivers.radio`), or move the module to a "
    "cycler of the game as a whole: CyclerPlan(…, robot=WHOLE_GAME)."
)


def _check_type(plan: CyclerPlan, node: Node, wanted: Input, producer: Producer) -> None:
    if producer.type is not wanted.type:
        raise GraphError(
            f"Module {_name(plan, node)} and {producer.description} mean two different types called "
            f"{wanted.type.__name__}; rename one."
        )


def _whose(robot: str | None) -> str:
    return "the game as a whole" if robot == WHOLE_GAME else f"robot '{robot}'"


def _each(plan: CyclerPlan, prefix: str, wanted: Input, producers: dict[str, Producer]) -> dict[str, str]:
    """The keys of a type below a prefix, by what stands between the two; for the game, below each robot."""
    found = {}
    for key, producer in producers.items():
        if producer.type is wanted.type and producer.robot is not None:
            of_robot = plan.robot == WHOLE_GAME and producer.robot != WHOLE_GAME
            start = join(producer.robot if of_robot else prefix, wanted.under)
            below = f"{start}/" if start else ""
            if key.startswith(below) and (of_robot or producer.robot == plan.robot):
                name = key[len(below) :].rpartition("/")[0]
                found[join(producer.robot, name) if of_robot else name] = key
    return found


def _sorted(plan: CyclerPlan, nodes: list[PlannedNode]) -> tuple[PlannedNode, ...]:
    """Producers before consumers; otherwise in the order in which the setup lists them."""
    maker = {key: index for index, node in enumerate(nodes) for key in node.output_keys}
    waits_for = [
        {
            maker[key]
            for wire in node.wires
            if wire.input.kind not in (Kind.LAST, Kind.EACH_LAST)
            for key in wire.keys
            if key in maker
        }
        for node in nodes
    ]
    order: list[int] = []
    remaining = list(range(len(nodes)))
    while remaining:
        ready = next((index for index in remaining if waits_for[index] <= set(order)), None)
        if ready is None:
            raise GraphError(_cycle_sentence(plan, nodes, waits_for, remaining))
        order.append(ready)
        remaining.remove(ready)
    return tuple(nodes[index] for index in order)


def _cycle_sentence(
    plan: CyclerPlan, nodes: list[PlannedNode], waits_for: list[set[int]], remaining: list[int]
) -> str:
    walk = [remaining[0]]
    while walk.count(walk[-1]) < 2:
        walk.append(min(waits_for[walk[-1]] & set(remaining)))
    loop = walk[walk.index(walk[-1]) :]
    names = " needs ".join(nodes[index].path for index in loop)
    return (
        f"Modules of cycler '{plan.path}' wait for each other: {names}. "
        "Let one of them ask for last cycle's value: Last[…]."
    )
