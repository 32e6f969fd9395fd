"""What a browser is told of the world: all of it once, then only what has moved."""

import json

import numpy as np

from ludens.messages import SceneDescription, SceneEntity, ScenePoses, SceneShape
from ludens.studio.web.scene_stream import HEADER, SentScene

UPRIGHT = (1.0, 0.0, 0.0, 0.0)
BOX = SceneShape(
    kind="box",
    size_m=(1.0, 1.0, 1.0),
    position_m=(0.0, 0.0, 0.0),
    orientation=UPRIGHT,
    colour_rgba=(1.0, 0.0, 0.0, 1.0),
    finish="wood",
)


def world(*names: str) -> SceneDescription:
    entities = tuple(SceneEntity(name=name, shapes=(BOX,)) for name in names)
    return SceneDescription(time_s=0.0, entities=entities)


def poses(time_s: float, **places_m: float) -> ScenePoses:
    return ScenePoses(
        time_s=time_s,
        names=tuple(places_m),
        positions_m=tuple((x_m, 0.0, 0.0) for x_m in places_m.values()),
        orientations=(UPRIGHT,) * len(places_m),
    )


def moved(part: str | bytes) -> tuple[float, int, dict[int, list[float]]]:
    assert isinstance(part, bytes)
    time_s, run, count = HEADER.unpack_from(part)
    numbers = np.frombuffer(part, np.uint32, count, HEADER.size)
    rows = np.frombuffer(part, np.float32, 7 * count, HEADER.size + 4 * count).reshape(-1, 7)
    return time_s, run, dict(zip(numbers.tolist(), rows.tolist(), strict=True))


def test_a_browser_that_comes_late_is_told_everything_and_then_what_has_moved() -> None:
    sent, there = SentScene(), world("table", "ball")
    described, first = sent.parts(there, poses(5.0, table=0.0, ball=1.0), run=3)
    assert isinstance(described, str)
    (table, ball) = json.loads(described)["entities"]
    assert (table["name"], ball["shapes"][0]["finish"]) == ("table", "wood")
    assert moved(first) == (5.0, 3, {0: [0, 0, 0, 0, 0, 0, 1], 1: [1, 0, 0, 0, 0, 0, 1]})
    (second,) = sent.parts(there, poses(5.1, table=0.0, ball=2.0), run=3)
    assert moved(second)[2] == {1: [2, 0, 0, 0, 0, 0, 1]}
    assert sent.parts(there, poses(5.2, table=0.0, ball=2.0), run=3) == []


def test_small_moves_add_up() -> None:
    sent, there = SentScene(), world("ball")
    sent.parts(there, poses(0.0, ball=0.0), run=1)
    told = [sent.parts(there, poses(0.1 * step, ball=1e-5 * step), run=1) for step in range(1, 6)]
    assert [len(parts) for parts in told] == [0, 0, 1, 0, 0]


def test_the_same_world_in_another_run_is_not_described_again_but_placed_anew() -> None:
    sent = SentScene()
    sent.parts(world("ball"), poses(9.0, ball=1.0), run=1)
    (again,) = sent.parts(world("ball"), poses(0.0, ball=1.0), run=2)
    assert moved(again) == (0.0, 2, {0: [1, 0, 0, 0, 0, 0, 1]})
    described, _ = sent.parts(world("ball", "goal"), poses(0.1, ball=1.0, goal=0.0), run=3)
    assert isinstance(described, str)


def test_poses_of_what_was_not_described_are_left_out() -> None:
    _, first = SentScene().parts(world("ball"), poses(0.0, ghost=4.0, ball=1.0), run=1)
    assert moved(first)[2] == {0: [1, 0, 0, 0, 0, 0, 1]}
