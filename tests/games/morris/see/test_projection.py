import numpy as np
import pytest

from ludens.games.morris.see.projection import BoardView
from ludens.geometry import PinholeCamera, Transform3

PLACE = Transform3.from_rpy(roll_rad=0.02, pitch_rad=-0.7, yaw_rad=0.1, translation=(0.3, 0.02, -0.1))


@pytest.mark.parametrize("bend", [(0.0, 0.0, 0.0), (-0.25, 0.07, -0.005), (0.1, 0.0, 0.0)])
def test_points_are_seen_where_the_camera_projects_them(bend):
    camera = PinholeCamera(640, 480, 540.0, 545.0, 322.0, 236.0, bend)
    points_m = np.random.default_rng(5).uniform(
        -1.5, 1.5, (4, 200, 3)
    )  # many are behind, some beyond the lens
    seen = BoardView(camera, PLACE).pixels(points_m)
    expected = camera.project(PLACE.apply(points_m))
    assert np.isnan(expected).any()
    assert seen.shape == (4, 200, 2)
    np.testing.assert_allclose(seen, expected, rtol=1e-12)
