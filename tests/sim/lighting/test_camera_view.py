"""What is out of a camera's view, and where things appear in its picture."""

import math

import numpy as np
import pytest

from ludens.sim.lighting.camera_view import ViewCone

AHEAD = ViewCone(
    tip_m=np.array([1.0, 0.0, 0.0]), axis=np.array([1.0, 0.0, 0.0]), half_angle_rad=math.radians(30.0)
)


def misses(x_m: float, y_m: float, z_m: float, radius_m: float) -> bool:
    return bool(AHEAD.misses(np.array([[x_m, y_m, z_m]]), np.array([radius_m]))[0])


@pytest.mark.parametrize("radius_m", [0.01, 0.5])
def test_what_is_ahead_is_in_view_and_what_is_behind_is_not(radius_m):
    assert not misses(3.0, 0.0, 0.0, radius_m)
    assert misses(-1.0, 0.0, 0.0, radius_m)


def test_a_ball_beside_the_cone_is_in_view_from_where_it_touches_it():
    # The cone's edge rises by tan 30° a metre; a ball touches it where its middle is a radius away from it.
    edge_m = 2.0 * math.tan(math.radians(30.0))
    touching_m = edge_m + 0.2 / math.cos(math.radians(30.0))
    assert not misses(3.0, touching_m - 0.001, 0.0, 0.2)
    assert misses(3.0, touching_m + 0.001, 0.0, 0.2)
    assert misses(3.0, 0.0, -touching_m - 0.001, 0.2)


def test_a_ball_round_the_camera_is_in_view():
    assert not misses(0.9, 0.0, 0.0, 0.2)


def test_a_thing_without_bound_is_always_in_view():
    assert not misses(-100.0, 0.0, 0.0, math.inf)


def test_a_ball_leaves_the_picture_little_by_little(make_hall):
    """Were it left out too early, its last part would vanish all at once."""
    hall = make_hall(ball=(1.3, 0.3))
    start = int(hall.physics.model.joint("ball").qposadr[0])
    green_px = []
    for y_m in np.arange(0.3, 0.8, 0.005):
        hall.physics.data.qpos[start + 1] = y_m
        hall.physics.refresh()
        picture = hall.renderer.picture("robot/camera").astype(int)
        green_px.append(int((picture[..., 1] - picture[..., 0] > 40).sum()))
    assert green_px[0] > 300
    assert green_px[-1] == 0
    assert 0 < min(count for count in green_px if count > 0) < 60
