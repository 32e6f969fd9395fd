"""Objects named by text, `package.module:name`: what a worker or a lazy command imports when needed."""

import importlib

from ludens.core.errors import LudensError, did_you_mean


def load_object(import_string: str) -> object:
    """Import the module before the colon and return the object named behind it."""
    module_name, colon, name = import_string.partition(":")
    if not colon or not module_name or not name:
        raise LudensError(f"'{import_string}' names no object; write it as package.module:name.")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        # A module that exists but misses one of its own imports must show that import instead.
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise
        raise LudensError(
            f"'{import_string}' cannot be loaded: there is no module '{error.name}'."
        ) from error
    try:
        return getattr(module, name)
    except AttributeError:
        hint = did_you_mean(name, [public for public in vars(module) if not public.startswith("_")])
        raise LudensError(f"Module '{module_name}' has no '{name}'; {hint}") from None
