"""What a game says about the panels that only some robots have: controls, joints, a board, a conversation.

As the page itself it needs no web library, and knows no robot: names, limits and actions are handed in.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ludens.core.runtime.run import Run
from ludens.messages import JointReadings

Action = Callable[[Run], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class StickPosition:
    """How a person holds the stick: shares of full speed from -1 to 1, for so long unless renewed."""

    forward: float
    left: float
    turn: float  # positive to the left
    lasts_s: float


@dataclass(frozen=True, slots=True)
class GameButton:
    """A button of the game's own. `action` works on the run between two steps and may return a sentence."""

    label: str
    action: Action
    icon: str = "sports_esports"  # a Material icon
    hint: str = ""


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
    action: Callable[[Run, str], str | None]
    verb: str = "Play"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteView:
    """Controls: a stick to drive with, groups of buttons, lists to choose from."""

    drive: Callable[[Run, StickPosition], str | None]
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
    say: Callable[[Run, str], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkView:
    """A conversation; `stream` is a pattern of `Lines`."""

    title: str
    stream: str
    say: Callable[[Run, str], str | None]
    invitation: str  # what the field for typing says while it is empty
    suggestions: tuple[str, ...] = ()  # things one can say, by a click


class PoseRecorder(Protocol):
    """Where a person collects postures and makes something of them."""

    def frames(self) -> Sequence[str]:
        """What was captured, in words."""
        ...

    def capture(self, readings: JointReadings, duration_s: float) -> str:
        """Keep the present posture, to be reached in so long; tell it in a sentence."""
        ...

    def drop(self) -> str:
        """Take the last one back."""
        ...

    def save(self, name: str) -> Path:
        """Write a file and begin anew."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PoseView:
    """A slider for every joint of `JointsView`, and a desk for the postures."""

    pose: Callable[[Run, Sequence[float]], str | None]
    limp: Action
    desk: PoseRecorder
    folder_parameters: tuple[str, ...]  # addresses that name the folder of files; set when one is saved
