"""Writes MCAP files in chunks, each complete in itself, so that a crash costs the last one only.

The records are those of the `mcap` library; only messages, of which there are a thousand a second, are packed
here, which is several times as fast. A chunk ends where the caller says, so that it holds whole events.
"""

import struct
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import BinaryIO, NamedTuple

import lz4.frame
from mcap.data_stream import RecordBuilder
from mcap.opcode import Opcode
from mcap.records import (
    Channel,
    Chunk,
    ChunkIndex,
    DataEnd,
    Footer,
    Header,
    McapRecord,
    Metadata,
    MetadataIndex,
    Schema,
    Statistics,
    SummaryOffset,
)

MAGIC = b"\x89MCAP0\r\n"

_MESSAGE = struct.Struct("<BQHIQQ")  # opcode, length, channel, sequence, log time, publish time
_MESSAGE_FIXED = _MESSAGE.size - 9  # what the length counts beside the data
_MESSAGE_INDEX = struct.Struct("<BQHI")  # opcode, length, channel, bytes of entries
_FOOTER_START = struct.Struct("<BQQQ")  # opcode, length, summary start, summary offset start
_FOOTER_LENGTH = 8 + 8 + 4


MessageParts = tuple[int, int, int, int, bytes]  # a message as below, without names: quicker to make


class RawMessage(NamedTuple):
    """A message as the file holds it. The log time decides its place, the publish time is for people."""

    channel_id: int
    sequence: int
    log_ns: int
    publish_ns: int
    data: bytes


class ChunkWriter:
    """One file, from its first byte to `finish`. The stream is written forwards only."""

    def __init__(self, stream: BinaryIO, *, profile: str, library: str) -> None:
        self._stream = stream
        self._position = 0
        self._schemas: list[Schema] = []
        self._channels: list[Channel] = []
        self._chunk_indexes: list[ChunkIndex] = []
        self._metadata_indexes: list[MetadataIndex] = []
        self._counts: dict[int, int] = {}
        self._definitions: list[bytes] = []  # schemas and channels that the next chunk needs first
        self._write(MAGIC + _bytes(Header(profile, library)))

    def add_metadata(self, name: str, values: Mapping[str, str]) -> None:
        """Names and values, outside of chunks."""
        record = _bytes(Metadata(name=name, metadata=dict(values)))
        self._metadata_indexes.append(MetadataIndex(offset=self._position, length=len(record), name=name))
        self._write(record)

    def add_schema(self, name: str, data: bytes) -> int:
        """A JSON schema; returns its number."""
        schema = Schema(id=len(self._schemas) + 1, name=name, encoding="jsonschema", data=data)
        self._schemas.append(schema)
        self._definitions.append(_bytes(schema))
        return schema.id

    def add_channel(self, topic: str, schema_id: int, metadata: Mapping[str, str]) -> int:
        """A stream of messages with one schema; returns its number."""
        channel = Channel(
            id=len(self._channels) + 1,
            topic=topic,
            message_encoding="json",
            metadata=dict(metadata),
            schema_id=schema_id,
        )
        self._channels.append(channel)
        self._definitions.append(_bytes(channel))
        return channel.id

    def add_chunk(self, messages: Sequence[MessageParts]) -> None:
        """Write a chunk of messages, if there are any, and hand it to the operating system."""
        if messages:
            self._write_chunk(messages)
            self._definitions.clear()
            self.flush()

    def flush(self) -> None:
        """Hand over what was written, so that it outlives this process."""
        self._stream.flush()

    def finish(self) -> None:
        """Write the summary by which readers find everything."""
        self._write(_bytes(DataEnd(0)))
        summary_start = self._position
        groups: list[tuple[int, list[McapRecord]]] = [
            (Opcode.SCHEMA, [*self._schemas]),
            (Opcode.CHANNEL, [*self._channels]),
            (Opcode.STATISTICS, [self._statistics()]),
            (Opcode.METADATA_INDEX, [*self._metadata_indexes]),
            (Opcode.CHUNK_INDEX, [*self._chunk_indexes]),
        ]
        summary, offsets = b"", b""
        for opcode, records in groups:
            group = b"".join(map(_bytes, records))
            if group:
                offset = SummaryOffset(opcode, summary_start + len(summary), len(group))
                offsets += _bytes(offset)
            summary += group
        offset_start = summary_start + len(summary)
        footer_start = _FOOTER_START.pack(Opcode.FOOTER, _FOOTER_LENGTH, summary_start, offset_start)
        crc = zlib.crc32(footer_start, zlib.crc32(summary + offsets))
        self._write(summary + offsets + _bytes(Footer(summary_start, offset_start, crc)) + MAGIC)
        self.flush()

    def _write_chunk(self, messages: Sequence[MessageParts]) -> None:
        parts = [*self._definitions]
        size = sum(map(len, parts))
        entries: defaultdict[int, list[int]] = defaultdict(list)  # by channel: log time, offset, log time …
        for channel_id, sequence, log_ns, publish_ns, data in messages:
            length = len(data)
            parts.append(_MESSAGE.pack(5, _MESSAGE_FIXED + length, channel_id, sequence, log_ns, publish_ns))
            parts.append(data)
            entries[channel_id] += (log_ns, size)
            size += _MESSAGE.size + length
        records = b"".join(parts)
        chunk = Chunk(
            compression="lz4",
            data=lz4.frame.compress(records, block_size=lz4.frame.BLOCKSIZE_MAX4MB),
            message_start_time=min(min(channel[::2]) for channel in entries.values()),
            message_end_time=max(max(channel[::2]) for channel in entries.values()),
            uncompressed_crc=zlib.crc32(records),
            uncompressed_size=len(records),
        )
        record, position = _bytes(chunk), self._position
        indexes, offsets = b"", {}
        for channel_id, channel_entries in entries.items():
            offsets[channel_id] = position + len(record) + len(indexes)
            indexes += _message_index(channel_id, channel_entries)
            self._counts[channel_id] = self._counts.get(channel_id, 0) + len(channel_entries) // 2
        self._write(record + indexes)
        self._chunk_indexes.append(
            ChunkIndex(
                chunk_length=len(record),
                chunk_start_offset=position,
                compression=chunk.compression,
                compressed_size=len(chunk.data),
                message_end_time=chunk.message_end_time,
                message_index_length=len(indexes),
                message_index_offsets=offsets,
                message_start_time=chunk.message_start_time,
                uncompressed_size=chunk.uncompressed_size,
            )
        )

    def _statistics(self) -> Statistics:
        return Statistics(
            attachment_count=0,
            channel_count=len(self._channels),
            channel_message_counts=self._counts,
            chunk_count=len(self._chunk_indexes),
            message_count=sum(self._counts.values()),
            message_end_time=max((index.message_end_time for index in self._chunk_indexes), default=0),
            message_start_time=min((index.message_start_time for index in self._chunk_indexes), default=0),
            metadata_count=len(self._metadata_indexes),
            schema_count=len(self._schemas),
        )

    def _write(self, data: bytes) -> None:
        self._stream.write(data)
        self._position += len(data)


def _message_index(channel_id: int, entries: list[int]) -> bytes:
    size = 8 * len(entries)
    head = _MESSAGE_INDEX.pack(Opcode.MESSAGE_INDEX, 2 + 4 + size, channel_id, size)
    return head + struct.pack(f"<{len(entries)}Q", *entries)


def _bytes(record: McapRecord) -> bytes:
    builder = RecordBuilder()
    record.write(builder)
    data: bytes = builder.end()  # type: ignore[no-untyped-call]
    return data
