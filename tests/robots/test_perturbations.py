"""Perturbations by name, on top of a set of noise."""

import contextlib
from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.robots.iiwa.noise import load_noise as load_iiwa_noise
from ludens.robots.nao.noise import load_noise as load_nao_noise
from ludens.robots.noise_file import known_perturbations, set_of
from ludens.robots.pioneer.noise import load_noise as load_pioneer_noise


def test_a_perturbation_changes_what_it_says_and_nothing_else() -> None:
    usual, perturbed = load_nao_noise("harsh"), load_nao_noise("harsh+lamp-aside")
    assert perturbed.light.low_lamp_probability == 1.0
    assert perturbed.light.window_level == usual.light.window_level
    assert perturbed.camera == usual.camera


def test_several_are_laid_one_over_the_other() -> None:
    noise = load_iiwa_noise("default+lamp-aside+no-shadows")
    assert noise.light.low_lamp_probability == 1.0
    assert not noise.light.shadows


@pytest.mark.parametrize("name", sorted(known_perturbations()))
def test_every_one_changes_something_for_some_robot(name: str) -> None:
    changed = []
    for load in (load_nao_noise, load_iiwa_noise, load_pioneer_noise):
        with contextlib.suppress(LudensError):  # a Pioneer has no table
            changed.append(repr(load(f"default+{name}")) != repr(load("default")))
    assert any(changed)


def test_an_unknown_one_is_refused_with_the_known_ones() -> None:
    with pytest.raises(LudensError, match=r"'lamp-asid'.*did you mean 'lamp-aside'"):
        load_nao_noise("default+lamp-asid")


def test_the_set_beneath_is_known_by_its_name() -> None:
    assert set_of("harsh+lamp-aside+no-shadows") == "harsh"


def test_no_set_holds_what_only_a_perturbation_says() -> None:
    for name in ("off", "default", "harsh"):
        noise = load_nao_noise(name)
        assert noise.camera.stamp_offset_s == noise.domain.floor_friction == 0.0
        assert noise.table.height_error_m == noise.table.man_size_error == 0.0


def test_a_table_out_of_all_proportion_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pit.toml"
    path.write_text("[table]\nheight_error_m = -0.1\n", encoding="utf-8")
    with pytest.raises(LudensError, match=r"\[table\] height_error_m = -0\.1 will not do"):
        load_nao_noise(path)
