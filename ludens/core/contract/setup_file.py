"""Setups of users: a file of their own, `my_setup.py:SETUP`, in place of one of the game's."""

import importlib.util
import sys
from pathlib import Path

from ludens.core.contract.setup import Setup
from ludens.core.errors import LudensError
from ludens.core.runtime.game import Game


def find_setup(game: Game, text: str | None) -> Setup:
    """A setup by its name in the game, or from a file: `FILE.py:NAME`, `FILE.py` where it has only one."""
    if text is None or ".py" not in text:
        return game.setup(text)
    file, _, name = text.partition(":")
    path = Path(file)
    if not path.is_file():
        raise LudensError(f"There is no file {path} to take a setup from; write --setup FILE.py:NAME.")
    setups = _setups_in(path)
    if name:
        if name not in setups:
            raise LudensError(f"{path} has no setup called '{name}'; it has: {', '.join(setups) or 'none'}.")
        return setups[name]
    if len(setups) != 1:
        raise LudensError(
            f"{path} has {len(setups)} setups ({', '.join(setups)}); say which: --setup {path}:NAME."
        )
    return next(iter(setups.values()))


def _setups_in(path: Path) -> dict[str, Setup]:
    """The setups a file defines, by the names of its variables; imported ones do not count."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise LudensError(f"{path} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise LudensError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    source = path.read_text(encoding="utf-8")
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, Setup) and f"\n{name} " in f"\n{source}"
    }
