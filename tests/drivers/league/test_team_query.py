"""Robots that ask each other over TCP where they are, as in 2011."""

import socket
from collections.abc import Iterator

import pytest

from ludens.core.errors import LudensError
from ludens.drivers.league.packet import PacketError, RefusalLog
from ludens.drivers.league.team_query import QUESTION, TeamQueryDriver, decode_status, encode_status
from ludens.geometry import Pose2
from ludens.messages.league import TeamMessage
from tests.core.paper_robot import PaperRobot, beats, drive
from tests.mutations import survives

MESSAGE = TeamMessage(
    time_s=0.0,
    player=2,
    team=24,
    field_from_robot=Pose2(1.0, -0.5, 0.25),
    ball_age_s=0.5,
    ball_m=(0.75, 0.0),
)
FIRST, SECOND, NOBODY = (("127.0.0.1", port) for port in (52960, 52961, 52962))


@pytest.fixture
def pair() -> Iterator[tuple[TeamQueryDriver, TeamQueryDriver]]:
    both = (
        TeamQueryDriver(
            PaperRobot(beats(400)), [SECOND, NOBODY], listen=FIRST, refusals=RefusalLog(told.append)
        ),
        TeamQueryDriver(PaperRobot(beats(400)), [], listen=SECOND),
    )
    told.clear()
    yield both
    for driver in both:
        driver.close()


told: list[str] = []


def turns(count: int, *drivers: TeamQueryDriver) -> list[TeamMessage]:
    """Let drivers go on in turn; what the first one hears."""
    heard = []
    for _ in range(count):
        for driver in drivers:
            delivery = driver.next_delivery()
            assert delivery is not None
            if driver is drivers[0] and delivery.source == "mates/query":
                heard += list(delivery.messages)
    return heard  # type: ignore[return-value]


def test_a_mate_is_asked_once_a_second_and_one_that_is_silent_is_left_out(pair):
    pair[1].command("", MESSAGE)
    heard = turns(160, *pair)  # about three seconds
    assert 2 <= len(heard) <= 4
    assert heard[0].field_from_robot == MESSAGE.field_from_robot
    assert (heard[0].player, heard[0].ball_m, heard[0].ball_age_s) == (2, (0.75, 0.0), 0.5)


def test_a_robot_with_nothing_to_say_says_nothing(pair):
    assert turns(100, *pair) == []


def test_other_commands_go_to_the_robot(pair):
    pair[0].command("", drive(0.0))
    assert pair[0].driver.log == [drive(0.0)]


def test_garbage_and_floods_are_answered_by_hanging_up(pair):
    pair[0].command("", MESSAGE)
    for question, answer in ((b"hello\n", b""), (b"x" * 2000, b""), (QUESTION, encode_status(MESSAGE))):
        with socket.create_connection(FIRST, timeout=5.0) as caller:
            caller.sendall(question)
            turns(3, pair[0])
            try:
                assert caller.recv(1000) == answer
            except ConnectionResetError:
                assert answer == b""
    assert len(told) == 1
    assert "hello" in told[0]


def test_an_answer_comes_back_as_it_was():
    assert decode_status(encode_status(MESSAGE).strip(), time_s=0.0) == MESSAGE


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"[1]",
        encode_status(MESSAGE).replace(b"0.25", b"1e999"),
        encode_status(MESSAGE).replace(b"24", b'"x"'),
    ],
)
def test_an_answer_that_means_nothing_is_refused_in_a_sentence(line):
    with pytest.raises(PacketError):
        decode_status(line, time_s=0.0)


@pytest.mark.mutations
def test_answers_with_flipped_lost_and_foreign_bytes():
    survives(lambda line: decode_status(line, time_s=0.0), [encode_status(MESSAGE)])


def test_a_port_that_is_taken_is_told(pair):
    with pytest.raises(LudensError, match="52960"):
        TeamQueryDriver(PaperRobot(()), [], listen=FIRST)
