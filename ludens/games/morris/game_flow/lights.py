"""What the lights of a robot say: green eyes see the marker, red ones reckon; an ear shines for each side."""

from ludens.games.morris.game_flow.states import State
from ludens.games.morris.rules import Side
from ludens.messages import LedCommand
from ludens.messages.manipulation import BoardPose
from ludens.robots.nao.lights import LIGHT_GROUPS

Rgb = tuple[float, float, float]

SEES, RECKONS = (0.0, 0.9, 0.2), (0.9, 0.1, 0.0)
CHEST: dict[State, Rgb] = {
    "init": (0.4, 0.4, 0.4),
    "look": (0.0, 0.5, 0.9),
    "decide": (0.6, 0.0, 0.8),
    "execute": (0.0, 0.8, 0.3),
    "wait": (0.8, 0.8, 0.8),
    "put right": (0.9, 0.6, 0.0),
    "help": (0.9, 0.0, 0.0),
    "over": (0.1, 0.1, 0.1),
}
FRESH_S = 0.6
_GROUPS = {group.key: group.lights for group in LIGHT_GROUPS}


class Lights:
    """Sends a command whenever something about it changes."""

    def __init__(self) -> None:
        self._shown: tuple[State, Side, Rgb] | None = None

    def show(self, state: State, side: Side, place: BoardPose | None, time_s: float) -> LedCommand | None:
        """The lights for this moment, where they are new."""
        eyes = SEES if place is not None and place.seen_before_s < FRESH_S else RECKONS
        if (state, side, eyes) == self._shown:
            return None
        self._shown = state, side, eyes
        colours = {"Chest": CHEST[state]}
        colours |= dict.fromkeys((*_GROUPS["LEye"], *_GROUPS["REye"]), eyes)
        for ear, owner in (("LEar", Side.WHITE), ("REar", Side.BLACK)):
            level = 1.0 if side is owner else 0.0
            colours |= dict.fromkeys(_GROUPS[ear], (level, level, level))
        return LedCommand(time_s=time_s, colours=colours)
