"""Our driver through our server: a run on it cannot tell the difference."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.realtime import RealTimeRunner
from ludens.core.runtime.run import Run
from ludens.drivers.check import check_robot
from ludens.drivers.lola.client import LolaDriver
from ludens.messages import JointCommand, JointReadings
from ludens.robots.nao import JOINTS
from tests.drivers.lola.puppet import BodyClock, Puppet, serving, socket_path, wait_for


@pytest.fixture
def path() -> Iterator[Path]:
    with socket_path() as made:
        yield made


class Nod(Module[NoParameters]):
    """Moves every joint a little further than it is."""

    def cycle(self, readings: JointReadings) -> JointCommand:
        return JointCommand(
            time_s=readings.time_s,
            names=JOINTS,
            positions_rad=tuple((readings.position_rad - 0.0078125).tolist()),
            stiffnesses=(1.0,) * 25,
        )


SETUP = Setup("nodding", (CyclerPlan("motion", "body", (Node(Nod),)),))


def a_run(driver: LolaDriver) -> Run:
    return Run(SETUP, driver, configuration=Configuration.load(SETUP.sections()))


def test_the_driver_passes_the_check(path: Path):
    body = Puppet()
    with serving(body, path, lockstep=True):
        check_robot(LolaDriver(path, clock=BodyClock(body), release_s=0.0), seconds=0.6)


def test_a_run_step_by_step(path: Path):
    body = Puppet()
    with serving(body, path, lockstep=True):
        driver = LolaDriver(path, clock=BodyClock(body), release_s=0.0)
        with a_run(driver) as run:
            run.run_until(0.24)
            assert not run.faults.faults
    yaws_rad = [float(np.asarray(command.position_rad)[0]) for command in body.applied[:20]]
    assert yaws_rad == [-0.0078125 * (count + 1) for count in range(20)]


def test_a_run_on_threads(path: Path):
    body = Puppet()
    with serving(body, path):
        run = a_run(LolaDriver(path, release_s=0.1))
        with RealTimeRunner(run):
            wait_for(lambda: float(body.position_rad[0]) < -0.3)
        assert run.stop_reason == "It was left."
    assert body.applied[-1].stiffness is not None
    assert not body.applied[-1].stiffness.any()


def test_a_robot_that_goes_ends_the_run_with_a_sentence(path: Path):
    body = Puppet()
    with serving(body, path):
        run = a_run(LolaDriver(path, release_s=0.1))
        runner = RealTimeRunner(run).start()
        wait_for(lambda: len(body.applied) > 5)
    runner.wait()
    runner.stop()
    assert run.stop_reason is not None
    assert "LoLA closed the connection" in run.stop_reason or "LoLA has gone" in run.stop_reason
