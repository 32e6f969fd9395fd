import math
from collections.abc import Sequence

import numpy as np
import pytest

from ludens.bodies.nao import BODY
from ludens.core.configuration import Configuration
from ludens.core.contract.driver import Delivery
from ludens.core.contract.observer import Keyed
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.contract.time_series import TimeSeries
from ludens.core.runtime.run import Run
from ludens.drivers.simulation import SimulationDriver
from ludens.games.morris.experiments.turn import with_calibrated_cameras
from ludens.games.morris.walk.stripe_eye import StripeEye, nearest_stripe_m
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions, station_at
from ludens.geometry import Pose2, Transform3
from ludens.messages import CameraImage, CameraPose, CameraPoses, Fault
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_table import BoardStripeSeen
from ludens.robots.nao.places import CAMERA

AWAY_M = 0.45
LOOKING = Setup(
    "stripe",
    (CyclerPlan("eyes", "bottom/camera", (Node(StripeEye, "bottom"),)), CyclerPlan("body", "body", BODY)),
)


class Ears:
    def __init__(self) -> None:
        self.seen: list[BoardStripeSeen] = []

    def on_delivery(self, delivery: Delivery) -> None:
        pass

    def on_outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        self.seen += [message for _, message in outputs if isinstance(message, BoardStripeSeen)]

    def on_fault(self, fault: Fault) -> None:
        raise AssertionError(fault)

    def close(self) -> None:
        pass


def test_the_stripe_tells_a_robot_that_stands_back_how_far_the_table_is() -> None:
    options = MorrisWorldOptions(
        stations=(station_at(0, back_m=AWAY_M),), eyes=("bottom/camera",), camera_hz=5.0
    )
    world, ears = MorrisWorld(options, seed=932), Ears()
    (mounts,) = world.mounts.values()
    setup = with_calibrated_cameras(LOOKING, mounts, random=np.random.default_rng(3))
    configuration = Configuration(setup.sections())
    with Run(setup, SimulationDriver(world), configuration=configuration, seed=932, observers=[ears]) as run:
        run.run_until(1.5)
    ahead_m, left_m = ears.seen[-1].nearest_m
    # This robot's accelerometer is off by some degrees, as default noise has it: 6 cm at this distance, also
    # after it has stood for long.
    assert abs(math.hypot(ahead_m, left_m) - AWAY_M) < 0.07
    assert abs(left_m) < 0.22  # anywhere along the near edge


def test_a_picture_without_blue_shows_no_stripe() -> None:
    grey = np.full((480, 640, 3), 140, np.uint8)
    place = CameraPose(
        camera=CAMERA,
        head_from_camera=Transform3.identity(),
        robot_from_camera=Transform3.from_rpy(pitch_rad=0.7, translation=(0.0, 0.0, 0.45)),
    )
    assert nearest_stripe_m(grey, place, height_m=0.227) is None


def test_the_lowest_blue_rows_count_and_the_robot_itself_does_not() -> None:
    place = CameraPose(
        camera=CAMERA,
        head_from_camera=Transform3.identity(),
        robot_from_camera=Transform3.from_rpy(pitch_rad=0.7, translation=(0.0, 0.0, 0.45)),
    )
    pixels = np.full((480, 640, 3), 140, np.uint8)
    row = round(float(CAMERA.project(place.robot_from_camera.inverse().apply((0.4, 0.0, 0.227)))[1]))
    pixels[row - 40 : row + 1] = (28, 70, 176)
    found = nearest_stripe_m(pixels, place, height_m=0.227)
    assert found is not None
    assert abs(found[0] - 0.4) < 0.01
    chest = np.full((480, 640, 3), 140, np.uint8)
    chest[470:] = (28, 70, 176)
    steep = CameraPose(
        camera=CAMERA,
        head_from_camera=Transform3.identity(),
        robot_from_camera=Transform3.from_rpy(pitch_rad=1.2, translation=(0.0, 0.0, 0.45)),
    )
    assert nearest_stripe_m(chest, steep, height_m=0.227) is None


@pytest.mark.parametrize("seen_before_s", [None, 0.3, 5.0])
def test_who_sees_the_board_does_not_look_for_its_stripe(seen_before_s: float | None) -> None:
    pixels = np.full((480, 640, 3), 140, np.uint8)
    pixels[200:260] = (28, 70, 176)
    place = CameraPose(
        camera=CAMERA,
        head_from_camera=Transform3.identity(),
        robot_from_camera=Transform3.from_rpy(pitch_rad=0.7, translation=(0.0, 0.0, 0.45)),
    )
    places: TimeSeries[CameraPoses] = TimeSeries()
    places.add(CameraPoses(time_s=7.0, top=place, bottom=place))
    board = None
    if seen_before_s is not None:
        board = BoardPose(
            time_s=7.0,
            board_from_robot=Pose2.identity(),
            robot_from_board=Transform3.identity(),
            covariance=np.eye(3),
            seen_before_s=seen_before_s,
        )
    image = CameraImage(time_s=7.0, pixels_rgb=pixels, jpeg=b"")
    found = StripeEye().cycle(image, places, board)
    assert (found is None) == (seen_before_s == 0.3)
