import numpy as np
import pytest

from ludens.robots.pioneer import CAMERA
from ludens.sim.parts.ball import BALL_RADIUS_M
from ludens.sim.rendering import Renderer
from ludens.sim.shadows import Shadow, ShadowPainter


@pytest.fixture
def pictures(make_hall):
    """The same place without and with a shadow under the ball."""
    hall = make_hall(ball=(1.3, 0.0))
    body = int(hall.physics.model.body("ball").id)
    shadows = ShadowPainter(
        hall.physics.data,
        (Shadow(body=body, radius_m=2.0 * BALL_RADIUS_M, height_m=0.0),),
        lamp_direction=(0.0, 0.0, -1.0),
    )
    renderer = Renderer(
        hall.physics.model,
        hall.physics.data,
        width_px=CAMERA.width_px,
        height_px=CAMERA.height_px,
        shadows=shadows,
    )
    yield hall.renderer.picture("robot/camera").astype(int), renderer.picture("robot/camera").astype(int)
    renderer.close()


def test_a_shadow_darkens_the_floor_under_the_ball_and_nothing_else(pictures):
    plain, shaded = pictures
    darker = (plain - shaded).sum(axis=2) > 15
    assert 500 < darker.sum() < 20_000
    _, columns = np.nonzero(darker)
    assert abs(columns.mean() - CAMERA.center_x_px) < 3
    green = plain[..., 1] - plain[..., 0] > 40
    assert not (darker & green).any()
    assert (shaded <= plain + 2).all()


def test_it_fades_towards_its_edge(pictures):
    plain, shaded = pictures
    row = (plain - shaded).sum(axis=2)[np.argmax((plain - shaded).sum(axis=(1, 2)))]
    levels = {int(value) // 12 for value in row if value > 6}
    assert len(levels) >= 3
