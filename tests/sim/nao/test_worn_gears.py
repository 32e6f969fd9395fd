"""Gears with free play, gears that stick under load, and fingers on a slack wire."""

from pathlib import Path

import numpy as np
import pytest

from ludens.messages import JointCommand, JointReadings
from ludens.robots.nao import INDEX, JOINTS
from ludens.robots.nao.kinematics.stance import stance
from ludens.sim.nao.world import NaoWorld, NaoWorldOptions

SECOND = 1_000_000_000


def with_noise(folder: Path, figures: str, *, seed: int = 0) -> NaoWorld:
    path = folder / "noise.toml"
    path.write_text(f'extends = "off"\n{figures}\n', encoding="utf-8")
    return NaoWorld(NaoWorldOptions(noise=path), seed=seed)


def lead(nao: NaoWorld, joint: str, position: float, *, until_s: float) -> float:
    """Lead a joint there and return where it has come to rest."""
    wanted = stance()
    wanted[INDEX[joint]] = position
    command = JointCommand(
        time_s=0.0, names=JOINTS, positions_rad=tuple(wanted.tolist()), stiffnesses=(1.0,) * 25
    )
    nao.robots[0].command(command, time_ns=nao.physics.time_ns)
    nao.advance_to(round(until_s * SECOND))
    return float(nao.robots[0].motors.position_rad[INDEX[joint]])


def swing_rad(nao: NaoWorld) -> float:
    """How far the head turns within 20 ms, set going at 0.3 rad/s."""
    nao.advance_to(SECOND)
    head = int(nao.physics.model.joint("nao/HeadYaw").dofadr[0])
    start = nao.robots[0].motors.position_rad[0]
    nao.physics.data.qvel[head] = 0.3
    nao.physics.refresh()
    nao.advance_to(SECOND + 20_000_000)
    return float(nao.robots[0].motors.position_rad[0] - start)


def test_a_joint_swings_freely_within_its_play_and_is_held_at_the_end_of_it(tmp_path):
    tight = swing_rad(with_noise(tmp_path, ""))
    loose = with_noise(tmp_path, "[motors]\nplay_rad = 0.04")
    free = swing_rad(loose)
    assert free == pytest.approx(0.3 * 0.02, rel=0.1)
    assert tight < 0.3 * free
    loose.advance_to(2 * SECOND)
    resting = loose.robots[0].motors.position_rad[0] - stance()[0]
    assert abs(resting) <= 0.5 * 1.6 * 0.04 + 0.001  # it has met the end of the play and stays


def test_gears_have_plays_of_their_own_by_seed(tmp_path):
    ways = {
        round(swing_rad(with_noise(tmp_path, "[motors]\nplay_rad = 0.006", seed=seed)), 5)
        for seed in range(4)
    }
    assert len(ways) > 2


def test_a_loaded_gear_sticks_where_it_is_led_from(tmp_path):
    gaps = []
    for figures in ("", "[motors]\nload_friction = 0.15"):
        ends = []
        for start_rad in (0.3, -0.3):
            nao = with_noise(tmp_path, figures)
            lead(nao, "LShoulderPitch", start_rad, until_s=1.5)
            ends.append(lead(nao, "LShoulderPitch", 0.0, until_s=3.0))  # the arm stretched out ahead
        gaps.append(ends[0] - ends[1])
    assert gaps[1] > 2.0 * gaps[0]


def test_fingers_on_a_slack_wire_stop_short_and_their_encoder_is_off(tmp_path):
    ends, readings = [], []
    for figures in ("", "[motors]\nfinger_play = 0.1\n[joints]\nhand_offset_sigma = 0.03"):
        nao = with_noise(tmp_path, figures, seed=2)
        ends.append(lead(nao, "LHand", 0.5, until_s=2.0))
        (reading, *_) = nao.robots[0].sources[0].capture(nao.physics.time_ns)
        assert isinstance(reading, JointReadings)
        readings.append(float(reading.position_rad[INDEX["LHand"]]) - ends[-1])
    assert readings[0] == pytest.approx(0.0, abs=1e-9)
    assert 0.002 < abs(readings[1]) < 0.12
    missed = ends[1] - ends[0] + readings[1]  # the servo goes by its encoder
    assert 0.03 < abs(missed) < 0.06
    assert np.isfinite(readings).all()
