"""Slow vision never delays a joint command: shown through our LoLA server, played as the studio plays it.

The server is in lockstep, so a period of 12 ms of the robot is over when it was answered, however busy this
computer is: periods are counted, no time is measured.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import pytest

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Driver
from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.runtime.game import Game, Launch
from ludens.drivers.cameras import CameraDriver
from ludens.drivers.lola.client import LolaDriver
from ludens.messages import CameraImage, JointCommand, JointReadings
from ludens.robots.nao import JOINTS
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session
from ludens.studio.status import RunPhase
from tests.drivers.lola.puppet import BodyClock, Puppet, serving, socket_path, wait_for

VISION_S = 0.1
STEPS = 5


class SteadyPuppet(Puppet):
    """Takes a moment for every period: a server in lockstep would otherwise be flooded with answers."""

    def advance(self) -> None:
        sleep(0.002)
        super().advance()


class Nod(Module[NoParameters]):
    """Moves every joint a little further than it is, so that every new command differs from the last."""

    def cycle(self, readings: JointReadings) -> JointCommand:
        return JointCommand(
            time_s=readings.time_s,
            names=JOINTS,
            positions_rad=tuple((readings.position_rad - 2.0**-10).tolist()),
            stiffnesses=(1.0,) * 25,
        )


class FakeCamera:
    """Has a new picture whenever it is asked."""

    def read(self) -> tuple[bool, Any]:
        sleep(0.01)
        return True, np.zeros((24, 32, 3), dtype=np.uint8)

    def release(self) -> None:
        pass


@pytest.fixture
def path() -> Iterator[Path]:
    with socket_path() as made:
        yield made


def played(body: Puppet, path: Path, progress: list[tuple[int, int]]) -> Launch:
    """A robot with joints and one eye; the joint commands at begin and end of every vision step are noted."""

    class SlowEye(Module[NoParameters]):
        def cycle(self, image: CameraImage) -> None:
            begin = len(body.applied)
            sleep(VISION_S)
            progress.append((begin, len(body.applied)))

    setup = Setup(
        "slow eye",
        (
            CyclerPlan("eyes", "top/camera", (Node(SlowEye, "top"),)),
            CyclerPlan("body", "body", (Node(Nod),)),
        ),
    )

    def make_driver(setup: Setup, options: object, seed: int) -> Driver:
        clock = BodyClock(body)
        return CameraDriver(
            LolaDriver(path, clock=clock, release_s=0.1),
            {"top/camera": "/dev/video-top"},
            clock=clock,
            open_camera=lambda device: FakeCamera(),
        )

    game = Game("slow eye", "A slow eye", "", {setup.name: setup}, NoParameters(), make_driver)
    return Launch(game, setup, NoParameters(), 1, Configuration.load(setup.sections()))


def test_joint_commands_keep_coming_while_vision_sleeps(path: Path, tmp_path: Path) -> None:
    body = SteadyPuppet()
    progress: list[tuple[int, int]] = []
    with serving(body, path, lockstep=True):
        launch = played(body, path, progress)
        with Session(launch, recordings=RecordingFolder(tmp_path)) as session:
            session.start()
            wait_for(lambda: len(progress) >= STEPS)
            assert session.status.phase is RunPhase.RUNNING
            assert session.status.faults == 0
    for begin, end in progress[:STEPS]:
        yaws_rad = [float(np.asarray(command.position_rad)[0]) for command in body.applied[begin:end]]
        fresh = sum(later < earlier for earlier, later in pairwise(yaws_rad))
        assert fresh >= 5, (begin, end, fresh)


def test_a_pause_holds_the_robot_and_a_step_moves_it_once(path: Path, tmp_path: Path) -> None:
    body = SteadyPuppet()
    progress: list[tuple[int, int]] = []
    with serving(body, path, lockstep=True):
        launch = played(body, path, progress)
        with Session(launch, recordings=RecordingFolder(tmp_path)) as session:
            session.start()
            wait_for(lambda: body.periods > 20)
            session.pause()
            assert session.settle()
            first = body.periods
            wait_for(lambda: body.periods > first + 5)  # the link stays alive
            held_rad = body.position_rad.copy()
            second = body.periods
            wait_for(lambda: body.periods > second + 5)
            assert body.position_rad.tolist() == held_rad.tolist()
            session.step("body")
            wait_for(lambda: float(body.position_rad[0]) < float(held_rad[0]))
            third = body.periods
            wait_for(lambda: body.periods > third + 5)
            assert float(body.position_rad[0]) == float(held_rad[0]) - 2.0**-10


def test_a_robot_that_goes_fails_the_session_with_a_sentence(path: Path, tmp_path: Path) -> None:
    body = SteadyPuppet()
    with serving(body, path):
        session = Session(played(body, path, []), recordings=RecordingFolder(tmp_path))
        session.start()
        wait_for(lambda: len(body.applied) > 5)
    with session:
        wait_for(lambda: session.status.phase is RunPhase.FAILED)
        assert session.status.sentence.startswith("LoLA ")
