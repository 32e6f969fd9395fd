"""Shadows on flat surfaces: where the lamp says they are, soft, and nowhere else."""

from collections.abc import Iterator
from dataclasses import replace

import mujoco
import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.sim.lighting.lamps import RoomLamps, add_lamps
from ludens.sim.lighting.surface_light import LitSurface, SurfaceLight, level_surface
from ludens.sim.parts.model_spec import GROUP_FLOOR, empty_model_spec
from ludens.sim.rendering import Renderer, free_camera

SIZE_PX = (240, 240)
BOX_HALF_M = 0.02
HIGH_M = 0.1
LAMP = RoomLamps(lamp_m=(40.0, 0.0, 40.0), lamp_radius_m=0.0, shadows=True)  # far away, at 45°, towards +x
FLOOR = level_surface((0.0, 0.0, 0.0), (1.0, 1.0))
SEEN_M = 0.4
"""Edge of the square of floor that the camera from above shows."""


class Room:
    """A white floor, a red post in the middle of it, and a camera above that shows 0.4 m of floor."""

    def __init__(self, lamps: RoomLamps, surfaces: tuple[LitSurface, ...] = (FLOOR,)) -> None:
        spec = empty_model_spec("room")
        add_lamps(spec, lamps)
        plane = mujoco.mjtGeom.mjGEOM_PLANE
        spec.worldbody.add_geom(
            type=plane, size=(1.0, 1.0, 1.0), rgba=(0.7, 0.7, 0.7, 1.0), group=GROUP_FLOOR
        )
        post = spec.worldbody.add_body(name="post", pos=(0.0, 0.0, 0.5 * HIGH_M))
        post.add_freejoint(name="post")
        half_m = (BOX_HALF_M, BOX_HALF_M, 0.5 * HIGH_M)
        post.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=half_m, rgba=(1.0, 0.0, 0.0, 1.0))
        tangent = 0.5 * SEEN_M / 4.0
        fovy_deg = float(np.degrees(2.0 * np.arctan(tangent)))
        spec.worldbody.add_camera(name="above", pos=(0.0, 0.0, 4.0), fovy=fovy_deg)
        spec.visual.global_.offwidth, spec.visual.global_.offheight = SIZE_PX
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        mujoco.mj_forward(self.model, self.data)
        self.renderer = self.fresh(surfaces)

    def fresh(self, surfaces: tuple[LitSurface, ...] = (FLOOR,), *, gloss: float = 0.0) -> Renderer:
        light = SurfaceLight(self.model, self.data, surfaces, gloss=gloss)
        return Renderer(self.model, self.data, width_px=SIZE_PX[0], height_px=SIZE_PX[1], light=light)

    def put_post(self, x_m: float, y_m: float, z_m: float = 0.5 * HIGH_M) -> None:
        self.data.qpos[:3] = x_m, y_m, z_m
        mujoco.mj_forward(self.model, self.data)


@pytest.fixture
def make_room() -> Iterator[type[Room]]:
    rooms: list[Room] = []

    class Kept(Room):
        def __init__(self, lamps: RoomLamps, surfaces: tuple[LitSurface, ...] = (FLOOR,)) -> None:
            super().__init__(lamps, surfaces)
            rooms.append(self)

    yield Kept
    for room in rooms:
        room.renderer.close()


def dark_floor(picture: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where the grey floor is darker than where nothing hides the lamp."""
    grey = np.abs(picture[..., 0].astype(int) - picture[..., 2]) < 30
    lit = picture[5, 5].astype(int)
    dark: NDArray[np.bool_] = grey & (picture.astype(int).sum(axis=2) < 0.85 * lit.sum())
    return dark


def extent_m(mask: NDArray[np.bool_]) -> tuple[float, float, float, float]:
    """Least and greatest x, least and greatest y of the pixels in a mask, on the floor."""
    rows, columns = np.nonzero(mask)
    x_m = (columns + 0.5) / SIZE_PX[0] * SEEN_M - 0.5 * SEEN_M
    y_m = 0.5 * SEEN_M - (rows + 0.5) / SIZE_PX[1] * SEEN_M
    return float(x_m.min()), float(x_m.max()), float(y_m.min()), float(y_m.max())


def test_a_shadow_lies_away_from_the_lamp_as_far_as_the_post_is_high(make_room: type[Room]) -> None:
    shadow = dark_floor(make_room(LAMP).renderer.picture("above"))
    left_m, right_m, low_m, high_m = extent_m(shadow)
    assert left_m == pytest.approx(-BOX_HALF_M - HIGH_M, abs=0.004)  # the lamp stands at 45°
    assert right_m < -BOX_HALF_M + 0.004
    assert (low_m, high_m) == pytest.approx((-BOX_HALF_M, BOX_HALF_M), abs=0.004)


def test_a_hidden_lamp_takes_its_own_light_away_and_no_more(make_room: type[Room]) -> None:
    room = make_room(LAMP)
    picture = room.renderer.picture("above")
    lit, dark = picture[5, 5].astype(float), picture[120, 80].astype(float)
    model = room.model
    others = np.array(model.vis.headlight.ambient) + np.array(model.vis.headlight.diffuse)
    lamp = model.light_diffuse[0] * np.sqrt(0.5)
    assert dark / lit == pytest.approx(others / (others + lamp), abs=0.02)


def test_only_the_surface_is_darkened_not_what_stands_on_it(make_room: type[Room]) -> None:
    shaded, plain = (
        make_room(replace(LAMP, shadows=shadows)).renderer.picture("above") for shadows in (True, False)
    )
    changed = (shaded != plain).any(axis=2)
    assert changed.any()
    red = plain[..., 0].astype(int) - plain[..., 1] > 60
    assert not (changed & red).any()


def test_a_wide_lamp_makes_a_soft_edge(make_room: type[Room]) -> None:
    hard, soft = (
        make_room(replace(LAMP, lamp_radius_m=radius_m)).renderer.picture("above") for radius_m in (0.0, 8.0)
    )
    levels = [len(np.unique(picture[120, :95, 0])) for picture in (hard, soft)]
    assert levels[0] <= 3
    assert levels[1] >= 5


def test_shadows_of_two_lamps_add_up(make_room: type[Room]) -> None:
    both = replace(LAMP, window_m=(-40.0, 0.0, 40.0), window_level=0.5, window_radius_m=0.0)
    picture = make_room(both).renderer.picture("above").astype(int)
    by_lamp, by_window = picture[120, 80].sum(), picture[120, 160].sum()
    assert by_lamp < by_window < picture[5, 5].sum()


def test_a_post_that_reaches_below_a_surface_casts_only_what_is_above_it(make_room: type[Room]) -> None:
    room = make_room(LAMP)
    room.put_post(0.0, 0.0, 0.0)
    left_m, *_ = extent_m(dark_floor(room.renderer.picture("above")))
    assert left_m == pytest.approx(-BOX_HALF_M - 0.5 * HIGH_M, abs=0.004)


def test_a_post_higher_than_the_lamp_casts_a_shadow_without_end(make_room: type[Room]) -> None:
    near = replace(LAMP, lamp_m=(0.15, 0.0, 0.06))
    left_m, *_ = extent_m(dark_floor(make_room(near).renderer.picture("above")))
    assert left_m < -0.5 * SEEN_M + 0.004


def test_a_surface_ends_at_its_edges(make_room: type[Room]) -> None:
    narrow = level_surface((0.0, 0.0, 0.0), (0.06, 1.0))
    left_m, *_ = extent_m(dark_floor(make_room(LAMP, (narrow,)).renderer.picture("above")))
    assert left_m == pytest.approx(-0.06, abs=0.003)


def test_from_below_a_surface_nothing_is_shaded(make_room: type[Room]) -> None:
    room = make_room(LAMP)
    below = free_camera((0.0, 0.0, 0.0), distance_m=1.0, azimuth_rad=0.0, elevation_rad=0.8)
    plain = make_room(replace(LAMP, shadows=False)).renderer.picture(below)
    assert (room.renderer.picture(below) == plain).all()


def test_a_part_drawn_anew_gives_the_same_picture_as_the_whole(make_room: type[Room]) -> None:
    room = make_room(replace(LAMP, lamp_radius_m=3.0))
    room.renderer.picture("above")
    room.put_post(0.03, -0.05)
    again = room.renderer.picture("above")
    fresh = room.fresh()
    assert (again == fresh.picture("above")).all()
    fresh.close()


@pytest.mark.parametrize(
    ("kind", "size_m", "shadow_m"),
    [
        ("SPHERE", (0.05, 0.0, 0.0), (0.10, 0.10)),
        ("CAPSULE", (0.04, 0.05, 0.0), (0.08, 0.08)),
        ("ELLIPSOID", (0.08, 0.04, 0.02), (0.16, 0.08)),
        ("CYLINDER", (0.06, 0.03, 0.0), (0.12, 0.12)),
    ],
)
def test_round_things_cast_the_shadow_that_they_fill_from_the_lamp(
    kind: str, size_m: tuple[float, float, float], shadow_m: tuple[float, float], make_room: type[Room]
) -> None:
    room = make_room(replace(LAMP, lamp_m=(0.0, 0.0, 60.0)))
    room.put_post(0.0, 0.0, 0.3)
    room.model.geom_type[1] = getattr(mujoco.mjtGeom, f"mjGEOM_{kind}")
    room.model.geom_size[1] = size_m
    seen = room.fresh()
    room.model.geom_rgba[1, 3] = 0.0  # the thing itself is gone, its shadow stays
    left_m, right_m, low_m, high_m = extent_m(dark_floor(seen.picture("above")))
    seen.close()
    assert (right_m - left_m, high_m - low_m) == pytest.approx(shadow_m, abs=0.008)


def test_a_glossy_floor_mirrors_the_lamp_half_way_to_it_but_not_where_it_is_hidden(
    make_room: type[Room],
) -> None:
    lamp = RoomLamps(lamp_m=(0.2, 0.0, 4.0), lamp_radius_m=0.0, level=0.5, shadows=True)
    room = make_room(lamp)
    room.put_post(0.06, 0.1)
    matt = room.renderer.picture("above")
    shining = room.fresh(gloss=0.4)
    more = shining.picture("above").astype(int).sum(axis=2) - matt.astype(int).sum(axis=2)
    shining.close()
    red = matt[..., 0].astype(int) - matt[..., 1] > 60
    assert not more[red].any()
    left_m, right_m, low_m, high_m = extent_m(more >= more.max() - 1)
    assert 0.5 * (left_m + right_m) == pytest.approx(0.1, abs=0.01)  # lamp and eye are as high
    assert 0.5 * (low_m + high_m) == pytest.approx(0.0, abs=0.01)
    shaded = dark_floor(matt)
    beside = np.roll(shaded, 12, axis=0) & ~shaded & ~red
    assert shaded.any()
    assert more[shaded].mean() < 0.4 * more[beside].mean()


def test_nothing_gleams_where_the_mirrored_lamp_is_far_out_of_the_picture(make_room: type[Room]) -> None:
    room = make_room(LAMP)  # at 45°, while the camera looks down
    shining = room.fresh(gloss=1.0)
    assert np.array_equal(shining.picture("above"), room.renderer.picture("above"))
    shining.close()


def test_the_window_in_which_something_gleams_leaves_nothing_out(make_room: type[Room]) -> None:
    lamp = RoomLamps(lamp_m=(0.5, 0.3, 2.0), lamp_radius_m=0.1, level=0.5, shadows=True)
    room = make_room(lamp)
    camera = free_camera((-0.1, 0.05, 0.0), distance_m=0.8, azimuth_rad=0.4, elevation_rad=-0.9)
    plain, some = (room.fresh(gloss=gloss) for gloss in (0.0, 0.6))
    more = some.picture(camera).astype(int) - plain.picture(camera)
    plain.close()
    some.close()
    edges = np.abs(np.diff(more.sum(axis=2), axis=0)), np.abs(np.diff(more.sum(axis=2), axis=1))
    assert more.max() > 30
    assert more.min() >= 0
    on_floor = plain_floor(room, camera)
    both = on_floor[1:] & on_floor[:-1], on_floor[:, 1:] & on_floor[:, :-1]
    assert (
        max(int(edge[where].max()) for edge, where in zip(edges, both, strict=True)) <= 12
    )  # no sharp border


def plain_floor(room: Room, camera: mujoco.MjvCamera) -> NDArray[np.bool_]:
    """Where the grey floor is seen, and no shadow on it."""
    renderer = room.fresh()
    picture = renderer.picture(camera).astype(int)
    renderer.close()
    grey: NDArray[np.bool_] = (np.abs(picture[..., 0] - picture[..., 2]) < 12) & (picture.min(axis=2) > 120)
    return grey
