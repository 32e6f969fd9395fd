"""What can happen in a match. Teams are 0 and 1, robots have numbers from 1."""

from dataclasses import dataclass

from ludens.messages.league import PenaltyReason, SetPlay


@dataclass(frozen=True, slots=True)
class Ready:
    """Robots walk to their places; ends a time-out."""


@dataclass(frozen=True, slots=True)
class Set:
    """Robots stand still; in a shoot-out, the next shot."""


@dataclass(frozen=True, slots=True)
class Whistle:
    """The referee whistles: play begins."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The half, or the shot, is over."""


@dataclass(frozen=True, slots=True)
class SecondHalf:
    """Sides are changed."""


@dataclass(frozen=True, slots=True)
class ShootOut:
    """A play-off that stands level goes on with shots."""


@dataclass(frozen=True, slots=True)
class NextShot:
    """The other team shoots."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """A team takes its only one."""

    team: int


@dataclass(frozen=True, slots=True)
class Goal:
    """A team has scored."""

    team: int


@dataclass(frozen=True, slots=True)
class FreeKick:
    """A team gets a free kick of some kind."""

    kind: SetPlay
    team: int


@dataclass(frozen=True, slots=True)
class BallPlayed:
    """The team that kicks has played the ball: everybody may."""


@dataclass(frozen=True, slots=True)
class GameStuck:
    """Nothing moves: play begins anew with a kick-off of this team."""

    team: int


@dataclass(frozen=True, slots=True)
class Penalise:
    """A robot is penalised."""

    team: int
    player: int
    reason: PenaltyReason


@dataclass(frozen=True, slots=True)
class Return:
    """A robot whose penalty is over plays again."""

    team: int
    player: int


@dataclass(frozen=True, slots=True)
class Substitute:
    """One robot leaves for good, its substitute enters."""

    team: int
    leaving: int
    entering: int


@dataclass(frozen=True, slots=True)
class MessageSent:
    """A robot of this team has used one team message."""

    team: int


Event = (
    Ready
    | Set
    | Whistle
    | Finish
    | SecondHalf
    | ShootOut
    | NextShot
    | TimeOut
    | Goal
    | FreeKick
    | BallPlayed
    | GameStuck
    | Penalise
    | Return
    | Substitute
    | MessageSent
)
