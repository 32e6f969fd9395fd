import threading

import numpy as np
import pytest

from ludens.sim.parts.model_spec import GROUP_BACKDROP


def test_the_same_moment_gives_the_same_picture_from_any_thread(make_hall):
    hall = make_hall(ball=(1.5, 0.0))
    pictures = [hall.renderer.picture("robot/camera")]
    thread = threading.Thread(target=lambda: pictures.append(hall.renderer.picture("robot/camera")))
    thread.start()
    thread.join()
    assert pictures[0].shape == (240, 320, 3)
    assert np.array_equal(pictures[0], pictures[1])


def test_it_can_be_closed_from_another_thread_twice_and_used_again(make_hall):
    hall = make_hall()
    before = hall.renderer.picture("robot/camera")
    thread = threading.Thread(target=hall.renderer.close)
    thread.start()
    thread.join()
    hall.renderer.close()
    assert np.array_equal(hall.renderer.picture("robot/camera"), before)


def test_depth_and_colour_can_be_taken_in_turn(make_hall):
    hall = make_hall()
    first = hall.renderer.picture("robot/camera")
    depth = hall.renderer.depth_m("robot/camera")
    assert depth.shape == (240, 320)
    assert np.array_equal(hall.renderer.picture("robot/camera"), first)


def test_a_camera_looking_over_the_walls_sees_a_pale_room(make_hall):
    hall = make_hall()
    top_rows = hall.renderer.picture("robot/camera")[:10].astype(int)
    assert top_rows.mean() > 120
    assert np.abs(top_rows - top_rows.mean(axis=2, keepdims=True)).max() < 30
    assert (hall.physics.model.geom_group == GROUP_BACKDROP).sum() == 4


def test_an_unknown_camera_is_refused(make_hall):
    with pytest.raises(ValueError, match="nobody"):
        make_hall().renderer.picture("nobody")
