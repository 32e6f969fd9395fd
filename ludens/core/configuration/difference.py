"""Writes down what differs from lower layers, as a file that gives the same configuration when loaded."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from ludens.core.configuration.layers import LayerName, SectionLayers
from ludens.core.configuration.toml_text import key_text, value_text

Differences = dict[str, Any]  # by key


def difference_text(stacks: Iterable[SectionLayers], against: LayerName, robot: str | None) -> str:
    """What differs from the layers up to `against`: of all robots, or of one robot for its own file.

    What all robots that have a section agree on is written once for all of them.
    """
    by_path: dict[str, list[SectionLayers]] = defaultdict(list)
    for stack in stacks:
        if robot in (None, stack.section.robot):
            by_path[stack.section.path].append(stack)
    tables = [text for path, same in by_path.items() for text in _tables(path, same, against, robot is None)]
    return "\n".join(tables)


def _tables(path: str, stacks: list[SectionLayers], against: LayerName, name_robots: bool) -> list[str]:
    differences = {stack.section.robot: _difference(stack, against) for stack in stacks}
    first, *others = differences.values()
    shared = {key: value for key, value in first.items() if all(other.get(key) == value for other in others)}
    parts = path.split("/")
    tables = [_table(parts, shared)]
    if name_robots:
        tables += [
            _table([robot, *parts], {key: value for key, value in own.items() if key not in shared})
            for robot, own in differences.items()
        ]
    return [table for table in tables if table]


def _difference(stack: SectionLayers, against: LayerName) -> Differences:
    base, now = stack.values(against), stack.values()
    return {key: msgspec.to_builtins(value) for key, value in now.items() if value != base[key]}


def _table(address: list[str], values: Differences) -> str:
    if not values:
        return ""
    lines = [f"{key_text(key.split('.'))} = {value_text(value)}\n" for key, value in values.items()]
    return f"[{key_text(address)}]\n" + "".join(lines)
