"""A stream is cut into maps wherever it was torn."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.drivers.lola.layout import StreamError
from ludens.drivers.lola.splitting import MapSplitter
from tests.drivers.lola.independent import actuator_map, pack, sensor_map

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False)
    | st.text(max_size=40)
    | st.binary(max_size=300)
    | st.builds(
        lambda code, data: msgspec.msgpack.Ext(code, data), st.integers(-128, 127), st.binary(max_size=20)
    ),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(max_size=40), inner, max_size=20),
    max_leaves=30,
)


@settings(max_examples=25)
@given(
    maps=st.lists(st.dictionaries(st.text(max_size=5), anything, max_size=20), max_size=4),
    cuts=st.lists(st.integers(0, 4000), max_size=8),
)
def test_maps_come_out_whole_however_they_were_torn(maps: list[dict[str, Any]], cuts: list[int]):
    packed = [msgspec.msgpack.encode(one) for one in maps]
    stream = b"".join(packed)
    splitter = MapSplitter(longest_bytes=100_000)
    places = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    pieces = [stream[start:end] for start, end in pairwise(places)]
    assert [whole for piece in pieces for whole in splitter.feed(piece)] == packed
    assert splitter.pending_bytes == 0


def test_byte_by_byte():
    splitter = MapSplitter()
    stream = pack(sensor_map()) + pack(actuator_map())
    came = [(at, whole) for at, byte in enumerate(stream) for whole in splitter.feed(bytes([byte]))]
    assert came == [(895, pack(sensor_map())), (896 + 785, pack(actuator_map()))]


def test_half_a_map_waits():
    splitter = MapSplitter()
    assert list(splitter.feed(pack(sensor_map())[:500])) == []
    assert splitter.pending_bytes == 500


@pytest.mark.parametrize("garbage", [b"\x00", b"\xc1", b"GET / HTTP/1.1\r\n", b"\x9f", b"\xff\xff"])
def test_what_begins_no_map_is_an_error_at_once(garbage: bytes):
    with pytest.raises(StreamError, match="A map was expected, but the byte 0x"):
        list(MapSplitter().feed(garbage))


@pytest.mark.parametrize(
    "claim",
    [
        b"\xdf\xff\xff\xff\xff",
        b"\x81\xdb\x00\xff\xff\xff",
        b"\x81\xa1a\xdd\x7f\xff\xff\xff",
        b"\x81\xa1a\xde\xff\xff",
    ],
)
def test_a_map_that_claims_to_be_endless_is_an_error_before_it_comes(claim: bytes):
    with pytest.raises(StreamError, match="claims to be longer than 8,192 bytes"):
        list(MapSplitter().feed(claim))


def test_the_longest_map_that_teams_may_send_is_taken():
    longest = pack(actuator_map(), double=True)
    assert list(MapSplitter().feed(longest)) == [longest]
