"""The same modules on the simulation, directly and through our server and client: the same behaviour."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Driver
from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.run import Run
from ludens.drivers.check import check_robot
from ludens.drivers.lola.body import DriverBody
from ludens.drivers.lola.client import LolaDriver
from ludens.drivers.simulation import SimulationDriver
from ludens.messages import ImuReading, JointCommand, JointReadings
from ludens.robots.nao import INDEX, JOINTS
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from tests.drivers.lola.puppet import serving, socket_path

CYCLES = 80


class Curtsy(Module[NoParameters]):
    """Bends the knees once, with a little feedback from gyroscope and encoders: small errors would grow."""

    def start(self) -> None:
        self.count = 0
        self.start_rad: np.ndarray | None = None

    def cycle(self, readings: JointReadings, imu: ImuReading) -> JointCommand:
        if self.start_rad is None:
            self.start_rad = readings.position_rad
        bend_rad = 0.15 * (1.0 - math.cos(2.0 * math.pi * self.count / CYCLES))
        self.count += 1
        wanted_rad = self.start_rad.copy()
        for side in "LR":
            wanted_rad[INDEX[f"{side}KneePitch"]] += 2.0 * bend_rad
            wanted_rad[INDEX[f"{side}HipPitch"]] -= bend_rad
            wanted_rad[INDEX[f"{side}AnklePitch"]] -= bend_rad - 0.01 * imu.angular_velocity_radps[1]
        wanted_rad[INDEX["HeadPitch"]] = 0.5 * readings.position_rad[INDEX["LKneePitch"]] - 0.4
        return JointCommand(
            time_s=readings.time_s,
            names=JOINTS,
            positions_rad=tuple(wanted_rad.tolist()),
            stiffnesses=(0.9,) * len(JOINTS),
        )


SETUP = Setup("curtsying", (CyclerPlan("motion", "body", (Node(Curtsy),)),))


@dataclass(frozen=True)
class WorldClock:
    body: DriverBody

    def now_ns(self) -> int:
        return self.body.time_ns


def run_on(driver: Driver, world: NaoWorld) -> tuple[np.ndarray, np.ndarray]:
    """How the knee moved, and where the torso was in the end, of `CYCLES` cycles."""
    knees_rad: list[float] = []
    with Run(SETUP, driver, configuration=Configuration.load(SETUP.sections()), on_fault="stop") as run:
        while len(knees_rad) < CYCLES:
            delivery = run.step()
            assert delivery is not None, run.stop_reason
            for message in delivery.messages:
                if isinstance(message, JointReadings):
                    knees_rad.append(message.position_rad[INDEX["LKneePitch"]])
        torso_m = world.ground_from_torso().translation.copy()
    return np.array(knees_rad), torso_m


def test_modules_behave_the_same_through_the_link():
    options = NaoWorldOptions(noise="default")
    world = NaoWorld(options, seed=3)
    knees_rad, torso_m = run_on(SimulationDriver(world), world)
    linked_world = NaoWorld(options, seed=3)
    body = DriverBody(SimulationDriver(linked_world))
    with socket_path() as path, serving(body, path, lockstep=True):
        driver = LolaDriver(path, clock=WorldClock(body), release_s=0.0)
        linked_knees_rad, linked_torso_m = run_on(driver, linked_world)
    assert np.ptp(knees_rad) > 0.4
    assert linked_knees_rad == pytest.approx(knees_rad, abs=0.0016)  # one step of the encoder
    assert linked_torso_m == pytest.approx(torso_m, abs=1e-4)


def test_the_driver_of_the_simulated_robot_passes_the_check():
    body = DriverBody(SimulationDriver(NaoWorld(NaoWorldOptions(), seed=3)))
    with socket_path() as path, serving(body, path, lockstep=True):
        check_robot(LolaDriver(path, clock=WorldClock(body), release_s=0.0), seconds=0.6)
