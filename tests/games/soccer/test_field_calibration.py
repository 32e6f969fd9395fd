"""What a calibration on the field finds from the side line, and what becomes of it."""

import math

from ludens.estimation.camera_pose import EyeCalibration, LeanCalibration
from ludens.games.soccer.field_calibration import FieldCalibration, calibrate_on_field
from ludens.games.soccer.league_play import players_of
from ludens.messages import CameraLearnt, LeanLearnt


def test_what_a_camera_learnt_is_taken_over_and_the_other_stays_as_made():
    learnt = CameraLearnt(
        time_s=1.0,
        roll_rad=0.01,
        pitch_rad=-0.02,
        yaw_rad=0.03,
        focal_px=590.0,
        center_x_px=325.0,
        center_y_px=236.0,
        distortion=-0.01,
    )
    lean = LeanLearnt(time_s=1.0, roll_rad=0.02, pitch_rad=-0.01)
    found = FieldCalibration({"top": learnt}, {}, {}, lean).parameters()
    assert (found.top.roll_rad, found.top.pitch_rad, found.top.yaw_rad) == (0.01, -0.02, 0.03)
    assert (found.top.focal_px, found.top.distortion) == (590.0, -0.01)
    assert (found.top.center_x_px, found.top.center_y_px) == (325.0, 236.0)
    assert found.bottom == EyeCalibration()
    assert found.lean == LeanCalibration(roll_rad=0.02, pitch_rad=-0.01)


def test_both_cameras_calibrate_where_a_match_begins_at_the_side_line_with_no_line_near():
    found = calibrate_on_field(seed=11, noise="default", start=players_of(1)[0].start)
    assert set(found.learnt) == {"top", "bottom"}
    assert min(found.before_rad.values()) > math.radians(0.8)
    assert max(found.after_rad.values()) < math.radians(0.5)
