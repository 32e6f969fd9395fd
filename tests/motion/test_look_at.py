import itertools
import math
from typing import Literal

import numpy as np
import pytest
from msgspec import structs

from ludens.core.runtime.module_check import check_module
from ludens.estimation.camera_pose import CameraPoseEstimator, CameraPoseEstimatorParameters, EyeCalibration
from ludens.geometry import matrix_from_rpy
from ludens.geometry.rotation import quaternion_from_matrix
from ludens.messages import HeadJoints, HeadRequest, MotionWeights, TorsoOrientation
from ludens.motion.look_at import LookAt
from ludens.robots.nao import INDEX, LIMITS
from ludens.robots.nao.kinematics import Posture, ground_from_torso
from ludens.robots.nao.places import BOTTOM_CAMERA, CAMERA, TOP_CAMERA
from tests.robots.nao.readings import standing_joints

CYCLE_S = 0.012
NEAR, FAR = (0.35, 0.1, 0.0), (4.0, -1.0, 0.0)
Camera = Literal["top", "bottom", "either"]


def leaning(roll_rad: float = 0.0, pitch_rad: float = 0.0) -> TorsoOrientation:
    w, x, y, z = quaternion_from_matrix(matrix_from_rpy(roll_rad, pitch_rad, 0.7)).tolist()
    return TorsoOrientation(time_s=0.0, quaternion=(w, x, y, z), rates_radps=(0.0, 0.0, 0.0))


def looks(
    request: HeadRequest | None,
    *,
    module: LookAt | None = None,
    cycles: int = 150,
    orientation: TorsoOrientation | None = None,
    start_s: float = 0.0,
) -> list[HeadJoints]:
    """The head's way while the body stands still."""
    module = LookAt() if module is None else module
    way = []
    for cycle in range(cycles):
        joints = standing_joints(start_s + cycle * CYCLE_S)
        wanted = module.cycle(joints, orientation, request, None, None)
        assert wanted is not None
        way.append(wanted)
    return way


def seen_at(point_m: tuple[float, float, float], head: HeadJoints, lean_rad: tuple[float, float]):
    """The pixel of a point in the chosen camera, reckoned from the whole chain of frames."""
    posture = Posture(standing_joints(HeadYaw=head.yaw_rad, HeadPitch=head.pitch_rad).position_rad)
    standing = ground_from_torso(posture, lean_rad=lean_rad)
    shadow = np.array([standing.translation[0], standing.translation[1], 0.0])
    camera = {"top": TOP_CAMERA, "bottom": BOTTOM_CAMERA}[head.camera]
    point_in_camera = (standing @ posture.torso_from(camera)).inverse().apply(np.array(point_m) + shadow)
    return CAMERA.project(point_in_camera)


@pytest.mark.parametrize("camera", ["top", "bottom", "either"])
@pytest.mark.parametrize("point_m", [(1.2, 0.3, 0.0), (1.0, -0.8, 0.1)])
@pytest.mark.parametrize("lean_rad", [(0.0, 0.0), (0.05, 0.12)])
def test_the_point_comes_into_the_middle_of_the_picture(camera: Camera, point_m, lean_rad):
    request = HeadRequest(time_s=0.0, point_m=point_m, camera=camera)
    head = looks(request, orientation=leaning(*lean_rad))[-1]
    assert camera in ("either", head.camera)
    assert seen_at(point_m, head, lean_rad) == pytest.approx(
        (CAMERA.center_x_px, CAMERA.center_y_px), abs=0.01
    )


def test_near_things_are_for_the_lower_camera_and_far_ones_for_the_upper():
    assert looks(HeadRequest(time_s=0.0, point_m=NEAR))[-1].camera == "bottom"
    assert looks(HeadRequest(time_s=0.0, point_m=FAR))[-1].camera == "top"


def test_on_the_border_between_the_cameras_the_head_does_not_jump():
    """A point that wanders a little to and fro changes the camera at most once."""
    module, chosen = LookAt(), []
    for cycle in range(300):
        point_m = (1.35 + 0.03 * math.sin(0.3 * cycle), 0.0, 0.0)
        request = HeadRequest(time_s=0.0, point_m=point_m)
        head = module.cycle(standing_joints(cycle * CYCLE_S), None, request, None, None)
        assert head is not None
        chosen.append(head.camera)
    changes = sum(one != next_one for one, next_one in itertools.pairwise(chosen))
    assert changes <= 1
    borders = {looks(HeadRequest(time_s=0.0, point_m=(x, 0.0, 0.0)), cycles=2)[-1].camera for x in (1.0, 1.8)}
    assert borders == {"top", "bottom"}  # the border really lies there


def test_the_head_turns_no_faster_than_it_may():
    way = looks(HeadRequest(time_s=0.0, yaw_rad=2.0, pitch_rad=0.4))
    speed = LookAt().parameters.yaw_speed_radps
    steps = np.diff([head.yaw_rad for head in way])
    assert steps.max() == pytest.approx(speed * CYCLE_S)
    assert way[-1].yaw_rad == pytest.approx(2.0)
    assert way[-1].pitch_rad == pytest.approx(0.4)


def test_after_a_gap_in_the_readings_the_head_does_not_leap():
    module = LookAt()
    first = looks(HeadRequest(time_s=0.0, yaw_rad=2.0), module=module, cycles=5)[-1]
    after = looks(HeadRequest(time_s=0.0, yaw_rad=2.0), module=module, cycles=1, start_s=20.0)[-1]
    assert after.yaw_rad - first.yaw_rad < 0.2


def test_angles_beyond_the_limits_end_at_the_limits():
    head = looks(HeadRequest(time_s=0.0, yaw_rad=9.0, pitch_rad=-9.0), cycles=300)[-1]
    assert head.yaw_rad == LIMITS["HeadYaw"].highest_rad
    assert head.pitch_rad == LIMITS["HeadPitch"].lowest_rad


@pytest.mark.parametrize("bad", [{"point_m": (math.nan, 0.0, 0.0)}, {"yaw_rad": math.inf}])
def test_a_request_that_is_no_number_is_refused_and_the_one_before_stays(bad):
    module = LookAt()
    good = HeadRequest(time_s=0.0, yaw_rad=0.5)
    looks(good, module=module)
    head = looks(structs.replace(good, **bad), module=module, start_s=2.0)[-1]
    assert head.yaw_rad == pytest.approx(0.5)


def test_without_the_head_it_keeps_silent_and_begins_anew_from_where_the_head_then_is():
    module = LookAt()
    looks(HeadRequest(time_s=0.0, yaw_rad=1.0), module=module)
    taken = MotionWeights(time_s=2.0, motion="get_up_back", weights={"files": 1.0}, head=0.0)
    assert module.cycle(standing_joints(2.0), None, None, taken, None) is None
    joints = standing_joints(2.1, HeadYaw=-0.4)
    head = module.cycle(joints, None, HeadRequest(time_s=2.1, yaw_rad=1.0), None, None)
    assert head is not None
    assert head.yaw_rad == pytest.approx(joints.position_rad[INDEX["HeadYaw"]])


def test_a_calibrated_camera_is_aimed_as_calibrated():
    askew = CameraPoseEstimatorParameters(top=EyeCalibration(pitch_rad=0.05, yaw_rad=-0.03))
    joints, request = standing_joints(), HeadRequest(time_s=0.0, point_m=(2.0, 0.0, 0.3), camera="top")
    cameras = CameraPoseEstimator(askew).cycle(joints, None)
    module, head = LookAt(), None
    for cycle in range(100):
        head = module.cycle(standing_joints(cycle * CYCLE_S), None, request, None, cameras)
    assert head is not None
    looking = standing_joints(HeadYaw=head.yaw_rad, HeadPitch=head.pitch_rad)
    top = CameraPoseEstimator(askew).cycle(looking, None).top
    pixel = top.camera.project(top.robot_from_camera.inverse().apply((2.0, 0.0, 0.3)))
    assert pixel == pytest.approx((CAMERA.center_x_px, CAMERA.center_y_px), abs=0.01)


def test_the_modules_keep_their_contract():
    request = HeadRequest(time_s=0.0, point_m=NEAR)
    cycles = [
        {"joints": standing_joints(t), "orientation": leaning(), "request": request} for t in (0.0, 0.012)
    ]
    check_module(LookAt, cycles)
    check_module(CameraPoseEstimator, [{"joints": standing_joints(), "orientation": leaning(0.1, 0.1)}])
