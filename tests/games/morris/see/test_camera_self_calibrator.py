"""At the beginning of a game: how the camera sits stands in a file, or is found out at the table."""

import math
from collections.abc import Sequence

import numpy as np

from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery, behind
from ludens.core.contract.observer import Keyed
from ludens.core.runtime.game import Launch
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.morris.options import MorrisPlayOptions
from ludens.games.morris.play import GAME, MORRIS
from ludens.games.morris.world import MorrisWorld
from ludens.geometry import wrap
from ludens.messages import CameraLearnt, Fault
from ludens.messages.announcement import Announcement
from ludens.messages.manipulation import BoardPose
from ludens.robots.nao.places import BOTTOM_CAMERA, PLACES

ASKEW = 971
"""A robot that takes itself to be turned by 2° because its camera is."""


class Ear:
    """Hears what is said, and what is learnt."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.learnt: CameraLearnt | None = None
        self.place: BoardPose | None = None

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        for _, message in outputs:
            match message:
                case Announcement():
                    self.said.append(message.text)
                case CameraLearnt():
                    self.learnt = message
                case BoardPose():
                    self.place = message

    def on_delivery(self, delivery: Delivery) -> None: ...

    def on_fault(self, fault: Fault) -> None: ...

    def close(self) -> None: ...


def begin(ear: Ear, *overrides: str) -> Run:
    options = MorrisPlayOptions(learn=False)
    configuration = Configuration.load(MORRIS.sections(), overrides=overrides)
    return Launch(GAME, MORRIS, options, ASKEW, configuration).start(on_fault="stop", observers=[ear])


def listen(run: Run, ear: Ear, *, most_s: float) -> str:
    while not ear.said and run.time_s < most_s:
        run.step()
    return ear.said[0]


def test_a_robot_finds_out_how_its_camera_sits_and_then_knows_its_own_heading() -> None:
    ear = Ear()
    with begin(ear) as run:
        driver = behind(run.driver, SimulationDriver)
        assert driver is not None
        assert isinstance(driver.world, MorrisWorld)
        (mounts,) = driver.world.mounts.values()
        sentence = listen(run, ear, most_s=12.0)
        run.run_until(run.time_s + 1.5)
        true = driver.world.board_from_robot()
    assert ear.learnt is not None
    nominal = PLACES[BOTTOM_CAMERA].link_from_place
    askew_rad = (nominal.inverse() @ mounts["bottom/camera"].robot_from_camera).rpy()
    found_rad = (ear.learnt.roll_rad, ear.learnt.pitch_rad, ear.learnt.yaw_rad)
    assert sentence.startswith(f"My camera sits {math.degrees(math.hypot(*found_rad)):.1f}° askew")
    # A wrong zero of the head's pitch joint counts as the camera's.
    assert np.allclose(found_rad, askew_rad, atol=math.radians(0.5))
    assert ear.place is not None
    assert abs(wrap(ear.place.board_from_robot.yaw_rad - true.yaw_rad)) < math.radians(0.8)


def test_a_robot_that_has_a_file_goes_by_it() -> None:
    ear = Ear()
    with begin(ear, "camera_pose_estimator.bottom.yaw_rad=0.019") as run:
        sentence = listen(run, ear, most_s=3.0)
    assert sentence == "My camera is calibrated: I go by my file."
    assert ear.learnt is None
