import mujoco
import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.sim.window_renderer import WindowRenderer

WORLD = """
<mujoco>
  <visual><quality offsamples="0"/></visual>
  <worldbody>
    <light pos="1 0 3" dir="0 0 -1"/>
    <geom name="floor" type="plane" size="2 2 0.1" rgba="0.6 0.5 0.4 1"/>
    <geom name="table" type="box" size="0.3 0.3 0.2" pos="0 0 0.2" rgba="0.2 0.7 0.3 1"/>
    <geom name="ball" type="sphere" size="0.1" pos="0.5 0.2 0.1" rgba="0.9 0.1 0.1 1"/>
    <camera name="eye" pos="1.5 0 1" xyaxes="0 1 0 -0.6 0 0.8"/>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def model() -> mujoco.MjModel:
    return mujoco.MjModel.from_xml_string(WORLD)


def drawn(model: mujoco.MjModel, left_out: list[str] | None) -> NDArray[np.uint8]:
    """A picture; without a list it is drawn as MuJoCo does by itself."""
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    renderer = WindowRenderer(model, 120, 160, max_geom=20)
    renderer.update_scene(data, "eye")
    if left_out is not None:
        renderer.choose(np.array([model.geom(geom).name in left_out for geom in range(model.ngeom)]))
    pixels: NDArray[np.uint8] = renderer.render()
    renderer.close()
    return pixels


def test_a_picture_with_its_floor_drawn_last_is_the_same(model):
    assert np.array_equal(drawn(model, []), drawn(model, None))


def test_what_is_left_out_is_not_drawn(model):
    whole, without_ball, without_floor = (drawn(model, names) for names in ([], ["ball"], ["floor"]))
    is_red = (whole[..., 0] > 100) & (whole[..., 1] < 60)
    assert is_red.any()
    assert not ((without_ball[..., 0] > 100) & (without_ball[..., 1] < 60)).any()
    assert not np.array_equal(without_floor, whole)
    assert np.array_equal(without_floor[is_red], whole[is_red])
