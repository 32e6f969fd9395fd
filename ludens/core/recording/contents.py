"""Finds what an MCAP file holds: by its summary, or, when the file was cut off, by walking through it."""

import struct
import zlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from io import BytesIO
from typing import BinaryIO

import lz4.frame
from mcap.data_stream import ReadDataStream
from mcap.opcode import Opcode
from mcap.reader import SeekingReader
from mcap.records import Channel, Chunk, ChunkIndex, Header, Metadata, Schema

from ludens.core.errors import LudensError, RecordingError
from ludens.core.foreign import reading
from ludens.core.recording.chunks import MAGIC, RawMessage

_RECORD = struct.Struct("<BQ")  # opcode, length
LARGEST_CHUNK_BYTES = 1 << 28  # a second of everything takes a few megabytes
THE_RECORDING = "the recording"
REMEDY = "Take a copy that is whole, or record the run again."
_MESSAGE = struct.Struct("<HIQQ")  # channel, sequence, log time, publish time


@dataclass(frozen=True, slots=True)
class ChunkPlace:
    """Where a chunk stands in the file, and which time it covers."""

    offset: int
    start_ns: int
    end_ns: int


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
    stream.seek(-len(MAGIC), 2)
    if stream.read() != MAGIC:
        raise ValueError("The file has no end.")
    stream.seek(0)
    reader = SeekingReader(stream)
    summary = reader.get_summary()
    if summary is None or summary.statistics is None:
        raise ValueError("The file has no summary.")
    return Contents(
        library=reader.get_header().library,
        metadata={record.name: record.metadata for record in reader.iter_metadata()},
        schemas=summary.schemas,
        channels=summary.channels,
        counts=dict(summary.statistics.channel_message_counts),
        chunks=[_place(index) for index in summary.chunk_indexes],
    )


def _place(index: ChunkIndex) -> ChunkPlace:
    return ChunkPlace(index.chunk_start_offset, index.message_start_time, index.message_end_time)


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
        contents.chunks.append(ChunkPlace(offset, min(times_ns), max(times_ns)))
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
