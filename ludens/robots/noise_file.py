"""Noise files: how far a robot's parts are from perfect, by name or from a file of differences.

Each robot keeps its figures in `noise.toml` beside its code, and says their types and ranges in a dataclass
of dataclasses, one for each part. Every key and value is checked.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from ludens.core.errors import LudensError, did_you_mean
from ludens.core.foreign import reading

NoiseT = TypeVar("NoiseT")

NAMED = ("off", "default", "harsh")
AND = "+"


class NoiseError(LudensError):
    """A noise file that cannot be used; the message names file, key and what is possible."""


def load_noise_set(name: str | Path, *, perfect: NoiseT, package: str) -> NoiseT:
    """Return `off`, `default`, `harsh`, or what a TOML file of differences says.

    Perturbations may follow the name of a set: `default+lamp-aside`. `perfect` is what `off` means; the other
    two stand in `noise.toml` of the robot's package.
    """
    base, *perturbations = str(name).split(AND)
    if base in NAMED:
        noise = _named(base, perfect, package)
        for perturbation in perturbations:
            differences = known_perturbations().get(perturbation)
            if differences is None:
                raise NoiseError(unknown_perturbation(perturbation))
            noise = _changed(noise, differences, where=f"perturbation '{perturbation}'")
        return noise
    path = Path(name)
    if not path.is_file():
        raise NoiseError(
            f"There is no noise called '{name}', and no file of that name. Write {', '.join(NAMED)}, or the "
            f"path of a TOML file; {did_you_mean(str(name), NAMED)}"
        )
    with reading(str(path), remedy="Write it as TOML.", error=NoiseError):
        differences = tomllib.loads(path.read_text(encoding="utf-8"))
        base = differences.pop("extends", "default")
        if base not in NAMED:
            raise NoiseError(f"{path}: extends = {base!r} names no noise; {did_you_mean(str(base), NAMED)}")
        return _changed(_named(base, perfect, package), differences, where=str(path))


def set_of(name: str | Path) -> str:
    """Return the name of the set that perturbations were added to, or what else was named."""
    return str(name).split(AND)[0]


@cache
def known_perturbations() -> dict[str, dict[str, Any]]:
    """Return the differences of every perturbation by its name."""
    text = resources.files("ludens.robots").joinpath("perturbations.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def unknown_perturbation(name: str) -> str:
    """Return a sentence about a name that is none."""
    known = known_perturbations()
    return f"There is no perturbation '{name}'; {did_you_mean(name, known)} Known are {', '.join(known)}."


def _named(name: str, perfect: NoiseT, package: str) -> NoiseT:
    if name == "off":
        return perfect
    text = resources.files(package).joinpath("noise.toml").read_text(encoding="utf-8")
    sets = tomllib.loads(text)
    noise = _changed(perfect, sets["default"], where="noise.toml, default")
    return noise if name == "default" else _changed(noise, sets[name], where=f"noise.toml, {name}")


def _changed(noise: NoiseT, differences: Mapping[str, Any], *, where: str) -> NoiseT:
    """Return `noise` with the differences laid over it, every key and value checked."""
    values = asdict(cast(Any, noise))
    for table, changes in differences.items():
        if table not in values:
            raise NoiseError(f"{where}: there is no part [{table}]; {did_you_mean(table, values)}")
        if not isinstance(changes, Mapping):
            raise NoiseError(f"{where}: {table} is a table of keys, written as [{table}]; got {changes!r}.")
        for key in changes:
            if key not in values[table]:
                raise NoiseError(f"{where}: [{table}] has no key '{key}'; {did_you_mean(key, values[table])}")
        values[table].update(changes)
    for table, keys in values.items():
        for key, value in keys.items():
            _check(type(noise), table, key, value, where=where)
    return msgspec.convert(values, type(noise))


def _check(kind: type[Any], table: str, key: str, value: object, *, where: str) -> None:
    """Refuse one value of the wrong type or out of range, naming it."""
    try:
        msgspec.convert({table: {key: value}}, kind)
    except msgspec.ValidationError as problem:
        reason = str(problem).split(" - at ")[0]
        raise NoiseError(f"{where}: [{table}] {key} = {value!r} will not do: {reason}.") from problem
