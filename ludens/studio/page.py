"""What a game says about its page: words, which streams matter, its own buttons. Needs no web library.

Patterns are those of debug streams: `*` and `?` match anything, `/` too, so `*detector/*` means the
detectors of all robots.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from ludens.core.run import Run


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


@dataclass(frozen=True, slots=True)
class GameButton:
    """A button of the game's own. `action` works on the run between two steps and may return a sentence."""

    label: str
    action: Callable[[Run], str | None]
    icon: str = "sports_esports"  # a Material icon
    hint: str = ""


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
    map_radius_m: float = 3.0
    camera_position_m: tuple[float, float, float] | None = None  # of the 3D view; None: chosen to show all

    def shows_drawing(self, path: str) -> bool:
        """Whether a drawing is shown from the start."""
        return any(fnmatchcase(path, pattern) for pattern in self.drawings)


def matching(pattern: str, paths: Iterable[str]) -> str | None:
    """The first path that matches a pattern."""
    return next((path for path in paths if fnmatchcase(path, pattern)), None)
