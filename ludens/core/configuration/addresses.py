"""Which parameter a table in a file, a word on the command line or a live edit means.

The section `ball/tracker` is the table `[ball.tracker]` and means the tracker of every robot;
`[alpha.ball.tracker]` means that of the robot called alpha, and wins over the first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludens.core.configuration.leaves import leaves_of
from ludens.core.contract.setup import Section
from ludens.core.errors import ConfigurationError, did_you_mean

Address = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assignment:
    """A value for one parameter of some sections, not yet checked."""

    address: Address  # of the section
    sections: tuple[Section, ...]
    key: str
    value: Any

    @property
    def text(self) -> str:
        """The whole address as a person writes it."""
        return ".".join((*self.address, self.key))


class AddressBook:
    """All sections by address."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self._sections: dict[Address, tuple[Section, ...]] = {}
        for section in sections:
            path = _parts(section.path)
            self._sections[path] = (*self._sections.get(path, ()), section)
        for section in sections:
            if section.robot:
                self._add_robot(section)

    def assignments(self, table: Mapping[str, Any], origin: str) -> list[Assignment]:
        """Everything a file says: first what holds for all robots, then what holds for one."""
        found = list(self._walk(table, (), origin))
        return sorted(found, key=lambda assignment: self._is_for_one_robot(assignment.address))

    def assignments_to(self, text: str, value: Any, origin: str) -> list[Assignment]:
        """What `ball.tracker.gate` with a value means; a table as the value means all of its keys."""
        table = value
        for part in reversed(text.split(".")):
            table = {part: table}
        return self.assignments(table, origin)

    def _walk(self, table: Mapping[str, Any], address: Address, origin: str) -> Iterator[Assignment]:
        for key, value in table.items():
            inner = (*address, key)
            if self._leads_to_section(inner):
                if not isinstance(value, Mapping):
                    raise ConfigurationError(f"{origin}: '{'.'.join(inner)}' is a section, not a value.")
                yield from self._walk(value, inner, origin)
            elif address in self._sections:
                yield from self._fields(address, key, value, origin)
            else:
                raise self._unknown_section(inner, value, origin)

    def _fields(self, address: Address, key: str, value: Any, origin: str) -> Iterator[Assignment]:
        keys = {key: None for section in self._sections[address] for key in leaves_of(section.parameters)}
        if key in keys:
            having = tuple(
                section for section in self._sections[address] if key in leaves_of(section.parameters)
            )
            yield Assignment(address, having, key, value)
        elif isinstance(value, Mapping) and any(other.startswith(f"{key}.") for other in keys):
            for inner, part in value.items():
                yield from self._fields(address, f"{key}.{inner}", part, origin)
        else:
            raise ConfigurationError(
                f"{origin}: section '{'.'.join(address)}' has no parameter '{key}'; {did_you_mean(key, keys)}"
            )

    def _leads_to_section(self, address: Address) -> bool:
        return any(known[: len(address)] == address for known in self._sections)

    def _unknown_section(self, address: Address, value: Any, origin: str) -> ConfigurationError:
        while isinstance(value, Mapping) and len(value) == 1:
            ((key, value),) = value.items()
            address = (*address, key) if isinstance(value, Mapping) else address
        wanted, known = ".".join(address), [".".join(parts) for parts in self._sections]
        return ConfigurationError(f"{origin}: there is no section '{wanted}'; {did_you_mean(wanted, known)}")

    def _add_robot(self, section: Section) -> None:
        address = (section.robot, *_parts(section.path))
        if address in self._sections:
            raise ConfigurationError(
                f"'{'.'.join(address)}' means two sections: that of the robot '{section.robot}' and another. "
                "Give the robot another name."
            )
        self._sections[address] = (section,)

    def _is_for_one_robot(self, address: Address) -> bool:
        section = self._sections[address][0]
        return bool(section.robot) and address == (section.robot, *_parts(section.path))


def _parts(path: str) -> Address:
    return tuple(part for part in path.split("/") if part)
