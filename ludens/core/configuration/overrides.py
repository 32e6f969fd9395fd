"""Reads `section.key=value` as given on the command line."""

import tomllib
from typing import Any

from ludens.core.configuration.errors import ConfigurationError

ORIGIN = "command line"


def parse(text: str) -> tuple[str, list[Any]]:
    """Address and the values that may be meant: the TOML value (`3`, `[1, 2]`), then the bare word."""
    address, equals, written = (part.strip() for part in text.partition("="))
    if not equals or not address:
        raise ConfigurationError(
            f"{ORIGIN}: '{text}' sets nothing; write section.key=value, such as ball.tracker.gate=3.0."
        )
    try:
        table = tomllib.loads(f"value = {written}")
    except tomllib.TOMLDecodeError:
        return address, [written]
    return address, [table["value"], written] if len(table) == 1 else [written]
