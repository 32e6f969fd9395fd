"""What an automatic referee sees of a simulated field, and what its hands do there."""

from msgspec import Struct

from ludens.geometry import Pose2
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


class FieldTruth(TruthMessage):
    """The field as a referee sees it.

    In the frame `field`, x points to the goal that the first team attacks in the first half.
    """

    ball_m: Point
    ball_height_m: float
    ball_mps: Point
    robots: tuple[FieldRobot, ...]


class RefereeHands(Message):
    """Lays the ball and carries robots to other places of the field, upright."""

    ball_m: Point | None = None
    robots: tuple[tuple[str, Pose2], ...] = ()  # name and where to
    attacks_right: int = 0  # the team that attacks the goal at positive x now: what each calls forward
