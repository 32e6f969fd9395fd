"""Where models and synthesised voices are kept between runs: the usual folders of the user's desktop."""

import os
from pathlib import Path


def models_folder() -> Path:
    """Where models of recognisers are installed."""
    return _base("XDG_DATA_HOME", ".local/share") / "ludens" / "speech"


def voices_folder() -> Path:
    """Where sentences of synthetic voices are kept; it can be deleted at any time."""
    return _base("XDG_CACHE_HOME", ".cache") / "ludens" / "voices"


def _base(variable: str, fallback: str) -> Path:
    named = os.environ.get(variable)
    return Path(named) if named else Path.home() / fallback
