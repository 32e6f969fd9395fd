import math
import tomllib
from dataclasses import asdict, fields
from importlib import resources
from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.robots.pioneer import load_noise
from ludens.robots.pioneer.noise import PioneerNoise

NOT_NOISE = {
    "rate_hz",
    "cone_half_angle_rad",
    "latency_s",
    "drift_time_s",
    "exposure_time_s",
    "jpeg_quality",
    "specular_angle_rad",
}
ONLY_PERTURBED = {"stamp_offset_s"}
"""Zero in every set: a perturbation says them."""
BETTER_WHEN_LARGER = {"jpeg_quality", "specular_angle_rad", "ticks_per_turn", "rate_hz"}


def flat(noise: PioneerNoise) -> dict[str, float]:
    return {f"{part}.{key}": value for part, keys in asdict(noise).items() for key, value in keys.items()}


def test_off_is_all_zero_but_for_rates_latency_and_shapes():
    for name, value in flat(load_noise("off")).items():
        if name.split(".")[1] not in NOT_NOISE:
            assert value == 0, name


def test_off_keeps_rates_and_latency_of_default():
    off, default = load_noise("off"), load_noise("default")
    assert off.camera.rate_hz == default.camera.rate_hz == 10.0
    assert off.camera.latency_s == default.camera.latency_s == 0.1
    assert off.sonar.rate_hz == default.sonar.rate_hz == 25.0
    assert off.sonar.specular_angle_rad == math.pi


def test_default_switches_every_kind_of_noise_on():
    for name, value in flat(load_noise("default")).items():
        assert value > 0 or name.split(".")[1] in ONLY_PERTURBED, name


def test_harsh_is_nowhere_kinder_than_default_and_often_worse():
    default, harsh = flat(load_noise("default")), flat(load_noise("harsh"))
    worse = 0
    for name, value in default.items():
        sign = -1 if name.split(".")[1] in BETTER_WHEN_LARGER else 1
        assert sign * harsh[name] >= sign * value, name
        worse += harsh[name] != value
    assert worse > 20


def test_the_file_writes_out_every_key_of_default_with_a_reason_where_it_is_not_obvious():
    text = resources.files("ludens.robots.pioneer").joinpath("noise.toml").read_text(encoding="utf-8")
    written = tomllib.loads(text)["default"]
    for part in fields(PioneerNoise):
        assert set(written[part.name]) == set(asdict(PioneerNoise())[part.name]), part.name
    figures = [line for line in text.split("\n[harsh")[0].splitlines() if " = " in line and line[0] != "#"]
    assert sum("#" in line for line in figures) > 0.8 * len(figures)


def test_a_file_holds_only_differences(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text("[sonar]\nrange_sigma_m = 0.5\n")
    mine, default = load_noise(path), load_noise("default")
    assert mine.sonar.range_sigma_m == 0.5
    assert mine.sonar.dropout_probability == default.sonar.dropout_probability
    assert mine.camera == default.camera


def test_a_file_names_what_it_differs_from(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text('extends = "off"\n[camera]\npixel_sigma = 2\n')
    mine = load_noise(str(path))
    assert mine.camera.pixel_sigma == 2.0
    assert mine.sonar == load_noise("off").sonar


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[sonra]\nrange_sigma_m = 1.0", ["[sonra]", "did you mean 'sonar'"]),
        ("[sonar]\nrange_sgima_m = 1.0", ["range_sgima_m", "did you mean 'range_sigma_m'"]),
        ('[sonar]\nrange_sigma_m = "much"', ["[sonar] range_sigma_m = 'much'", "float"]),
        ("[sonar]\ndropout_probability = 1.5", ["dropout_probability = 1.5", "<= 1.0"]),
        ("[camera]\nlatency_s = -0.1", ["latency_s = -0.1", ">= 0.0"]),
        ("[camera]\njpeg_quality = 85.5", ["jpeg_quality = 85.5", "int"]),
        ("sonar = 3", ["sonar", "a table"]),
        ('extends = "calm"', ["'calm'", "default, harsh, off"]),
        ("[sonar", ["Write it as TOML"]),
    ],
)
def test_a_wrong_file_is_refused_with_a_sentence(tmp_path: Path, text: str, words: list[str]):
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(LudensError) as refusal:
        load_noise(path)
    for word in [str(path), *words]:
        assert word in str(refusal.value)


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(LudensError, match=r"'defualt'.*off, default, harsh.*did you mean 'default'"):
        load_noise("defualt")
