"""Any driver of a NAO can stand behind the server."""

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.capabilities import BASE_VELOCITY, IMU, LEDS, SERVOS, SONAR
from ludens.core.contract.driver import Delivery, Driver, RobotDescription, Source
from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.errors import LudensError
from ludens.core.runtime.run import Run
from ludens.drivers.check import check_robot
from ludens.drivers.lola.body import DriverBody
from ludens.drivers.lola.client import LolaDriver
from ludens.drivers.lola.decoding import decode_actuators
from ludens.drivers.lola.encoding import encode_sensors
from ludens.drivers.lola.layout import ActuatorFrame, LolaError
from ludens.drivers.simulation import SimulationDriver
from ludens.messages import ImuReading, JointCommand, JointReadings, LedCommand, Message, SonarRing
from ludens.robots.nao import INDEX, JOINTS
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from tests.drivers.lola.independent import actuator_map, pack, unpack
from tests.drivers.lola.puppet import serving, socket_path

BODY = Source("body", 0.012, (SERVOS, IMU))
SLOW = Source("sonar", 0.1, (SONAR,))
NAO = RobotDescription("nao", "nao", (BODY, SLOW), (LEDS,))
PIONEER = RobotDescription("pioneer", "pioneer", (Source("body", 0.02, (IMU,)),), (BASE_VELOCITY,))


@dataclass
class SmallNao:
    """A driver of a NAO whose stiff joints are where they are told to be; its sonar is slow."""

    robots: tuple[RobotDescription, ...] = (PIONEER, NAO)
    position_rad: Any = field(default_factory=lambda: np.full(25, 0.125))
    stiffness: Any = field(default_factory=lambda: np.zeros(25))
    commands: list[Message] = field(default_factory=list)
    count: int = 0
    ends_at: int = 1000
    safe: bool = False
    closed: bool = False

    def next_delivery(self) -> Delivery | None:
        self.count += 1
        time_s = self.count * 0.004
        if self.count == self.ends_at:
            return None
        if self.count % 3 == 1:
            imu = ImuReading(
                time_s=time_s,
                angular_velocity_radps=(9.0, 9.0, 9.0),
                linear_acceleration_mps2=(9.0, 9.0, 9.0),
            )
            return Delivery(self.count * 4_000_000, "pioneer", "body", (imu,))
        if self.count % 3 == 2:
            sonar = SonarRing(time_s=time_s, ranges_m=(0.25, self.count * 0.25))
            return Delivery(self.count * 4_000_000, "nao", "sonar", (sonar,))
        joints = JointReadings(
            time_s=time_s,
            position_rad=self.position_rad,
            stiffness=self.stiffness,
            current_a=np.zeros(25),
            temperature_c=np.full(25, 40.0),
            status=np.zeros(25, dtype=np.int64),
        )
        return Delivery(self.count * 4_000_000, "nao", "body", (joints,))

    def command(self, robot: str, command: Message) -> None:
        assert robot == "nao"
        self.commands.append(command)
        if isinstance(command, JointCommand):
            self.stiffness = np.array(command.stiffnesses)
            self.position_rad = np.where(self.stiffness > 0, command.positions_rad, self.position_rad)

    def make_safe(self, robot: str) -> None:
        self.safe = robot == "nao"

    def close(self) -> None:
        self.closed = True


def test_it_senses_what_its_robot_told_last_and_nothing_of_others():
    body = DriverBody(SmallNao())
    values, size = unpack(encode_sensors(body.sensors()))
    assert size == 896
    assert values["Position"] == [0.125] * 25
    assert values["Temperature"] == [40.0] * 25
    assert values["Sonar"] == [0.25, 0.5]
    assert values["Gyroscope"] == [0.0] * 3
    assert [len(text) for text in values["RobotConfig"]] == [20, 5, 20, 5]


def test_a_period_is_from_one_reading_of_the_joints_to_the_next():
    driver = SmallNao()
    body = DriverBody(driver)
    body.advance()
    assert driver.count == 6
    assert body.sensors().sonar_m.tolist() == [0.25, 1.25]


def test_a_whole_map_moves_joints_and_lights():
    driver = SmallNao()
    body = DriverBody(driver)
    body.apply(decode_actuators(pack(actuator_map(Stiffness=[2.0] * 25))))
    joints, lights = driver.commands
    assert isinstance(joints, JointCommand)
    assert joints.names == JOINTS
    assert joints.positions_rad == tuple(actuator_map()["Position"])
    assert joints.stiffnesses == (1.0,) * 25
    assert isinstance(lights, LedCommand)
    assert len(lights.colours) == 1 + 10 + 10 + 8 + 8 + 1 + 1 + 12
    eye = actuator_map()["LEye"]
    assert lights.colours["LEye/0"] == (eye[1], eye[9], eye[17])
    assert lights.colours["REar/4"] == (0.03125, 0.03125, 0.03125)


def test_a_map_with_half_of_what_joints_need_is_completed():
    driver = SmallNao()
    body = DriverBody(driver)
    body.apply(ActuatorFrame(position_rad=np.full(25, 0.5)))
    assert driver.position_rad.tolist() == [0.125] * 25  # limp, as it was switched on
    body.apply(ActuatorFrame(stiffness=np.ones(25)))
    assert driver.position_rad.tolist() == [0.5] * 25


def test_stiffness_alone_holds_the_joints_where_they_are():
    driver = SmallNao()
    body = DriverBody(driver)
    body.apply(ActuatorFrame(stiffness=np.ones(25)))
    assert driver.position_rad.tolist() == [0.125] * 25


def test_a_map_of_lights_alone_moves_nothing():
    driver = SmallNao()
    DriverBody(driver).apply(ActuatorFrame(lights={"Chest": np.ones(3)}))
    assert [type(command) for command in driver.commands] == [LedCommand]


def test_safety_and_the_end_are_the_drivers():
    driver = SmallNao()
    body = DriverBody(driver)
    body.make_safe()
    body.close()
    assert driver.safe
    assert driver.closed


def test_a_driver_that_ends_is_an_error():
    body = DriverBody(SmallNao(ends_at=5))
    with pytest.raises(LolaError, match="delivers nothing more"):
        body.advance()


@pytest.mark.parametrize(
    ("robots", "robot", "words"),
    [
        ((PIONEER,), None, r"one NAO; here are: 'pioneer' \(pioneer\)"),
        ((NAO, replace(NAO, name="other")), None, r"'nao' \(nao\), 'other' \(nao\)\. Name one"),
        ((NAO,), "other", "Name one"),
        ((replace(NAO, sources=(replace(BODY, period_s=0.02),)),), None, r"a period of 0\.02 s"),
        ((replace(NAO, sources=(SLOW,)),), None, "a period of None"),
    ],
)
def test_not_every_driver_will_do(robots: tuple[RobotDescription, ...], robot: str | None, words: str):
    with pytest.raises(LudensError, match=words):
        DriverBody(SmallNao(robots=robots), robot=robot)


def test_of_two_naos_one_is_named():
    other = replace(NAO, name="other")
    assert DriverBody(SmallNao(robots=(other, NAO)), robot="nao").sensors().sonar_m[0] == 0.25


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
    # Encoder steps that fall to the other side move the soles a little; without a link nothing differs.
    assert linked_torso_m == pytest.approx(torso_m, abs=1e-3)


def test_the_driver_of_the_simulated_robot_passes_the_check():
    body = DriverBody(SimulationDriver(NaoWorld(NaoWorldOptions(), seed=3)))
    with socket_path() as path, serving(body, path, lockstep=True):
        check_robot(LolaDriver(path, clock=WorldClock(body), release_s=0.0), seconds=0.6)
