"""The way from modules to the robot: checked, complete, or safe."""

from typing import Any

import pytest

from ludens.core.contract.capabilities import BASE_VELOCITY, JOINTS, LEDS
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.messages import BaseVelocityCommand, JointCommand, LedCommand
from tests.core.paper_robot import (
    ALL_CAPABILITIES,
    Picture,
    Reading,
    able_robot,
    beats,
    body,
    camera,
    description,
    drive,
    paper_run,
    setup_of,
)


class Driver(Module[NoParameters]):
    """Drives with the speed it reads; cannot tell where it is negative."""

    def cycle(self, reading: Reading) -> BaseVelocityCommand | None:
        return drive(reading.time_s, reading.value) if reading.value >= 0.0 else None


def told(setup: Any, script: Any, **options: Any) -> list[Any]:
    """What the robot was told in a run, without its end."""
    run, robot, _ = paper_run(setup, script, **options)
    for _ in script:
        run.step()
    return robot.log


def speeds(*values: float) -> list[Any]:
    return [
        body(0.02 * (index + 1), Reading(time_s=0.02 * (index + 1), value=value))
        for index, value in enumerate(values)
    ]


def test_a_command_reaches_the_robot_in_the_cycle_that_made_it():
    assert told(setup_of(Driver), speeds(0.5, 0.7)) == [drive(0.02, 0.5), drive(0.04, 0.7)]


def test_a_cycle_without_a_command_makes_the_robot_safe():
    assert told(setup_of(Driver), speeds(0.5, -1.0, 0.7)) == [drive(0.02, 0.5), "safe", drive(0.06, 0.7)]


@pytest.mark.parametrize("wrong", [float("nan"), float("inf")])
def test_a_command_that_is_not_a_number_makes_the_robot_safe_and_is_reported(wrong):
    class Mad(Module[NoParameters]):
        def cycle(self, reading: Reading) -> BaseVelocityCommand:
            return drive(reading.time_s, wrong)

    run, robot, notebook = paper_run(setup_of(Mad), beats(1))
    run.step()
    assert robot.log == ["safe"]
    (fault,) = notebook.faults
    assert fault.where == "BaseVelocityCommand"
    assert fault.time_s == 0.02
    assert "not a number" in fault.what
    assert "made safe" in fault.consequence


def test_a_setup_that_commands_nothing_tells_the_robot_nothing():
    class Thinker(Module[NoParameters]):
        def cycle(self, reading: Reading) -> None: ...

    assert told(setup_of(Thinker), beats(3)) == []


def test_only_the_cycler_that_commands_is_asked_for_commands():
    class Watcher(Module[NoParameters]):
        def cycle(self, picture: Picture) -> None: ...

    script = [*speeds(0.5), camera(0.03)]
    assert told(setup_of(Driver, camera=[Watcher]), script) == [drive(0.02, 0.5)]


def test_each_robot_gets_its_own_commands():
    setup = setup_of(Driver).for_robots("alpha", "beta")
    script = [
        body(0.02, Reading(time_s=0.02, value=0.5), robot="alpha"),
        body(0.02, Reading(time_s=0.02, value=-1.0), robot="beta"),
    ]
    log = told(setup, script, robots=(description("alpha"), description("beta")))
    assert log == [drive(0.02, 0.5), "safe beta"]


# ---------------------------------------------------------------- robots with more than wheels


class Blinker(Module[NoParameters]):
    """Changes its light in every second cycle."""

    def start(self) -> None:
        self.cycles = 0

    def cycle(self, now: CycleTime) -> LedCommand | None:
        self.cycles += 1
        return LedCommand(time_s=now.time_s, colours={}) if self.cycles % 2 == 0 else None


def joints(time_s: float) -> JointCommand:
    return JointCommand(time_s=time_s, names=("HeadYaw",), positions_rad=(0.0,), stiffnesses=(1.0,))


class Nodder(Module[NoParameters]):
    def cycle(self, now: CycleTime) -> JointCommand:
        return joints(now.time_s)


def test_a_light_that_is_left_alone_does_not_stop_the_robot():
    robots = (description(actuators=(BASE_VELOCITY, LEDS)),)
    log = told(setup_of(Driver, Blinker), speeds(0.5, 0.5), robots=robots)
    assert log == [drive(0.02, 0.5), drive(0.04, 0.5), LedCommand(time_s=0.04, colours={})]


def test_a_robot_that_misses_one_movement_does_no_other_but_may_show_a_light():
    robots = (description(actuators=(BASE_VELOCITY, LEDS, JOINTS)),)
    log = told(setup_of(Driver, Blinker, Nodder), speeds(0.5, -1.0), robots=robots)
    assert log == [drive(0.02, 0.5), joints(0.02), "safe", LedCommand(time_s=0.04, colours={})]


def test_a_robot_with_every_capability_takes_every_command():
    robot = able_robot()
    assert set(robot.capabilities()) >= set(ALL_CAPABILITIES)
    assert {capability.name for capability in ALL_CAPABILITIES if capability.moves} == {
        "base velocity",
        "joints",
        "servos",
    }
    log = told(setup_of(Nodder), [body(0.02, joints(0.02))], robots=(robot,))
    assert log == [joints(0.02)]


# ---------------------------------------------------------------- a source that stops


def test_a_robot_whose_commanding_source_falls_silent_is_made_safe():
    run, robot, notebook = paper_run(setup_of(Driver), [*speeds(0.5), camera(0.1), camera(1.5)])
    run.run_until(1.5)
    assert robot.log == [drive(0.02, 0.5), "safe"]
    assert [fault.where for fault in notebook.faults] == ["body"]


def test_a_camera_that_stops_is_reported_and_the_body_goes_on():
    setup = setup_of(Driver)
    script = [camera(0.01), *beats(60)]
    run, robot, notebook = paper_run(setup, script)
    run.run_until(1.2)
    assert "safe" not in robot.log
    (fault,) = notebook.faults
    assert (fault.where, fault.what) == ("camera", "The source is silent.")
