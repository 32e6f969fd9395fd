"""Every byte of the league's packets lies where the fact sheet says."""

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from ludens.drivers.league.control_data import LAYOUTS, MONITOR_HEADER, decode_control, encode_control
from ludens.drivers.league.packet import PacketError, RefusalLog, WrongVersionError
from ludens.drivers.league.return_data import decode_return, encode_return
from ludens.drivers.league.team_packet import decode_team_message, encode_team_message
from ludens.geometry import Pose2
from ludens.messages.league import (
    GameControl,
    MatchPhase,
    MatchState,
    PenaltyReason,
    PlayerControl,
    RobotReport,
    SetPlay,
    TeamControl,
    TeamMessage,
)
from tests.drivers.league import peer


def test_a_packet_of_the_leagues_own_program_is_understood_and_written_again_to_the_byte():
    control = decode_control(peer.SENT_BY_THE_LEAGUE, time_s=1.5)
    assert (control.time_s, control.version, control.packet_number, control.players_per_team) == (
        1.5,
        12,
        5,
        6,
    )
    assert (control.phase, control.state, control.set_play) == (
        MatchPhase.NORMAL,
        MatchState.SET,
        SetPlay.NONE,
    )
    assert control.is_first_half
    assert not control.is_play_off
    assert (control.kicking_team, control.remaining_s, control.secondary_s) == (24, 600, 0)
    assert [(team.number, team.colour) for team in control.teams] == [(24, 0), (5, 1)]
    assert [p.penalty for p in control.teams[1].players] == [PenaltyReason.NONE] * 5 + [
        PenaltyReason.SUBSTITUTE
    ]
    assert encode_control(control) == peer.SENT_BY_THE_LEAGUE


R = PenaltyReason
SHARED_REASONS = {0: R.NONE, 1: R.ILLEGAL_BALL_CONTACT, 2: R.PUSHING, 3: R.MOTION_IN_SET, 4: R.INACTIVE}
SHARED_REASONS |= {6: R.LEAVING_THE_FIELD, 14: R.SUBSTITUTE, 15: R.MANUAL}
SINCE_2022 = {5: R.ILLEGAL_POSITION, 7: R.PICK_UP, 8: R.LOCAL_GAME_STUCK, 9: R.ILLEGAL_POSITIONING}
REASONS = {
    12: {5: R.ILLEGAL_DEFENDER, 7: R.KICK_OFF_GOAL, 8: R.PICK_UP, 9: R.LOCAL_GAME_STUCK}
    | {10: R.ILLEGAL_POSITIONING},
    14: SINCE_2022,
    18: SINCE_2022 | {10: R.STANCE, 11: R.MOTION_IN_STANDBY},
}
"""Numbers that versions do not share, as the sheet and the league's own headers have them."""


@pytest.mark.parametrize("version", [12, 14, 18])
def test_every_field_of_every_version_lies_at_its_offset_both_ways(version: int):
    count = peer.PLAYERS[version]
    reasons = SHARED_REASONS | REASONS[version]
    numbers = list(reasons)[1:] * 4
    teams_given = [(24, numbers[:count]), (5, numbers[count : 2 * count])]  # every reason comes up
    newer = {"message_budget": 1199} if version >= 14 else {}
    newest = {"keeper": 17, "keeper_colour": 8} if version == 18 else {}
    teams = tuple(
        TeamControl(
            number=number,
            colour=9,
            score=3,
            shots_taken=5,
            single_shots=0b1_0000_0010,
            players=tuple(PlayerControl(reasons[reason], 200 + i) for i, reason in enumerate(given)),
            **newer,
            **newest,
        )
        for number, given in teams_given
    )
    control = GameControl(
        time_s=0.0,
        version=version,
        packet_number=250,
        players_per_team=count,
        is_play_off=True,
        competition_type=1,
        phase=MatchPhase.TIME_OUT,
        state=MatchState.FINISHED,
        set_play=SetPlay.KICK_IN,
        is_first_half=False,
        kicking_team=5,
        remaining_s=-7,
        secondary_s=299,
        teams=(teams[0], teams[1]),
    )
    data = encode_control(control)
    extra = ({"budget": 1199} if version >= 14 else {}) | (
        {"keeper": 17, "keeper_colour": 8} if version == 18 else {}
    )
    assert peer.read_control(data, version) == {
        "packet": 250,
        "players": count,
        "competition_phase": 1,
        "competition_type": 1,
        "game_phase": 3,
        "state": 4,
        "set_play": 4,
        "first_half": 0,
        "kicking_team": 5,
        "seconds": -7,
        "secondary": 299,
        "teams": [
            {"number": number, "colour": 9, "score": 3, "shots": 5, "single": 258, **extra}
            | {"players": [(reason, 200 + i) for i, reason in enumerate(given)]}
            for number, given in teams_given
        ],
    }
    assert decode_control(data, time_s=0.0) == control


def test_newer_versions_have_their_own_lengths_and_their_own_numbers_of_penalties():
    assert {version: layout.length for version, layout in LAYOUTS.items()} == {12: 54, 14: 62, 18: 118}
    later = decode_control(peer.control_v14(), time_s=0.0)
    assert [team.message_budget for team in later.teams] == [1200, 1099]
    assert later.player(5, 1) == PlayerControl(PenaltyReason.PICK_UP, 45)
    assert (later.set_play, later.kicking_team, later.remaining_s) == (SetPlay.KICK_IN, 5, 311)
    latest = decode_control(peer.control_v18(), time_s=0.0)
    assert (latest.state, latest.secondary_s) == (MatchState.STANDBY, -3)
    assert [(team.keeper, team.keeper_colour) for team in latest.teams] == [(7, 3), (1, 3)]
    assert latest.player(24, 1) == PlayerControl(PenaltyReason.MOTION_IN_STANDBY, 9)
    for data in (peer.control_v14(), peer.control_v18()):
        assert encode_control(decode_control(data, time_s=0.0)) == data


def test_a_reason_that_a_version_lacks_is_sent_as_its_nearest():
    teams = tuple(
        TeamControl(
            number=number,
            colour=0,
            players=(
                PlayerControl(PenaltyReason.ILLEGAL_DEFENDER),
                PlayerControl(PenaltyReason.KICK_OFF_GOAL),
            ),
        )
        for number in (1, 2)
    )
    control = GameControl(
        time_s=0.0, version=14, packet_number=0, players_per_team=5, teams=(teams[0], teams[1])
    )
    again = decode_control(encode_control(control), time_s=0.0)
    reasons = [player.penalty for player in again.teams[0].players[:3]]
    assert reasons == [PenaltyReason.ILLEGAL_POSITION, PenaltyReason.MANUAL, PenaltyReason.SUBSTITUTE]


@settings(max_examples=40)
@given(st.binary(min_size=54, max_size=54))
def test_whatever_is_understood_is_written_again_to_the_byte(noise: bytes):
    data = bytearray(noise)
    data[:5] = b"RGme\x0c"
    for at, limit in ((6, 6), (7, 2), (9, 4), (10, 5), (11, 5), (12, 2)):
        data[at] %= limit
    data[6] += 1
    for start in (24, 42):
        for at in range(start, start + 12, 2):
            data[at] %= 11
    assert encode_control(decode_control(bytes(data), time_s=0.0)) == bytes(data)


def test_monitors_get_the_same_under_another_header():
    control = decode_control(peer.SENT_BY_THE_LEAGUE, time_s=0.0)
    data = encode_control(control, header=MONITOR_HEADER)
    assert data == b"RGTD" + peer.SENT_BY_THE_LEAGUE[4:]
    with pytest.raises(PacketError):
        decode_control(data, time_s=0.0)


@pytest.mark.parametrize(
    ("at", "value", "words"),
    [
        (0, ord("X"), "begins with"),
        (6, 0, "number of players"),
        (6, 7, "number of players"),
        (7, 2, "competition phase"),
        (9, 4, "game phase"),
        (10, 5, "state is 5"),
        (11, 5, "set play"),
        (12, 2, "first half"),
        (24, 11, "penalty is 11"),
    ],
)
def test_control_data_that_means_nothing_is_refused_in_a_sentence(at: int, value: int, words: str):
    data = bytearray(peer.SENT_BY_THE_LEAGUE)
    data[at] = value
    with pytest.raises(PacketError, match=words):
        decode_control(bytes(data), time_s=0.0)


@pytest.mark.parametrize("length", [0, 3, 4, 10, 53, 55, 62])
def test_control_data_of_another_length_is_refused(length: int):
    data = (peer.SENT_BY_THE_LEAGUE + bytes(100))[:length]
    with pytest.raises(PacketError):
        decode_control(data, time_s=0.0)


def test_a_wrong_version_is_told_once_and_loudly():
    told: list[str] = []
    log = RefusalLog(told.append)
    for version in (15, 15, 15, 19):
        data = bytearray(peer.SENT_BY_THE_LEAGUE)
        data[4] = version
        with pytest.raises(WrongVersionError) as refused:
            decode_control(bytes(data), time_s=0.0)
        log.refuse(refused.value, sender="10.0.0.5")
    assert len(told) == 2
    assert "version 15" in told[0]
    assert "12, 14, 18" in told[0]
    assert "10.0.0.5" in told[0]
    assert log.counts == {"version 15": 3, "version 19": 1}


def test_return_data_has_team_and_player_in_the_order_of_its_version():
    report = RobotReport(time_s=0.0, player=2, team=24)
    assert encode_return(report, version=3) == peer.return_v3(24, 2)
    numbers = (1250.0, -500.0, 0.5, 2.0, 300.0, -40.0)
    fuller = RobotReport(
        time_s=0.0,
        player=2,
        team=24,
        fallen=True,
        field_from_robot=Pose2(1.25, -0.5, 0.5),
        ball_age_s=2.0,
        ball_m=(0.3, -0.04),
    )
    assert encode_return(fuller, version=4) == peer.return_v4(2, 24, fallen=1, numbers=numbers)
    assert decode_return(peer.return_v4(2, 24, fallen=1, numbers=numbers), time_s=0.0) == fuller
    assert decode_return(peer.return_v3(24, 2), time_s=0.0) == report


def test_a_ball_never_seen_is_minus_one():
    never = peer.return_v4(3, 5, numbers=(0.0, 0.0, 0.0, -1.0, 0.0, 0.0))
    assert decode_return(never, time_s=0.0).ball_age_s is None
    assert encode_return(decode_return(never, time_s=0.0), version=4) == never


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"RGrt",
        peer.return_v3(24, 0),
        peer.return_v3(24, 21),
        peer.return_v3(24, 2)[:-1] + b"\x02",
        peer.return_v3(24, 2) + b"\0",
        peer.return_v4(2, 24)[:-1],
        peer.return_v4(2, 24, fallen=2),
        peer.return_v4(2, 24, numbers=(float("nan"),) + (0.0,) * 5),
        peer.return_v4(2, 24, numbers=(0.0,) * 5 + (float("inf"),)),
    ],
)
def test_return_data_that_means_nothing_is_refused(data: bytes):
    with pytest.raises(PacketError):
        decode_return(data, time_s=0.0)


def test_an_unknown_version_of_return_data_is_named():
    with pytest.raises(WrongVersionError, match="version 2"):
        decode_return(b"RGrt" + bytes((2, 24, 1, 0)), time_s=0.0)


def test_every_field_of_a_team_message_lies_at_its_offset():
    message = TeamMessage(
        time_s=0.0,
        player=4,
        team=24,
        fallen=True,
        field_from_robot=Pose2(-2.0, 1.5, -0.25),
        ball_age_s=0.5,
        ball_m=(0.75, -0.125),
        data=b"hello",
    )
    data = encode_team_message(message)
    assert data == peer.team_v7(
        4, 24, fallen=1, numbers=(-2000.0, 1500.0, -0.25, 0.5, 750.0, -125.0), data=b"hello"
    )
    assert struct.unpack_from("<H", data, 32) == (5,)
    assert data[34:] == b"hello"
    assert decode_team_message(data, time_s=0.0) == message


def test_a_team_message_has_34_to_508_bytes():
    assert len(peer.team_v7(1, 24)) == 34
    longest = peer.team_v7(1, 24, data=bytes(474))
    assert len(longest) == 508
    assert len(decode_team_message(longest, time_s=0.0).data) == 474
    with pytest.raises(PacketError, match="474"):
        encode_team_message(TeamMessage(time_s=0.0, player=1, team=24, data=bytes(475)))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"SPX " + peer.team_v7(1, 24)[4:],
        b"SPL \x06" + peer.team_v7(1, 24)[5:],
        peer.team_v7(0, 24),
        peer.team_v7(7, 24),
        peer.team_v7(1, 24, fallen=2),
        peer.team_v7(1, 24, numbers=(float("nan"),) * 6),
        peer.team_v7(1, 24, data=bytes(475)),
        peer.team_v7(1, 24, data=bytes(20))[:-1],
        peer.team_v7(1, 24)[:33],
    ],
)
def test_team_messages_that_the_leagues_tools_refuse_are_refused(data: bytes):
    with pytest.raises(PacketError):
        decode_team_message(data, time_s=0.0)


finite = st.floats(-1e4, 1e4)


@settings(max_examples=40)
@given(
    st.tuples(finite, finite, finite),
    st.none() | st.floats(0.0, 1e3),
    finite,
    finite,
    st.binary(max_size=474),
)
def test_a_team_message_comes_back_within_the_precision_of_four_bytes(pose, age_s, ball_x, ball_y, data):
    message = TeamMessage(
        time_s=0.0,
        player=6,
        team=1,
        field_from_robot=Pose2(*pose),
        ball_age_s=age_s,
        ball_m=(ball_x, ball_y),
        data=data,
    )
    once = encode_team_message(message)
    again = decode_team_message(once, time_s=0.0)
    assert encode_team_message(again) == once
    assert again.field_from_robot.x_m == pytest.approx(pose[0], rel=1e-6, abs=1e-9)
    assert again.data == data


def test_numbers_too_large_for_a_packet_are_cut_to_its_largest():
    huge = RobotReport(time_s=0.0, player=1, team=1, field_from_robot=Pose2(1e300, -1e300, 0.0))
    assert decode_return(encode_return(huge, version=4), time_s=0.0).field_from_robot.x_m > 1e30
    control = decode_control(peer.SENT_BY_THE_LEAGUE, time_s=0.0)
    long = structs.replace(control, remaining_s=99_999, secondary_s=-99_999)
    assert decode_control(encode_control(long), time_s=0.0).remaining_s == 32_767
