"""The lights of a NAO: names for `LedCommand.colours`, in groups as its low-level link takes them.

Eyes are rings of eight segments, named by their place in degrees as the maker counts it; the two eyes list
theirs in a different order. Ears and skull shine in one colour, so only the brightness counts there.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LightGroup:
    """Lights that are told together. `coloured` ones take red, green and blue, the others one brightness."""

    key: str  # the link's name of the group
    lights: tuple[str, ...]
    coloured: bool


LIGHT_GROUPS = (
    LightGroup("Chest", ("Chest",), True),
    LightGroup("LEar", tuple(f"LEar/{number}" for number in range(10)), False),
    LightGroup("REar", tuple(f"REar/{number}" for number in range(10)), False),
    LightGroup("LEye", tuple(f"LEye/{degrees}" for degrees in (45, 0, 315, 270, 225, 180, 135, 90)), True),
    LightGroup("REye", tuple(f"REye/{degrees}" for degrees in range(0, 360, 45)), True),
    LightGroup("LFoot", ("LFoot",), True),
    LightGroup("RFoot", ("RFoot",), True),
    LightGroup("Skull", tuple(f"Skull/{number}" for number in range(12)), False),
)

LIGHTS = tuple(light for group in LIGHT_GROUPS for light in group.lights)
"""Every light there is."""
