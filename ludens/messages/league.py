"""What the league's GameController tells robots, and what robots tell it and each other.

Values only, in SI units and words: how they lie in packets of which version is the business of
`ludens.drivers.league`.
"""

from enum import StrEnum

from msgspec import Struct

from ludens.geometry import Pose2
from ludens.messages.message import Message

Point = tuple[float, float]

NO_TEAM = 255
"""In the place of a team's number: neither team kicks."""


class MatchState(StrEnum):
    """What all robots shall do now."""

    INITIAL = "initial"
    READY = "ready"  # walk to the places for a kick-off
    SET = "set"  # stand still, wait for the whistle
    PLAYING = "playing"
    FINISHED = "finished"
    STANDBY = "standby"  # since 2024: wait for the referee's gesture


class MatchPhase(StrEnum):
    """Which part of a match this is."""

    NORMAL = "normal"
    SHOOT_OUT = "penalty shoot-out"
    OVERTIME = "overtime"
    TIME_OUT = "time-out"


class SetPlay(StrEnum):
    """A free kick during play."""

    NONE = "none"
    GOAL_FREE_KICK = "goal free kick"
    PUSHING_FREE_KICK = "pushing free kick"
    CORNER_KICK = "corner kick"
    KICK_IN = "kick-in"
    PENALTY_KICK = "penalty kick"  # since 2022


class PenaltyReason(StrEnum):
    """Why a robot may not play."""

    NONE = "none"
    ILLEGAL_BALL_CONTACT = "illegal ball contact"
    PUSHING = "pushing"
    MOTION_IN_SET = "illegal motion in set"
    INACTIVE = "inactive"
    ILLEGAL_DEFENDER = "illegal defender"
    ILLEGAL_POSITION = "illegal position"  # since 2022, instead of the defender
    LEAVING_THE_FIELD = "leaving the field"
    KICK_OFF_GOAL = "kick-off goal"  # until 2019
    PICK_UP = "request for pick-up"
    LOCAL_GAME_STUCK = "local game stuck"
    ILLEGAL_POSITIONING = "illegal positioning"  # in set
    STANCE = "player stance"  # since 2023
    MOTION_IN_STANDBY = "illegal motion in standby"  # since 2024
    SUBSTITUTE = "substitute"
    MANUAL = "manual"


class PlayerControl(Struct, frozen=True):
    """What the GameController says about one robot."""

    penalty: PenaltyReason = PenaltyReason.NONE
    penalty_left_s: int = 0  # 0 to 255


class TeamControl(Struct, frozen=True, kw_only=True):
    """What the GameController says about one team."""

    number: int
    colour: int  # 0 blue 1 red 2 yellow 3 black 4 white 5 green 6 orange 7 purple 8 brown 9 grey
    score: int = 0
    shots_taken: int = 0  # in the shoot-out
    single_shots: int = 0  # bit i: shot i + 1 was scored
    players: tuple[PlayerControl, ...] = ()  # number 1 first
    message_budget: int | None = None  # team messages left in this game; None before 2022
    keeper: int = 1  # its player number; can be another one since 2023
    keeper_colour: int | None = None  # None before 2023: the same


class GameControl(Message):
    """What the GameController says twice a second; `time_s` is when it arrived."""

    version: int  # of the packet it came in
    packet_number: int  # 0 to 255, then again
    players_per_team: int
    is_play_off: bool = False
    competition_type: int = 0
    phase: MatchPhase = MatchPhase.NORMAL
    state: MatchState = MatchState.INITIAL
    set_play: SetPlay = SetPlay.NONE
    is_first_half: bool = True
    kicking_team: int = NO_TEAM  # its number
    remaining_s: int = 600  # of the half; may be negative
    secondary_s: int = 0  # of ready, a free kick, a break; 0 where nothing else is counted
    teams: tuple[TeamControl, TeamControl]

    def team(self, number: int) -> TeamControl | None:
        """The team of a number, if it plays in this match."""
        return next((team for team in self.teams if team.number == number), None)

    def player(self, team: int, number: int) -> PlayerControl | None:
        """One robot, if it plays in this match."""
        found = self.team(team)
        if found is None or not 1 <= number <= len(found.players):
            return None
        return found.players[number - 1]


class RobotReport(Message):
    """A robot's answer to the GameController: it is alive, and since 2022 where it believes to be."""

    player: int  # from 1
    team: int
    fallen: bool = False
    field_from_robot: Pose2 = Pose2.identity()
    ball_age_s: float | None = None  # since it was last seen; None: never
    ball_m: Point = (0.0, 0.0)  # in the robot's frame


class TeamMessage(Message):
    """What a robot tells its team-mates, at most once a second."""

    player: int  # from 1
    team: int
    fallen: bool = False
    field_from_robot: Pose2 = Pose2.identity()
    ball_age_s: float | None = None  # since it was last seen; None: never
    ball_m: Point = (0.0, 0.0)  # in the robot's frame
    data: bytes = b""  # the team's own, 474 bytes at most
