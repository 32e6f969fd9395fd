"""The wiring of every setup, and whole games in simulation: rendered, noisy and late as by default."""

import hashlib
import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.capabilities import BASE_VELOCITY, CAMERA, IMU, ODOMETRY, SONAR
from ludens.core.contract.driver import Delivery, RobotDescription, Source
from ludens.core.contract.graph import Graph, GraphError, check_graph
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import Setup
from ludens.core.recording import Recorder, RecordingMetadata
from ludens.core.runtime.run import Run
from ludens.drivers.faults import FaultyDriver, parse_fault
from ludens.drivers.simulation import SimulationDriver
from ludens.games.passing.experiments import LONGEST_S
from ludens.games.passing.play import GAME, PASSING, TARGET_LOOKS, make_driver
from ludens.games.passing.referee import PassingReferee
from ludens.games.passing.see import ColourDetector, RoundObjectDetector
from ludens.games.passing.world import PassingWorld, PassingWorldOptions, make_world
from ludens.messages import BaseVelocityCommand, Fault, RallyCount, StateReport, TruthMessage


def pioneer(name: str = "") -> RobotDescription:
    body = Source("body", 0.02, (ODOMETRY, IMU, SONAR))
    return RobotDescription(name, "pioneer", (body, Source("camera", 0.1, (CAMERA,))), (BASE_VELOCITY,))


def robots_of(setup: Setup) -> list[RobotDescription]:
    return [pioneer(name) for name in sorted({plan.robot for plan in setup.cyclers})]


def checked(setup: Setup) -> Graph:
    return check_graph(setup, robots_of(setup))


# ---------------------------------------------------------------- wiring


@pytest.mark.parametrize("setup", GAME.setups.values(), ids=GAME.setups)
def test_every_setup_fits_together_and_drives_each_of_its_robots(setup: Setup):
    graph = checked(setup)
    for robot in robots_of(setup):
        prefix = f"{robot.name}/" if robot.name else ""
        assert graph.producers[f"{prefix}BaseVelocityCommand"].type is BaseVelocityCommand
        assert graph.producers[f"{prefix}StateReport"].type is StateReport
        assert graph.producers[f"{prefix}RallyCount"].type is RallyCount
    Configuration(setup.sections())


@pytest.mark.parametrize("setup", GAME.setups.values(), ids=GAME.setups)
def test_only_the_setup_that_says_so_reads_truth(setup: Setup):
    reads = any(
        issubclass(wire.input.type, TruthMessage)
        for cycler in checked(setup).cyclers
        for node in cycler.nodes
        for wire in node.wires
    )
    assert reads == (setup.name == "passing-truth")
    if reads:
        with pytest.raises(GraphError, match="only a simulator knows"):
            checked(setup.named("honest"))
    else:
        checked(setup.named("honest"))


def test_another_detector_takes_the_place_of_ours_by_one_line():
    setup = PASSING.named("mine").replacing(
        RoundObjectDetector, ColourDetector, under="target", **TARGET_LOOKS
    )
    paths = {node.path: node.node.module for cycler in checked(setup).cyclers for node in cycler.nodes}
    assert paths["target/colour_detector"] is ColourDetector
    assert paths["ball/round_object_detector"] is RoundObjectDetector
    Configuration(setup.sections())


def test_two_robots_share_no_value():
    graph = checked(GAME.setup("passing-pair"))
    for cycler in graph.cyclers:
        other = "beta/" if cycler.plan.robot == "alpha" else "alpha/"
        for node in cycler.nodes:
            assert not any(wire.key is not None and wire.key.startswith(other) for wire in node.wires)


def test_perception_runs_beside_control():
    drivers = {plan.name: plan.source for plan in PASSING.cyclers}
    assert drivers == {"eyes": "camera", "body": "body"}


@pytest.mark.parametrize("name", ["passing", "passing-pair"])
def test_the_world_has_as_many_robots_as_the_setup(name: str):
    setup = GAME.setup(name)
    driver = make_driver(setup, PassingWorldOptions(), 1)
    try:
        assert [robot.name for robot in driver.robots] == [robot.name for robot in robots_of(setup)]
        check_graph(setup, driver.robots)
    finally:
        driver.close()


# ---------------------------------------------------------------- whole games


class Diary:
    """An observer that keeps what a test asks about."""

    def __init__(self, world: PassingWorld) -> None:
        self._world = world
        self.states: list[tuple[float, str]] = []
        self.faults: list[Fault] = []
        self.speeds: list[tuple[float, float, float]] = []

    def on_delivery(self, delivery: Delivery) -> None:
        robot = self._world.truth().robots[""]
        self.speeds.append((delivery.time_ns * 1e-9, robot.forward_mps, robot.turn_radps))

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        for _, message in outputs:
            if isinstance(message, StateReport) and (not self.states or self.states[-1][1] != message.state):
                self.states.append((message.time_s, message.state))

    def on_fault(self, fault: Fault) -> None:
        self.faults.append(fault)

    def close(self) -> None:
        pass

    def fastest(self, *, after_s: float) -> float:
        """Largest speed (m/s or rad/s) from a moment on."""
        return max(max(abs(forward), abs(turn)) for time_s, forward, turn in self.speeds if time_s > after_s)


class Play:
    """A run of a setup on a simulated world, with faults if asked, and everyone who watches."""

    def __init__(self, seed: int, *faults: str, setup: str = "passing") -> None:
        self.world = make_world(PassingWorldOptions(), seed)
        self.referee, self.diary = PassingReferee(self.world), Diary(self.world)
        wired = GAME.setup(setup)
        self.run = Run(
            wired,
            FaultyDriver(SimulationDriver(self.world), [parse_fault(fault) for fault in faults]),
            configuration=Configuration(wired.sections()),
            seed=seed,
            observers=[self.referee, self.diary],
        )


@pytest.mark.parametrize("seed", [14, 15])
def test_the_ball_is_passed_without_touching_anything(seed: int):
    play = Play(seed)
    with play.run as run:
        while play.referee.passed_s is None and run.time_s < LONGEST_S and not play.referee.collisions:
            run.step()
        assert play.referee.passed_s is not None
        assert play.referee.collisions == []
        assert run.faults.total == 0
    names = [state for _, state in play.diary.states]
    assert names[0] == "search"
    assert {"navigate", "orient", "verify", "ram"} <= set(names)


def test_a_camera_that_stops_is_reported_and_the_robot_stands():
    play = Play(14, "camera-stops@2")
    with play.run as run:
        run.run_until(7.0)
        assert play.diary.states[-1][1] == "blind"
        assert play.diary.fastest(after_s=1.0) > 0.3  # it did move before
        assert play.diary.fastest(after_s=6.0) < 0.02
        assert "camera" in {fault.where for fault in play.diary.faults}
        assert not run.is_over


def test_sonars_that_give_no_numbers_are_reported_and_the_robot_stands():
    play = Play(15, "sonar-nan@1")
    with play.run as run:
        run.run_until(6.0)
        faults = [fault for fault in play.diary.faults if fault.where == "SonarRing"]
        assert faults
        assert "not a number" in faults[0].what
        assert play.diary.fastest(after_s=2.5) < 0.01
        assert run.stop_reason is None
        assert all(math.isfinite(number) for speeds in play.diary.speeds for number in speeds)
        assert play.referee.collisions == []


def test_a_sonar_that_lies_makes_it_touch_nothing():
    play = Play(14, "sonar-lies@1")
    with play.run as run:
        run.run_until(30.0)
        assert play.referee.collisions == []


def recorded(path: Path, *, seed: int) -> str:
    options, setup = PassingWorldOptions(), GAME.setup()
    driver = make_driver(setup, options, seed)
    recorder = Recorder(path, RecordingMetadata(robots=driver.robots, setup=setup.name, seed=seed))
    configuration = Configuration(setup.sections())
    with Run(setup, driver, configuration=configuration, seed=seed, observers=[recorder]) as run:
        run.run_until(4.0)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path):
    first, second, other = (
        recorded(tmp_path / f"{number}.mcap", seed=seed) for number, seed in enumerate((3, 3, 4))
    )
    assert first == second != other
