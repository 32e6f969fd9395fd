"""The NAO's noise file: off is perfect, harsh is worse than default, and the wrong is refused."""

from dataclasses import asdict

import pytest

from ludens.core.errors import LudensError
from ludens.robots.nao.noise import NaoNoise, load_noise

NOT_NOISE = {"rate_hz", "cone_half_angle_rad", "drift_time_s", "exposure_time_s", "jpeg_quality"}
BETTER_WHEN_LARGER = {"jpeg_quality"}
FRICTIONS = {"floor_friction", "finger_friction"}
"""Off, the larger of two that touch counts; else these do, and less is worse."""


def flat(noise: NaoNoise) -> dict[str, float]:
    return {f"{part}.{key}": value for part, keys in asdict(noise).items() for key, value in keys.items()}


def test_off_is_perfect_but_for_rates_and_the_cameras_way():
    for name, value in flat(load_noise("off")).items():
        if name.split(".")[1] not in NOT_NOISE and name != "camera.latency_s":
            assert value == 0, name
    assert load_noise("off").camera.rate_hz == load_noise("default").camera.rate_hz == 30.0


def test_harsh_is_never_better_than_default_and_default_never_better_than_off():
    off, default, harsh = (flat(load_noise(name)) for name in ("off", "default", "harsh"))
    for name in off:
        better, ordinary, worse = off[name], default[name], harsh[name]
        if name.split(".")[1] in FRICTIONS:
            assert better == 0.0, name
            assert ordinary >= worse > 0.0, name
        elif name.split(".")[1] in BETTER_WHEN_LARGER:
            assert better >= ordinary >= worse, name
        else:
            assert better <= ordinary <= worse, name


def test_a_file_holds_differences(tmp_path):
    path = tmp_path / "worn.toml"
    path.write_text("[motors]\nplay_rad = 0.05\n", encoding="utf-8")
    assert load_noise(path).motors.play_rad == 0.05
    assert load_noise(path).joints == load_noise("default").joints


def test_wrong_keys_are_refused_with_the_nearest_name(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text("[motors]\nplay = 0.05\n", encoding="utf-8")
    with pytest.raises(LudensError, match="play_rad"):
        load_noise(path)
