"""What a standing robot learns of its lean, without any picture; the cameras are in `test_distance.py`."""

import math

import numpy as np
import pytest

from ludens.core.contract.time_series import TimeSeries
from ludens.geometry import Transform3
from ludens.messages import CalibratedJoints, FootSupport, TorsoOrientation
from ludens.messages.soccer import MatchStatus
from ludens.robots.nao.joints import INDEX, JOINTS
from ludens.robots.nao.kinematics.stance import stance
from ludens.vision.field.self_calibration import CameraSelfCalibration


def learnt(*, feet="both", walks=False, off_rad=0.03):
    """Run three seconds of a game in which the robot stands or walks, and feels a lean that is not there."""
    module = CameraSelfCalibration()
    module.start()
    joints, orientations = TimeSeries[CalibratedJoints](), TimeSeries[TorsoOrientation]()
    zeros = np.zeros(len(JOINTS))
    for time_s in np.arange(0.0, 3.0, 0.02).tolist():
        bent = stance().copy()
        bent[INDEX["LHipPitch"]] += 0.2 * math.sin(10.0 * time_s) if walks else 0.0
        joints.add(
            CalibratedJoints(
                time_s=time_s,
                position_rad=bent,
                stiffness=zeros,
                current_a=zeros,
                temperature_c=zeros,
                status=np.zeros(len(JOINTS), np.int64),
            )
        )
        felt = Transform3.from_rpy(roll_rad=-off_rad, pitch_rad=0.5 * off_rad, yaw_rad=0.0).quaternion()
        orientations.add(
            TorsoOrientation(time_s=time_s, quaternion=tuple(felt.tolist()), rates_radps=(0.0, 0.0, 0.0))
        )
    support = FootSupport(
        time_s=3.0,
        feet=feet,
        has_contact=True,
        left_n=25.0,
        right_n=25.0,
        center_in_left_sole_m=None,
        center_in_right_sole_m=None,
        center_m=None,
    )
    playing = MatchStatus(time_s=3.0, state="playing")
    return module.cycle((), (), joints, orientations, (), (playing,), support)


def test_a_robot_that_stands_in_a_game_learns_how_wrongly_it_feels_its_lean():
    top, bottom, lean = learnt()
    assert top is None
    assert bottom is None
    assert lean is not None
    assert lean.roll_rad == pytest.approx(0.03, abs=0.005)
    assert lean.pitch_rad == pytest.approx(-0.015, abs=0.005)


def test_a_robot_that_walks_or_stands_on_one_foot_learns_nothing():
    assert learnt(walks=True) == (None, None, None)
    assert learnt(feet="left") == (None, None, None)
