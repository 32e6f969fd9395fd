"""Lights by name, as `LedCommand` has them, and in LoLA's arrays: an eye's reds, greens, blues."""

from collections.abc import Mapping

import numpy as np

from ludens.core.errors import LudensError, did_you_mean
from ludens.drivers.lola.layout import Numbers
from ludens.messages import LedCommand
from ludens.robots.nao import LIGHT_GROUPS, LIGHTS

_GROUPS = {group.key: group for group in LIGHT_GROUPS}
_PLACES = {light: (group, place) for group in LIGHT_GROUPS for place, light in enumerate(group.lights)}


class LightBoard:
    """Remembers how every light was told to shine; all are dark at first."""

    def __init__(self) -> None:
        self._arrays: dict[str, Numbers] = {
            group.key: np.zeros(len(group.lights) * (3 if group.coloured else 1)) for group in LIGHT_GROUPS
        }

    def tell(self, command: LedCommand) -> None:
        """Light up what the command names; the rest stays."""
        for light in command.colours:
            if light not in _PLACES:
                raise LudensError(f"A NAO has no light called '{light}'; {did_you_mean(light, LIGHTS)}")
        for light, colour in command.colours.items():
            group, place = _PLACES[light]
            shine = np.clip(colour, 0.0, 1.0)
            if group.coloured:
                self._arrays[group.key][place :: len(group.lights)] = shine
            else:
                self._arrays[group.key][place] = shine.max()

    def arrays(self) -> dict[str, Numbers]:
        """All lights, by LoLA's keys."""
        return self._arrays


def led_command(arrays: Mapping[str, Numbers], *, time_s: float) -> LedCommand:
    """The command that says the same as LoLA's arrays."""
    colours: dict[str, tuple[float, float, float]] = {}
    for key, array in arrays.items():
        group = _GROUPS[key]
        channels = np.clip(array, 0.0, 1.0).reshape(3 if group.coloured else 1, len(group.lights))
        for light, shine in zip(
            group.lights, np.broadcast_to(channels, (3, len(group.lights))).T, strict=True
        ):
            colours[light] = (float(shine[0]), float(shine[1]), float(shine[2]))
    return LedCommand(time_s=time_s, colours=colours)
