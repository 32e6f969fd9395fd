"""What an automatic referee sees of a simulated field, is told by people, does there and reports."""

from msgspec import Struct

from ludens.geometry import Pose2
from ludens.messages.league import GameControl
from ludens.messages.message import Message, TruthMessage

Point = tuple[float, float]


class FieldRobot(Struct, frozen=True, kw_only=True):
    """A robot on the field as it really is, with what it has touched since the last look."""

    name: str  # in the run
    team: int  # 0 or 1
    player: int  # from 1
    field_from_robot: Pose2
    torso_height_m: float = 0.33
    is_upright: bool = True
    touches_ball: bool = False
    touches_ball_by_hand: bool = False
    touches: tuple[str, ...] = ()  # names of other robots
    chest_rgb: tuple[float, float, float] = (0.0, 0.0, 0.0)  # of the light in its chest, 0 to 1


class FieldTruth(TruthMessage):
    """The field as a referee sees it.

    In the frame `field`, x points to the goal that the first team attacks in the first half.
    """

    ball_m: Point
    ball_height_m: float
    ball_mps: Point
    robots: tuple[FieldRobot, ...]


class ButtonPress(Struct, frozen=True):
    """A finger at a button of a robot, or taken away from it."""

    robot: str
    button: str
    down: bool


class RefereeHands(Message):
    """Lays the ball, carries robots to other places of the field, upright, and presses their buttons."""

    ball_m: Point | None = None
    robots: tuple[tuple[str, Pose2], ...] = ()  # name and where to
    presses: tuple[ButtonPress, ...] = ()


class MatchTerms(Message):
    """Times of one match, where they differ from the league's."""

    half_s: int = 600
    ready_s: int = 45
    whistle_delay_s: int = 15  # from the whistle to its broadcast


class RefereeOrder(Message):
    """What a person says to the referee: a line such as `goal 24`, or `automatic off`."""

    line: str


class MatchReport(Message):
    """How the match really stands, for people who watch; robots hear packets."""

    control: GameControl  # with nothing held back
    attacks_right: int  # the team, 0 or 1, that attacks the goal at positive x
    is_automatic: bool  # whether the referee judges by itself
    is_over: bool = False  # whether no further play belongs to the match
    said: str = ""  # its last call, or why it does not obey
