"""Makes a complete file of a recording that a crash cut off."""

from pathlib import Path
from typing import BinaryIO

from mcap.records import Channel, Schema

from ludens.core.recording.chunks import ChunkWriter
from ludens.core.recording.contents import Contents, read_chunk, read_contents, records_in
from ludens.core.recording.errors import RecordingError
from ludens.core.recording.event_writer import PROFILE
from ludens.core.recording.new_file import create_file
from ludens.core.recording.recording import Recording


def recover(path: Path, *, into: Path | None = None) -> Path:
    """Write everything up to the cut to a new file, `NAME.recovered.mcap` by default, and return its path.

    The new file is what the recorder would have written, had the run ended there.
    """
    with Recording.open(path) as recording:
        if recording.warning is None:
            raise RecordingError(f"{path} is complete; there is nothing to recover.")
    target = into if into is not None else path.with_name(f"{path.stem}.recovered{path.suffix}")
    with path.open("rb") as damaged, create_file(target) as complete:
        try:
            _copy(damaged, read_contents(damaged), complete)
        except OSError as error:
            raise RecordingError(f"{target} cannot be written: {error.strerror}.") from None
    return target


def _copy(damaged: BinaryIO, contents: Contents, complete: BinaryIO) -> None:
    writer = ChunkWriter(complete, profile=PROFILE, library=contents.library)
    for name, texts in contents.metadata.items():
        writer.add_metadata(name, texts)
    for place in contents.chunks:
        messages = []
        for record in records_in(read_chunk(damaged, place)):
            if isinstance(record, Schema):
                writer.add_schema(record.name, record.data)
            elif isinstance(record, Channel):
                writer.add_channel(record.topic, record.schema_id, record.metadata)
            else:
                messages.append(record)
        writer.add_chunk(messages)
    writer.finish()
