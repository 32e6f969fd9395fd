"""Description of a game's page: texts, streams that matter, its own buttons. Needs no web library.

Patterns are those of debug streams: `*` and `?` match anything, `/` too, so `*detector/*` means the
detectors of all robots.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal, Protocol

from ludens.core.runtime.run import Run
from ludens.messages import JointReadings
from ludens.messages.highlight import HighlightKind
from ludens.messages.speech import Hypothesis, Utterance
from ludens.studio.questions import Question

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
    rematch: Callable[[Any, tuple[int, ...]], Any] | None = None
    """Options of another game, by those of the last one and the sides (0, 1) of whoever sits at the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechView:
    """Hearing and speaking for a page; both may raise a sentence. They take a while: call them in a thread.

    `hear` takes 16-bit samples, their rate in Hz and the language of the conversation, and returns what was
    said; `hand` lets a robot hear it. `speak` takes a sentence and the voice of a synthesiser.
    """

    hear: Callable[[bytes, int, str], Utterance]
    hand: Callable[[Run, str, Utterance], str | None]
    speak: Callable[[str, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkView:
    """A conversation; `stream` is a pattern of `Lines`."""

    title: str
    stream: str
    say: Callable[[Run, str, str], str | None]  # run, robot, words
    invitation: str  # what the field for typing says while it is empty
    buttons: Mapping[str, GameButton] = field(default_factory=dict)
    """Buttons of the robot, by the names that its lines call them."""
    speech: SpeechView | None = None
    is_stop: Callable[[Sequence[Hypothesis]], bool] | None = None
    """Whether words, typed or spoken, are some by which the studio stops the robots."""


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


Triple = tuple[float, float, float]
FloorFinish = Literal["wood", "felt", "stone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewpoint:
    """A place from which the scene is seen, offered as a button.

    Places are in the frame of the world; where the view `follows` an entity, from its place on the floor;
    where an entity is its `carrier`, in the frame of that. `{robot}` in the name of an entity stands for the
    chosen robot's.
    """

    name: str
    icon: str  # a Material icon
    position_m: Triple | None = None  # None: all is in sight
    target_m: Triple = (0.0, 0.0, 0.0)  # what it looks at
    follows: str = ""
    carrier: str = ""
    frames: tuple[str, ...] = ()  # entities that are kept in sight, seen from the same side
    hides: tuple[str, ...] = ()  # entities that stand in the way; a name that ends in `/*` means its parts
    field_of_view_deg: float = 38.0  # from the lower to the upper edge
    width_to_height: float = 1.55  # of the picture for which it is described; in a narrower one it steps back


def eye_view(
    entity: str, position_m: Triple, target_m: Triple, *, hides: tuple[str, ...], field_of_view_deg: float
) -> Viewpoint:
    """What a robot's own camera looks at."""
    return Viewpoint(
        name="Its eye",
        icon="visibility",
        position_m=position_m,
        target_m=target_m,
        carrier=entity,
        hides=hides,
        field_of_view_deg=field_of_view_deg,
    )


def shoulder_view(entity: str, position_m: Triple, target_m: Triple) -> Viewpoint:
    """The world from behind a robot, as if one looked over its shoulder."""
    return Viewpoint(name="Robot", icon="smart_toy", position_m=position_m, target_m=target_m, carrier=entity)


def view_from_above(position_m: Triple) -> Viewpoint:
    """The world as on a map; x points up in the picture."""
    x_m, y_m, _ = position_m
    return Viewpoint(
        name="Above",
        icon="vertical_align_bottom",
        position_m=(x_m - 0.001, y_m, position_m[2]),
        target_m=(x_m, y_m, 0.0),
    )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class HighlightRule:
    """How a moment that people want to find again is recognised in a stream: a goal, a capture, a fall.

    `find` gets the value of now and the one before, and returns a few words, or None.
    """

    stream: str  # pattern
    kind: HighlightKind
    find: Callable[[Any, Any], str | None]


__all__ = [
    "Arrangement",
    "Figure",
    "GameButton",
    "PanelName",
    "PlotLine",
    "StudioPage",
    "Viewpoint",
    "matching",
]

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

KEYS = (
    ("Space", "start or pause"),
    (".", "step to the next camera image"),
    ("R", "the same run again"),
    ("1 … 9", "see the scene from another place"),
    ("P", "present: scene, game and words alone; or back"),
    ("← ↑ → ↓", "on a panel's title: change places with the panel on that side"),
    ("Esc", "stop every robot, or close what is open"),
)
BOARD_KEYS = (("← →", "step through the moves"), ("Home End", "to their beginning, or to now"))


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
    factor: float = 1.0  # from the number to what is shown, such as 100 for a share in %


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
    no_image: str = "No camera is on in this run."  # said where a picture would be
    second_image: str = ""  # of the panel "second-camera"
    figures: tuple[Figure, ...] = ()
    plots: tuple[PlotLine, ...] = ()  # lines shown at the start
    buttons: tuple[GameButton, ...] = ()
    speed: Figure | None = Figure("", "*Odometry", "forward_mps", "m/s", 2)  # only in the terminal's line
    map_radius_m: float = 3.0
    map_frame: Literal["robot", "odometry", "ground"] = "robot"  # in which the map is shown at first
    views: tuple[Viewpoint, ...] = ()  # of the scene, the first one at the start; none: all is in sight
    robot_entity: str = "robot"  # the robot's name in the scene, where it has none because it is alone
    floor: FloorFinish = "felt"
    floor_z_m: float = 0.0  # where the floor is in the scene's frame
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
    questions: tuple[
        Question, ...
    ] = ()  # what is asked first before a run; the other options are folded away
    your_part: Mapping[str, Any] = field(
        default_factory=dict
    )  # options with which whoever presses Play takes part
    scoreboard: str = ""  # pattern of a stream of `Scoreboard`s, shown over the scene
    listings: tuple[ListingView, ...] = ()  # of the panels "listing" and "second-listing"
    buttons_views: tuple[ButtonsView, ...] = ()  # of the panels "buttons" and "second-buttons"
    highlights: tuple[
        HighlightRule, ...
    ] = ()  # marked on the time bar of a recording, and written into the log
    variants: Mapping[str, "StudioPage"] = field(default_factory=dict)  # other pages, by pattern of setups

    def of(self, setup: str) -> "StudioPage":
        """The page on which a setup is shown; the questions before a run are always the game's."""
        shown = next((page for pattern, page in self.variants.items() if fnmatchcase(setup, pattern)), self)
        return replace(shown, questions=self.questions)

    def shown_streams(self) -> tuple[str, ...]:
        """Patterns of the streams that the page shows from the start, beside messages."""
        views = (self.board, self.talk, self.close_up, *self.listings)
        numbers: tuple[Figure | PlotLine, ...] = (*self.figures, *self.plots)
        streams = [
            *self.drawings,
            *(view.stream for view in views if view is not None),
            *(number.stream for number in numbers if not number.number),
            *((self.scoreboard,) if self.scoreboard else ()),
        ]
        return tuple(dict.fromkeys(streams))

    def options_with_you(self, options: Any) -> Any:
        """A game's options, changed so that the person at the page takes part."""
        return replace(options, **self.your_part)

    def listed_keys(self) -> tuple[tuple[str, str], ...]:
        """The keys that work on this page, and what each does."""
        keys = KEYS if self.board is None else (*KEYS, *BOARD_KEYS)
        if self.talk is not None and self.talk.speech is not None:
            keys = (*keys, ("V", "hold to speak"))
        if self.remote is None:
            return keys
        buttons = (button for group in self.remote.groups for button in group.buttons if button.key)
        named = ((button.key.upper(), button.label) for button in buttons)
        return (*keys, ("W A S D, ↑ ↓", "walk"), ("Q E, ← →", "turn"), *named)

    def shows_drawing(self, path: str) -> bool:
        """Whether a drawing is shown from the start."""
        return any(fnmatchcase(path, pattern) for pattern in self.drawings)


def matching(pattern: str, paths: Iterable[str]) -> str | None:
    """The first path that matches a pattern."""
    return next((path for path in paths if fnmatchcase(path, pattern)), None)
