"""Finds what an MCAP file holds: by its summary, or, when the file was cut off, by walking through it."""

import struct
import zlib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, BinaryIO

import lz4.frame
import numpy as np
from mcap.data_stream import ReadDataStream
from mcap.opcode import Opcode
from mcap.records import Channel, Chunk, Header, Metadata, MetadataIndex, Schema, Statistics

from ludens.core.errors import LudensError, RecordingError
from ludens.core.foreign import reading
from ludens.core.recording.chunks import MAGIC, RawMessage

_RECORD = struct.Struct("<BQ")  # opcode, length
LARGEST_CHUNK_BYTES = 1 << 28  # a second of everything takes a few megabytes
THE_RECORDING = "the recording"
REMEDY = "Take a copy that is whole, or record the run again."
_FOOTER = struct.Struct("<BQQQI")  # opcode, length, summary start, summary offset start, checksum
_CHUNK_INDEX = struct.Struct("<QQQQI")  # first and last time, offset, length, bytes of message index offsets
_OFFSETS = np.dtype([("channel", "<u2"), ("offset", "<u8")])
_MESSAGE = struct.Struct("<HIQQ")  # channel, sequence, log time, publish time


@dataclass(frozen=True, slots=True)
class ChunkPlace:
    """Where a chunk stands in the file, and which time it covers."""

    offset: int
    start_ns: int
    end_ns: int
    channels: int  # those that have messages in it, as bits


@dataclass(slots=True)
class Contents:
    """Everything but the messages. `cut_off` says that the file has no end."""

    library: str = ""
    metadata: dict[str, dict[str, str]] = field(default_factory=dict)
    schemas: dict[int, Schema] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)  # messages by channel
    chunks: list[ChunkPlace] = field(default_factory=list)
    cut_off: bool = False


def read_contents(stream: BinaryIO) -> Contents:
    """What the file holds; of a file that was cut off, all complete chunks."""
    try:
        with reading("The summary"):
            return _from_summary(stream)
    except LudensError:
        return _from_walk(stream)


def read_chunk(stream: BinaryIO, place: ChunkPlace, *, where: str = THE_RECORDING) -> bytes:
    """The records of a chunk."""
    with _reading_part(where):
        size = stream.seek(0, 2)
        stream.seek(place.offset)
        _, length = _RECORD.unpack(stream.read(_RECORD.size))
        return _unpacked(stream.read(min(length, size)), where)


def records_in(records: bytes, *, where: str = THE_RECORDING) -> Iterator[Schema | Channel | RawMessage]:
    """Everything in a chunk, in order."""
    start = 0
    with _reading_part(where):
        while start < len(records):
            opcode, length = _RECORD.unpack_from(records, start)
            start += _RECORD.size
            end = start + length
            if opcode == Opcode.MESSAGE:
                channel_id, sequence, log_ns, publish_ns = _MESSAGE.unpack_from(records, start)
                data = records[start + _MESSAGE.size : end]
                yield RawMessage(channel_id, sequence, log_ns, publish_ns, data)
            elif opcode == Opcode.SCHEMA:
                yield Schema.read(ReadDataStream(BytesIO(records[start:end])))
            elif opcode == Opcode.CHANNEL:
                yield Channel.read(ReadDataStream(BytesIO(records[start:end])))
            start = end


def _reading_part(where: str) -> AbstractContextManager[None]:
    return reading(f"A part of {where}", remedy=REMEDY, error=RecordingError)


def _from_summary(stream: BinaryIO) -> Contents:
    """By the records at the end. An hour has thousands of chunk indexes: they are read without objects."""
    size = stream.seek(0, 2)
    if size < _FOOTER.size + len(MAGIC):
        raise ValueError("The file has no end.")
    stream.seek(size - _FOOTER.size - len(MAGIC))
    footer = stream.read(_FOOTER.size)
    opcode, _, start, _, crc = _FOOTER.unpack(footer)
    if opcode != Opcode.FOOTER or stream.read() != MAGIC or not 0 < start < size:
        raise ValueError("The file has no end.")
    stream.seek(start)
    summary = stream.read(size - _FOOTER.size - len(MAGIC) - start)
    if crc and zlib.crc32(footer[:-4], zlib.crc32(summary)) != crc:  # 0: nobody has counted
        raise ValueError("The summary is damaged.")
    contents = Contents()
    place = 0
    while place < len(summary):
        opcode, length = _RECORD.unpack_from(summary, place)
        place += _RECORD.size
        _take_summary(contents, opcode, summary[place : place + length], stream)
        place += length
    contents.library = _record_at(stream, len(MAGIC), Header).library
    return contents


def _take_summary(contents: Contents, opcode: int, record: bytes, stream: BinaryIO) -> None:
    if opcode == Opcode.CHUNK_INDEX:
        start_ns, end_ns, offset, _, offsets_bytes = _CHUNK_INDEX.unpack_from(record)
        numbers = np.frombuffer(record, _OFFSETS, offsets_bytes // _OFFSETS.itemsize, _CHUNK_INDEX.size)
        contents.chunks.append(ChunkPlace(offset, start_ns, end_ns, channel_set(numbers["channel"].tolist())))
    elif opcode == Opcode.SCHEMA:
        schema = Schema.read(ReadDataStream(BytesIO(record)))
        contents.schemas[schema.id] = schema
    elif opcode == Opcode.CHANNEL:
        channel = Channel.read(ReadDataStream(BytesIO(record)))
        contents.channels[channel.id] = channel
    elif opcode == Opcode.STATISTICS:
        statistics = Statistics.read(ReadDataStream(BytesIO(record)))
        contents.counts = dict(statistics.channel_message_counts)
    elif opcode == Opcode.METADATA_INDEX:
        index = MetadataIndex.read(ReadDataStream(BytesIO(record)))
        metadata = _record_at(stream, index.offset, Metadata)
        contents.metadata[metadata.name] = metadata.metadata


def _record_at(stream: BinaryIO, offset: int, kind: Any) -> Any:
    stream.seek(offset)
    _, length = _RECORD.unpack(stream.read(_RECORD.size))
    size = stream.seek(0, 2)
    stream.seek(offset + _RECORD.size)
    return kind.read(ReadDataStream(BytesIO(stream.read(min(length, size)))))


def channel_set(numbers: Iterable[int]) -> int:
    """Numbers of channels as the bits of one whole number."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def _from_walk(stream: BinaryIO) -> Contents:
    contents = Contents(cut_off=True)
    with suppress(LudensError), reading(THE_RECORDING):  # a record that makes no sense is where the file ends
        _walk(stream, contents)
    return contents


def _walk(stream: BinaryIO, contents: Contents) -> None:
    size = stream.seek(0, 2)
    offset = len(MAGIC)
    while offset + _RECORD.size <= size:
        stream.seek(offset)
        opcode, length = _RECORD.unpack(stream.read(_RECORD.size))
        if offset + _RECORD.size + length > size or opcode == Opcode.DATA_END:
            break
        if opcode == Opcode.HEADER:
            contents.library = Header.read(ReadDataStream(BytesIO(stream.read(length)))).library
        elif opcode == Opcode.METADATA:
            record = Metadata.read(ReadDataStream(BytesIO(stream.read(length))))
            contents.metadata[record.name] = record.metadata
        elif opcode == Opcode.CHUNK and not _take_chunk(contents, stream.read(length), offset):
            break
        offset += _RECORD.size + length


def _take_chunk(contents: Contents, content: bytes, offset: int) -> bool:
    """Add a chunk; False if it is damaged, as the last one may be after a loss of power."""
    try:
        records = list(records_in(_unpacked(content, THE_RECORDING)))
    except RecordingError:
        return False
    times_ns = []
    for record in records:
        if isinstance(record, Schema):
            contents.schemas[record.id] = record
        elif isinstance(record, Channel):
            contents.channels[record.id] = record
        else:
            contents.counts[record.channel_id] = contents.counts.get(record.channel_id, 0) + 1
            times_ns.append(record.log_ns)
    if times_ns:
        channels = channel_set({record.channel_id for record in records if isinstance(record, RawMessage)})
        contents.chunks.append(ChunkPlace(offset, min(times_ns), max(times_ns), channels))
    return True


def _unpacked(content: bytes, where: str) -> bytes:
    with _reading_part(where):
        chunk = Chunk.read(ReadDataStream(BytesIO(content)))
        if chunk.uncompressed_size > LARGEST_CHUNK_BYTES:
            raise ValueError(f"it claims to hold {chunk.uncompressed_size:,} bytes")
        records: bytes = chunk.data
        if chunk.compression == "lz4":
            whole_bytes = max(chunk.uncompressed_size, 1)
            records = lz4.frame.LZ4FrameDecompressor().decompress(chunk.data, max_length=whole_bytes)
        if zlib.crc32(records) != chunk.uncompressed_crc:
            raise ValueError("its checksum is wrong")
        return records
