"""A simulated robot calibrates its cameras; one whole trial, since pictures are costly."""

import pytest

from ludens.core.contract.driver import Delivery
from ludens.drivers.faults import FaultyDriver, parse_fault
from ludens.drivers.simulation import SimulationDriver
from ludens.experiments.trials import TrialRequest
from ludens.robots.nao import LIMITS
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions
from ludens.vision.calibration.fitting import CameraCalibrationError
from ludens.vision.calibration.nao_cameras import fit_views, head_poses, look_at_board
from ludens.workbench.experiments.camera_calibration import (
    CAMERA_CALIBRATION,
    CalibrationOptions,
    calibration_trial,
    summarise,
)


def test_cameras_turned_by_three_degrees_are_found_within_three_tenths():
    request = TrialRequest(seed=921, noise="default", options=CalibrationOptions())
    row = calibration_trial(request)
    figures = summarise([row])
    assert row["top_before_deg"] > 0.5  # type: ignore[operator]
    assert figures["error_worst_deg"] < 0.3  # type: ignore[operator]
    assert row["after_px"] < 0.5  # type: ignore[operator]
    assert set(CAMERA_CALIBRATION.goals(CalibrationOptions())) <= set(figures)


def test_the_head_can_take_every_pose_and_turns_well_to_both_sides():
    poses = head_poses()
    assert all(LIMITS["HeadPitch"].lowest_rad < pitch < LIMITS["HeadPitch"].highest_rad for _, pitch in poses)
    assert min(yaw for yaw, _ in poses) < -0.35
    assert max(yaw for yaw, _ in poses) > 0.35


def test_without_a_board_it_says_what_to_do():
    with pytest.raises(CameraCalibrationError, match="75 cm before the robot"):
        fit_views([])


def test_cameras_that_stop_do_not_hold_it_up():
    driver = FaultyDriver(
        SimulationDriver(NaoWorld(NaoWorldOptions(noise="off"), seed=922)), [parse_fault("camera-stops")]
    )
    assert look_at_board(driver, poses=[(0.1, 0.0)]) == []
    delivery = driver.next_delivery()
    assert isinstance(delivery, Delivery)
    assert delivery.time_ns < 4 * 10**9
    driver.close()
