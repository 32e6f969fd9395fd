"""The bytes that our robots add to the league's team message: what its standard fields do not say.

Little-endian; lengths in mm, speeds in mm/s, angles in 1/10,000 rad, all clipped to what fits.

    <2sBB   "Lu", version 2, bits: 1 sure of its pose, 2 penalised, 4 knows how long it takes to the ball
    I       the sender's clock in ms, which means something only beside its own earlier ones
    h       the head's yaw
    2hH     the ball's velocity on the field, and its standard deviation
    H       time to the ball in 1/100 s
    B       role
    H       age of the search map in 1/10 s
    BBh     plan of roles: its leader (0: there is none), its number, in how many 1/100 s it begins to count
    3B      numbers of roles in it, of suggestions, of robots
    27s     cells of the search map that were seen lately, one bit each
    B …     roles, player 1 first: those of before in the upper four bits
    2h …    where each player should look for the ball; -32768: nowhere
    4hHHB … robots: place, velocity, standard deviation, age in 1/100 s, bits: 1 and 2 its team, 4 fallen
    H       checksum of all before

Bytes of other teams' software, and damaged ones, are none of ours: `unpacked` gives None.
"""

import math
from binascii import crc_hqx
from functools import lru_cache
from struct import Struct as Layout

from msgspec import Struct

from ludens.messages.team import Point, RobotTeam, Role, RolePlan, TrackedRobot

MAGIC, VERSION = b"Lu", 2
HEAD = Layout("<2sBBIh2hHHBHBBh3B27s")
PLACE = Layout("<2h")
ROBOT = Layout("<4hHHB")
CHECK = Layout("<H")
CELL_BYTES = 27
SURE, PENALISED, HAS_TIME, FALLEN = 1, 2, 4, 4
MILLI, ANGLE, CENTI, DECI = 1e3, 1e4, 1e2, 1e1
NOWHERE = -32768
CLOCK = 1 << 32
MOST_PLAYERS, MOST_ROBOTS = 6, 16
ROLES = (
    Role.NONE,
    Role.STRIKER,
    Role.KEEPER,
    Role.REPLACEMENT_KEEPER,
    Role.LEFT_DEFENDER,
    Role.RIGHT_DEFENDER,
    Role.SUPPORT,
    Role.BISHOP,
)
TEAMS = (RobotTeam.UNKNOWN, RobotTeam.OWN, RobotTeam.OTHER)


class TeamData(Struct, frozen=True, kw_only=True):
    """What a robot tells its mates besides the standard fields; fields as in `Teammate`."""

    clock_ms: int = 0  # of the sender, modulo 2^32
    is_sure: bool = True
    penalised: bool = False
    head_yaw_rad: float = 0.0
    ball_mps: Point = (0.0, 0.0)
    ball_sigma_m: float = 0.0
    to_ball_s: float | None = None
    role: Role = Role.NONE
    plan: RolePlan | None = None  # `starts_s` is relative to the message
    search_m: tuple[Point | None, ...] = ()
    search_since_s: float = 0.0
    looked_at: bytes = b""
    robots: tuple[TrackedRobot, ...] = ()  # `seen_s` is on the sender's clock, relative to the message: ≤ 0


def packed(data: TeamData) -> bytes:
    """Write the bytes; more players or robots than there is room for are left out."""
    search_m = data.search_m[:MOST_PLAYERS]
    leader, number, starts, pairs = _plan_parts(data.plan)
    robots = data.robots[:MOST_ROBOTS]
    bits = SURE * data.is_sure + PENALISED * data.penalised + HAS_TIME * (data.to_ball_s is not None)
    parts = [
        HEAD.pack(
            MAGIC,
            VERSION,
            bits,
            data.clock_ms % CLOCK,
            _signed(data.head_yaw_rad, ANGLE),
            *(_signed(speed, MILLI) for speed in data.ball_mps),
            _unsigned(data.ball_sigma_m, MILLI),
            _unsigned(data.to_ball_s or 0.0, CENTI),
            ROLES.index(data.role),
            _unsigned(data.search_since_s, DECI),
            leader,
            number,
            starts,
            len(pairs),
            len(search_m),
            len(robots),
            data.looked_at,
        ),
        pairs,
    ]
    for point in search_m:
        parts.append(PLACE.pack(NOWHERE, NOWHERE) if point is None else PLACE.pack(*_place(point)))
    for robot in robots:
        bits = TEAMS.index(robot.team) + FALLEN * robot.fallen
        sigma, age = _unsigned(robot.sigma_m, MILLI), _unsigned(-robot.seen_s, CENTI)
        parts.append(ROBOT.pack(*_place(robot.place_m), *_place(robot.velocity_mps), sigma, age, bits))
    content = b"".join(parts)
    return content + CHECK.pack(crc_hqx(content, 0))


@lru_cache(maxsize=64)
def unpacked(content: bytes) -> TeamData | None:
    """Read the bytes; None if they are not ours, or not whole. All mates of a sender read the same."""
    if len(content) < HEAD.size + CHECK.size or not content.startswith(MAGIC) or content[2] != VERSION:
        return None
    content, (check,) = content[: -CHECK.size], CHECK.unpack_from(content, len(content) - CHECK.size)
    if crc_hqx(content, 0) != check:
        return None
    _, _, bits, clock_ms, yaw, *ball, sigma, to_ball, role, since = HEAD.unpack_from(content)[:11]
    leader, number, starts, roles, places, robots, looked_at = HEAD.unpack_from(content)[11:]
    places_at = HEAD.size + roles
    robots_at = places_at + places * PLACE.size
    if len(content) != robots_at + robots * ROBOT.size:
        return None
    pairs = content[HEAD.size : places_at]
    if max(role, *(part for pair in pairs for part in divmod(pair, 16)), 0) >= len(ROLES):
        return None
    seen = [_robot(*row) for row in ROBOT.iter_unpack(content[robots_at:])]
    return TeamData(
        clock_ms=clock_ms,
        is_sure=bool(bits & SURE),
        penalised=bool(bits & PENALISED),
        head_yaw_rad=yaw / ANGLE,
        ball_mps=(ball[0] / MILLI, ball[1] / MILLI),
        ball_sigma_m=sigma / MILLI,
        to_ball_s=to_ball / CENTI if bits & HAS_TIME else None,
        role=ROLES[role],
        plan=_plan(leader, number, starts, pairs),
        search_m=tuple(
            None if x == NOWHERE else (x / MILLI, y / MILLI)
            for x, y in PLACE.iter_unpack(content[places_at:robots_at])
        ),
        search_since_s=since / DECI,
        looked_at=looked_at if any(looked_at) else b"",
        robots=tuple(seen),
    )


def _plan_parts(plan: RolePlan | None) -> tuple[int, int, int, bytes]:
    if plan is None:
        return 0, 0, 0, b""
    both = zip(plan.before[:MOST_PLAYERS], plan.roles[:MOST_PLAYERS], strict=True)
    pairs = bytes(16 * ROLES.index(before) + ROLES.index(role) for before, role in both)
    return plan.leader, plan.number, _signed(plan.starts_s, CENTI), pairs


def _plan(leader: int, number: int, starts: int, pairs: bytes) -> RolePlan | None:
    if leader == 0:
        return None
    return RolePlan(
        leader=leader,
        number=number,
        starts_s=starts / CENTI,
        roles=tuple(ROLES[pair % 16] for pair in pairs),
        before=tuple(ROLES[pair // 16] for pair in pairs),
    )


def _robot(x: int, y: int, vx: int, vy: int, sigma: int, age: int, bits: int) -> TrackedRobot:
    return TrackedRobot(
        place_m=(x / MILLI, y / MILLI),
        velocity_mps=(vx / MILLI, vy / MILLI),
        team=TEAMS[min(bits & 3, 2)],
        fallen=bool(bits & FALLEN),
        sigma_m=sigma / MILLI,
        seen_s=-age / CENTI,
    )


def _place(point: Point) -> tuple[int, int]:
    return _signed(point[0], MILLI), _signed(point[1], MILLI)


def _signed(number: float, unit: float) -> int:
    return round(min(max(number * unit, -32767.0), 32767.0)) if math.isfinite(number) else 0


def _unsigned(number: float, unit: float) -> int:
    return round(min(max(number * unit, 0.0), 65535.0)) if math.isfinite(number) else 65535
