"""The layers of one section on top of each other, and the parameters they add up to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from ludens.core.configuration.leaves import build, convert, leaves_of, values_of
from ludens.core.contract.setup import Section
from ludens.core.errors import ConfigurationError

LayerName = Literal["default", "location", "robot", "robot-at-location", "command line", "live"]
LAYER_NAMES: tuple[LayerName, ...] = get_args(LayerName)


@dataclass(frozen=True, slots=True)
class Layer:
    """What one origin says about one section: checked values by key."""

    name: LayerName
    origin: str  # a file, or "the command line" …
    values: Mapping[str, Any]


@dataclass(slots=True)
class SectionLayers:
    """One section. The live layer is the only one that changes after loading."""

    section: Section
    defaults: Mapping[str, Any]
    layers: list[Layer] = field(default_factory=list)
    live: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, section: Section) -> "SectionLayers":
        """A section with nothing but what stands in the code."""
        try:
            defaults = values_of(section.parameters(**section.defaults))
        except (TypeError, ValueError) as error:
            raise ConfigurationError(
                f"The defaults of section '{section.full_path}' do not make a "
                f"{section.parameters.__name__}: {error}."
            ) from None
        stack = cls(section, defaults)
        for key, value in defaults.items():
            if value is not None:
                stack.checked(key, value, address=f"{section.full_path}.{key}", origin="defaults in the code")
        return stack

    def checked(self, key: str, value: Any, *, address: str, origin: str) -> Any:
        """The value as the type of its parameter."""
        try:
            return convert(leaves_of(self.section.parameters)[key], value)
        except ValueError as error:
            raise ConfigurationError(f"{origin}: '{address}' is {value!r}, but {error}.") from None

    def values(self, up_to: LayerName = "live") -> dict[str, Any]:
        """What the layers up to a named one add up to."""
        highest = LAYER_NAMES.index(up_to)
        values = dict(self.defaults)
        for layer in self.layers:
            if LAYER_NAMES.index(layer.name) <= highest:
                values |= layer.values
        return values | self.live if up_to == "live" else values

    def origin(self, key: str) -> tuple[LayerName, str]:
        """The layer that decides a value, and where in it."""
        if key in self.live:
            return "live", "live edit"
        deciding = next((layer for layer in reversed(self.layers) if key in layer.values), None)
        return (deciding.name, deciding.origin) if deciding is not None else ("default", "code")

    def parameters(self, live: dict[str, Any] | None = None) -> Any:
        """The parameters that all layers add up to; with other live values than the present, if given."""
        top = self.live if live is None else live
        try:
            return build(self.section.parameters, self.values("command line") | top)
        except ValueError as error:
            below = self.layers[-1].origin if self.layers else "code"
            origin = "live edit" if top else below
            raise ConfigurationError(f"{origin}: section '{self.section.full_path}': {error}") from None
