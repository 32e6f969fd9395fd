"""Pictures and films of a scene without a browser."""

import math
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from ludens.core.errors import LudensError
from ludens.messages import SceneDescription, SceneEntity, ScenePoses, SceneShape
from ludens.studio.film.cameras import FilmCamera
from ludens.studio.film.files import write_film
from ludens.studio.film.film import FilmPlan, pictures_of, poses_at
from ludens.studio.page import StudioPage, Viewpoint, shoulder_view

UPRIGHT = (1.0, 0.0, 0.0, 0.0)
PAGE = StudioPage(title="Test")
SIZE_PX = (96, 64)


def ball(red: float, green: float, finish: str = "") -> SceneShape:
    return SceneShape(
        kind="sphere",
        size_m=(0.4, 0.4, 0.4),
        position_m=(0.0, 0.0, 0.2),
        orientation=UPRIGHT,
        colour_rgba=(red, green, 0.0, 1.0),
        finish=finish,
    )


SCENE = SceneDescription(
    time_s=0.0,
    entities=(
        SceneEntity(name="robot", shapes=(ball(0.9, 0.0),)),
        SceneEntity(name="ball", shapes=(ball(0.0, 0.8, "felt"),)),
    ),
)


def look(time_s: float, robot_m: tuple[float, float], yaw_rad: float = 0.0) -> ScenePoses:
    turned = (math.cos(yaw_rad / 2), 0.0, 0.0, math.sin(yaw_rad / 2))
    return ScenePoses(
        time_s=time_s,
        names=("robot", "ball"),
        positions_m=((*robot_m, 0.0), (0.0, 0.0, 0.0)),
        orientations=(turned, UPRIGHT),
    )


def column_of(picture: np.ndarray, part: int) -> float:
    """Where most of a colour is, from left to right; NaN where there is none."""
    others = [number for number in range(3) if number != part]
    strength = picture[:, :, part].astype(float) - picture[:, :, others].max(axis=2)
    columns = np.nonzero(strength > 60)[1]
    return float(columns.mean()) if len(columns) else math.nan


def test_a_film_shows_what_moves_and_hides_what_is_in_the_way() -> None:
    view = Viewpoint(name="Front", icon="", position_m=(0.0, -3.0, 1.0), target_m=(0.0, 0.0, 0.2))
    poses = [look(0.0, (-0.8, 0.0)), look(0.4, (-0.7, 0.0)), look(1.0, (0.8, 0.0))]
    plan = FilmPlan(from_s=0.0, to_s=1.0, view=view, robot="robot", size_px=SIZE_PX, per_s=2.0)
    counted: list[tuple[int, int]] = []
    progress = lambda drawn, total: counted.append((drawn, total))  # noqa: E731
    first, middle, last = pictures_of(plan, SCENE, poses, PAGE, progress=progress)
    assert first.shape == (64, 96, 3)
    assert column_of(first, 0) < 40 < 55 < column_of(last, 0)
    assert column_of(middle, 1) == pytest.approx(48, abs=4)
    assert counted == [(1, 3), (2, 3), (3, 3)]
    hiding = Viewpoint(
        name="", icon="", position_m=(0.0, -3.0, 1.0), target_m=(0.0, 0.0, 0.2), hides=("{robot}",)
    )
    hidden_plan = FilmPlan(from_s=0.0, to_s=0.0, view=hiding, robot="robot", size_px=SIZE_PX)
    (hidden,) = pictures_of(hidden_plan, SCENE, poses, PAGE)
    assert math.isnan(column_of(hidden, 0))


def test_between_two_looks_things_glide_but_what_was_carried_jumps() -> None:
    near, far = look(0.0, (0.0, 0.0)), look(1.0, (0.4, 0.0), yaw_rad=math.pi / 2)
    half = poses_at([near, far], 0.5)
    assert half.positions_m[0] == pytest.approx((0.2, 0.0, 0.0))
    assert half.orientations[0] == pytest.approx((math.cos(math.pi / 8), 0, 0, math.sin(math.pi / 8)))
    carried = poses_at([near, look(1.0, (3.0, 0.0))], 0.5)
    assert carried.positions_m[0] == (0.0, 0.0, 0.0)
    assert poses_at([near, far], 9.0) is far


def test_views_stand_still_follow_ride_along_or_keep_things_in_sight() -> None:
    at = look(0.0, (2.0, 1.0), yaw_rad=math.pi / 2)

    def camera(view: Viewpoint, aspect: float = 1.6) -> FilmCamera:
        return FilmCamera(view, SCENE, "robot", aspect)

    following = Viewpoint(
        name="", icon="", position_m=(-1.0, 0.0, 1.0), target_m=(0.0, 0.0, 0.0), follows="{robot}"
    )
    assert camera(following).at(at).position_m == pytest.approx((1.0, 1.0, 1.0))
    narrow = camera(following, aspect=0.775).at(at)
    assert narrow.position_m == pytest.approx((0.0, 1.0, 2.0))  # twice as far away
    behind = camera(shoulder_view("{robot}", (-1.0, 0.0, 0.5), (1.0, 0.0, 0.0))).at(at)
    assert behind.position_m == pytest.approx((2.0, 0.0, 0.5))
    assert behind.target_m == pytest.approx((2.0, 2.0, 0.0))
    framing = Viewpoint(
        name="", icon="", position_m=(0.0, -1.0, 0.5), target_m=(0.0, 0.0, 0.0), frames=("{robot}", "ball")
    )
    both = camera(framing).at(at)
    assert both.target_m == pytest.approx((1.0, 0.5, 0.2), abs=0.01)
    everything = camera(Viewpoint(name="All", icon="")).at(at)
    assert np.linalg.norm(everything.position_m - everything.target_m) > 3.0


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_a_film_is_written_as_its_name_says(tmp_path: Path, ending: str) -> None:
    pictures = [np.full((40, 60, 3), (tone, 40, 200), np.uint8) for tone in (0, 120, 240)]
    path = tmp_path / "films" / f"goal.{ending}"
    assert write_film(path, pictures, per_s=10.0) == 3
    with Image.open(path) as film:
        assert (film.format, film.size, getattr(film, "n_frames", 1)) == (ending.upper(), (60, 40), 3)
        film.seek(2)
        assert np.asarray(film.convert("RGB"))[20, 30].tolist() == pytest.approx([240, 40, 200], abs=12)


def test_a_video_begins_as_webm_does_and_a_still_is_one_picture(tmp_path: Path) -> None:
    pictures = [np.full((40, 60, 3), tone, np.uint8) for tone in (0, 120, 240)]
    assert write_film(tmp_path / "goal.webm", pictures, per_s=10.0) == 3
    assert (tmp_path / "goal.webm").read_bytes()[:4] == b"\x1aE\xdf\xa3"
    assert write_film(tmp_path / "goal.png", pictures, per_s=10.0) == 1


def test_another_ending_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    with pytest.raises(LudensError, match=r"'goal\.avi'; its name ends in one of \.gif"):
        write_film(tmp_path / "goal.avi", [], per_s=10.0)
