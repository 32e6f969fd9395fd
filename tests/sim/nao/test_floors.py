"""Floors that differ: soft, uneven, and with a friction that counts; and fingers with one."""

from pathlib import Path

import numpy as np
import pytest

from ludens.robots.nao.noise import load_noise
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions, has_fallen

SECOND = 1_000_000_000


def on_floor(folder: Path, figures: str, *, seed: int = 0, **options: object) -> NaoWorld:
    path = folder / "noise.toml"
    path.write_text(f'extends = "off"\n[domain]\n{figures}\n', encoding="utf-8")
    return NaoWorld(NaoWorldOptions(noise=path, **options), seed=seed)  # type: ignore[arg-type]


def height_m(nao: NaoWorld) -> float:
    nao.advance_to(2 * SECOND)
    assert not has_fallen(nao.ground_from_torso())
    return float(nao.ground_from_torso().translation[2])


@pytest.mark.parametrize("sink_m", [0.001, 0.003])
def test_a_robot_sinks_into_a_carpet_as_far_as_the_file_says(tmp_path, sink_m):
    hard = on_floor(tmp_path, "")
    soft = on_floor(tmp_path, f"carpet_sink_m = {sink_m}")
    assert height_m(hard) - height_m(soft) == pytest.approx(sink_m, rel=0.2)


def test_an_uneven_floor_tilts_a_robot_otherwise_at_every_seed(tmp_path):
    leans = []
    for seed in range(5):
        nao = on_floor(tmp_path, "carpet_rise_sigma_m = 0.002", seed=seed)
        height_m(nao)
        leans.append(nao.ground_from_torso().rotation[2, :2])
    even = on_floor(tmp_path, "")
    height_m(even)
    assert np.abs(even.ground_from_torso().rotation[2, :2]).max() < 0.002
    assert 0.005 < np.std(leans, axis=0).min() < np.abs(leans).max() < 0.08


def test_each_sole_meets_the_height_and_the_slope_under_it(tmp_path):
    nao = on_floor(tmp_path, "carpet_rise_sigma_m = 0.002", seed=3)
    height_m(nao)
    data = nao.physics.data
    raised_m, tilts = [], []
    for side in "LR":
        foot, sole = data.body(f"nao/{side}Sole"), data.geom(f"nao/{side}Foot sole")
        raised_m.append(foot.xpos[2] - sole.xpos[2])
        tilts.append(foot.xmat.reshape(3, 3)[2, :2] - sole.xmat.reshape(3, 3)[2, :2])
    assert raised_m[0] != pytest.approx(raised_m[1], abs=3e-4)
    assert 0.005 < np.abs(tilts).max() < 0.08
    assert tilts[0] != pytest.approx(tilts[1], abs=0.003)


def test_a_ball_rolls_on_a_carpet_as_on_a_floor(tmp_path):
    ways_m = []
    for figures in ("", "carpet_sink_m = 0.002"):
        nao = on_floor(tmp_path, figures, ball_m=(1.0, 0.0))
        assert nao.ball is not None
        nao.ball.roll((0.6, 0.0))
        nao.advance_to(4 * SECOND)
        ways_m.append(nao.ball.place_m[0] - 1.0)
    assert ways_m[1] == pytest.approx(ways_m[0], rel=0.1)


def test_friction_that_counts_is_other_in_every_room_and_that_of_the_contact(tmp_path):
    found = []
    for seed in range(4):
        nao = on_floor(tmp_path, "floor_friction = 0.6\nfloor_friction_spread = 0.3", seed=seed)
        nao.advance_to(SECOND // 10)
        model = nao.physics.model
        floor, sole = model.geom("floor").id, model.geom("nao/LFoot sole").id
        contact = next(one for one in nao.physics.data.contact if {*one.geom} == {floor, sole})
        found.append(float(contact.friction[0]))
    assert len(set(found)) == 4
    assert 0.2 < min(found) < 0.6 < max(found) < 1.0
    assert all(friction != pytest.approx(0.9) for friction in found)


def test_fingers_with_a_friction_of_their_own_have_it_whatever_they_hold(tmp_path):
    nao = on_floor(tmp_path, "finger_friction = 0.5")
    fingers = [nao.physics.model.geom(f"nao/L {finger}") for finger in ("thumb",)]
    assert all(finger.priority[0] > 0 and finger.friction[0] == 0.5 for finger in fingers)


def test_a_hard_floor_and_rubber_on_the_fingers_can_be_had_by_name():
    for name in ("off", "default+floor-even+fingers-firm", "harsh+floor-even+fingers-firm"):
        domain = load_noise(name).domain
        assert domain.carpet_sink_m == domain.carpet_rise_sigma_m == domain.finger_friction == 0.0
