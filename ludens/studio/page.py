"""Description of a game's page: texts, streams that matter, its own buttons. Needs no web library.

Patterns are those of debug streams: `*` and `?` match anything, `/` too, so `*detector/*` means the
detectors of all robots.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal, Protocol

from ludens.core.runtime.run import Run
from ludens.messages import JointReadings

Action = Callable[[Run, str], str | None]
"""Action of a button on a run, for the robot of that name; may return a sentence for the journal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StickPosition:
    """How a person holds the stick: shares of full speed from -1 to 1, for so long unless renewed."""

    forward: float
    left: float
    turn: float  # positive to the left
    lasts_s: float


@dataclass(frozen=True, slots=True)
class GameButton:
    """A button of the game's own. `action` works between two steps of the run."""

    label: str
    action: Action
    icon: str = "sports_esports"  # a Material icon
    hint: str = ""
    key: str = ""  # of the keyboard, among the controls
    pad: int | None = None  # button of a gamepad, by its standard number


@dataclass(frozen=True, slots=True)
class ButtonGroup:
    """Buttons that belong together."""

    title: str
    buttons: tuple[GameButton, ...]


@dataclass(frozen=True, slots=True)
class ChoiceList:
    """One thing out of a list, asked for anew when the list is opened, and what is done with it."""

    label: str
    options: Callable[[], Sequence[str]]
    action: Callable[[Run, str, str], str | None]  # run, robot, chosen option
    verb: str = "Play"


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonsView:
    """A board of the game's own buttons and lists, such as a referee's."""

    title: str
    icon: str = "sports"  # a Material icon
    groups: tuple[ButtonGroup, ...] = ()
    choices: tuple[ChoiceList, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingView:
    """A list with columns; `stream` is a pattern of `Listing`s, of the chosen robot or of the game."""

    title: str
    stream: str
    icon: str = "list"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteView:
    """Controls: a stick to drive with, groups of buttons, lists to choose from."""

    drive: Callable[[Run, str, StickPosition], str | None]
    groups: tuple[ButtonGroup, ...] = ()
    choices: tuple[ChoiceList, ...] = ()


@dataclass(frozen=True, slots=True)
class JointLook:
    """A joint as it is shown: its place in the robot's order, a short name, and how far it goes."""

    place: int
    name: str
    lowest: float
    highest: float
    is_angle: bool = True  # shown in degrees; otherwise from 0 to 1


@dataclass(frozen=True, slots=True, kw_only=True)
class JointsView:
    """All joints of a robot, in columns with titles; `stream` is a pattern of messages `JointReadings`."""

    stream: str
    columns: tuple[tuple[str, tuple[JointLook, ...]], ...]
    warm_c: float
    hot_c: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseUpView:
    """One drawing in the robot's frame, seen from near."""

    title: str
    stream: str
    radius_m: float
    legend: tuple[tuple[str, str], ...] = ()  # colours and their meanings


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBoardView:
    """A game on a board; `stream` is a pattern of `BoardPicture`s. A move is made by saying its words."""

    title: str
    stream: str
    symbols: Mapping[
        str, str
    ]  # SVG of every symbol in a box of 100 by 100, to be filled by its side's colour
    say: Callable[[Run, str, str], str | None]  # run, robot, words


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkView:
    """A conversation; `stream` is a pattern of `Lines`."""

    title: str
    stream: str
    say: Callable[[Run, str, str], str | None]  # run, robot, words
    invitation: str  # what the field for typing says while it is empty
    suggestions: tuple[str, ...] = ()  # things one can say, by a click
    is_stop: Callable[[str], bool] | None = None  # words by which the studio stops the robots


@dataclass(frozen=True, slots=True, kw_only=True)
class MapTouch:
    """A person's hand on the map, in metres on the ground: a click, or something dragged from place to place.

    `handle` is that of the shape that was grabbed, "" where none was.
    """

    handle: str
    from_m: tuple[float, float]
    to_m: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthMark:
    """Something of the simulated scene that the map shows where it really is; the label says that it is."""

    entity: str
    label: str
    radius_m: float
    is_turned: bool = False
    handle: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMapView:
    """A map on the ground that a person may reach into."""

    touch: Callable[[Run, str, MapTouch], str | None]
    hint: str  # what a hand can do there
    handles: Mapping[str, str]  # what is said beside the pointer while a handle is dragged; "": on a click
    truth: tuple[TruthMark, ...] = ()


class PoseRecorder(Protocol):
    """Collects postures and writes them to a file."""

    def frames(self) -> Sequence[str]:
        """The captured postures, in words."""
        ...

    def capture(self, readings: JointReadings, duration_s: float) -> str:
        """Keep the present posture, to be reached in this time; return a sentence about it."""
        ...

    def drop(self) -> str:
        """Take the last one back."""
        ...

    def save(self, name: str) -> Path:
        """Write a file and begin anew."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PoseView:
    """A slider for every joint of `JointsView`, and a recorder of postures."""

    pose: Callable[[Run, str, Sequence[float]], str | None]
    limp: Action
    recorder: PoseRecorder
    folder_parameters: tuple[str, ...]  # addresses that name the folder of files; set when one is saved


__all__ = ["Arrangement", "Figure", "GameButton", "PanelName", "PlotLine", "StudioPage", "matching"]

PanelName = Literal[
    "camera",
    "second-camera",
    "map",
    "states",
    "remote",
    "joints",
    "close-up",
    "poses",
    "board",
    "talk",
    "listing",
    "second-listing",
    "buttons",
    "second-buttons",
]
Arrangement = Literal["scene", "board", "field", "match"]
"""The largest part: the scene; or the first card, tall on the left, with the second tall on the right; or
the scene and the first card side by side, with the others below; or the same with one card below."""


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
    second_image: str = ""  # of the panel "second-camera"
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
    cards: tuple[PanelName, ...] = ("camera", "map", "states")  # always in sight; at most three
    arrangement: Arrangement = "scene"
    tabs: tuple[PanelName, ...] = ()  # before the tabs that every game has
    remote: RemoteView | None = None
    joints: JointsView | None = None
    close_up: CloseUpView | None = None
    poses: PoseView | None = None
    board: GameBoardView | None = None
    talk: TalkView | None = None
    field_map: FieldMapView | None = None
    scoreboard: str = ""  # pattern of a stream of `Scoreboard`s, shown over the scene
    listings: tuple[ListingView, ...] = ()  # of the panels "listing" and "second-listing"
    buttons_views: tuple[ButtonsView, ...] = ()  # of the panels "buttons" and "second-buttons"
    variants: Mapping[str, "StudioPage"] = field(default_factory=dict)  # other pages, by pattern of setups

    def of(self, setup: str) -> "StudioPage":
        """The page on which a setup is shown."""
        return next((page for pattern, page in self.variants.items() if fnmatchcase(setup, pattern)), self)

    def shows_drawing(self, path: str) -> bool:
        """Whether a drawing is shown from the start."""
        return any(fnmatchcase(path, pattern) for pattern in self.drawings)


def matching(pattern: str, paths: Iterable[str]) -> str | None:
    """The first path that matches a pattern."""
    return next((path for path in paths if fnmatchcase(path, pattern)), None)
