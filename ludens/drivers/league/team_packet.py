"""Team messages, robot → robots of its team: the league's standard message of 2019, version 7.

    <4s4B3ff2fH  "SPL ", 7, player 1–6, team, fallen 0 or 1, x y in mm, heading, ball's age in s (-1: never
                 seen), ball x y in mm from the robot, number of data bytes; then the data, at most 474

The league's tools refuse the same as this.
"""

from struct import Struct

from ludens.drivers.league.packet import PacketError, WrongVersionError, check_header, checked
from ludens.drivers.league.situation import ReportedSituation, decode_situation, situation_numbers
from ludens.messages.league import TeamMessage

HEADER = b"SPL "
VERSION = 7
HEAD = Struct("<4s4B3ff2fH")
MOST_DATA = 474
MOST_PLAYERS = 6


def decode_team_message(data: bytes, *, time_s: float) -> TeamMessage:
    """Read a packet; raises `PacketError`."""
    check_header(data, HEADER, "A team message")
    if not HEAD.size <= len(data) <= HEAD.size + MOST_DATA:
        raise PacketError(
            f"A team message has {HEAD.size} to {HEAD.size + MOST_DATA} bytes; this one has {len(data)}."
        )
    _, version, player, team, *numbers, count = HEAD.unpack_from(data)
    if version != VERSION:
        raise WrongVersionError(
            f"A robot sends version {version} of the league's team message; understood is {VERSION}. It will "
            "not be heard.",
            version,
        )
    checked(player, 1, MOST_PLAYERS, "The player number of a team message")
    checked(count, 0, len(data) - HEAD.size, "The number of data bytes of a team message")
    it = decode_situation(numbers, "A team message")
    return TeamMessage(
        time_s=time_s,
        player=player,
        team=team,
        fallen=it.fallen,
        field_from_robot=it.field_from_robot,
        ball_age_s=it.ball_age_s,
        ball_m=it.ball_m,
        data=data[HEAD.size : HEAD.size + count],
    )


def encode_team_message(message: TeamMessage) -> bytes:
    """Write a packet; data beyond what the league allows is refused."""
    if len(message.data) > MOST_DATA:
        raise PacketError(
            f"A team message may carry {MOST_DATA} bytes of data; this one has {len(message.data)}."
        )
    checked(message.player, 1, MOST_PLAYERS, "The player number of a team message")
    situation = ReportedSituation(
        message.fallen, message.field_from_robot, message.ball_age_s, message.ball_m
    )
    head = HEAD.pack(
        HEADER,
        VERSION,
        message.player,
        message.team,
        *situation_numbers(situation),
        len(message.data),
    )
    return head + message.data
