from dataclasses import replace

import numpy as np

from ludens.core.contract.time_series import TimeSeries
from ludens.games.chess.calibrate.module import TableCalibrator, TableCalibratorParameters
from ludens.games.chess.calibrate.stored import StoredCalibration
from ludens.games.chess.workcell.arm_setup import REST_RAD
from ludens.games.chess.world import ChessWorld, ChessWorldOptions
from ludens.messages import CalibrationReport, CameraImage, JointStates, PostureRequest, TableCalibration
from ludens.robots.iiwa import AXES
from tests.games.chess.sights import best_calibration, numbers

DARK = np.full((720, 1280, 3), 12, dtype=np.uint8)


class IdealArm:
    """Is at once where it was asked to be."""

    def __init__(self, module: TableCalibrator) -> None:
        self.module, self.history = module, TimeSeries[JointStates]()
        self.joints_rad = tuple(REST_RAD.tolist())
        self.requests: list[PostureRequest] = []
        self.time_s = 0.0

    def show(self, pixels_rgb: np.ndarray) -> tuple[TableCalibration | None, CalibrationReport]:
        self.time_s += 0.1
        zeros = (0.0,) * len(AXES)
        self.history.add(
            JointStates(
                time_s=self.time_s,
                names=AXES,
                positions_rad=self.joints_rad,
                velocities_radps=zeros,
                torques_nm=zeros,
            )
        )
        image = CameraImage(time_s=self.time_s, pixels_rgb=pixels_rgb, jpeg=b"")
        posture, found, report = self.module.cycle(image, self.history)
        if posture is not None:
            self.requests.append(posture)
            self.joints_rad = posture.positions_rad
        return found, report


def test_a_stored_calibration_is_told_at_once_and_nothing_moves():
    pose = (0.6, 0.0, 1.15, 1.0, 0.0, 0.0, 0.0)
    stored = StoredCalibration(base_from_camera=pose, focal_px=1500.0, base_from_board=pose)
    arm = IdealArm(TableCalibrator(TableCalibratorParameters(stored=stored)))

    found, report = arm.show(DARK)

    assert found is not None
    assert found.base_from_camera == found.base_from_board == pose
    assert found.focal_px == 1500.0
    assert report.state == "done"
    assert arm.requests == []


def test_with_a_stored_camera_only_the_board_is_looked_at_from_rest():
    world = ChessWorld(ChessWorldOptions(), seed=934)
    try:
        (image,) = world.arm.sources[1].capture(0)
    finally:
        world.close()
    assert isinstance(image, CameraImage)
    stored = replace(best_calibration(world), base_from_board=())
    arm = IdealArm(TableCalibrator(TableCalibratorParameters(stored=stored)))

    found = next(found for found, _ in (arm.show(image.pixels_rgb) for _ in range(5)) if found is not None)

    assert [request.positions_rad for request in arm.requests] == [tuple(REST_RAD.tolist())]
    assert np.abs(np.subtract(found.base_from_board, numbers(world.base_from_board))).max() < 3e-4


def test_an_arm_that_does_not_come_to_its_rest_is_told_about():
    pose = (0.6, 0.0, 1.15, 1.0, 0.0, 0.0, 0.0)
    stored = StoredCalibration(base_from_camera=pose, focal_px=1500.0)
    arm = IdealArm(TableCalibrator(TableCalibratorParameters(stored=stored)))
    elsewhere = tuple((REST_RAD + 0.1).tolist())

    reports = []
    for _ in range(310):
        arm.joints_rad = elsewhere
        reports.append(arm.show(DARK)[1])

    assert reports[0].state == "looking at the board"
    assert reports[-1].state == "failed"
    assert "has not come to its rest within 30 s" in reports[-1].reason


def test_in_the_dark_it_says_why_it_failed_and_tries_again_later():
    arm = IdealArm(TableCalibrator(TableCalibratorParameters(postures=8)))

    told = [arm.show(DARK) for _ in range(300)]

    assert all(found is None for found, _ in told)
    states = [report.state for _, report in told]
    failed = states.index("failed")
    assert "seen in 0 pictures" in told[failed][1].reason
    assert "looking at the plate" in states[failed:]
    shares = [report.share for _, report in told[:failed]]
    assert shares == sorted(shares)
