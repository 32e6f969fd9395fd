"""What modules show is recorded too: it comes back as it was, and any moment is found without reading all."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ludens.core.contract.debug import Debug, DebugHub
from ludens.core.contract.driver import Delivery
from ludens.core.recording import Recorder, Recording, RecordingMetadata
from ludens.core.recording.contents import ChunkPlace
from ludens.core.runtime.clock import nanoseconds
from ludens.geometry import Pose2
from ludens.messages import Arrow, Circle, Drawing, Ellipse, Odometry, Polyline, Text
from ludens.messages.highlight import HIGHLIGHTS, Highlight
from ludens.messages.scoreboard import Scoreboard

DRAWING = Drawing(
    frame="image",
    shapes=(
        Circle(center=(1.0, 2.0), radius=3.0, handle="ball"),
        Ellipse(center=(0.0, 0.0), half_axes=(1.0, 2.0), rotation_rad=0.5),
        Polyline(points=((0.0, 0.0), (1.0, 1.5)), dashed=True),
        Arrow(tail=(0.0, 0.0), tip=(1.0, 0.0), label="way"),
        Text(at=(4.0, 5.0), words="2.6 m"),
    ),
)


class Clock:
    time_s = 0.0


def recorded(path: Path, show: Callable[[Debug, float], None], *, seconds: int = 3) -> Recording:
    hub, clock = DebugHub(), Clock()
    debug = Debug(hub, "finder", clock)
    recorder = Recorder(path, RecordingMetadata(robots=(), setup="toy", seed=1))
    recorder.watch(hub, ("finder/*", "finder/ball", HIGHLIGHTS))
    for step in range(seconds * 50):
        clock.time_s = step * 0.02
        place = Pose2(clock.time_s, 0.0, 0.0)
        odometry = Odometry(time_s=clock.time_s, odometry_from_robot=place, forward_mps=0.0, turn_radps=0.0)
        recorder.on_delivery(Delivery(nanoseconds(clock.time_s), "", "body", (odometry,)))
        show(debug, clock.time_s)
    recorder.close()
    return Recording.open(path)


def test_drawings_numbers_and_other_values_come_back_as_they_were(tmp_path: Path) -> None:
    board = Scoreboard(sides=("Ludens", "Guests"), scores=(1, 0), clock_s=12.0, doing="Kicks")

    def show(debug: Debug, time_s: float) -> None:
        debug.drawing("ball", lambda: DRAWING)
        debug.plot("distance_m", 2.0 + time_s)
        debug.value("scoreboard", board)
        debug.value("words", "not for people")

    with recorded(tmp_path / "run.mcap", show) as recording:
        assert {path for content, path in recording.channels() if content.role == "stream"} == {
            "finder/ball",
            "finder/distance_m",
            "finder/scoreboard",
        }
        drawn = list(recording.shown("finder/ball"))
        assert len(drawn) == 150  # each one, and none twice, although two patterns match
        assert drawn[7][0] == pytest.approx(0.14)
        assert all(drawing == DRAWING for _, drawing in drawn)
        assert list(recording.shown("finder/scoreboard")) == [(0.0, board)]  # it never changed
        times_s = [time_s for time_s, _ in recording.shown("finder/distance_m")]
        assert len(times_s) == 30  # ten times a second
        assert recording.has_streams


def test_what_was_known_at_a_moment_is_found_in_few_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def show(debug: Debug, time_s: float) -> None:
        if time_s == 0.4:
            debug.value("scoreboard", Scoreboard(sides=("A", "B"), scores=(0, 0), clock_s=1.0, doing=""))
        debug.plot("distance_m", time_s)

    with recorded(tmp_path / "run.mcap", show, seconds=60) as recording:
        read: list[int] = []
        reads = Recording._read

        def counted(self: Recording, place: ChunkPlace) -> bytes:
            read.append(place.offset)
            return reads(self, place)

        monkeypatch.setattr(Recording, "_read", counted)
        items = {item.key: item for item in recording.items_at(nanoseconds(50.01))}
        assert items["Odometry"].decode().time_s == pytest.approx(50.0)
        assert items["finder/distance_m"].decode() == pytest.approx(50.0, abs=0.11)
        assert items["finder/scoreboard"].time_ns == nanoseconds(0.4)
        assert len(read) == 2  # of about 120: the one of that moment, and that of the board
        (first, *_) = recording.items(after_ns=nanoseconds(50.01))
        assert first.time_ns == nanoseconds(50.02)


def test_moments_are_recorded_each_time_and_a_file_without_streams_says_so(tmp_path: Path) -> None:
    def show(debug: Debug, time_s: float) -> None:
        if time_s in (0.2, 0.22):
            hub = debug._hub
            assert hub is not None
            hub.tell(hub.stream(HIGHLIGHTS, "value"), time_s, Highlight(kind="goal", words="Goal"))

    with recorded(tmp_path / "run.mcap", show) as recording:
        assert [time_s for time_s, _ in recording.shown(HIGHLIGHTS)] == pytest.approx([0.2, 0.22])
    with recorded(tmp_path / "bare.mcap", lambda _debug, _time_s: None) as recording:
        assert not recording.has_streams
        assert list(recording.shown(HIGHLIGHTS)) == []
