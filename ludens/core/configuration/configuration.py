"""The configuration of a run: typed parameters for every section, from layers that hold only differences."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec

from ludens.core.configuration.addresses import AddressBook, Assignment
from ludens.core.configuration.description import FieldDescription, kind_of, unit_of, words_of
from ludens.core.configuration.difference import difference_text
from ludens.core.configuration.files import COMMAND_LINE, parse, parse_override, read_files
from ludens.core.configuration.layers import Layer, LayerName, SectionLayers
from ludens.core.configuration.leaves import leaves_of
from ludens.core.contract.setup import Section
from ludens.core.errors import ConfigurationError, did_you_mean
from ludens.core.foreign import reading

Listener = Callable[[str, Any], None]  # full path of the section, its new parameters
Values = dict[str, dict[str, Any]]  # by full path and key

_LIVE = "live edit"
_SAVED = "saved configuration"


class Configuration:
    """Parameters by section. Safe to read and edit from several threads; `load` makes one."""

    def __init__(self, sections: Sequence[Section], *, also_known: Sequence[Section] = ()) -> None:
        """Defaults only. Files may speak about `also_known` sections, which this run does not have."""
        self._stacks = {section.full_path: SectionLayers.of(section) for section in sections}
        self._unused = {
            section.full_path: SectionLayers.of(section)
            for section in also_known
            if section.full_path not in self._stacks
        }
        self._addresses = AddressBook(sections)
        self._parameters = {path: stack.parameters() for path, stack in self._stacks.items()}
        self._listeners: list[Listener] = []
        self._lock = RLock()

    @classmethod
    def load(
        cls,
        sections: Sequence[Section],
        *,
        also_known: Sequence[Section] = (),
        directory: Path | None = None,
        location: str | None = None,
        robot_names: Mapping[str, str] | None = None,
        saved: str = "",
        overrides: Sequence[str] = (),
    ) -> "Configuration":
        """Read all layers below the live one, from `config/` where no directory is given.

        `robot_names` says which robot each robot of the run is (`{"alpha": "pioneer-2"}`, `{"": "pioneer-2"}`
        where there is only one); that names its file. `also_known` are sections of the game's other setups.
        `saved` is the text of a difference, such as a recording carries; it stands above all files.
        """
        configuration = cls(sections, also_known=also_known)
        with reading(
            "The configuration", remedy="One of its values cannot be meant so.", error=ConfigurationError
        ):
            in_files = AddressBook([*sections, *(stack.section for stack in configuration._unused.values())])
            for file in read_files(
                directory or Path("config"), location=location, robot_names=robot_names or {}
            ):
                assignments = in_files.assignments(file.tables, str(file.path))
                values = configuration._checked(assignments, str(file.path), robot=file.robot)
                configuration._add(file.layer, str(file.path), values)
            assignments = in_files.assignments(parse(saved, _SAVED), _SAVED)
            configuration._add("command line", _SAVED, configuration._checked(assignments, _SAVED))
            for text in overrides:
                configuration._add("command line", COMMAND_LINE, configuration._override(text))
        for path, stack in configuration._stacks.items():
            configuration._parameters[path] = stack.parameters()
        return configuration

    def parameters(self, full_path: str) -> Any:
        """The parameters of a section as they are now: an instance of its class."""
        if full_path not in self._parameters:
            hint = did_you_mean(full_path, self._parameters)
            raise ConfigurationError(f"There is no section '{full_path}' in this run; {hint}")
        return self._parameters[full_path]

    def edit(self, address: str, value: Any) -> None:
        """Set a parameter while the run goes, `edit("ball.tracker.gate", 2.5)`; all listeners are told."""
        with self._lock:
            values = self._checked(self._addresses.assignments_to(address, value, _LIVE), _LIVE)
            self._apply({path: self._stacks[path].live | new for path, new in values.items()})

    def reset_live(self, address: str | None = None) -> None:
        """Take back all live edits, or those of one parameter."""
        with self._lock:
            kept: Values = {path: {} for path in self._stacks}
            if address is not None:
                kept = {path: dict(stack.live) for path, stack in self._stacks.items()}
                for assignment in self._addresses.assignments_to(address, None, _LIVE):
                    for section in assignment.sections:
                        kept[section.full_path].pop(assignment.key, None)
            self._apply({path: live for path, live in kept.items() if live != self._stacks[path].live})

    def subscribe(self, listener: Listener) -> None:
        """Call the listener with a section's path and its new parameters at every live change."""
        with self._lock:
            self._listeners.append(listener)

    def fields(self) -> list[FieldDescription]:
        """Every parameter with its value, limits and origin, in the order of the sections."""
        with self._lock:
            return [field for stack in self._stacks.values() for field in _described(stack)]

    def difference(self, against: LayerName = "default", *, robot: str | None = None) -> str:
        """TOML text of everything that differs from the layers up to `against`, ready to save.

        With a robot's name: of its sections only, ready for the file of that robot.
        """
        with self._lock:
            return difference_text(self._stacks.values(), against, robot)

    def _stack(self, section: Section) -> SectionLayers:
        return self._stacks.get(section.full_path) or self._unused[section.full_path]

    def _checked(self, assignments: Sequence[Assignment], origin: str, *, robot: str | None = None) -> Values:
        """Values by section and key, of one robot if its name is given."""
        values: Values = {}
        for assignment in assignments:
            meant = [section for section in assignment.sections if robot in (None, section.robot)]
            if not meant and all(section.full_path in self._unused for section in assignment.sections):
                meant = list(assignment.sections)  # of another game, whose robots have other names
            if not meant:
                raise ConfigurationError(
                    f"{origin}: '{assignment.text}' is for another robot; this file holds for '{robot}' only."
                )
            for section in meant:
                checked = self._stack(section).checked(
                    assignment.key, assignment.value, address=assignment.text, origin=origin
                )
                values.setdefault(section.full_path, {})[assignment.key] = checked
        return values

    def _override(self, text: str) -> Values:
        address, candidates = parse_override(text)
        errors = []
        for value in candidates:
            assignments = self._addresses.assignments_to(address, value, COMMAND_LINE)
            try:
                return self._checked(assignments, COMMAND_LINE)
            except ConfigurationError as error:
                errors.append(error)
        raise errors[0]

    def _add(self, layer: LayerName, origin: str, values: Values) -> None:
        for path, section_values in values.items():
            stack = self._stacks.get(path) or self._unused[path]
            stack.layers.append(Layer(layer, origin, section_values))

    def _apply(self, live: Values) -> None:
        """Make live values hold, all or none, and tell."""
        parameters = {path: self._stacks[path].parameters(live=values) for path, values in live.items()}
        for path, values in live.items():
            self._stacks[path].live = values
            self._parameters[path] = parameters[path]
        for path, changed in parameters.items():
            for listener in list(self._listeners):
                listener(path, changed)


def _described(stack: SectionLayers) -> list[FieldDescription]:
    values = stack.values()
    described = []
    for key, leaf in leaves_of(stack.section.parameters).items():
        layer, origin = stack.origin(key)
        described.append(
            FieldDescription(
                section=stack.section.full_path,
                key=key,
                kind=kind_of(leaf),
                value=msgspec.to_builtins(values[key]),
                default=msgspec.to_builtins(stack.defaults[key]),
                unit=unit_of(key),
                description=words_of(leaf),
                minimum=leaf.limit("ge", "gt"),
                maximum=leaf.limit("le", "lt"),
                choices=leaf.choices,
                layer=layer,
                origin=origin,
            )
        )
    return described
