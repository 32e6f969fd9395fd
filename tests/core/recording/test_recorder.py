"""What a run tells the recorder stands in a file that other tools open."""

import hashlib
import json
from collections import Counter
from pathlib import Path
from threading import Thread

import pytest
from mcap.reader import make_reader
from mcap.records import Channel, Message, Schema

from ludens import messages as m
from ludens.core.contract.driver import Delivery
from ludens.core.recording import Comparison, Recorder, Recording, RecordingError, RecordingMetadata
from ludens.geometry import Pose2
from tests.core.recording.samples import (
    METADATA,
    Scratch,
    Seen,
    identical,
    jpeg_image,
    play,
    record,
    short_run,
)
from tests.core.recording.test_codec import check_viewers_understand


def read_with_stock_tools(path: Path) -> list[tuple[Schema, Channel, Message]]:
    with path.open("rb") as stream:
        found = list(make_reader(stream, validate_crcs=True).iter_messages())
    return [(schema, channel, message) for schema, channel, message in found if schema is not None]


def test_the_stock_reader_opens_the_file_and_finds_schemas_topics_and_times(tmp_path: Path) -> None:
    messages = read_with_stock_tools(record(tmp_path / "run.mcap"))
    for schema, channel, message in messages:
        check_viewers_understand(json.loads(schema.data))
        assert schema.encoding == "jsonschema"
        assert channel.message_encoding == "json"
        assert isinstance(json.loads(message.data), dict)
    assert Counter(channel.topic for _, channel, _ in messages) == {
        "/alpha/Odometry": 100,
        "/alpha/Odometry/transform": 100,
        "/alpha/SonarRing": 100,
        "/alpha/CameraImage": 20,
        "/alpha/ball/Seen": 100,
        "/alpha/BaseVelocityCommand": 100,
        "/alpha/target/Seen": 20,
        "/Fault": 2,
        "/spectator": 2,
    }
    schemas = {channel.topic: schema.name for schema, channel, _ in messages}
    assert schemas["/alpha/Odometry"] == "ludens.Odometry"
    assert schemas["/alpha/Odometry/transform"] == "foxglove.FrameTransform"
    assert schemas["/alpha/CameraImage"] == "foxglove.CompressedImage"
    assert schemas["/Fault"] == "foxglove.Log"
    times = [message.log_time for _, _, message in messages]
    assert times == sorted(times)
    images = [message for _, channel, message in messages if channel.topic == "/alpha/CameraImage"]
    assert images[3].log_time == 380_000_007
    assert images[3].publish_time == 280_000_000


def test_the_stock_reader_seeks_and_reads_the_metadata(tmp_path: Path) -> None:
    path = record(tmp_path / "run.mcap")
    with path.open("rb") as stream:
        reader = make_reader(stream)
        late = [
            message for *_, message in reader.iter_messages(["/alpha/SonarRing"], starting_at=1_500_000_000)
        ]
        (metadata,) = reader.iter_metadata()
        summary = reader.get_summary()
    assert [message.log_time for message in late] == [step * 20_000_000 for step in range(75, 100)]
    assert metadata.name == "ludens"
    assert metadata.metadata["setup"] == "passing"
    assert metadata.metadata["option ball"] == "rolling"
    assert summary is not None
    assert summary.statistics is not None
    assert summary.statistics.message_count == 544


def test_images_and_scenes_are_in_the_form_that_viewers_draw(tmp_path: Path) -> None:
    shape = m.SceneShape(
        kind="cylinder",
        size_m=(0.2, 0.2, 0.5),
        position_m=(0.0, 0.0, 0.25),
        orientation=(1.0, 0.0, 0.0, 0.0),
        colour_rgba=(0.0, 0.0, 1.0, 1.0),
    )
    scene = m.SceneDescription(time_s=0.0, entities=(m.SceneEntity(name="target", shapes=(shape,)),))
    poses = m.ScenePoses(
        time_s=0.5, names=("target",), positions_m=((1.0, 2.0, 0.0),), orientations=((0.8, 0.0, 0.0, 0.6),)
    )
    image = jpeg_image(0.25)
    odometry = m.Odometry(
        time_s=0.5, odometry_from_robot=Pose2(1.0, 2.0, 3.141592653589793), forward_mps=0.0, turn_radps=0.0
    )
    recorder = Recorder(tmp_path / "run.mcap", METADATA)
    recorder.on_delivery(Delivery(0, "", "spectator", (scene, poses)))
    recorder.on_delivery(Delivery(0, "alpha", "body", (odometry,)))
    recorder.on_delivery(Delivery(0, "", "camera", (image,)))
    recorder.close()
    forms = {
        schema.name: json.loads(message.data)
        for schema, _, message in read_with_stock_tools(tmp_path / "run.mcap")
    }
    (entity,) = forms["foxglove.SceneUpdate"]["entities"]
    assert entity["frame_id"] == "target"
    assert entity["cylinders"][0]["size"] == {"x": 0.2, "y": 0.2, "z": 0.5}
    assert entity["cylinders"][0]["pose"]["orientation"] == {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}
    (moved,) = forms["foxglove.FrameTransforms"]["transforms"]
    assert (moved["parent_frame_id"], moved["child_frame_id"]) == ("ground", "target")
    assert moved["timestamp"] == {"sec": 0, "nsec": 500_000_000}
    assert moved["rotation"] == {"x": 0.0, "y": 0.0, "z": 0.6, "w": 0.8}
    driven = forms["foxglove.FrameTransform"]
    assert (driven["parent_frame_id"], driven["child_frame_id"]) == ("alpha", "alpha/odometry")
    assert driven["translation"] == pytest.approx({"x": 1.0, "y": 2.0, "z": 0.0})
    assert abs(driven["rotation"]["z"]) == pytest.approx(1.0)
    assert forms["foxglove.CompressedImage"]["format"] == "jpeg"


def test_every_delivery_output_and_fault_comes_back_as_it_was(tmp_path: Path) -> None:
    events = list(short_run())
    with Recording.open(record(tmp_path / "run.mcap")) as recording:
        deliveries = [event for event in events if isinstance(event, Delivery)]
        assert identical(list(recording.deliveries()), deliveries)
        produced = [event for event in events if isinstance(event, tuple)]
        back = [(outputs.time_ns, outputs.cycler, outputs.outputs) for outputs in recording.outputs()]
        assert identical(back, produced)
        assert list(recording.faults()) == [event for event in events if isinstance(event, m.Fault)]


def test_the_same_run_gives_the_same_bytes(tmp_path: Path) -> None:
    hashes = {
        hashlib.sha256(record(tmp_path / name).read_bytes()).hexdigest() for name in ("a.mcap", "b.mcap")
    }
    assert len(hashes) == 1


def test_two_classes_of_one_name_are_kept_apart(tmp_path: Path) -> None:
    def another() -> type[m.Message]:
        class Seen(m.Message):
            distance_m: float

        return Seen

    other = another()
    recorder = Recorder(tmp_path / "run.mcap", METADATA)
    recorder.on_outputs(0, "body", [("a/Seen", Seen(time_s=0.0, bearing_rad=1.0))])
    recorder.on_outputs(0, "body", [("b/Seen", other(time_s=0.0, distance_m=2.0))])  # type: ignore[call-arg]
    recorder.close()
    with Recording.open(tmp_path / "run.mcap") as recording:
        kinds = [type(message) for outputs in recording.outputs() for _, message in outputs.outputs]
        assert kinds == [Seen, other]
        assert len({topic.schema for topic in recording.topics}) == 2


def test_what_says_that_it_is_not_recorded_is_left_out(tmp_path: Path) -> None:
    scratch, seen = Scratch(time_s=0.0, labels=(1, 2)), Seen(time_s=0.0, bearing_rad=1.0)
    recorder = Recorder(tmp_path / "run.mcap", METADATA)
    recorder.on_outputs(0, "eyes", [("Scratch", scratch), ("Seen", seen)])
    recorder.on_outputs(1, "eyes", [("Scratch", scratch)])
    recorder.close()
    with Recording.open(tmp_path / "run.mcap") as recording:
        assert [event.outputs for event in recording.outputs()] == [(("Seen", seen),)]
        comparison = Comparison(recording)
        comparison.on_outputs(0, "eyes", [("Scratch", scratch), ("Seen", seen)])
        assert [(topic.name, topic.same) for topic in comparison.result().topics] == [("/Seen", 1)]


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "run.mcap"
    path.write_text("precious")
    with pytest.raises(RecordingError, match=r"run\.mcap exists already and is not overwritten"):
        Recorder(path, METADATA)
    assert path.read_text() == "precious"


def test_missing_folders_are_made_and_impossible_ones_are_named(tmp_path: Path) -> None:
    record(tmp_path / "new" / "folder" / "run.mcap", 0.1)
    (tmp_path / "file").touch()
    with pytest.raises(RecordingError, match=r"run\.mcap cannot be written: Not a directory"):
        Recorder(tmp_path / "file" / "folder" / "run.mcap", METADATA)


class FullDisk:
    """A stream on which nothing more fits after some bytes."""

    def __init__(self, path: Path, room: int) -> None:
        self._stream = path.open("xb", buffering=0)
        self._room = room

    def write(self, data: bytes) -> int:
        if len(data) > self._room:
            self._stream.write(data[: self._room])
            raise OSError(28, "No space left on device")
        self._room -= len(data)
        return self._stream.write(data)

    def flush(self) -> None:
        self._stream.flush()

    def close(self) -> None:
        self._stream.close()


def test_a_full_disk_stops_the_recording_with_a_sentence_and_keeps_what_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.mcap"
    monkeypatch.setattr("ludens.core.recording.recorder.create_file", lambda path: FullDisk(path, 60_000))
    recorder = Recorder(path, METADATA)
    with pytest.raises(RecordingError, match=r"Recording to .*run\.mcap stopped: No space left on device"):
        play(short_run(), recorder)
    play(short_run(0.1), recorder)  # the run goes on
    recorder.close()
    with Recording.open(path) as recording:
        assert recording.warning is not None
        assert len(list(recording.deliveries())) > 20


def test_a_message_that_cannot_be_recorded_is_named_and_the_rest_is_kept(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "run.mcap", METADATA)
    play(short_run(0.2), recorder)
    wrong = m.Odometry(time_s=0.0, odometry_from_robot=object(), forward_mps=0.0, turn_radps=0.0)  # type: ignore[arg-type]
    recorder.on_outputs(0, "body", [("Odometry", wrong)])
    with pytest.raises(RecordingError, match=r"A Odometry cannot be recorded: .*object"):
        play(short_run(), recorder)
    recorder.close()
    with Recording.open(tmp_path / "run.mcap") as recording:
        assert recording.warning is None
        assert len(list(recording.deliveries())) == 12


def test_what_comes_after_closing_is_not_recorded(tmp_path: Path) -> None:
    path = tmp_path / "run.mcap"
    recorder = Recorder(path, METADATA)
    recorder.close()
    size = path.stat().st_size
    play(short_run(0.1), recorder)
    recorder.close()
    assert path.stat().st_size == size
    with Recording.open(path) as recording:
        assert (list(recording.deliveries()), recording.duration_s, recording.topics) == ([], 0.0, ())


def test_times_that_a_file_cannot_hold_do_no_harm(tmp_path: Path) -> None:
    times = [-0.1, float("nan"), float("inf"), 1e300]
    recorder = Recorder(tmp_path / "run.mcap", METADATA)
    for time_s in times:
        recorder.on_delivery(
            Delivery(5, "", "body", (m.SonarRing(time_s=time_s, ranges_m=()), jpeg_image(time_s)))
        )
    recorder.close()
    with Recording.open(tmp_path / "run.mcap") as recording:
        assert [repr(delivery.messages[0].time_s) for delivery in recording.deliveries()] == list(
            map(repr, times)
        )


def test_several_threads_may_record(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "run.mcap", METADATA)

    def produce(cycler: str) -> None:
        for step in range(200):
            seen = Seen(time_s=step * 0.02, bearing_rad=float(step))
            recorder.on_outputs(step * 20_000_000, cycler, [(f"{cycler}/Seen", seen)] * 3)

    threads = [Thread(target=produce, args=(name,)) for name in ("body", "camera")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    recorder.close()
    with Recording.open(tmp_path / "run.mcap") as recording:
        outputs = list(recording.outputs())
    assert all(len(event.outputs) == 3 for event in outputs)
    assert Counter(event.cycler for event in outputs) == {"body": 200, "camera": 200}


def test_nothing_of_this_machine_stands_in_the_metadata() -> None:
    texts = RecordingMetadata(robots=(), setup="s", seed=1).to_texts()
    assert sorted(texts) == ["configuration", "format", "game", "ludens", "mujoco", "robots", "seed", "setup"]
