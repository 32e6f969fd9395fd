"""A recording that a crash cut off is read up to the cut, wherever that is."""

import hashlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mcap.reader import make_reader

from ludens.core.contract.driver import Delivery
from ludens.core.recording import Recorder, Recording, RecordingError, recover
from ludens.core.recording.contents import read_contents
from tests.core.recording.samples import METADATA, identical, play, record, short_run

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record(tmp_path_factory.mktemp("whole") / "run.mcap", 2.0)


@pytest.fixture(scope="module")
def chunk_ends(whole: Path) -> list[tuple[int, int]]:
    """End of each chunk in the file, and its last moment."""
    with whole.open("rb") as stream:
        summary = make_reader(stream).get_summary()
    assert summary is not None
    return [
        (index.chunk_start_offset + index.chunk_length, index.message_end_time)
        for index in summary.chunk_indexes
    ]


def test_chunks_are_at_most_a_second_long_and_start_with_a_delivery(whole: Path) -> None:
    with whole.open("rb") as stream:
        chunks = read_contents(stream).chunks
    assert len(chunks) >= 4
    assert all(chunk.end_ns - chunk.start_ns <= 1_000_000_000 for chunk in chunks)
    with Recording.open(whole) as recording:
        arrivals_ns = {delivery.time_ns for delivery in recording.deliveries()}
    assert {chunk.start_ns for chunk in chunks} <= arrivals_ns


@settings(max_examples=40)
@given(share=st.floats(0.0, 1.0, exclude_max=True))
@example(share=0.0)
@example(share=0.9999999)
def test_a_file_cut_anywhere_gives_all_its_complete_chunks(
    whole: Path, chunk_ends: list[tuple[int, int]], share: float, tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = whole.read_bytes()
    cut = int(share * len(content))
    path = whole.with_name("cut.mcap")
    path.write_bytes(content[:cut])
    with whole.open("rb") as stream:
        first = read_contents(stream).chunks[0].offset
    if cut < first:
        with pytest.raises(RecordingError, match=r"cut off|empty|not a recording"):
            Recording.open(path)
        return
    with Recording.open(path) as recording:
        assert recording.warning is not None
        end_ns = max((moment for end, moment in chunk_ends if end <= cut), default=-1)
        expected = [event for event in short_run() if isinstance(event, Delivery) and event.time_ns <= end_ns]
        assert identical(list(recording.deliveries()), expected)
        assert recording.end_ns == max(end_ns, 0)
        target = path.with_name("again.mcap")
        target.unlink(missing_ok=True)
        assert recover(path, into=target) == target
        with Recording.open(target) as again, target.open("rb") as stream:
            assert again.warning is None
            assert again.topics == recording.topics
            assert again.metadata == recording.metadata
            assert identical(list(again.outputs()), list(recording.outputs()))
            count = sum(topic.count for topic in again.topics)
            assert sum(1 for _ in make_reader(stream, validate_crcs=True).iter_messages()) == count


def test_a_file_that_lost_only_its_end_is_recovered_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.mcap"
    path.write_bytes(whole.read_bytes()[:-1])
    recovered = recover(path)
    assert recovered == tmp_path / "cut.recovered.mcap"
    hashes = {hashlib.sha256(file.read_bytes()).hexdigest() for file in (whole, recovered)}
    assert len(hashes) == 1


def test_a_damaged_chunk_ends_a_file_that_was_cut_off(
    whole: Path, chunk_ends: list[tuple[int, int]], tmp_path: Path
) -> None:
    content = bytearray(whole.read_bytes()[:-100])
    content[chunk_ends[2][0] - 50] ^= 0xFF
    path = tmp_path / "damaged.mcap"
    path.write_bytes(content)
    with Recording.open(path) as recording:
        assert recording.end_ns == chunk_ends[1][1]


def test_a_damaged_chunk_in_a_complete_file_is_told(
    whole: Path, chunk_ends: list[tuple[int, int]], tmp_path: Path
) -> None:
    content = bytearray(whole.read_bytes())
    content[chunk_ends[2][0] - 50] ^= 0xFF
    path = tmp_path / "damaged.mcap"
    path.write_bytes(content)
    with (
        Recording.open(path) as recording,
        pytest.raises(RecordingError, match=r"A part of .*damaged\.mcap cannot be read: .*checksum"),
    ):
        list(recording.deliveries())


def test_a_complete_file_needs_no_recovery(whole: Path) -> None:
    with pytest.raises(RecordingError, match="is complete; there is nothing to recover"):
        recover(whole)


def test_recovery_overwrites_nothing(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.mcap"
    path.write_bytes(whole.read_bytes()[:-1])
    recover(path)
    with pytest.raises(RecordingError, match="exists already"):
        recover(path)


def test_a_recording_can_be_read_while_it_is_written(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "run.mcap", METADATA)
    with Recording.open(recorder.path) as recording:
        assert recording.metadata == METADATA
        assert list(recording.deliveries()) == []
    play(short_run(1.2), recorder)
    with Recording.open(recorder.path) as recording:
        assert recording.warning is not None
        assert recording.duration_s >= 0.4
    recorder.close()
    with Recording.open(recorder.path) as recording:
        assert recording.warning is None


def record_and_be_killed(path: Path) -> None:
    """Runs in a process of its own and never comes back."""
    play(short_run(3.0), Recorder(path, METADATA))
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_process_loses_at_most_a_second(tmp_path: Path) -> None:
    path = tmp_path / "killed.mcap"
    program = (
        "from pathlib import Path; from tests.core.recording.test_recovery import record_and_be_killed; "
        f"record_and_be_killed(Path({str(path)!r}))"
    )
    finished = subprocess.run([sys.executable, "-c", program], check=False, cwd=ROOT)
    assert finished.returncode == -signal.SIGKILL
    with Recording.open(path) as recording:
        assert recording.warning is not None
        assert "was cut off, probably by a crash" in recording.warning
        assert recording.duration_s >= 3.0 - 1.0
