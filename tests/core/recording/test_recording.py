"""Opening recordings, good and bad ones, and finding one's way in them."""

from pathlib import Path

import pytest
from mcap.writer import Writer

import ludens
from ludens.core.recording import FORMAT_VERSION, Recorder, Recording, RecordingError, RecordingMetadata
from ludens.core.recording.chunks import ChunkWriter
from ludens.messages import Message
from tests.core.recording.samples import METADATA, PIONEER, record


def test_a_recording_says_what_it_is(tmp_path: Path) -> None:
    with Recording.open(record(tmp_path / "run.mcap")) as recording:
        assert recording.metadata == METADATA
        assert recording.metadata.ludens_version == ludens.__version__
        assert recording.metadata.mujoco_version
        assert recording.robots == (PIONEER,)
        assert recording.warning is None
        assert (recording.start_ns, recording.end_ns) == (0, 1_980_000_009)
        assert recording.duration_s == pytest.approx(1.98)
        counts = {topic.name: topic.count for topic in recording.topics}
        assert counts["/alpha/Odometry"] == 100
        assert counts["/Fault"] == 2


@pytest.mark.parametrize("from_s", [-1.0, 0.0, 0.5, 0.713, 1.9, 1.98, 5.0])
def test_reading_from_a_moment_gives_what_came_at_or_after_it(tmp_path: Path, from_s: float) -> None:
    with Recording.open(record(tmp_path / "run.mcap")) as recording:
        times_ns = [delivery.time_ns for delivery in recording.deliveries()]
        late_ns = [delivery.time_ns for delivery in recording.deliveries(from_s=from_s)]
        assert late_ns == [time_ns for time_ns in times_ns if time_ns >= from_s * 1e9]
        late_outputs = [outputs.time_ns for outputs in recording.outputs(from_s=from_s)]
        assert late_outputs == [o.time_ns for o in recording.outputs() if o.time_ns >= from_s * 1e9]


def test_two_readers_do_not_disturb_each_other(tmp_path: Path) -> None:
    with Recording.open(record(tmp_path / "run.mcap")) as recording:
        expected = [delivery.time_ns for delivery in recording.deliveries()]
        pairs = list(zip(recording.deliveries(), recording.deliveries(), strict=True))
    assert [one.time_ns for one, _ in pairs] == expected
    assert [other.time_ns for _, other in pairs] == expected


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "There is no recording"),
        (b"", "is empty; nothing was recorded"),
        (b"MCAP?", "is not a recording: recordings are MCAP files"),
        (b"[ball.tracker]\ngate = 2.0\n", "is not a recording"),
        (b"\x89MCAP0\r\n", "was cut off before anything was recorded"),
        (b"\x89MCAP0\r\n\x01\x05\x00", "was cut off before anything was recorded"),
    ],
)
def test_what_is_no_recording_is_refused_with_a_sentence(
    tmp_path: Path, content: bytes | None, sentence: str
) -> None:
    path = tmp_path / "run.mcap"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RecordingError, match=sentence) as caught:
        Recording.open(path)
    assert str(path) in str(caught.value)


def test_a_folder_is_no_recording(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot be read: Is a directory"):
        Recording.open(tmp_path)


def test_an_mcap_file_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.mcap"
    with path.open("wb") as stream:
        writer = Writer(stream)
        writer.start()
        channel = writer.register_channel("/a", "json", writer.register_schema("a", "jsonschema", b"{}"))
        writer.add_message(channel, 0, b"{}", 0)
        writer.finish()
    with pytest.raises(RecordingError, match="is an MCAP file, but not one that Ludens recorded"):
        Recording.open(path)


def test_a_recording_of_an_older_format_is_refused_and_how_to_get_it_again_is_said(tmp_path: Path) -> None:
    path = tmp_path / "older.mcap"
    with path.open("wb") as stream:
        writer = ChunkWriter(stream, profile="ludens", library="")
        writer.add_metadata("ludens", METADATA.to_texts() | {"format": "1", "game": "passing", "seed": "3"})
        writer.finish()
    with pytest.raises(
        RecordingError,
        match=r"in the format 1; .*other names then: .*`ludens record passing --seed 3`.*Foxglove",
    ):
        Recording.open(path)


@pytest.mark.parametrize("version", [str(FORMAT_VERSION + 1), "two", ""])
def test_a_recording_of_a_newer_format_is_refused_with_both_versions(tmp_path: Path, version: str) -> None:
    path = tmp_path / "new.mcap"
    with path.open("wb") as stream:
        writer = ChunkWriter(stream, profile="ludens", library="ludens 9.9")
        writer.add_metadata("ludens", METADATA.to_texts() | {"format": version, "ludens": "9.9"})
        writer.finish()
    with pytest.raises(
        RecordingError, match=rf"recorded by Ludens 9\.9 .* this is Ludens {ludens.__version__}"
    ):
        Recording.open(path)


def test_a_recording_with_broken_metadata_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "odd.mcap"
    with path.open("wb") as stream:
        writer = ChunkWriter(stream, profile="ludens", library="")
        writer.add_metadata("ludens", {"format": str(FORMAT_VERSION)})
        writer.finish()
    with pytest.raises(RecordingError, match="does not say properly what it is"):
        Recording.open(path)


def record_forgotten(path: Path) -> None:
    class Sighting(Message):
        angle_rad: float

    recorder = Recorder(path, METADATA)
    recorder.on_outputs(0, "body", [("Sighting", Sighting(time_s=0.0, angle_rad=1.5))])
    recorder.close()


class Replacement(Message):
    angle_rad: float


def test_a_class_that_is_not_known_is_named_when_its_messages_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.mcap"
    record_forgotten(path)
    monkeypatch.setattr("ludens.core.recording.registry._subclasses", lambda kind: iter([Replacement]))
    recording_metadata = RecordingMetadata(robots=(), setup="s", seed=0)
    monkeypatch.setattr(
        RecordingMetadata, "from_texts", classmethod(lambda cls, *args, **kwargs: recording_metadata)
    )
    with Recording.open(path) as recording:
        assert [topic.name for topic in recording.topics] == ["/Sighting"]
        with pytest.raises(
            RecordingError, match=r"messages of the type Sighting of .*which is not known here"
        ):
            next(recording.outputs())


def test_a_class_that_the_caller_names_wins(tmp_path: Path) -> None:
    class Sighting(Message):
        angle_rad: float
        label: str = "new"

    record_forgotten(tmp_path / "run.mcap")
    with Recording.open(tmp_path / "run.mcap", types=[Sighting]) as recording:
        (outputs,) = recording.outputs()
    assert outputs.outputs == (("Sighting", Sighting(time_s=0.0, angle_rad=1.5)),)
