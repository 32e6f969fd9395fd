"""Writes a calibration into a robot's file of differences, and leaves the rest of the file as it is."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludens.core.configuration.files import parse, read_text
from ludens.core.configuration.toml_text import key_text, value_text


def section_text(section: str, values: Mapping[str, Any]) -> str:
    """Return a table of TOML; keys of nested parameters are dotted."""
    lines = [f"{key_text(key.split('.'))} = {value_text(value)}\n" for key, value in values.items()]
    return f"[{key_text(section.split('/'))}]\n" + "".join(lines)


def write_section(path: Path, section: str, values: Mapping[str, Any]) -> None:
    """Put a section into a file in place of the one that is there; make file and folder where needed."""
    text = read_text(path) if path.exists() else ""
    parse(text, str(path))  # a file that is none already is not touched
    header = re.escape(f"[{key_text(section.split('/'))}]")
    others = re.sub(rf"(?ms)^{header}[ \t]*$.*?(?=^\[|\Z)", "", text).rstrip()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text((others + "\n\n" if others else "") + section_text(section, values), encoding="utf-8")
