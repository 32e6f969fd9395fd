"""One parameter, described for people: in the studio, and in the list that `ludens config` prints."""

from dataclasses import dataclass
from typing import Any, Literal

from ludens.core.configuration.layers import LayerName
from ludens.core.configuration.leaves import Leaf

FieldKind = Literal["number", "whole number", "truth value", "text", "choice", "other"]

_KINDS: dict[Any, FieldKind] = {float: "number", int: "whole number", bool: "truth value", str: "text"}
_UNITS = {
    "deg": "°",
    "hz": "Hz",
    "kg": "kg",
    "m": "m",
    "mps": "m/s",
    "mps2": "m/s²",
    "n": "N",
    "nm": "N m",
    "ns": "ns",
    "px": "px",
    "rad": "rad",
    "radps": "rad/s",
    "radps2": "rad/s²",
    "s": "s",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDescription:
    """What can be set, what it is now and where that comes from. Values are as TOML writes them."""

    section: str  # full path, "alpha/ball/tracker"
    key: str
    kind: FieldKind
    value: Any
    default: Any
    unit: str  # from the ending of the name; "" where it says none
    description: str
    minimum: float | None
    maximum: float | None
    choices: tuple[Any, ...]
    layer: LayerName
    origin: str  # the file, or what else set it

    @property
    def address(self) -> str:
        """How an edit or the command line names it: `alpha.ball.tracker.gate`."""
        return ".".join([*self.section.split("/"), self.key])


def kind_of(leaf: Leaf) -> FieldKind:
    """What sort of value a leaf takes."""
    return "choice" if leaf.choices else _KINDS.get(leaf.type, "other")


def unit_of(key: str) -> str:
    """The unit that the name of a parameter ends in, `timeout_s` -> `s`."""
    name, _, ending = key.rpartition("_")
    return _UNITS.get(ending, "") if name else ""


def words_of(leaf: Leaf) -> str:
    """The description written beside the declaration."""
    return next((note.description for note in leaf.notes if note.description), "")
