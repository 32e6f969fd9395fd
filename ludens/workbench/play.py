"""The wiring of the workbench: a humanoid driven by a person, by a script, or by a demonstration."""

from pathlib import Path

from ludens.bodies.nao import BODY
from ludens.core.contract.driver import Driver
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.clock import RealClock
from ludens.core.runtime.game import Game
from ludens.core.runtime.run import Run
from ludens.drivers.cameras import CameraDriver
from ludens.drivers.lola.client import LolaDriver
from ludens.drivers.remote import RemoteDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.drivers.stop_when_limp import StopWhenLimpDriver
from ludens.motion.arbiter import ChestButton, MotionArbiter
from ludens.vision.ball import BallFinder
from ludens.workbench.demo import DemoDecider
from ludens.workbench.posing import POSE, Posing
from ludens.workbench.remote import RemoteDecider
from ludens.workbench.scripts import KickScript, StepKickScript, WalkScript
from ludens.workbench.views import BalanceView, BodyReporter
from ludens.workbench.world import DemoWorld, NaoPlayOptions, make_world, world_behind

HUMANOID = (*BODY, Node(ChestButton))
"""A body, and a button on its chest that has it stand still."""

WALKING = Setup("nao-walking", (CyclerPlan("body", "body", (*HUMANOID, Node(WalkScript))),))

KICKING = Setup("nao-kicking", (CyclerPlan("body", "body", (*HUMANOID, Node(KickScript))),))

STEP_KICKING = Setup("nao-step-kicking", (CyclerPlan("body", "body", (*HUMANOID, Node(StepKickScript))),))

ONLOOKERS = (Node(BodyReporter, "body"), Node(BalanceView))

# A person drives it: in the studio, with the pad and the buttons.
DRIVEN = Setup(
    "nao", (CyclerPlan("body", "body", (*HUMANOID, Node(Posing), Node(RemoteDecider), *ONLOOKERS)),)
).replacing(MotionArbiter, MotionArbiter, anywhere=(POSE,))

# Nobody drives it: it finds the ball with its bottom camera, kicks it, walks an eight and bears a shove.
DEMO = Setup(
    "nao-demo",
    (
        CyclerPlan("eyes", "bottom/camera", (Node(BallFinder, "bottom"),)),
        CyclerPlan("body", "body", (*HUMANOID, Node(DemoDecider), *ONLOOKERS)),
    ),
)

EYES = {"top/camera": "/dev/video-top", "bottom/camera": "/dev/video-bottom"}
"""Where a NAO V6 has its cameras."""


def make_driver(setup: Setup, options: NaoPlayOptions, seed: int) -> Driver:
    """The robot that was chosen, with controls for a person; the demonstration ends when it rests."""
    is_demo = any(node.module is DemoDecider for plan in setup.cyclers for node in plan.nodes)
    driver = RemoteDriver(_robot(options, seed, is_demo=is_demo))
    return StopWhenLimpDriver(driver) if is_demo else driver


def _robot(options: NaoPlayOptions, seed: int, *, is_demo: bool) -> Driver:
    if options.driver == "lola":
        return _real_robot(options, is_demo=is_demo)
    return SimulationDriver(make_world(options, seed, is_demo=is_demo))


def _real_robot(options: NaoPlayOptions, *, is_demo: bool) -> Driver:
    """The robot behind a LoLA socket, with the cameras of this computer if they are wanted."""
    clock = RealClock()
    body = LolaDriver(Path(options.socket), clock=clock)
    devices = EYES if options.cameras else {"bottom/camera": EYES["bottom/camera"]} if is_demo else {}
    return CameraDriver(body, devices, clock=clock) if devices else body


def conclude(run: Run) -> str | None:
    """Outcome of the demonstration, as the simulation knows it."""
    world = world_behind(run.driver)
    return world.script.summary() if isinstance(world, DemoWorld) else None


GAME = Game(
    name="nao",
    title="The humanoid",
    summary="Drive a NAO V6: it walks, kicks, sits, falls and gets up, simulated or real.",
    setups={setup.name: setup for setup in (DRIVEN, DEMO)},
    options=NaoPlayOptions(),
    make_driver=make_driver,
    unattended=DEMO.name,
    conclude=conclude,
)
