import math

from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.drivers.league.team_packet import MOST_DATA
from ludens.games.soccer.know.team_data import CELL_BYTES, TeamData, packed, unpacked
from ludens.messages.team import RobotTeam, Role, RolePlan, TrackedRobot

millimetres = st.integers(-32767, 32767).map(lambda number: number / 1e3)
points = st.tuples(millimetres, millimetres)
counted = st.integers(0, 65535)
roles = st.sampled_from(Role)
robots = st.builds(
    TrackedRobot,
    place_m=points,
    velocity_mps=points,
    team=st.sampled_from(RobotTeam),
    fallen=st.booleans(),
    sigma_m=counted.map(lambda number: number / 1e3),
    seen_s=counted.map(lambda number: -number / 1e2),
)
plans = st.lists(st.tuples(roles, roles), max_size=6).flatmap(
    lambda pairs: st.builds(
        RolePlan,
        leader=st.integers(1, 6),
        number=st.integers(0, 255),
        starts_s=st.integers(-32767, 32767).map(lambda number: number / 1e2),
        roles=st.just(tuple(role for role, _ in pairs)),
        before=st.just(tuple(before for _, before in pairs)),
    )
)
contents = st.builds(
    TeamData,
    clock_ms=st.integers(0, 2**32 - 1),
    is_sure=st.booleans(),
    penalised=st.booleans(),
    head_yaw_rad=st.integers(-21000, 21000).map(lambda number: number / 1e4),
    ball_mps=points,
    ball_sigma_m=counted.map(lambda number: number / 1e3),
    to_ball_s=st.none() | counted.map(lambda number: number / 1e2),
    role=roles,
    plan=st.none() | plans,
    search_m=st.lists(st.none() | points, max_size=6).map(tuple),
    search_since_s=counted.map(lambda number: number / 1e1),
    looked_at=st.just(b"") | st.binary(min_size=CELL_BYTES, max_size=CELL_BYTES).filter(any),
    robots=st.lists(robots, max_size=16).map(tuple),
)


@settings(max_examples=40)
@given(contents)
def test_what_is_packed_is_unpacked_and_always_fits_into_a_message(data):
    content = packed(data)
    assert unpacked(content) == data
    assert len(content) <= MOST_DATA


@settings(max_examples=40)
@given(contents, st.data())
def test_one_damaged_byte_makes_the_bytes_nobodys(data, draw):
    content = bytearray(packed(data))
    content[draw.draw(st.integers(0, len(content) - 1))] ^= draw.draw(st.integers(1, 255))
    assert unpacked(bytes(content)) is None


@settings(max_examples=40)
@given(st.binary(max_size=MOST_DATA) | contents.map(lambda data: packed(data)[:-3]))
def test_foreign_and_cut_bytes_are_nobodys(content):
    assert unpacked(content) is None


def test_numbers_that_do_not_fit_are_clipped_and_too_many_robots_left_out():
    far = TrackedRobot(place_m=(1e9, -1e9), velocity_mps=(math.nan, math.inf))
    many = (Role.BISHOP,) * 20
    plan = RolePlan(leader=1, number=0, starts_s=1e9, roles=many, before=many)
    data = TeamData(to_ball_s=1e6, search_since_s=1e9, robots=(far,) * 50, plan=plan)
    read = unpacked(packed(data))
    assert read is not None
    assert read.plan is not None
    assert (read.to_ball_s, len(read.robots), len(read.plan.roles)) == (655.35, 16, 6)
    assert read.robots[0].place_m == (32.767, -32.767)
    assert read.robots[0].velocity_mps == (0.0, 0.0)
