"""Errors of beliefs against the true table, and what is told of them."""

import math

import numpy as np
import pytest

from ludens.experiments.json_values import Row
from ludens.games.morris.experiments.camera import Belief, summarise
from ludens.games.morris.world import MorrisWorld, MorrisWorldOptions
from ludens.geometry import Pose2, Transform3
from ludens.messages import CalibratedJoints, TorsoOrientation
from ludens.messages.manipulation import BoardPose
from ludens.robots.nao.joints import JOINTS
from ludens.robots.nao.kinematics.stance import stance

TURNED_RAD = math.radians(1.0)


@pytest.fixture(scope="module")
def world() -> MorrisWorld:
    return MorrisWorld(MorrisWorldOptions(render=False, noise="off"), seed=906)


def believing(world: MorrisWorld, *, turned_rad: float) -> Belief:
    """Who knows its body exactly, and where it stands but for its heading."""
    belief, true = Belief(), world.board_from_robot()
    assert belief.errors(world) is None
    believed = Pose2(true.x_m, true.y_m, true.yaw_rad + turned_rad)
    table = Transform3.from_translation(0.0, 0.0, world.measures.table_height_m)
    belief.place = BoardPose(
        time_s=0.0,
        board_from_robot=believed,
        robot_from_board=believed.inverse().to_transform3() @ table,
        covariance=np.eye(3),
        seen_before_s=0.0,
    )
    nothing = np.zeros(len(JOINTS))
    belief.joints = CalibratedJoints(
        time_s=0.0,
        position_rad=stance(),
        stiffness=nothing,
        current_a=nothing,
        temperature_c=nothing,
        status=nothing.astype(np.int64),
    )
    w, x, y, z = world.ground_from_torso().quaternion().tolist()
    belief.orientation = TorsoOrientation(time_s=0.0, quaternion=(w, x, y, z), rates_radps=(0.0, 0.0, 0.0))
    return belief


@pytest.mark.parametrize("turned_rad", [0.0, TURNED_RAD])
def test_errors_are_those_of_the_belief(world: MorrisWorld, turned_rad: float) -> None:
    errors = believing(world, turned_rad=turned_rad).errors(world)
    assert errors is not None
    heading_rad, place_m, points_m = errors
    assert heading_rad == pytest.approx(turned_rad, abs=1e-6)
    assert place_m < 1e-6
    away_m = np.hypot(
        *(world.measures.points_m() - (world.board_from_robot().x_m, world.board_from_robot().y_m)).T
    )
    assert points_m == pytest.approx(turned_rad * away_m.mean(), abs=0.001)


def test_robots_that_believed_nothing_are_left_out_of_the_means() -> None:
    row: Row = {
        f"{lesson}_{name}": 0.02
        for lesson in ("as_made", "after_lesson")
        for name in ("heading_rad", "place_m", "points_m")
    }
    told = summarise([row, row | {"after_lesson_points_m": 0.01}, row | {"after_lesson_points_m": None}])
    assert told["after_lesson_points_mean_m"] == pytest.approx(0.015)
    assert told["after_lesson_points_worst_m"] == pytest.approx(0.02)
    assert told["as_made_heading_mean_rad"] == pytest.approx(0.02)
