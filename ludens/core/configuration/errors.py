"""The error of this folder."""

from ludens.core.errors import LudensError


class ConfigurationError(LudensError):
    """A configuration that cannot be used: says which file and key, and what was expected."""
