"""What players of one team know of each other and of the field together: mates, roles, ball, robots.

Places are on the field as the own team sees it: x towards the goal that it attacks.
"""

from enum import StrEnum

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ludens.geometry import Pose2
from ludens.messages.field import NOWHERE
from ludens.messages.message import Message

Point = tuple[float, float]


class Role(StrEnum):
    """What a player of a team does while the ball is in play."""

    NONE = "none"  # nobody has assigned one yet, or the robot may not play
    STRIKER = "striker"  # the only one that plays the ball
    KEEPER = "keeper"
    REPLACEMENT_KEEPER = "replacement keeper"  # without hands, while the keeper is away
    LEFT_DEFENDER = "left defender"
    RIGHT_DEFENDER = "right defender"
    SUPPORT = "support striker"  # behind the striker, in case that it loses the ball
    BISHOP = "bishop"  # in the other half, to be passed to


class RolePlan(Struct, frozen=True, kw_only=True):
    """Roles that one player, the leader, has set for its whole team, and from when on they count.

    They count a little after they were told, so that all who hear of them in time change roles together.
    """

    leader: int  # its number
    number: int  # of its plans, modulo 256, one more each time that it tells one: which of two is newer
    starts_s: float  # when `roles` begin to count; until then `before` do
    roles: tuple[Role, ...]  # of player 1 first
    before: tuple[Role, ...]

    def roles_at(self, time_s: float) -> tuple[Role, ...]:
        """The roles that count at a time."""
        return self.roles if time_s >= self.starts_s else self.before


class RobotTeam(StrEnum):
    """Whose a robot is that somebody sees."""

    OWN = "own"
    OTHER = "other"
    UNKNOWN = "unknown"


class TrackedRobot(Struct, frozen=True, kw_only=True):
    """A robot that is believed to be somewhere; in whose frame says who tells it."""

    place_m: Point
    velocity_mps: Point = (0.0, 0.0)
    team: RobotTeam = RobotTeam.UNKNOWN
    fallen: bool = False
    sigma_m: float = 0.1
    seen_s: float = 0.0
    heard: bool = False  # or touched, by a robot that does not see it


class Teammate(Struct, frozen=True, kw_only=True):
    """A player of the own team as it was last heard; the robot itself as it knows itself."""

    player: int  # from 1
    heard_s: float  # when
    told_s: float  # when what it says was true: `heard_s` less the time on the way, as far as that is known
    field_from_robot: Pose2
    is_sure: bool = True  # whether it knows where it is
    fallen: bool = False
    penalised: bool = False
    ball_m: Point | None = None  # on the field, as it sees it; None: it does not
    ball_mps: Point = (0.0, 0.0)
    ball_seen_s: float | None = None  # when; None: never
    ball_sigma_m: float = 0.1
    head_yaw_rad: float = 0.0  # where it looks
    to_ball_s: float | None = None  # how long it would take to the ball, as it believes
    role: Role = Role.NONE
    plan: RolePlan | None = None  # of roles, that it follows or, as the leader, has made
    search_m: tuple[Point | None, ...] = ()  # where it would have every player look for the ball
    search_since_s: float = 0.0  # for how long its search map has been kept without a break
    looked_at: bytes = b""  # cells of the search map that it saw lately, one bit each; empty: it does not say
    robots: tuple[TrackedRobot, ...] = ()  # that it sees, on the field; its own are in `RobotsTracked`


class Teammates(Message):
    """All players of the own team that were heard lately, the robot itself among them, by number."""

    own: int  # the robot's own number
    players: tuple[Teammate, ...]
    elder: Teammate | None = None  # another robot with the own number, whose clock has run for longer

    @property
    def me(self) -> Teammate:
        """The robot itself."""
        return next(mate for mate in self.players if mate.player == self.own)


class BallOrigin(StrEnum):
    """Who knows where the team's ball is."""

    OWN = "own"  # the robot sees it itself
    MATES = "mates"
    RULES = "rules"  # it lies where the state of the game says
    NOBODY = "nobody"


class TeamBall(Message):
    """The ball as the whole team knows it: what behaviours go by."""

    origin: BallOrigin
    place_m: Point = (0.0, 0.0)  # on the field, of no meaning if nobody knows
    velocity_mps: Point = (0.0, 0.0)
    in_robot_m: Point = (0.0, 0.0)  # the same place in the robot's frame now
    seen_s: float = 0.0
    observers: int = 0  # robots that agree

    @property
    def is_known(self) -> bool:
        """Whether anybody knows where it is."""
        return self.origin is not BallOrigin.NOBODY


class BallSearch(Message):
    """Where the robot shall look for a lost ball, as the team has divided the field."""

    look_at_m: Point  # on the field
    stand_at: Pose2  # on the field
    suggested_m: tuple[Point | None, ...] = ()  # for every player, number 1 first
    since_s: float = 0.0  # for how long the map has been kept without a break
    looked_at: bytes = b""  # cells of the map that the robot saw lately, one bit each


class PlayerRole(Message):
    """The robot's role, and why."""

    role: Role
    reason: str = ""
    next_role: Role = Role.NONE  # as the plan has it from its start on
    plan: RolePlan | None = None  # that it follows and passes on, or, as the leader, would have all follow


class CoachOrder(Message):
    """What the coach wants: a role for one player of the own team from now on; NONE: whatever it likes."""

    player: int  # from 1
    role: Role


class SeenRobot(Struct, frozen=True):
    """A robot as one picture shows it, on the ground in the robot's frame at the moment of the picture."""

    place_m: Point
    team: RobotTeam
    fallen: bool
    along_sigma_m: float
    across_sigma_m: float
    box_px: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)  # left, top, right, bottom


class RobotsSeen(Message, eq=False):
    """The answer of a robot detector to one picture; none is an answer too."""

    robots: tuple[SeenRobot, ...]
    looked_at_m: NDArray[np.float64] = NOWHERE  # corners × 2: ground on which one would probably be found


class RobotsTracked(Message):
    """Other robots as this one's own eyes, ears and bumpers know them, in its own frame now."""

    robots: tuple[TrackedRobot, ...] = ()


class ObstacleKind(StrEnum):
    """What an obstacle is."""

    BALL = "ball"
    MATE = "mate"
    OPPONENT = "opponent"
    ROBOT = "robot"  # of a team that nobody knows
    GOAL_POST = "goal post"
    FREE_KICK = "free kick"  # the area that the rules forbid
    UNKNOWN = "unknown"  # heard or touched


class FieldObstacle(Struct, frozen=True):
    """Something not to run into, as a disc in the robot's frame now."""

    place_m: Point
    radius_m: float
    kind: ObstacleKind
    fallen: bool = False


class TeamObstacles(Message):
    """Everything that is in the way, by the knowledge of the whole team; in the robot's frame now."""

    obstacles: tuple[FieldObstacle, ...] = ()
