"""Reads a recording: robots, deliveries, outputs, faults, and edits of parameters."""

from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, BinaryIO, Self

import msgspec

from ludens.core.contract.driver import Delivery, RobotDescription
from ludens.core.contract.observer import Keyed
from ludens.core.errors import RecordingError, did_you_mean
from ludens.core.foreign import reading
from ludens.core.recording.chunks import MAGIC, RawMessage
from ludens.core.recording.codec import Codec, codec_of
from ludens.core.recording.contents import (
    REMEDY,
    ChunkPlace,
    channel_set,
    read_chunk,
    read_contents,
    records_in,
)
from ludens.core.recording.converters import unpack_number
from ludens.core.recording.event_writer import ChannelContent, Role
from ludens.core.recording.metadata import METADATA_NAME, RecordingMetadata
from ludens.core.recording.registry import MessageRegistry
from ludens.core.runtime.clock import nanoseconds, seconds
from ludens.messages import Fault, Message, ParameterEdit

SHOWABLE: tuple[Role, ...] = ("delivery", "output", "fault", "stream")
LONGEST_PAUSE_S = 600.0  # without a delivery; modules are run through every pause


@dataclass(frozen=True, slots=True)
class Topic:
    """A stream in a recording."""

    name: str  # "/alpha/Odometry"
    schema: str
    count: int


@dataclass(frozen=True, slots=True)
class Outputs:
    """What one cycle produced, in order."""

    time_ns: int
    cycler: str
    outputs: tuple[Keyed, ...]


@dataclass(frozen=True, slots=True)
class RecordedMessage:
    """A message that is decoded when it is asked for: a recording may hold classes that are gone today."""

    topic: str
    time_ns: int
    decode: Callable[[], Message]


@dataclass(frozen=True, slots=True)
class RecordedItem:
    """One message or one value of a stream, with where it came from; decoded when it is asked for."""

    time_ns: int
    content: ChannelContent
    key: str  # of the message, or path of the stream
    decode: Callable[[], Any]


class Recording:
    """An open recording. `warning` is a sentence if a crash cut the file off; it is read up to the cut.

    `topics` are all streams by name, with the number of their messages. A damaged file is refused with a
    `RecordingError` when it is opened, or when the damaged part is read.
    """

    def __init__(self, path: Path, stream: BinaryIO, types: Iterable[type[Message]] = ()) -> None:
        self.path = path
        self._stream = stream
        self._lock = Lock()
        self._registry = MessageRegistry(types)
        with reading(str(path), remedy=REMEDY, error=RecordingError):
            self._file = read_contents(stream)
            self.metadata = self._metadata()
            self.warning = self._cut_off_sentence() if self._file.cut_off else None
            self._content = {
                channel.id: ChannelContent.from_texts(channel.metadata)
                for channel in self._file.channels.values()
            }
            self.topics = self._topics()
        self._codecs: dict[int, Codec] = {}
        self._only: str | None = None

    @classmethod
    def open(cls, path: Path, *, types: Iterable[type[Message]] = ()) -> "Recording":
        """Open a file. `types` are message classes beside those that are imported already."""
        try:
            stream = path.open("rb")
        except FileNotFoundError:
            raise RecordingError(f"There is no recording {path}.") from None
        except OSError as error:
            raise RecordingError(f"{path} cannot be read: {error.strerror}.") from None
        try:
            _check_magic(path, stream)
            return cls(path, stream, types)
        except BaseException:
            stream.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file. May be called twice."""
        self._stream.close()

    def keep_only(self, robot: str) -> None:
        """Read from now on what one robot was delivered and what its own modules made of it."""
        names = [known.name for known in self.metadata.robots]
        if robot not in names:
            raise RecordingError(f"{self.path} has no robot '{robot}'; {did_you_mean(robot, names)}")
        self._only = robot

    @property
    def robots(self) -> tuple[RobotDescription, ...]:
        """The robots of the run, or the one that is kept."""
        return tuple(robot for robot in self.metadata.robots if self._only in (None, robot.name))

    @property
    def start_ns(self) -> int:
        """The first arrival or cycle on the run's clock."""
        return min((chunk.start_ns for chunk in self._file.chunks), default=0)

    @property
    def end_ns(self) -> int:
        """The last arrival or cycle on the run's clock."""
        return max((chunk.end_ns for chunk in self._file.chunks), default=0)

    @property
    def duration_s(self) -> float:
        """From the first to the last."""
        return seconds(self.end_ns - self.start_ns)

    def _topics(self) -> tuple[Topic, ...]:
        counts: dict[tuple[str, str], int] = {}
        for channel in self._file.channels.values():
            place = (channel.topic, self._file.schemas[channel.schema_id].name)
            counts[place] = counts.get(place, 0) + self._file.counts.get(channel.id, 0)
        return tuple(Topic(name, schema, count) for (name, schema), count in sorted(counts.items()))

    def deliveries(self, *, from_s: float | None = None) -> Iterator[Delivery]:
        """What the robots handed over, as it was; from a moment on the run's clock, if given."""
        latest_ns = 0 if from_s is None else nanoseconds(from_s)
        for event in self._events(self._channels("delivery"), from_s):
            content, time_ns = self._content[event[0].channel_id], event[0].log_ns
            if time_ns - latest_ns > nanoseconds(LONGEST_PAUSE_S):
                raise RecordingError(
                    f"{self.path} is damaged: nothing was delivered between {seconds(latest_ns):.2f} s and "
                    f"{seconds(time_ns):.2f} s. {REMEDY}"
                )
            latest_ns = time_ns
            messages = tuple(self._decoded(raw) for raw in event if self._content[raw.channel_id].name)
            yield Delivery(time_ns, content.robot, content.source, messages)

    def outputs(self, *, from_s: float | None = None) -> Iterator[Outputs]:
        """What the cycles produced, one after the other."""
        for event in self._events(self._channels("output"), from_s):
            keyed = tuple(
                (self._file.channels[raw.channel_id].topic[1:], self._decoded(raw)) for raw in event
            )
            yield Outputs(event[0].log_ns, self._content[event[0].channel_id].cycler, keyed)

    def messages(self, role: Role) -> Iterator[RecordedMessage]:
        """Single messages of all events of one kind, not yet decoded."""
        for event in self._events(self._channels(role), None):
            for raw in event:
                topic = self._file.channels[raw.channel_id].topic
                if role != "fault" or self._is_kept_fault(raw):
                    yield RecordedMessage(topic, raw.log_ns, partial(self._decoded, raw))

    def items(self, *, after_ns: int) -> Iterator[RecordedItem]:
        """Everything that was delivered, produced, shown or went wrong after a moment, in order."""
        wanted = self._channels(*SHOWABLE)
        for place in self._file.chunks:
            if place.end_ns > after_ns:
                for raw in self._messages_in(place):
                    if raw.log_ns > after_ns and raw.channel_id in wanted:
                        yield self._item(raw)

    def items_at(self, time_ns: int, *, names: Container[str] | None = None) -> list[RecordedItem]:
        """The last message of every channel up to a moment, in order: what was known then.

        `names` are classes to which it is restricted. Few chunks are read, however long the recording is: by
        the index of each it is known which channels have messages in it.
        """
        missing = channel_set(
            number
            for number in self._channels(*SHOWABLE)
            if names is None or self._content[number].name in names
        )
        found: dict[int, RawMessage] = {}
        last = bisect_right(self._file.chunks, time_ns, key=lambda place: place.start_ns)
        for place in reversed(self._file.chunks[:last]):
            if not missing:
                break
            if place.channels & missing:
                for raw in self._messages_in(place):
                    if missing >> raw.channel_id & 1 and raw.log_ns <= time_ns:
                        found[raw.channel_id] = raw
                missing &= ~channel_set(found)
        return [self._item(raw) for raw in sorted(found.values(), key=lambda raw: (raw.log_ns, raw.sequence))]

    def shown(self, path: str) -> Iterator[tuple[float, Any]]:
        """Time and value of everything that was shown on one stream."""
        for item in self.items_of((path,), from_ns=self.start_ns, to_ns=self.end_ns):
            if item.content.role == "stream":
                yield seconds(item.time_ns), item.decode()

    def items_of(self, keys: Container[str], *, from_ns: int, to_ns: int) -> Iterator[RecordedItem]:
        """Everything of some keys within some time; only chunks that have it are read."""
        wanted = {
            number for number in self._channels(*SHOWABLE) if self._file.channels[number].topic[1:] in keys
        }
        yield from map(self._item, self._raw(wanted, from_ns, to_ns))

    def channels(self) -> list[tuple[ChannelContent, str]]:
        """What there is to be shown: where it comes from, and its key or path."""
        numbers = sorted(self._channels(*SHOWABLE))
        return [(self._content[number], self._file.channels[number].topic[1:]) for number in numbers]

    @property
    def has_streams(self) -> bool:
        """Whether it holds what modules showed; recordings of before do not."""
        return bool(self._channels("stream"))

    def _raw(self, wanted: set[int], from_ns: int, to_ns: int) -> Iterator[RawMessage]:
        """Messages of some channels within some time; chunks without any are not read."""
        bits = channel_set(wanted)
        for place in self._file.chunks:
            if place.end_ns >= from_ns and place.start_ns <= to_ns and place.channels & bits:
                for raw in self._messages_in(place):
                    if raw.channel_id in wanted and from_ns <= raw.log_ns <= to_ns:
                        yield raw

    def _messages_in(self, place: ChunkPlace) -> Iterator[RawMessage]:
        for raw in records_in(self._read(place), where=str(self.path)):
            if isinstance(raw, RawMessage):
                yield raw

    def _item(self, raw: RawMessage) -> RecordedItem:
        key = self._file.channels[raw.channel_id].topic[1:]
        return RecordedItem(raw.log_ns, self._content[raw.channel_id], key, partial(self._decoded, raw))

    def topics_of(self, role: Role) -> frozenset[str]:
        """Names of the topics that carry events of one kind."""
        return frozenset(self._file.channels[number].topic for number in self._channels(role))

    def faults(self, *, from_s: float | None = None) -> Iterator[Fault]:
        """What went wrong."""
        for event in self._events(self._channels("fault"), from_s):
            for raw in event:
                fault = self._decoded(raw)
                assert isinstance(fault, Fault)
                yield fault

    def edits(self) -> Iterator[ParameterEdit]:
        """Parameters that were edited while the run went; a replay needs them from its start."""
        name = ParameterEdit.__qualname__
        wanted = {
            number
            for number, content in self._content.items()
            if content.role == "output" and content.name == name
        }
        for event in self._events(wanted, None) if wanted else ():
            for raw in event:
                edit = self._decoded(raw)
                assert isinstance(edit, ParameterEdit)
                yield edit

    def _channels(self, *roles: Role) -> set[int]:
        return {
            number
            for number, content in self._content.items()
            if content.role in roles and self._is_kept(number, content)
        }

    def _is_kept(self, number: int, content: ChannelContent) -> bool:
        """Whether a channel belongs to the robot that is kept; faults share one, and are looked at singly."""
        if self._only is None or content.role == "fault":
            return True
        if content.role == "delivery":
            return content.robot == self._only
        if content.role == "stream":
            return self._file.channels[number].topic.startswith(f"/{self._only}/")
        return content.cycler.startswith(f"{self._only}/")

    def _is_kept_fault(self, raw: RawMessage) -> bool:
        fault = None if self._only is None else self._decoded(raw)
        return not isinstance(fault, Fault) or fault.where.startswith(f"{self._only}/")

    def _events(self, wanted: Container[int], from_s: float | None) -> Iterator[list[RawMessage]]:
        """The messages of each event on some channels together. An event never stands in two chunks."""
        from_ns = self.start_ns if from_s is None else nanoseconds(from_s)
        for place in self._file.chunks:
            if place.end_ns < from_ns:
                continue
            event: list[RawMessage] = []
            for raw in records_in(self._read(place), where=str(self.path)):
                if not isinstance(raw, RawMessage) or raw.channel_id not in wanted or raw.log_ns < from_ns:
                    continue
                if event and raw.sequence != event[0].sequence:
                    yield event
                    event = []
                event.append(raw)
            if event:
                yield event

    def _read(self, place: ChunkPlace) -> bytes:
        with self._lock:
            return read_chunk(self._stream, place, where=str(self.path))

    def _decoded(self, raw: RawMessage) -> Any:
        codec = self._codecs.get(raw.channel_id)
        if codec is None:
            content = self._content[raw.channel_id]
            if content.role == "stream":
                return self._decoded_value(raw, content)
            codec = codec_of(self._registry.find(content.module, content.name))
            self._codecs[raw.channel_id] = codec
        return codec.decode(raw.data)

    def _decoded_value(self, raw: RawMessage, content: ChannelContent) -> Any:
        """A value of a stream: a number, or a Struct of ours; None for a class that is gone."""
        if not content.name:
            with reading(f"A number in {self.path}", remedy=REMEDY, error=RecordingError):
                return unpack_number(msgspec.json.decode(raw.data)["value"])
        kind = self._registry.find_shown(content.module, content.name)
        if kind is None:
            return None
        self._codecs[raw.channel_id] = codec_of(kind)
        return self._codecs[raw.channel_id].decode(raw.data)

    def _metadata(self) -> RecordingMetadata:
        texts = self._file.metadata.get(METADATA_NAME)
        if texts is not None:
            return RecordingMetadata.from_texts(texts, where=str(self.path), registry=self._registry)
        if self._file.cut_off:
            raise RecordingError(
                f"{self.path} was cut off before anything was recorded; nothing can be read."
            )
        raise RecordingError(f"{self.path} is an MCAP file, but not one that Ludens recorded.")

    def _cut_off_sentence(self) -> str:
        return (
            f"{self.path} was cut off, probably by a crash. Everything up to {seconds(self.end_ns):.2f} s is "
            f"there; `ludens replay {self.path} --recover` makes a complete file of it."
        )


def _check_magic(path: Path, stream: BinaryIO) -> None:
    start = stream.read(len(MAGIC))
    if not start:
        raise RecordingError(f"{path} is empty; nothing was recorded.")
    if start != MAGIC:
        raise RecordingError(f"{path} is not a recording: recordings are MCAP files, and this is none.")
