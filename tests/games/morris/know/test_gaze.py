import numpy as np

from ludens.games.morris.board.measures import MorrisMeasures
from ludens.games.morris.know.gaze import Gaze, Stance
from ludens.games.morris.world import station_at
from ludens.geometry import Transform3
from ludens.messages import CameraPose
from ludens.robots.nao.kinematics import Posture, robot_from_torso
from ludens.robots.nao.kinematics.head import HeadPose
from ludens.robots.nao.kinematics.stance import stance
from ludens.robots.nao.places import BOTTOM_CAMERA, CAMERA, PLACES

MEASURES = MorrisMeasures()
AHEAD = HeadPose(0.0, 0.0)


def standing(side: int) -> Stance:
    posture, mount = Posture(stance()), PLACES[BOTTOM_CAMERA].link_from_place
    camera = CameraPose(
        camera=CAMERA,
        head_from_camera=mount,
        robot_from_camera=robot_from_torso(posture) @ posture.torso_from_link("Head") @ mount,
    )
    flat = station_at(side).inverse()
    board = Transform3.from_rpy(
        yaw_rad=flat.yaw_rad, translation=(flat.x_m, flat.y_m, MEASURES.table_height_m)
    )
    return Stance.now(camera, AHEAD, board)


def test_three_looks_show_the_whole_board_from_every_side() -> None:
    for side in range(4):
        gaze, here = Gaze(MEASURES), standing(side)
        unsure, now = np.ones(24), AHEAD
        for _ in range(3):
            look = gaze.best(here, unsure, now)
            if look is None:
                break
            unsure[gaze.in_sight(here, look) > 0.99] = 0.0
            now = look
        assert not unsure.any(), f"from side {side} points {np.flatnonzero(unsure)} are not seen"


def test_nothing_unsure_is_no_reason_to_look() -> None:
    assert Gaze(MEASURES).best(standing(0), np.zeros(24), AHEAD) is None


def test_a_point_that_stays_unsure_is_looked_at_from_elsewhere_than_others() -> None:
    gaze, here = Gaze(MEASURES), standing(0)
    unsure = np.zeros(24)
    unsure[[6, 2]] = 1.0, 0.5  # far left, and near right
    first = gaze.best(here, unsure, AHEAD)
    assert first is not None
    assert gaze.in_sight(here, first)[6] == 1.0
    unsure[2] = 0.0 if gaze.in_sight(here, first)[2] == 1.0 else 0.5
    gaze.tire(here, first)
    second = gaze.best(here, unsure, first)
    assert second is not None
    assert unsure[2] == 0.0 or gaze.in_sight(here, second)[2] > 0.9


def test_a_point_that_is_beside_the_picture_of_a_camera_that_is_off_is_looked_for_elsewhere() -> None:
    gaze, here = Gaze(MEASURES), standing(0)
    off_rad = 0.13  # so much farther up than joints say the camera looks
    unsure, now = np.zeros(24), AHEAD
    unsure[1] = 1.0  # the middle of the nearest line
    for _ in range(8):
        look = gaze.best(here, unsure, now)
        assert look is not None
        if gaze.in_sight(here, HeadPose(look.yaw_rad, look.pitch_rad - off_rad))[1] == 1.0:
            return
        gaze.tire(here, look)
        now = look
    raise AssertionError("Eight looks have not shown it.")


def test_a_point_that_pictures_have_shown_is_looked_at_again_where_it_was_seen() -> None:
    gaze, here = Gaze(MEASURES), standing(0)
    unsure = np.zeros(24)
    unsure[21] = 0.05  # at the far side of the inner square
    now = AHEAD
    for _ in range(6):
        look = gaze.best(here, unsure, now)
        assert look is not None
        assert gaze.in_sight(here, look)[21] > 0.9
        gaze.take_in(gaze.in_sight(here, look))
        gaze.tire(here, look)
        now = look


def test_points_that_no_picture_has_shown_as_a_whole_are_known() -> None:
    gaze, here = Gaze(MEASURES), standing(0)
    assert gaze.cut_off.all()
    gaze.tire(here, AHEAD)
    whole = gaze.in_sight(here, AHEAD) == 1.0
    assert 0 < whole.sum() < 24
    assert (gaze.cut_off == ~whole).all()
    left = gaze.best(here, gaze.cut_off.astype(np.float64), AHEAD)
    assert left is not None
    gaze.tire(here, left)
    assert gaze.cut_off.sum() < 24 - whole.sum()
