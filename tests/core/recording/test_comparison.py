"""What a run produces on a recording is compared with what was recorded, message by message."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from ludens import messages as m
from ludens.core.contract.observer import Keyed
from ludens.core.differences import first_difference
from ludens.core.recording import Comparison, ComparisonResult, Recording
from tests.core.recording.samples import Event, Seen, play, record, short_run

Change = Callable[
    [int, Keyed], Sequence[Keyed]
]  # number of the cycle, what it produced -> what it produces now


def compare(tmp_path: Path, change: Change, *, tolerance: float = 0.0) -> ComparisonResult:
    """Play the run again with changed outputs."""

    def changed(number: int, event: Event) -> Event:
        if not isinstance(event, tuple):
            return event
        time_ns, cycler, outputs = event
        return time_ns, cycler, tuple(new for keyed in outputs for new in change(number, keyed))

    with Recording.open(record(tmp_path / "run.mcap")) as recording:
        comparison = Comparison(recording, tolerance=tolerance)
        play([changed(number, event) for number, event in enumerate(short_run())], comparison)
        comparison.close()
        comparison.close()
    return comparison.result()


def turned(keyed: Keyed, by_rad: float) -> Keyed:
    key, message = keyed
    assert isinstance(message, Seen)
    return key, structs.replace(message, bearing_rad=message.bearing_rad + by_rad)


def test_the_same_run_is_the_same(tmp_path: Path) -> None:
    result = compare(tmp_path, lambda number, keyed: [keyed])
    assert result.same
    assert result.differences == ()
    assert {topic.name: topic.same for topic in result.topics} == {
        "/alpha/ball/Seen": 100,
        "/alpha/BaseVelocityCommand": 100,
        "/alpha/target/Seen": 20,
        "/Fault": 2,
    }
    assert result.compared == 222


def test_a_changed_number_is_told_with_topic_moment_and_both_values(tmp_path: Path) -> None:
    result = compare(
        tmp_path,
        lambda number, keyed: [
            turned(keyed, 1e-12) if number == 1 and keyed[0] == "alpha/ball/Seen" else keyed
        ],
    )
    assert not result.same
    ball = next(topic for topic in result.topics if topic.name == "/alpha/ball/Seen")
    assert (ball.same, ball.different, ball.missing, ball.extra) == (99, 1, 0, 0)
    (sentence,) = result.differences
    assert sentence.startswith("/alpha/ball/Seen, message 1 at 0.000 s: Seen.bearing_rad was ")


def test_within_the_tolerance_numbers_may_differ(tmp_path: Path) -> None:
    def change(number: int, keyed: Keyed) -> Sequence[Keyed]:
        return [turned(keyed, 1e-7) if isinstance(keyed[1], Seen) else keyed]

    assert compare(tmp_path / "loose", change, tolerance=1e-6).same
    strict = compare(tmp_path / "strict", change, tolerance=1e-8)
    assert sum(topic.different for topic in strict.topics) == 120
    assert len(strict.differences) == 20


def test_what_is_not_produced_any_more_is_missing(tmp_path: Path) -> None:
    result = compare(tmp_path, lambda number, keyed: [] if keyed[0] == "alpha/target/Seen" else [keyed])
    target = next(topic for topic in result.topics if topic.name == "/alpha/target/Seen")
    assert (target.same, target.missing) == (0, 20)
    assert result.differences == (
        "/alpha/target/Seen: message 1 of 0.080 s and later ones were not produced.",
    )


def test_what_was_not_recorded_is_extra(tmp_path: Path) -> None:
    result = compare(tmp_path, lambda number, keyed: [keyed, (f"more/{keyed[0]}", keyed[1])])
    extra = next(topic for topic in result.topics if topic.name == "/more/alpha/ball/Seen")
    assert (extra.same, extra.extra) == (0, 100)
    assert (
        "/more/alpha/ball/Seen: message 1 at 0.000 s and later ones were not recorded." in result.differences
    )


def test_one_message_too_many_on_a_topic_is_extra(tmp_path: Path) -> None:
    def twice_at_the_end(number: int, keyed: Keyed) -> Sequence[Keyed]:
        last = keyed[0] == "alpha/ball/Seen" and keyed[1].time_s > 1.975
        return [keyed, keyed] if last else [keyed]

    result = compare(tmp_path, twice_at_the_end)
    assert sum(topic.extra for topic in result.topics) == 1
    assert result.differences == (
        "/alpha/ball/Seen: message 101 at 1.980 s and later ones were not recorded.",
    )


def test_of_faults_only_place_and_words_count(tmp_path: Path) -> None:
    with Recording.open(record(tmp_path / "run.mcap")) as recording:
        same, other = Comparison(recording), Comparison(recording)
        for event in short_run():
            if isinstance(event, m.Fault):
                same.on_fault(structs.replace(event, traceback="line 7", inputs=("x=3",)))
                other.on_fault(structs.replace(event, what="Another thing."))
        assert [topic.same for topic in same.result().topics] == [2]
        assert "Fault.what was 'No image came.', is 'Another thing.'" in other.result().differences[0]


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        (
            m.TouchState(time_s=0.0, pressed=("a",)),
            m.TouchState(time_s=0.0, pressed=("a", "b")),
            "had 1 parts, has 2",
        ),
        (
            m.LedCommand(time_s=0.0, colours={"eye": (1.0, 0.0, 0.0)}),
            m.LedCommand(time_s=0.0, colours={"ear": (1.0, 0.0, 0.0)}),
            r"had the keys \['eye'\], has \['ear'\]",
        ),
        (
            m.MagnetCommand(time_s=0.0, on=True),
            m.MagnetCommand(time_s=0.0, on=False),
            "on was True, is False",
        ),
        (
            m.AudioChunk(time_s=0.0, samples=np.zeros((4, 1), np.int16), sample_rate_hz=8000),
            m.AudioChunk(time_s=0.0, samples=np.array([[0], [0], [5], [0]], np.int16), sample_rate_hz=8000),
            r"samples\[2, 0\] was 0, is 5",
        ),
    ],
)
def test_the_first_difference_is_found_in_every_sort_of_value(
    was: m.Message, now: m.Message, sentence: str
) -> None:
    assert first_difference(was, was) is None
    found = first_difference(was, now)
    assert found is not None
    assert re.search(sentence, found)
