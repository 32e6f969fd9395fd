"""The own body in the picture."""

import numpy as np

from ludens.robots.nao import INDEX
from ludens.robots.nao.kinematics import Posture, body_outlines
from ludens.robots.nao.kinematics.outlines import AROUND_PX, clipped, convex_hull
from ludens.robots.nao.places import BOTTOM_CAMERA, CAMERA, TOP_CAMERA


def seen(camera: str, **joints: float) -> dict[str, list[np.ndarray]]:
    position_rad = np.zeros(25)
    position_rad[[INDEX["LShoulderPitch"], INDEX["RShoulderPitch"]]] = 1.5
    for name, value in joints.items():
        position_rad[INDEX[name]] = value
    posture = Posture(position_rad)
    found: dict[str, list[np.ndarray]] = {}
    for outline in body_outlines(posture, posture.torso_from(camera), camera=CAMERA):
        found.setdefault(outline.link, []).append(outline.corners_px)
    return found


def test_looking_ahead_with_hanging_arms_nothing_of_the_body_is_seen():
    assert seen(TOP_CAMERA) == {}


def test_an_arm_stretched_ahead_is_seen_where_it_is():
    outlines = seen(BOTTOM_CAMERA, LShoulderPitch=0.3, LShoulderRoll=-0.2)
    assert "LForeArm" in outlines or "LHand" in outlines
    assert "RForeArm" not in outlines
    assert "RHand" not in outlines
    position_rad = np.zeros(25)
    position_rad[INDEX["RShoulderPitch"]] = 1.5
    position_rad[INDEX["LShoulderPitch"]], position_rad[INDEX["LShoulderRoll"]] = 0.3, -0.2
    posture = Posture(position_rad)
    wrist_in_torso = posture.torso_from_link("LHand").apply((0.032, 0.0, -0.002))
    column, row = CAMERA.project(posture.torso_from(BOTTOM_CAMERA).inverse().apply(wrist_in_torso))
    corners = outlines["LHand"][0]
    assert corners[:, 0].min() < column < corners[:, 0].max()
    assert corners[:, 1].min() < row < corners[:, 1].max()


def test_looking_down_the_bottom_camera_sees_its_feet_or_chest():
    assert set(seen(BOTTOM_CAMERA, HeadPitch=0.5)) & {"Torso", "LFoot", "RFoot", "LThigh", "RThigh"}


def test_a_convex_hull_holds_all_points_and_turns_one_way():
    points = np.random.default_rng(1).normal(size=(50, 2))
    hull = convex_hull(points)
    following = np.roll(hull, -1, axis=0)
    edges = following - hull
    for point in points:
        offsets = point - hull
        assert np.all(edges[:, 0] * offsets[:, 1] - edges[:, 1] * offsets[:, 0] >= -1e-12)
    assert convex_hull(np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.5, 0.5)])).shape == (4, 2)


def test_of_a_part_beside_the_camera_only_what_is_near_the_picture_is_told():
    for pitch_rad in np.linspace(0.2, 0.5, 7).tolist():
        for outlines in seen(
            BOTTOM_CAMERA, HeadPitch=pitch_rad, LShoulderPitch=-0.4, LElbowRoll=-1.5
        ).values():
            for corners in outlines:
                assert np.all(corners > -AROUND_PX - 1e-6)
                assert np.all(
                    corners < (CAMERA.width_px + AROUND_PX + 1e-6, CAMERA.height_px + AROUND_PX + 1e-6)
                )


def test_a_polygon_with_corners_very_far_off_keeps_its_sides_where_it_is_cut():
    far = np.array([(0.0, 0.0), (2e15, 1e15), (-1e15, 2e15)])
    cut = clipped(convex_hull(far), least=-10.0, most=np.array([40.0, 30.0]))
    assert {(round(x, 6), round(y, 6)) for x, y in cut.tolist()} == {
        (0.0, 0.0),
        (40.0, 20.0),
        (40.0, 30.0),
        (-10.0, 30.0),
        (-10.0, 20.0),
    }
    assert len(clipped(far + 50.0, least=-10.0, most=np.array([40.0, 30.0]))) == 0
