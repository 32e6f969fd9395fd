"""Perturbations by name, on top of a set of noise."""

import contextlib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.robots.iiwa.noise import load_noise as load_iiwa_noise
from ludens.robots.nao.noise import load_noise as load_nao_noise
from ludens.robots.noise_file import known_perturbations, set_of
from ludens.robots.pioneer.noise import load_noise as load_pioneer_noise

LOADERS = (load_nao_noise, load_iiwa_noise, load_pioneer_noise)
MORE_IS_KINDER = {"floor_friction", "finger_friction"}


def changes(name: str) -> Iterator[tuple[str, float, float]]:
    """Key, figure in `default` and figure with the perturbation, of every robot that has such a part."""
    for load in LOADERS:
        with contextlib.suppress(LudensError):  # a Pioneer has no table
            perturbed, usual = asdict(load(f"default+{name}")), asdict(load("default"))
            for part, keys in perturbed.items():
                for key, figure in keys.items():
                    if figure != usual[part][key]:
                        yield key, float(usual[part][key]), float(figure)


def is_kinder(key: str, before: float, after: float) -> bool:
    """Whether a figure has become kinder; a friction of none lets rubber win, which is the kindest."""
    if key in MORE_IS_KINDER:
        return after == 0.0 or after > before > 0.0
    return after < before


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
def test_every_one_changes_each_key_that_it_names_for_some_robot(name: str) -> None:
    named = {key for differences in known_perturbations()[name].values() for key in differences}
    assert named == {key for key, *_ in changes(name)}


@pytest.mark.parametrize("name", sorted(set(known_perturbations()) - {"table-high", "table-low"}))
def test_every_one_is_worse_in_all_or_kinder_in_all(name: str) -> None:
    kinder = {is_kinder(*change) for change in changes(name) if not change[0].endswith("_spread")}
    assert len(kinder) == 1


def test_all_parts_that_are_usually_imperfect_can_be_switched_off_one_by_one() -> None:
    off = asdict(load_nao_noise("off"))
    names = (
        "lens-perfect shutter-global exposure-fixed stamps-true matt no-shadows lamp-above joints-true "
        "gears-tight gears-smooth fingers-firm floor-grippy floor-even table-true handed-over-well"
    )
    for name in names.split():
        perturbed = asdict(load_nao_noise(f"harsh+{name}"))
        for part, keys in known_perturbations()[name].items():
            assert {key: perturbed[part][key] for key in keys} == {key: off[part][key] for key in keys}
    assert load_iiwa_noise("harsh+magnet-touches").magnet.reach_m == 0.0


def test_an_unknown_one_is_refused_with_the_known_ones() -> None:
    with pytest.raises(LudensError, match=r"'lamp-asid'.*did you mean 'lamp-aside'"):
        load_nao_noise("default+lamp-asid")


def test_the_set_beneath_is_known_by_its_name() -> None:
    assert set_of("harsh+lamp-aside+no-shadows") == "harsh"


def test_no_set_holds_what_only_a_perturbation_says() -> None:
    for name in ("off", "default", "harsh"):
        noise = load_nao_noise(name)
        assert noise.camera.stamp_offset_s == 0.0
        assert noise.table.height_error_m == noise.table.man_size_error == 0.0


def test_a_table_out_of_all_proportion_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pit.toml"
    path.write_text("[table]\nheight_error_m = -0.1\n", encoding="utf-8")
    with pytest.raises(LudensError, match=r"\[table\] height_error_m = -0\.1 will not do"):
        load_nao_noise(path)
