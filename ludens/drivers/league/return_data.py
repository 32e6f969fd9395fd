"""Return data, robot → GameController: version 3 of 2019 and version 4 since 2022.

    v3  <4s4B      "RGrt", 3, team, player, 0: alive
    v4  <4s4B6f    "RGrt", 4, player, team, fallen, x y in mm, heading, ball's age in s (-1: never seen),
                   ball x y in mm from the robot

Mind that team and player change places.
"""

from struct import Struct

from ludens.drivers.league.packet import PacketError, WrongVersionError, check_header, check_length, checked
from ludens.drivers.league.situation import ReportedSituation, decode_situation, situation_numbers
from ludens.messages.league import RobotReport

HEADER = b"RGrt"
ALIVE = 0
V3 = Struct("<4s4B")
V4 = Struct("<4s4B6f")
MOST_PLAYERS = 20
RETURN_VERSIONS = {12: 3, 14: 4, 18: 4}
"""Version of the answer by version of the control data."""


def decode_return(data: bytes, *, time_s: float) -> RobotReport:
    """Read a packet of either version; raises `PacketError`."""
    check_header(data, HEADER, "Return data")
    if len(data) < V3.size:
        raise PacketError(f"Return data ends after {len(data)} bytes, within its head.")
    version = data[4]
    if version == 3:
        check_length(data, V3.size, "Return data of version 3")
        _, _, team, player, message = V3.unpack(data)
        checked(message, ALIVE, ALIVE, "The message of return data")
        return RobotReport(time_s=time_s, player=_player(player), team=team)
    if version == 4:
        check_length(data, V4.size, "Return data of version 4")
        _, _, player, team, *numbers = V4.unpack(data)
        it = decode_situation(numbers, "Return data")
        return RobotReport(
            time_s=time_s,
            player=_player(player),
            team=team,
            fallen=it.fallen,
            field_from_robot=it.field_from_robot,
            ball_age_s=it.ball_age_s,
            ball_m=it.ball_m,
        )
    raise WrongVersionError(
        f"A robot answers with version {version} of the league's return data; understood are 3 and 4. It "
        "will be shown as offline.",
        version,
    )


def encode_return(report: RobotReport, *, version: int) -> bytes:
    """Write an answer of version 3 or 4."""
    if version == 3:
        return V3.pack(HEADER, 3, report.team, report.player, ALIVE)
    situation = ReportedSituation(report.fallen, report.field_from_robot, report.ball_age_s, report.ball_m)
    return V4.pack(HEADER, 4, report.player, report.team, *situation_numbers(situation))


def _player(number: int) -> int:
    return checked(number, 1, MOST_PLAYERS, "The player number")
