"""Writes deliveries, cycles and faults as messages on channels.

The topic of a value is its key with a slash in front: `/alpha/ball/Percept`. The log time is the arrival or
the cycle, the publish time is when the message was true. The messages of one delivery or cycle share a
sequence number, by which they are put together again, and never stand in two chunks.
"""

from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

import msgspec

from ludens.core.clock import NANOSECONDS
from ludens.core.driver import Delivery
from ludens.core.keys import join, key_of
from ludens.core.observer import Keyed
from ludens.core.recording.channels import ChannelContent
from ludens.core.recording.chunks import ChunkWriter, RawMessage
from ludens.core.recording.codec import codec_of, encode_plain
from ludens.core.recording.converters import Schema
from ludens.core.recording.errors import RecordingError
from ludens.core.recording.foxglove import odometry_transform
from ludens.core.recording.foxglove.schemas import FRAME_TRANSFORM
from ludens.core.recording.metadata import METADATA_NAME, RecordingMetadata
from ludens.messages import Fault, Message, Odometry

CHUNK_NS = NANOSECONDS // 2  # a crash loses no more than this much of the run
CHUNK_BYTES = 4 * 1024 * 1024
PROFILE = "ludens"
FAULT_KEY = "Fault"

Track = tuple[int, Callable[[Any], bytes]]  # number of a channel, and how its messages are encoded

_NOTHING: Schema = {"type": "object", "properties": {}}
_LATEST_S = 1e10  # the nanoseconds of a later moment do not fit


class EventWriter:
    """Writes the events of one run to one stream, in the order in which they are given."""

    def __init__(self, stream: BinaryIO, metadata: RecordingMetadata) -> None:
        self._chunks = ChunkWriter(stream, profile=PROFILE, library=f"ludens {metadata.ludens_version}")
        self._chunks.add_metadata(METADATA_NAME, metadata.to_texts())
        self._chunks.end_chunk()
        self._delivered: dict[tuple[str, str, type[Message]], Track] = {}
        self._produced: dict[tuple[str, str, type[Message]], Track] = {}
        self._others: dict[tuple[str, ...], int] = {}
        self._schemas: dict[str, tuple[int, bytes]] = {}
        self._sequence = 0
        self._now_ns = 0
        self._chunk_end_ns: int | None = None
        self._chunk_size = 0

    def delivery(self, delivery: Delivery) -> None:
        """What a driver handed over."""
        robot, source, time_ns = delivery.robot, delivery.source, delivery.time_ns
        self._end_full_chunk(time_ns)
        event = []
        for message in delivery.messages:
            kind = type(message)
            track = self._delivered.get((robot, source, kind))
            if track is None:
                content = ChannelContent("delivery", robot, source, "", kind.__module__, kind.__qualname__)
                track = self._delivered[robot, source, kind] = self._open(key_of(robot, kind), kind, content)
            event.append(self._message(track, time_ns, message))
            if isinstance(message, Odometry):
                event.append(self._shown(message, robot, time_ns))
        if not event:
            event.append(self._empty(robot, source, time_ns))
        self._add(time_ns, event)

    def outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """What a cycle produced."""
        event = []
        for key, message in outputs:
            kind = type(message)
            track = self._produced.get((cycler, key, kind))
            if track is None:
                content = ChannelContent("output", "", "", cycler, kind.__module__, kind.__qualname__)
                track = self._produced[cycler, key, kind] = self._open(key, kind, content)
            event.append(self._message(track, time_ns, message))
        self._add(time_ns, event)

    def fault(self, fault: Fault) -> None:
        """What went wrong, at the moment of the latest event."""
        track = self._produced.get(("", FAULT_KEY, Fault))
        if track is None:
            content = ChannelContent("fault", module=Fault.__module__, name=Fault.__qualname__)
            track = self._produced["", FAULT_KEY, Fault] = self._open(FAULT_KEY, Fault, content)
        self._add(self._now_ns, [self._message(track, self._now_ns, fault)])

    def finish(self) -> None:
        """Write what makes the file complete."""
        self._chunks.finish()

    def _message(self, track: Track, time_ns: int, message: Message) -> RawMessage:
        channel_id, encode = track
        try:
            data = encode(message)
        except (TypeError, ValueError, NotImplementedError) as error:
            raise RecordingError(f"A {type(message).__name__} cannot be recorded: {error}") from None
        return RawMessage(channel_id, self._sequence, time_ns, _nanoseconds(message.time_s), data)

    def _add(self, time_ns: int, event: list[RawMessage]) -> None:
        self._chunks.add_messages(event)
        self._sequence += 1
        self._now_ns = time_ns
        self._chunk_size += sum(len(message.data) for message in event)
        if self._chunk_end_ns is None:
            self._chunk_end_ns = time_ns + CHUNK_NS

    def _end_full_chunk(self, time_ns: int) -> None:
        """Chunks start with deliveries: a file that was cut off has all that followed from its last one."""
        full = self._chunk_size > CHUNK_BYTES
        if full or (self._chunk_end_ns is not None and time_ns >= self._chunk_end_ns):
            self._chunks.end_chunk()
            self._chunk_end_ns, self._chunk_size = None, 0

    def _open(self, key: str, kind: type[Message], content: ChannelContent) -> Track:
        codec = codec_of(kind)
        name = codec.schema_name
        data = msgspec.json.encode({"title": name, **codec.schema})
        if name in self._schemas and self._schemas[name][1] != data:  # another class of the same name
            name = f"{kind.__module__}.{kind.__qualname__}"
        schema_id = self._schema_id(name, data)
        return self._chunks.add_channel(f"/{key}", schema_id, content.to_texts()), codec.encode

    def _schema_id(self, name: str, data: bytes) -> int:
        if name not in self._schemas:
            self._schemas[name] = self._chunks.add_schema(name, data), data
        return self._schemas[name][0]

    def _other_channel(self, topic: str, schema_name: str, schema: Schema, content: ChannelContent) -> int:
        """A channel whose messages are none of ours."""
        place = (topic, schema_name)
        if place not in self._others:
            schema_id = self._schema_id(schema_name, msgspec.json.encode({"title": schema_name, **schema}))
            self._others[place] = self._chunks.add_channel(f"/{topic}", schema_id, content.to_texts())
        return self._others[place]

    def _shown(self, odometry: Odometry, robot: str, time_ns: int) -> RawMessage:
        """The odometry as a moving frame, for viewers."""
        topic, content = join(robot, Odometry.__name__, "transform"), ChannelContent("view", robot)
        channel_id = self._other_channel(topic, "foxglove.FrameTransform", FRAME_TRANSFORM, content)
        data = encode_plain(odometry_transform(odometry, robot))
        return RawMessage(channel_id, self._sequence, time_ns, _nanoseconds(odometry.time_s), data)

    def _empty(self, robot: str, source: str, time_ns: int) -> RawMessage:
        """A delivery without messages, of which only the moment is worth keeping."""
        content = ChannelContent("delivery", robot, source)
        channel_id = self._other_channel(join(robot, source), "ludens.Nothing", _NOTHING, content)
        return RawMessage(channel_id, self._sequence, time_ns, time_ns, b"{}")


def _nanoseconds(time_s: float) -> int:
    """A moment as the file can hold it: none before zero, none that is not a number."""
    return round(time_s * NANOSECONDS) if 0.0 <= time_s < _LATEST_S else 0
