"""Another team's program, written from the league's fact sheet alone: it shares nothing with our own code.

It takes packets apart byte by byte at the offsets of the sheet, so that a mistake in our tables cannot hide
in both.
"""

import socket
import struct
from typing import Any

SENT_BY_THE_LEAGUE = bytes.fromhex(
    "52476d650c05060000000200011858020000"
    "180000000000000000000000000000000e00"
    "050100000000000000000000000000000e00"
)
"""A packet as the league's own program sent it, in the state set."""


LENGTHS = {12: 54, 14: 62, 18: 118}
PLAYERS = {12: 6, 14: 7, 18: 20}
"""Of each team, in the packet; fewer may play."""


def read_control(data: bytes, version: int = 12) -> dict[str, Any]:
    """The fields of control data, byte by byte."""
    assert len(data) == LENGTHS[version]
    assert data[0:4] == b"RGme"
    assert data[4] == version
    second_team_at = 18 + (len(data) - 18) // 2
    return {
        "packet": data[5],
        "players": data[6],
        "competition_phase": data[7],
        "competition_type": data[8],
        "game_phase": data[9],
        "state": data[10],
        "set_play": data[11],
        "first_half": data[12],
        "kicking_team": data[13],
        "seconds": struct.unpack_from("<h", data, 14)[0],
        "secondary": struct.unpack_from("<h", data, 16)[0],
        "teams": [_read_team(data, at, version) for at in (18, second_team_at)],
    }


def _read_team(data: bytes, at: int, version: int) -> dict[str, Any]:
    team = {"number": data[at], "colour": data[at + 1]}
    at += 2
    if version == 18:
        team |= {"keeper_colour": data[at], "keeper": data[at + 1]}
        at += 2
    team |= {"score": data[at], "shots": data[at + 1], "single": data[at + 2] + 256 * data[at + 3]}
    at += 4
    if version >= 14:
        team["budget"] = data[at] + 256 * data[at + 1]
        at += 2
    return team | {"players": [(data[at + 2 * i], data[at + 2 * i + 1]) for i in range(PLAYERS[version])]}


def return_v3(team: int, player: int) -> bytes:
    return b"RGrt" + bytes((3, team, player, 0))


def return_v4(player: int, team: int, *, fallen: int = 0, numbers: tuple[float, ...] = (0.0,) * 6) -> bytes:
    return b"RGrt" + bytes((4, player, team, fallen)) + b"".join(struct.pack("<f", n) for n in numbers)


def team_v7(
    player: int, team: int, *, fallen: int = 0, numbers: tuple[float, ...] = (0.0,) * 6, data: bytes = b""
) -> bytes:
    floats = b"".join(struct.pack("<f", number) for number in numbers)
    return b"SPL " + bytes((7, player, team, fallen)) + floats + struct.pack("<H", len(data)) + data


def control_v14(**changes: int) -> bytes:
    """A packet of 2022: state playing, kick-in of team 5, 311 s left."""
    head = [14, 77, 7, 1, 0, 0, changes.get("state", 3), 4, 0, 5]
    teams = b""
    for number, budget in ((24, 1200), (5, 1099)):
        teams += bytes((number, number % 10, 2, 0)) + struct.pack("<HH", 0, budget)
        teams += bytes((changes.get("penalty", 7), 45)) + bytes(12)
    return b"RGme" + bytes(head) + struct.pack("<hh", 311, 28) + teams


def control_v18(**changes: int) -> bytes:
    """A packet of 2024: state standby, keeper of team 24 is number 7."""
    head = [18, 200, 20, 0, 0, 0, changes.get("state", 5), 0, 1, 255]
    teams = b""
    for number, keeper in ((24, 7), (5, 1)):
        teams += bytes((number, 1, 3, keeper, 4, 0)) + struct.pack("<HH", 0, 1000)
        teams += bytes((changes.get("penalty", 11), 9)) + bytes(38)
    return b"RGme" + bytes(head) + struct.pack("<hh", 600, -3) + teams


class ForeignRobot:
    """Listens for control data and answers its sender, as the league's own example does."""

    def __init__(self, *, team: int, player: int, control_port: int, return_port: int) -> None:
        self.team, self.player, self.return_port = team, player, return_port
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(("", control_port))
        self.socket.settimeout(5.0)

    def listen(self) -> bytes:
        """Wait for a packet, and answer it."""
        data, (address, _) = self.socket.recvfrom(4096)
        self.socket.sendto(return_v3(self.team, self.player), (address, self.return_port))
        return data

    def close(self) -> None:
        self.socket.close()
