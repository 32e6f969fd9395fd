"""A damaged packet is refused with a sentence, or means what it says."""

from collections.abc import Callable

import pytest

from ludens.drivers.league.control_data import decode_control, encode_control
from ludens.drivers.league.return_data import decode_return, encode_return
from ludens.drivers.league.team_packet import decode_team_message, encode_team_message
from tests.drivers.league import peer
from tests.mutations import survives

pytestmark = pytest.mark.mutations

KINDS: dict[str, tuple[bytes, Callable[[bytes], object]]] = {
    "control 12": (
        peer.SENT_BY_THE_LEAGUE,
        lambda data: encode_control(decode_control(data, time_s=0.0)),
    ),
    "control 14": (peer.control_v14(), lambda data: encode_control(decode_control(data, time_s=0.0))),
    "control 18": (peer.control_v18(), lambda data: encode_control(decode_control(data, time_s=0.0))),
    "return 3": (
        peer.return_v3(24, 1),
        lambda data: encode_return(decode_return(data, time_s=0.0), version=3),
    ),
    "return 4": (
        peer.return_v4(1, 24),
        lambda data: encode_return(decode_return(data, time_s=0.0), version=4),
    ),
    "team": (
        peer.team_v7(1, 24, data=b"own data of the team"),
        lambda data: encode_team_message(decode_team_message(data, time_s=0.0)),
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_packets_with_flipped_lost_and_foreign_bytes(kind: str):
    whole, read_and_write = KINDS[kind]
    survives(read_and_write, [whole])
