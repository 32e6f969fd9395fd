"""What a game says about its page: words, which streams matter, its own buttons. Needs no web library.

Patterns are those of debug streams: `*` and `?` match anything, `/` too, so `*detector/*` means the
detectors of all robots.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from ludens.studio.views import (
    CloseUpView,
    GameBoardView,
    GameButton,
    JointsView,
    PoseView,
    RemoteView,
    TalkView,
)

__all__ = ["Arrangement", "Figure", "GameButton", "PanelName", "PlotLine", "StudioPage", "matching"]

PanelName = Literal["camera", "map", "states", "remote", "joints", "close-up", "poses", "board", "talk"]
Arrangement = Literal["scene", "board"]
"""What is largest: the scene; or the first card, tall on the left, with the second tall on the right."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that is always in sight: in the page's header and in the line of the terminal."""

    label: str
    stream: str  # pattern of a debug stream or message; the newest that matches is shown
    number: str = (
        ""  # which number of a message, such as `forward_mps`; "" where the stream is a number itself
    )
    unit: str = ""
    digits: int = 0


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A line in the plot: a debug stream, or a number of a message."""

    stream: str
    number: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudioPage:
    """The page of a game. Everything but the title has a default that shows what there is."""

    title: str
    legend: str = ""  # a few sentences: what is to be seen and what can be tried
    drawings: tuple[str, ...] = ("*",)  # shown from the start; the others can be switched on
    image: str = "*CameraImage"  # the picture shown first
    figures: tuple[Figure, ...] = ()
    plots: tuple[PlotLine, ...] = ()  # lines shown at the start
    buttons: tuple[GameButton, ...] = ()
    speed: Figure | None = Figure("", "*Odometry", "forward_mps", "m/s", 2)  # only in the terminal's line
    map_radius_m: float = 3.0
    map_frame: Literal["robot", "odometry", "ground"] = "robot"  # in which the map is shown at first
    camera_position_m: tuple[float, float, float] | None = None  # of the 3D view; None: chosen to show all
    camera_target_m: tuple[float, float, float] | None = None  # what it looks at; None: the middle of all
    floor_m: float | None = None  # radius of the ground in it; None: as far as things reach
    followed: str = ""  # an entity of the 3D view that the camera goes along with
    cards: tuple[PanelName, PanelName, PanelName] = ("camera", "map", "states")  # always in sight
    arrangement: Arrangement = "scene"
    tabs: tuple[PanelName, ...] = ()  # before the tabs that every game has
    remote: RemoteView | None = None
    joints: JointsView | None = None
    close_up: CloseUpView | None = None
    poses: PoseView | None = None
    board: GameBoardView | None = None
    talk: TalkView | None = None

    def shows_drawing(self, path: str) -> bool:
        """Whether a drawing is shown from the start."""
        return any(fnmatchcase(path, pattern) for pattern in self.drawings)


def matching(pattern: str, paths: Iterable[str]) -> str | None:
    """The first path that matches a pattern."""
    return next((path for path in paths if fnmatchcase(path, pattern)), None)
