"""What the league tells can be recorded, and is the same when it is read again."""

import pytest

from ludens.core.recording.codec import codec_of
from ludens.drivers.league.control_data import decode_control
from ludens.drivers.league.return_data import decode_return
from ludens.drivers.league.team_packet import decode_team_message
from ludens.geometry import Pose2
from ludens.messages import Message
from ludens.messages.league import SetPlay
from ludens.messages.refereeing import FieldRobot, FieldTruth, RefereeHands
from ludens.messages.soccer import MatchStatus, PlayerSetting
from tests.drivers.league import peer

ROBOT = FieldRobot(name="nao0", team=0, player=2, field_from_robot=Pose2(1.0, 2.0, 3.0), touches=("nao1",))
MESSAGES: tuple[Message, ...] = (
    decode_control(peer.SENT_BY_THE_LEAGUE, time_s=1.5),
    decode_control(peer.control_v14(), time_s=1.5),
    decode_control(peer.control_v18(), time_s=1.5),
    decode_return(peer.return_v4(1, 24), time_s=1.5),
    decode_team_message(peer.team_v7(1, 24, data=b"\x00\xff own"), time_s=1.5),
    FieldTruth(time_s=1.5, ball_m=(0.5, 1.0), ball_height_m=0.05, ball_mps=(0.0, 1.0), robots=(ROBOT,)),
    RefereeHands(time_s=1.5, ball_m=None, robots=(("nao0", Pose2(1.0, 2.0, 3.0)),)),
    MatchStatus(time_s=1.5, state="playing", set_play=SetPlay.KICK_IN),
    PlayerSetting(time_s=1.5, colour=3, is_keeper=True),
)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_comes_back_from_a_recording_as_it_was(message: Message):
    codec = codec_of(type(message))
    assert codec.decode(codec.encode(message)) == message
