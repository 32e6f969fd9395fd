"""A damaged recording is refused with a sentence, wherever the damage is and whatever reads it."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

from ludens.core.recording import Recording, recover
from ludens.core.recording.chunks import ChunkWriter, RawMessage
from ludens.core.recording.codec import codec_of
from ludens.core.recording.contents import read_chunk, read_contents, records_in
from ludens.core.recording.event_writer import PROFILE
from tests.core.recording.samples import record, short_run
from tests.mutations import COUNT, attempt, chance, mutated, survives, with_wrong_value

pytestmark = pytest.mark.mutations


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record(tmp_path_factory.mktemp("whole") / "run.mcap", 0.3)


def read_all(path: Path) -> None:
    """Everything that anybody asks of a recording."""
    with Recording.open(path) as recording:
        for _ in recording.deliveries():
            pass
        for _ in recording.outputs():
            pass
        for message in recording.messages("output"):
            message.decode()
        list(recording.faults())
        list(recording.edits())
        assert recording.topics is not None
        if recording.warning is not None:
            target = path.with_name("again.mcap")
            target.unlink(missing_ok=True)
            recover(path, into=target)


def test_a_file_with_flipped_lost_and_foreign_bytes(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged.mcap"

    def read(data: bytes) -> None:
        path.write_bytes(data)
        read_all(path)

    survives(read, [whole.read_bytes()])


def rewritten(whole: Path, path: Path, random: np.random.Generator) -> None:
    """The same recording, complete and with right checksums, but with something wrong inside."""
    with whole.open("rb") as stream, path.open("wb") as copy:
        contents = read_contents(stream)
        writer = ChunkWriter(copy, profile=PROFILE, library=contents.library)
        victim = random.integers(4)
        for name, texts in contents.metadata.items():
            changed = dict(texts)
            if victim == 0:
                key = list(changed)[int(random.integers(len(changed)))]
                changed[key] = mutated(changed[key].encode() or b"x", random).decode("utf-8", "replace")
            writer.add_metadata(name, changed)
        for schema in contents.schemas.values():
            writer.add_schema(schema.name, schema.data)
        spoilt = int(random.choice(list(contents.channels)))
        for channel in contents.channels.values():
            metadata = dict(channel.metadata)
            if victim == 1 and channel.id == spoilt:
                key = list(metadata)[int(random.integers(len(metadata)))]
                metadata[key] = mutated(metadata[key].encode() or b"x", random).decode("utf-8", "replace")
            writer.add_channel(channel.topic, channel.schema_id, metadata)
        messages = [
            raw
            for place in contents.chunks
            for raw in records_in(read_chunk(stream, place))
            if isinstance(raw, RawMessage)
        ]
        place = int(random.integers(len(messages)))
        messages[place] = spoilt_message(messages[place], int(victim), random)
        writer.add_chunk(messages)
        writer.finish()


def spoilt_message(raw: RawMessage, victim: int, random: np.random.Generator) -> RawMessage:
    if victim == 2:
        plain = with_wrong_value(msgspec.json.decode(raw.data), random)
        return raw._replace(data=msgspec.json.encode(plain) if abs_fits(plain) else b"1e999")
    if victim == 3:
        return (
            raw._replace(channel_id=int(random.integers(1 << 16))),
            raw._replace(sequence=int(random.integers(1 << 32))),
            raw._replace(log_ns=int(2 ** random.uniform(0, 63))),
            raw._replace(data=mutated(raw.data, random)),
        )[int(random.integers(4))]
    return raw


def abs_fits(plain: object) -> bool:
    """Whether JSON can be written of it: no whole number beyond 64 bits."""
    try:
        msgspec.json.encode(plain)
    except (OverflowError, ValueError):
        return False
    return True


def test_a_complete_file_with_wrong_content(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "wrong.mcap"
    for number in range(COUNT):
        rewritten(whole, path, chance(number))
        attempt(lambda: read_all(path), f"rewriting {number}")


def samples() -> Iterator[tuple[type, bytes]]:
    kinds = {type(message) for event in short_run() for message in getattr(event, "messages", ())}
    for event in short_run():
        for message in getattr(event, "messages", ()):
            if type(message) in kinds:
                kinds.discard(type(message))
                yield type(message), codec_of(type(message)).encode(message)


def test_every_kind_of_message_with_wrong_types_inside() -> None:
    whole = list(samples())
    assert whole
    refused = 0
    for number in range(COUNT):
        random = chance(number)
        kind, data = whole[number % len(whole)]
        if number % 2:
            plain = with_wrong_value(msgspec.json.decode(data), random)
            spoilt = msgspec.json.encode(plain) if abs_fits(plain) else b"1e999"
        else:
            spoilt = mutated(data, random)
        refused += not attempt(
            lambda kind=kind, spoilt=spoilt: codec_of(kind).decode(spoilt),  # type: ignore[misc]
            f"message {number}",
        )
    assert refused > COUNT // 10
