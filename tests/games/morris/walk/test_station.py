import math

import numpy as np
import pytest

from ludens.core.contract.module import CycleTime
from ludens.games.morris.walk.station import Station
from ludens.geometry import Pose2, Transform3
from ludens.messages import (
    CalibratedJoints,
    FallReport,
    HeadRequest,
    LegOdometry,
    MotionRequest,
    MotionWeights,
    WalkReport,
    WalkTarget,
)
from ludens.messages.manipulation import BoardPose
from ludens.messages.morris_table import BoardStripeSeen, StationReport, StationRequest
from ludens.robots.nao.joints import INDEX, JOINTS

HERE = Pose2(0.0, -0.3, math.pi / 2)
ODOMETRY = Pose2(1.0, 2.0, 0.3)
GOAL = Pose2(0.3, 0.0, math.pi)
CYCLE_S = 0.1
Wants = tuple[WalkTarget | None, HeadRequest | None, MotionRequest | None, StationReport]


class Body:
    """Messages of a robot that stands before the table and never moves."""

    def __init__(self) -> None:
        self.station, self.time_s = Station(), 0.0
        self.knee_status, self.knee_c = 0, 40.0
        self.fallen = False
        self.request: StationRequest | None = None

    def cycle(self) -> Wants:
        self.time_s += CYCLE_S
        status, temperature_c = np.zeros(len(JOINTS), np.int64), np.full(len(JOINTS), 35.0)
        status[INDEX["LKneePitch"]], temperature_c[INDEX["LKneePitch"]] = self.knee_status, self.knee_c
        zeros = np.zeros(len(JOINTS))
        time_s = self.time_s
        return self.station.cycle(
            CycleTime(time_s=time_s),
            self.request,
            LegOdometry(time_s=time_s, odometry_from_robot=ODOMETRY, covariance=np.zeros((3, 3))),
            BoardPose(
                time_s=time_s,
                board_from_robot=HERE,
                robot_from_board=Transform3.from_translation(0.0, 0.0, 0.227)
                @ HERE.inverse().to_transform3(),
                covariance=np.diag([1e-5, 1e-5, 1e-4]),
                seen_before_s=0.1,
            ),
            CalibratedJoints(
                time_s=time_s,
                position_rad=zeros,
                stiffness=zeros,
                current_a=zeros,
                temperature_c=temperature_c,
                status=status,
            ),
            FallReport(
                time_s=time_s,
                state="fallen" if self.fallen else "upright",
                direction="forward",
                lean_rad=0.0,
            ),
            None,
            WalkReport(
                time_s=time_s,
                phase="stand",
                share=0.0,
                left_is_stance=True,
                forward_mps=0.0,
                left_mps=0.0,
                turn_radps=0.0,
            ),
            MotionWeights(time_s=time_s, motion="walk", weights={"walk": 1.0}),
            BoardStripeSeen(time_s=0.0, camera="bottom", nearest_m=(0.2, 0.0)),
        )

    def after(
        self, seconds: float
    ) -> tuple[WalkTarget | None, HeadRequest | None, MotionRequest | None, StationReport]:
        for _ in range(round(seconds / CYCLE_S)):
            wants = self.cycle()
        return wants


def test_without_a_request_it_wants_nothing() -> None:
    *wants, report = Body().cycle()
    assert wants == [None, None, None]
    assert (report.number, report.state) == (0, "done")


def test_a_request_makes_it_look_at_the_marker_and_then_step_away() -> None:
    body = Body()
    body.request = StationRequest(time_s=0.0, number=4, board_from_robot=GOAL)
    target, head, motion, report = body.cycle()
    assert (report.number, report.state, report.doing) == (4, "busy", "look")
    assert target is None
    assert head is not None
    assert head.point_m is not None
    assert np.allclose(head.point_m, (0.3, 0.0, 0.227), atol=1e-9)
    assert motion is not None
    assert motion.motion == "walk"
    target, _, _, report = body.after(1.0)
    assert report.doing == "step away"
    assert target is not None
    assert target.arms == "behind"
    # Straight back, in the frame of the odometry as on the board.
    back = ODOMETRY.inverse() @ target.odometry_from_target
    assert -0.12 < back.x_m < -0.05
    assert abs(back.y_m) < 1e-6
    assert abs(back.yaw_rad) < 1e-6


def test_a_new_number_is_a_new_journey() -> None:
    body = Body()
    body.request = StationRequest(time_s=0.0, number=1, board_from_robot=HERE)
    assert body.after(4.0)[3].state == "done"
    body.request = StationRequest(time_s=0.0, number=2, board_from_robot=GOAL)
    report = body.cycle()[3]
    assert (report.number, report.state) == (2, "busy")


def test_hot_knees_make_it_rest_before_it_walks() -> None:
    body = Body()
    body.knee_status, body.knee_c = 2, 78.0
    body.request = StationRequest(time_s=0.0, number=1, board_from_robot=GOAL)
    target, _, _, report = body.after(0.3)
    assert report.doing == "rest"
    assert target is not None  # away from the table first
    body.knee_status, body.knee_c = 1, 70.0
    assert body.after(0.5)[3].doing == "rest"  # no longer hot is not yet cool
    body.knee_status, body.knee_c = 0, 55.0
    assert body.after(0.3)[3].doing == "look"


def test_a_fallen_robot_is_asked_for_nothing_but_to_get_up() -> None:
    body = Body()
    body.request = StationRequest(time_s=0.0, number=1, board_from_robot=GOAL)
    body.after(1.0)
    body.fallen = True
    target, _, motion, report = body.after(0.3)
    assert (report.state, report.doing) == ("busy", "get up")
    assert target is None
    assert motion is not None
    assert motion.motion == "walk"


@pytest.mark.parametrize(("within_m", "state"), [(0.008, "busy"), (0.012, "done")])
def test_who_asks_says_how_near_is_near_enough(within_m: float, state: str) -> None:
    body = Body()
    body.request = StationRequest(
        time_s=0.0, number=1, board_from_robot=HERE @ Pose2(0.010, 0.0, 0.0), within_m=within_m
    )
    for _ in range(45):
        report = body.cycle()[3]
    assert report.state == state
