import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ludens.sim.picture_window import ImageWindow, Outlines, WindowRenderer, touching
from ludens.sim.rendering import Renderer

WIDTH, HEIGHT = 160, 120
TABLE = """
<mujoco>
  <visual><global offwidth="160" offheight="120"/><quality offsamples="0"/></visual>
  <worldbody>
    <light pos="0 0 3" dir="0 0 -1"/>
    <camera name="above" pos="0 0 2" fovy="40"/>
    <geom type="plane" size="3 3 0.1" rgba="0.7 0.6 0.5 1"/>
    <geom type="box" size="0.1 0.1 0.1" pos="-0.3 0.2 0.1" rgba="0.9 0.2 0.1 1"/>
    <body name="ball" mocap="true"><geom name="ball" type="sphere" size="0.1" rgba="0.1 0.2 0.9 1"/></body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def table():
    model = mujoco.MjModel.from_xml_string(TABLE)
    data = mujoco.MjData(model)
    painters = [Renderer(model, data, width_px=WIDTH, height_px=HEIGHT) for _ in range(2)]
    yield model, data, *painters
    for renderer in painters:
        renderer.close()


def put_ball(model, data, x_m, y_m):
    data.mocap_pos[0] = x_m, y_m, 0.1
    mujoco.mj_forward(model, data)


def test_a_part_that_is_drawn_again_looks_as_the_whole_would(table):
    model, data, used, fresh = table
    for x_m, y_m in (
        (0.0, 0.0),
        (0.05, 0.02),
        (-0.25, 0.2),
        (-0.25, 0.2),
        (5.0, 0.0),
        (0.7, -0.6),
        (0.3, 0.3),
    ):
        put_ball(model, data, x_m, y_m)
        fresh.forget()
        part, whole = (renderer.picture("above").astype(int) for renderer in (used, fresh))
        away = np.abs(part - whole).max(axis=2)
        assert (away > 2).sum() <= 6  # a pixel on an edge may round to the other side


def test_a_picture_shows_where_everything_is_after_many_small_moves(table):
    model, data, used, fresh = table
    for step in range(40):
        put_ball(model, data, 2e-5 * step, 0.0)
        seen = used.picture("above")
    put_ball(model, data, 2e-5 * step, 0.0)
    assert np.abs(seen.astype(int) - fresh.picture("above")).mean() < 0.05


@given(st.floats(-0.5, 0.5), st.floats(-0.35, 0.35))
def test_a_shape_lies_within_its_outline(x_m, y_m):
    model = mujoco.MjModel.from_xml_string(TABLE)
    data = mujoco.MjData(model)
    put_ball(model, data, x_m, y_m)
    outlines = Outlines(model, camera="above", width_px=WIDTH, height_px=HEIGHT)
    turns, eye = data.geom_xmat.reshape(-1, 3, 3), data.camera("above")

    left, top, right, bottom = outlines.rectangles_px(
        data.geom_xpos, turns, eye_m=eye.xpos, eye_turn=eye.xmat.reshape(3, 3)
    )[model.geom("ball").id]

    middle_px = WIDTH / 2 + HEIGHT / 2 / np.tan(np.radians(20.0)) * np.array([x_m, -y_m]) / 1.9
    assert left < middle_px[0] < right
    assert top < middle_px[1] - WIDTH / 2 + HEIGHT / 2 < bottom
    assert 0.2 / 1.9 * 165 < right - left < 40


def test_windows_are_cut_at_the_picture_and_what_is_beside_it_leaves_none():
    rectangles = np.array([[-9.0, 5.5, 20.2, 30.0], [100.0, 90.0, 999.0, 999.0], [500.0, 0.0, 600.0, 9.0]])

    around = ImageWindow.around(rectangles, width_px=WIDTH, height_px=HEIGHT)

    assert around == ImageWindow(0, 5, WIDTH, HEIGHT)
    assert ImageWindow.around(rectangles[2:], width_px=WIDTH, height_px=HEIGHT).pixels == 0
    assert touching(rectangles, ImageWindow(0, 0, 50, 50)).tolist() == [True, False, False]


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
