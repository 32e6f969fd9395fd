"""A robot on paper: its deliveries are written down beforehand, and it writes down what it is told."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludens.core.contract import capabilities
from ludens.core.contract.capabilities import Capability
from ludens.core.contract.driver import Delivery, RobotDescription, Source
from ludens.core.contract.module import Module
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import CyclerPlan, Every, Node, Setup
from ludens.core.runtime.clock import nanoseconds
from ludens.core.runtime.run import Run
from ludens.messages import BaseVelocityCommand, Fault, Message

BODY_PERIOD_S = 0.02
CAMERA_PERIOD_S = 0.1

ALL_CAPABILITIES: tuple[Capability, ...] = tuple(
    thing for thing in vars(capabilities).values() if isinstance(thing, Capability)
)


class Reading(Message):
    """What the body of the paper robot feels."""

    value: float


class Picture(Message):
    """What its camera sees."""

    value: float


READING = Capability("reading", delivers=(Reading,))
PICTURE = Capability("picture", delivers=(Picture,))


def description(
    name: str = "",
    *,
    body: tuple[Capability, ...] = (READING,),
    camera: tuple[Capability, ...] = (PICTURE,),
    actuators: tuple[Capability, ...] = (capabilities.BASE_VELOCITY,),
) -> RobotDescription:
    """A robot with a body at 50 Hz, a camera at 10 Hz and whatever it is said to have."""
    sources = (Source("body", BODY_PERIOD_S, body), Source("camera", CAMERA_PERIOD_S, camera))
    return RobotDescription(name, "paper", sources, actuators)


def able_robot(name: str = "") -> RobotDescription:
    """A robot with every capability there is, each sensor on the body."""
    return description(name, body=ALL_CAPABILITIES, camera=(PICTURE,), actuators=())


@dataclass
class PaperRobot:
    """The driver. `log` holds what it was told, in order: commands, `"safe NAME"`, `"closed"`."""

    script: Iterable[Delivery]
    robots: tuple[RobotDescription, ...] = (description(),)
    log: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._pages: Iterator[Delivery] = iter(self.script)

    def next_delivery(self) -> Delivery | None:
        return next(self._pages, None)

    def command(self, robot: str, command: Message) -> None:
        self.log.append(command)

    def make_safe(self, robot: str) -> None:
        self.log.append(f"safe {robot}".strip())

    def close(self) -> None:
        self.log.append("closed")


class PaperParameters:
    """A configuration without files: the defaults of a setup, and edits by hand."""

    def __init__(self, setup: Setup) -> None:
        self._parameters = {
            section.full_path: section.parameters(**section.defaults) for section in setup.sections()
        }
        self._listeners: list[Callable[[str, Any], None]] = []

    def parameters(self, full_path: str) -> Any:
        return self._parameters[full_path]

    def subscribe(self, listener: Callable[[str, Any], None]) -> None:
        self._listeners.append(listener)

    def edit(self, full_path: str, parameters: Any) -> None:
        for listener in self._listeners:
            listener(full_path, parameters)


@dataclass
class Notebook:
    """An observer that writes everything down."""

    deliveries: list[Delivery] = field(default_factory=list)
    outputs: list[tuple[int, str, tuple[Keyed, ...]]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    closed: int = 0

    def on_delivery(self, delivery: Delivery) -> None:
        self.deliveries.append(delivery)

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        self.outputs.append((time_ns, cycler, tuple(outputs)))

    def on_fault(self, fault: Fault) -> None:
        self.faults.append(fault)

    def close(self) -> None:
        self.closed += 1

    def of(self, key: str) -> list[Any]:
        """Everything that was produced under a key."""
        return [message for _, _, outputs in self.outputs for name, message in outputs if name == key]


def body(time_s: float, *messages: Message, robot: str = "") -> Delivery:
    """A delivery of the body; with a reading of that time unless told otherwise."""
    return Delivery(nanoseconds(time_s), robot, "body", messages or (Reading(time_s=time_s, value=time_s),))


def camera(time_s: float, *messages: Message, robot: str = "") -> Delivery:
    """A delivery of the camera, likewise."""
    return Delivery(nanoseconds(time_s), robot, "camera", messages or (Picture(time_s=time_s, value=time_s),))


def beats(count: int, *, robot: str = "") -> list[Delivery]:
    """Deliveries of the body at its rate, from the first period on."""
    return [body(BODY_PERIOD_S * (index + 1), robot=robot) for index in range(count)]


def setup_of(
    *modules: type[Module[Any]] | Node, camera: Sequence[type[Module[Any]] | Node] = (), name: str = "paper"
) -> Setup:
    """A setup of a body cycler, and of a camera cycler if it has modules."""
    plans = [CyclerPlan("body", "body", tuple(map(_node, modules)))]
    if camera:
        plans.append(CyclerPlan("camera", "camera", tuple(map(_node, camera))))
    return Setup(name, tuple(plans))


def every(period_s: float, *modules: type[Module[Any]] | Node, name: str = "slow") -> CyclerPlan:
    """A cycler that the clock drives."""
    return CyclerPlan(name, Every(period_s), tuple(map(_node, modules)))


def _node(module: type[Module[Any]] | Node) -> Node:
    return module if isinstance(module, Node) else Node(module)


def paper_run(setup: Setup, script: Iterable[Delivery], **options: Any) -> tuple[Run, PaperRobot, Notebook]:
    """A run that has not begun, with its robot and its notebook."""
    driver = PaperRobot(script, options.pop("robots", (description(),)))
    notebook = Notebook()
    configuration = options.pop("configuration", None) or PaperParameters(setup)
    run = Run(setup, driver, configuration=configuration, observers=[notebook], **options)
    return run, driver, notebook


def played(setup: Setup, script: Iterable[Delivery], **options: Any) -> Notebook:
    """What happens in a run from its first to its last delivery."""
    run, _, notebook = paper_run(setup, script, **options)
    while run.step() is not None:
        pass
    return notebook


def drive(time_s: float, forward_mps: float = 1.0) -> BaseVelocityCommand:
    """A command."""
    return BaseVelocityCommand(time_s=time_s, forward_mps=forward_mps, turn_radps=0.0)
