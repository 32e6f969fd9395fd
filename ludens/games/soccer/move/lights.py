"""Lights that tell people what a soccer robot knows of the game, as the league wants them."""

import colorsys

from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.messages import LedCommand
from ludens.messages.soccer import MatchStatus, PlayerSetting, PlayState
from ludens.robots.nao.lights import LIGHTS

Rgb = tuple[float, float, float]

OFF: Rgb = (0.0, 0.0, 0.0)
RED: Rgb = (1.0, 0.0, 0.0)
BLUE: Rgb = (0.0, 0.0, 1.0)
CHEST: dict[PlayState, Rgb] = {
    "initial": OFF,
    "ready": BLUE,
    "set": (1.0, 0.6, 0.0),
    "playing": (0.0, 1.0, 0.0),
    "finished": OFF,
}
TEAM: tuple[Rgb, ...] = (
    BLUE,
    RED,
    (1.0, 0.8, 0.0),  # yellow
    OFF,  # black
    (1.0, 1.0, 1.0),
    (0.0, 1.0, 0.0),
    (1.0, 0.4, 0.0),  # orange
    (0.6, 0.0, 0.8),  # purple
    (0.4, 0.2, 0.0),  # brown
    (0.3, 0.3, 0.3),
)
"""Colour of the left foot by the number of the team's colour."""
RAINBOW_TURNS_HZ = 0.5
RAINBOW_PERIOD_S = 0.1


class GameLights(Module[NoParameters]):
    """Chest: the state; left foot: the team's colour; right foot: red field player, blue keeper.

    In initial the eyes are a turning rainbow.
    """

    def start(self) -> None:
        """Begin with lights that nobody has told anything."""
        self._shown: dict[str, Rgb] = {}
        self._still: tuple[object, ...] = ()  # what lights that do not turn show
        self._due_s = 0.0

    def cycle(self, now: CycleTime, status: MatchStatus, setting: PlayerSetting) -> LedCommand | None:
        """Tell lights that have to change."""
        is_rainbow = status.state == "initial" and not status.penalised
        still = () if is_rainbow else (status.state, status.penalised, setting.colour, setting.is_keeper)
        if still and still == self._still:
            return None
        self._still = still
        colours = {
            "Chest": RED if status.penalised else CHEST[status.state],
            "LFoot": TEAM[setting.colour],
            "RFoot": BLUE if setting.is_keeper else RED,
        }
        if not is_rainbow:
            colours |= dict.fromkeys(EYES, OFF)
        elif now.time_s >= self._due_s:
            self._due_s = now.time_s + RAINBOW_PERIOD_S
            colours |= {eye: _rainbow(eye, now.time_s) for eye in EYES}
        changed = {light: rgb for light, rgb in colours.items() if self._shown.get(light) != rgb}
        if not changed:
            return None
        self._shown |= changed
        return LedCommand(time_s=now.time_s, colours=changed)


EYES = tuple(light for light in LIGHTS if light.startswith(("LEye", "REye")))


def _rainbow(eye: str, time_s: float) -> Rgb:
    share = int(eye.partition("/")[2]) / 360.0
    return colorsys.hsv_to_rgb((share + RAINBOW_TURNS_HZ * time_s) % 1.0, 1.0, 1.0)
