"""Windows of robots at the robot's own toes, parts of which lie beside or behind its camera."""

import math

import numpy as np
import pytest

from ludens.geometry import Transform3
from ludens.robots.nao.places import CAMERA
from ludens.vision.field.projection import GroundView
from ludens.vision.robots.chains import X
from ludens.vision.robots.windows import BAND_M, EDGES_UP_TO_M, row_above

TOES = np.zeros(10)
TOES[X] = 0.104


@pytest.mark.parametrize("pitch_deg", [40, 60, 75, 88])
@pytest.mark.parametrize("height_m", [*BAND_M, EDGES_UP_TO_M])
def test_what_stands_at_its_toes_is_looked_for_within_the_picture(pitch_deg: int, height_m: float) -> None:
    place = Transform3.from_rpy(pitch_rad=math.radians(pitch_deg), translation=np.array((0.06, 0.0, 0.36)))
    view = GroundView.of(CAMERA, place)
    row = float(view.pixels(np.array([(TOES[X], 0.0, height_m)]))[0, 1])
    found = row_above(view.numbers, TOES, height_m, CAMERA.height_px)
    if math.isnan(row):  # behind the camera, so above the picture of one that looks down
        assert found == 0
    else:
        assert found == min(max(math.floor(row + 0.5), 0), CAMERA.height_px)
