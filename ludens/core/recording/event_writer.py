"""Writes deliveries, cycles and faults as messages on channels.

The topic of a value is its key with a slash in front: `/alpha/ball/Percept`. The log time is the arrival or
the cycle, the publish time is when the message was true. The messages of one delivery or cycle share a
sequence number, by which they are put together again, and never stand in two chunks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, cast

import msgspec

from ludens.core.contract.driver import Delivery
from ludens.core.contract.keys import delivered_key, join
from ludens.core.contract.observer import Keyed
from ludens.core.errors import RecordingError
from ludens.core.recording.chunks import ChunkWriter, MessageParts
from ludens.core.recording.codec import codec_of, encode_plain
from ludens.core.recording.converters import Schema
from ludens.core.recording.foxglove import odometry_transform
from ludens.core.recording.foxglove_schemas import FRAME_TRANSFORM
from ludens.core.recording.metadata import METADATA_NAME, RecordingMetadata
from ludens.core.runtime.clock import NANOSECONDS, seconds
from ludens.messages import Fault, Message, Odometry

Role = Literal["delivery", "output", "fault", "stream", "view"]


@dataclass(frozen=True, slots=True)
class ChannelContent:
    """Where the messages of a channel come from, and their class.

    A `stream` is what modules showed to people, so that a run can be watched without running it again. A
    `view` repeats what another channel has, in a form that viewers draw; it is skipped when reading back.
    `name` is empty for a delivery without messages, and for a stream of numbers.
    """

    role: Role
    robot: str = ""  # of a delivery
    source: str = ""  # of a delivery
    cycler: str = ""  # of an output
    module: str = ""  # of the message class
    name: str = ""  # of the message class

    def to_texts(self) -> dict[str, str]:
        """As the channel's metadata."""
        return {
            "role": self.role,
            "robot": self.robot,
            "source": self.source,
            "cycler": self.cycler,
            "module": self.module,
            "name": self.name,
        }

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> "ChannelContent":
        """From the channel's metadata."""
        return cls(
            role=cast(Role, texts.get("role", "view")),
            robot=texts.get("robot", ""),
            source=texts.get("source", ""),
            cycler=texts.get("cycler", ""),
            module=texts.get("module", ""),
            name=texts.get("name", ""),
        )


CHUNK_NS = NANOSECONDS // 2  # a crash loses no more than this much of the run
CHUNK_MESSAGES = 20_000
BATCH_MESSAGES = 200  # encoded together: enough to be quick, few enough not to delay a cycle
PROFILE = "ludens"
FAULT_KEY = "Fault"

NUMBER = "ludens.Number"
_NUMBER_SCHEMA: Schema = {"type": "object", "properties": {"value": {"type": "number"}}}
_NOTHING: Schema = {"type": "object", "properties": {}}
_LATEST_S = 1e10  # the nanoseconds of a later moment do not fit, and the file knows none before zero


@dataclass(frozen=True, slots=True)
class _Track:
    """A channel and how its messages are encoded."""

    channel_id: int
    encode: Callable[[Any], bytes]


class EventWriter:
    """Writes the events of one run to one stream, in the order in which they are given.

    Messages are frozen, so they are collected and encoded in batches: one by one, in the midst of a run, on
    cold caches, the same work takes several times as long.
    """

    def __init__(self, stream: BinaryIO, metadata: RecordingMetadata) -> None:
        self._chunks = ChunkWriter(stream, profile=PROFILE, library=f"ludens {metadata.ludens_version}")
        self._chunks.add_metadata(METADATA_NAME, metadata.to_texts())
        self._chunks.flush()
        self._delivered: dict[tuple[str, str, type[Message]], tuple[_Track, ...]] = {}
        self._produced: dict[tuple[str, str, type[Message]], _Track] = {}
        self._nothings: dict[tuple[str, str], _Track] = {}
        self._schemas: dict[str, tuple[int, bytes]] = {}
        self._shown: dict[tuple[str, type[Any]], _Track] = {}
        self._waiting: list[tuple[_Track, int, int, Any]] = []  # track, sequence, time, message
        self._encoded: list[MessageParts] = []
        self._sequence = 0
        self._now_ns = 0
        self._chunk_start_ns = 0
        self._finished = False

    def delivery(self, delivery: Delivery) -> None:
        """What a driver handed over."""
        robot, source, time_ns = delivery.robot, delivery.source, delivery.time_ns
        self._end_full_chunk(time_ns)
        for message in delivery.messages:
            kind = type(message)
            tracks = self._delivered.get((robot, source, kind))
            if tracks is None:
                tracks = self._delivered[robot, source, kind] = self._open_delivery(robot, source, kind)
            for track in tracks:
                self._waiting.append((track, self._sequence, time_ns, message))
        if not delivery.messages:
            moment = Message(time_s=seconds(time_ns))
            self._waiting.append((self._nothing(robot, source), self._sequence, time_ns, moment))
        self._end_event(time_ns)

    def outputs(self, time_ns: int, cycler: str, outputs: Sequence[Keyed]) -> None:
        """What a cycle produced, without what can be computed again."""
        for key, message in outputs:
            kind = type(message)
            if not kind.recorded:
                continue
            track = self._produced.get((cycler, key, kind))
            if track is None:
                content = ChannelContent("output", "", "", cycler, kind.__module__, kind.__qualname__)
                track = self._produced[cycler, key, kind] = self._open(key, kind, content)
            self._waiting.append((track, self._sequence, time_ns, message))
        self._end_event(time_ns)

    def fault(self, fault: Fault) -> None:
        """What went wrong, at the moment of the latest event."""
        track = self._produced.get(("", FAULT_KEY, Fault))
        if track is None:
            content = ChannelContent("fault", module=Fault.__module__, name=Fault.__qualname__)
            track = self._produced["", FAULT_KEY, Fault] = self._open(FAULT_KEY, Fault, content)
        self._waiting.append((track, self._sequence, self._now_ns, fault))
        self._end_event(self._now_ns)

    def stream(self, time_ns: int, path: str, value: Any) -> None:
        """What a module showed."""
        kind = float if isinstance(value, (int, float)) else type(value)
        track = self._shown.get((path, kind))
        if track is None:
            track = self._shown[path, kind] = self._open_stream(path, kind)
        self._waiting.append((track, self._sequence, time_ns, value))
        self._end_event(time_ns)

    def finish(self) -> None:
        """Write what makes the file complete. May be called twice."""
        if not self._finished:
            self._finished = True
            try:
                self._end_chunk()
            finally:
                self._chunks.finish()

    def _end_event(self, time_ns: int) -> None:
        self._sequence += 1
        self._now_ns = time_ns

    def _end_full_chunk(self, time_ns: int) -> None:
        """Chunks start with deliveries: a file that was cut off has all that followed from its last one."""
        if len(self._waiting) >= BATCH_MESSAGES:
            self._encode_batch()
        if not self._waiting and not self._encoded:
            self._chunk_start_ns = time_ns
        elif time_ns - self._chunk_start_ns >= CHUNK_NS or len(self._encoded) >= CHUNK_MESSAGES:
            self._end_chunk()
            self._chunk_start_ns = time_ns

    def _encode_batch(self) -> None:
        waiting, self._waiting = self._waiting, []
        add = self._encoded.append
        for track, sequence, time_ns, message in waiting:
            try:
                data = track.encode(message)
            except (TypeError, ValueError, NotImplementedError) as error:
                raise RecordingError(f"A {type(message).__name__} cannot be recorded: {error}") from None
            time_s = message.time_s if isinstance(message, Message) else seconds(time_ns)
            publish_ns = int(time_s * NANOSECONDS + 0.5) if 0.0 <= time_s < _LATEST_S else 0
            add((track.channel_id, sequence, time_ns, publish_ns, data))

    def _end_chunk(self) -> None:
        """Also when a message cannot be encoded, those before it are kept."""
        try:
            self._encode_batch()
        finally:
            encoded, self._encoded = self._encoded, []
            self._chunks.add_chunk(encoded)

    def _open_delivery(self, robot: str, source: str, kind: type[Message]) -> tuple[_Track, ...]:
        content = ChannelContent("delivery", robot, source, "", kind.__module__, kind.__qualname__)
        track = self._open(delivered_key(robot, source, kind), kind, content)
        if kind is not Odometry:
            return (track,)
        view = self._open_other(
            join(robot, Odometry.__name__, "transform"),
            "foxglove.FrameTransform",
            FRAME_TRANSFORM,
            ChannelContent("view", robot),
            lambda odometry: encode_plain(odometry_transform(odometry, robot)),
        )
        return (track, view)

    def _open_stream(self, path: str, kind: type[Any]) -> _Track:
        if kind is float:
            content = ChannelContent("stream")
            return self._open_other(path, NUMBER, _NUMBER_SCHEMA, content, _encoded_number)
        content = ChannelContent("stream", module=kind.__module__, name=kind.__qualname__)
        return self._open(path, kind, content)

    def _nothing(self, robot: str, source: str) -> _Track:
        """For a delivery without messages, of which only the moment is worth keeping."""
        track = self._nothings.get((robot, source))
        if track is None:
            content = ChannelContent("delivery", robot, source)
            track = self._open_other(
                join(robot, source), "ludens.Nothing", _NOTHING, content, lambda _: b"{}"
            )
            self._nothings[robot, source] = track
        return track

    def _open(self, key: str, kind: type[Any], content: ChannelContent) -> _Track:
        codec = codec_of(kind)
        name = codec.schema_name
        known = self._schemas.get(name)
        if known is not None and known[1] != _schema_text(name, codec.schema):  # another class of this name
            name = f"{kind.__module__}.{kind.__qualname__}"
        return self._open_other(key, name, codec.schema, content, codec.encode)

    def _open_other(
        self,
        key: str,
        schema_name: str,
        schema: Schema,
        content: ChannelContent,
        encode: Callable[[Any], bytes],
    ) -> _Track:
        if schema_name not in self._schemas:
            data = _schema_text(schema_name, schema)
            self._schemas[schema_name] = self._chunks.add_schema(schema_name, data), data
        channel_id = self._chunks.add_channel(f"/{key}", self._schemas[schema_name][0], content.to_texts())
        return _Track(channel_id, encode)


def _schema_text(name: str, schema: Schema) -> bytes:
    return msgspec.json.encode({**schema, "title": name})


def _encoded_number(value: float) -> bytes:
    return encode_plain({"value": float(value)})
