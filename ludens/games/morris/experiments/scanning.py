"""A NAO that stands at the table and looks: scans one after another, and what was seen and believed."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Annotated, Self

from msgspec import Meta

from ludens.bodies.nao import BODY
from ludens.core.configuration import Configuration
from ludens.core.contract.declaration import History
from ludens.core.contract.driver import Delivery, Driver
from ludens.core.contract.module import Module
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.errors import LudensError
from ludens.core.runtime.profiling import computing_ns
from ludens.core.runtime.run import Run
from ludens.drivers.faults import FaultyDriver, parse_fault
from ludens.drivers.simulation import SimulationDriver
from ludens.games.morris.know.board_localiser import BoardLocaliser
from ludens.games.morris.know.scan import Scan
from ludens.games.morris.see import MenEyes
from ludens.games.morris.see.men_eyes import Told
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.messages import (
    CalibratedJoints,
    CameraImage,
    CameraPoses,
    Fault,
    LegOdometry,
    MotionRequest,
    WalkRequest,
)
from ludens.messages.manipulation import BoardPose, HandRequest
from ludens.messages.morris_table import BoardMarkerSeen, MenBelieved, MenSeen, ScanReport, ScanRequest

SETTLES_S = 1.0
LONGEST_S = 25.0


@dataclass(frozen=True, slots=True)
class ScanScriptParameters:
    """The newest wish. A new number is a new scan."""

    number: Annotated[int, Meta(ge=0, description="Of the scan; 0: none.")] = 0
    learn_colours: bool = False


class ScanScript(Module[ScanScriptParameters]):
    """Stands, and asks for the scan that its parameters tell."""

    def start(self) -> None:
        """Begin without a wish."""
        self._request: ScanRequest | None = None

    def cycle(self, joints: CalibratedJoints) -> tuple[ScanRequest | None, MotionRequest, WalkRequest]:
        """Repeat the wish."""
        wish, time_s = self.parameters, joints.time_s
        if wish.number > 0 and (self._request is None or self._request.number != wish.number):
            self._request = ScanRequest(time_s=time_s, number=wish.number, learn_colours=wish.learn_colours)
        return self._request, MotionRequest(time_s=time_s), WalkRequest(time_s=time_s)


BODY_NODES = (*BODY, Node(BoardLocaliser), Node(ScanScript), Node(Scan))

SCANNING = Setup(
    "morris-scanning",
    (
        CyclerPlan("eyes", "bottom/camera", (Node(MenEyes, "bottom"),)),
        CyclerPlan("body", "body", BODY_NODES),
    ),
)


class TimedEyes(MenEyes):
    """The eyes, with a watch that counts what they compute."""

    def cycle(
        self,
        image: CameraImage,
        places: History[CameraPoses],
        joints: History[CalibratedJoints],
        steps: History[LegOdometry],
        board: BoardPose | None,
        scan: ScanRequest | None,
        shown: HandRequest | None,
    ) -> Told:
        """Look at one picture as ever."""
        begun_ns = computing_ns()
        told = super().cycle(image, places, joints, steps, board, scan, shown)
        if told[1] is not None:  # the costly ones: board and men
            self.debug.plot("computed_ms", (computing_ns() - begun_ns) * 1e-6)
        return told


class Onlooker:
    """Remembers what was told last."""

    def __init__(self) -> None:
        self.report: ScanReport | None = None
        self.reasons: set[str] = set()  # that a scan ever gave, while it looked or at its end
        self.believed: MenBelieved | None = None
        self.seen: MenSeen | None = None
        self.marker: BoardMarkerSeen | None = None
        self.pictures = 0  # that told of men
        self.faults = 0

    def on_delivery(self, delivery: Delivery) -> None:
        """Nothing to remember."""

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """Keep the newest of each kind."""
        for _, message in outputs:
            match message:
                case ScanReport():
                    self.report = message
                    self.reasons.add(message.reason)
                case MenBelieved():
                    self.believed = message
                case MenSeen():
                    self.seen = message
                    self.pictures += 1
                case BoardMarkerSeen():
                    self.marker = message

    def on_fault(self, fault: Fault) -> None:
        """Count it."""
        self.faults += 1

    def close(self) -> None:
        """Nothing to give back."""


class ScanLaboratory:
    """One table, one robot that stands at it."""

    def __init__(
        self, options: MorrisWorldOptions, *, seed: int, fault: str = "", timed: bool = False
    ) -> None:
        self.world = MorrisWorld(options, seed=seed)
        self.onlooker = Onlooker()
        self.computed_ms: list[float] = []
        setup = SCANNING.replacing(MenEyes, TimedEyes) if timed else SCANNING
        self._configuration = Configuration(setup.sections())
        self._number = 0
        driver: Driver = SimulationDriver(self.world)
        if fault:
            driver = FaultyDriver(driver, [parse_fault(fault)])
        self.run = Run(setup, driver, configuration=self._configuration, seed=seed, observers=[self.onlooker])
        if timed:
            self.run.hub.watch("*computed_ms", lambda _path, _time_s, value: self.computed_ms.append(value))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.run.stop("The laboratory is closed.")

    def wait(self, duration_s: float) -> None:
        """Let time pass."""
        self.run.run_until(self.run.time_s + duration_s)

    def scan(self, *, learn_colours: bool = False) -> ScanReport:
        """Let the robot look at the board until it is done, or has failed."""
        self._number += 1
        self._configuration.edit("scan_script.learn_colours", learn_colours)
        self._configuration.edit("scan_script.number", self._number)
        end_s = self.run.time_s + LONGEST_S
        while self.run.time_s < end_s and self.run.step() is not None:
            report = self.onlooker.report
            if report is not None and report.number == self._number and report.state != "busy":
                return report
        raise LudensError(f"A scan was not over after {LONGEST_S:.0f} s: {self.onlooker.report}")

    def true_and_believed(self) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
        """Return the colour at each point, truly and as believed."""
        assert self.onlooker.believed is not None
        kinds = self.onlooker.believed.probabilities.argmax(axis=1).tolist()
        return self.world.true_state(), tuple(None if kind == 0 else kind - 1 for kind in kinds)
