"""The whole motion stack on the simulation, and through our LoLA server and client: the same behaviour.

In lockstep nothing depends on the clock; what differs is that numbers travel as float32.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from ludens.bodies.nao import BODY
from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery, Driver
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.run import Run
from ludens.drivers.lola.body import DriverBody
from ludens.drivers.lola.client import LolaDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.geometry import Pose2
from ludens.messages import Fault, JointCommand, MotionRequest, MotionWeights, WalkRequest
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from tests.drivers.lola.puppet import serving, socket_path

SEED = 905
END_S = 4.0


class RequestScript(Module[NoParameters]):
    """Stands, walks a curve, stops, and squats from a motion file."""

    def cycle(self, now: CycleTime) -> tuple[MotionRequest, WalkRequest]:
        walks = 0.7 <= now.time_s < 2.3
        return (
            MotionRequest(time_s=now.time_s, motion="walk" if now.time_s < 2.9 else "squat"),
            WalkRequest(
                time_s=now.time_s,
                forward_mps=0.15 if walks else 0.0,
                turn_radps=0.4 if walks else 0.0,
            ),
        )


SETUP = Setup("scripted", (CyclerPlan("body", "body", (*BODY, Node(RequestScript))),))


@dataclass(frozen=True)
class WorldClock:
    body: DriverBody

    def now_ns(self) -> int:
        return self.body.time_ns


@dataclass(frozen=True)
class Behaviour:
    commands_rad: np.ndarray  # cycles × joints
    stiffnesses: np.ndarray
    motions: list[str]
    path: list[Pose2]  # where the torso's shadow really was


class Onlooker:
    """Notes where the torso is whenever its sensors were read: until somebody answers, it stays there."""

    def __init__(self, world: NaoWorld) -> None:
        self.world = world
        self.path: list[Pose2] = []

    def on_delivery(self, delivery: Delivery) -> None:
        if delivery.source == "body":
            self.path.append(Pose2.from_transform3(self.world.ground_from_torso()))

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None: ...

    def on_fault(self, fault: Fault) -> None: ...

    def close(self) -> None: ...


def behaviour(driver: Driver, world: NaoWorld) -> Behaviour:
    told: list[JointCommand] = []
    motions: list[str] = []
    onlooker = Onlooker(world)
    configuration = Configuration(SETUP.sections())
    with Run(SETUP, driver, configuration=configuration, observers=[onlooker], on_fault="stop") as run:
        run.hub.watch(JointCommand.__name__, lambda _path, _time_s, command: told.append(command))
        run.hub.watch(MotionWeights.__name__, lambda _path, _time_s, now: motions.append(now.motion))
        run.run_until(END_S)
        assert run.stop_reason is None
    return Behaviour(
        np.array([command.positions_rad for command in told]),
        np.array([command.stiffnesses for command in told]),
        motions,
        onlooker.path,
    )


@pytest.fixture(scope="module")
def direct() -> Behaviour:
    world = NaoWorld(NaoWorldOptions(), seed=SEED)
    return behaviour(SimulationDriver(world), world)


@pytest.fixture(scope="module")
def linked() -> Behaviour:
    world = NaoWorld(NaoWorldOptions(), seed=SEED)
    body = DriverBody(SimulationDriver(world))
    with socket_path() as path, serving(body, path, lockstep=True):
        return behaviour(LolaDriver(path, clock=WorldClock(body), release_s=0.0), world)


def test_the_script_is_worth_comparing(direct: Behaviour):
    walked_m = max(pose.distance_m(direct.path[0]) for pose in direct.path)
    turned_rad = max(pose.yaw_rad for pose in direct.path)
    assert walked_m > 0.12
    assert turned_rad > 0.2
    assert direct.motions[-1] == "squat"
    assert np.ptp(direct.commands_rad, axis=0).max() > 0.4


def test_the_same_sensors_give_the_same_commands(direct: Behaviour, linked: Behaviour):
    cycles = min(len(direct.commands_rad), len(linked.commands_rad))
    assert cycles > 300
    assert linked.motions[:cycles] == direct.motions[:cycles]
    differences_rad = np.abs(linked.commands_rad[:cycles] - direct.commands_rad[:cycles]).max(axis=1)
    assert differences_rad.max() < 1e-6
    assert linked.stiffnesses[:cycles] == pytest.approx(direct.stiffnesses[:cycles], abs=1e-6)


def test_the_body_goes_the_same_way(direct: Behaviour, linked: Behaviour):
    for pose, other in zip(direct.path, linked.path, strict=False):
        assert pose.distance_m(other) < 1e-5
        assert abs(pose.yaw_rad - other.yaw_rad) < 1e-5
