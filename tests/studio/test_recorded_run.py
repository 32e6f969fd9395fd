"""A recording shown as it was: all that was to be seen then, at any moment at once, nothing computed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludens.core.recording import Recording
from ludens.core.runtime.clock import SimulatedClock
from ludens.messages import CameraImage, Drawing, StateReport
from ludens.studio.page import HighlightRule, PlotLine
from ludens.studio.played_run import ShownStreams
from ludens.studio.player import RunPlayer
from ludens.studio.recorded_run import RecordedRun, highlights_of
from ludens.studio.recordings import RecordingFolder
from ludens.studio.status import RunPhase
from tests.studio.toy import BallFinder, launch, open_toy_recording

LENGTH_S = 4.0


def sees_ball(now: StateReport, before: StateReport) -> str | None:
    return "It sees the ball" if now.state == "approach" != before.state else None


SHOWN = ShownStreams(
    ("*",),
    (HighlightRule(stream="StateReport", kind="point", find=sees_ball),),
    (PlotLine("*Odometry", "forward_mps"),),
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    player = made(tmp_path_factory.mktemp("recorded"))
    player.record(True)
    player.start()
    path = player.status.recording
    assert path is not None
    while player.status.time_s < LENGTH_S:
        player.advance()
    player.end("Long enough.")
    return path


def made(folder: Path) -> RunPlayer:
    return RunPlayer(
        launch(),
        recordings=RecordingFolder(folder),
        open_recording=open_toy_recording,
        shown=SHOWN,
        clock=SimulatedClock(),
    )


@pytest.fixture
def player(path: Path, tmp_path: Path) -> Iterator[RunPlayer]:
    player = made(tmp_path)
    player.open(path)
    yield player
    player.end("The test is over.")


def play_to(player: RunPlayer, time_s: float) -> None:
    while player.phase is RunPhase.RUNNING and player.status.time_s < time_s:
        player.advance()


def seen(player: RunPlayer) -> dict[str, object]:
    """What a page shows now: the last value of everything that is published, with its time."""
    tap = player.observers.taps.tap("*")
    samples = {path: (sample.time_s, sample.value) for path, sample in tap.latest.items()}
    tap.close()
    return {path: sample for path, sample in samples.items() if not isinstance(sample[1], CameraImage)}


def test_a_recording_is_shown_as_it_was_and_no_module_works(
    player: RunPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BallFinder, "cycle", lambda *_: pytest.fail("a module was run"))
    assert not player.status.runs_again
    tap, image = player.observers.taps.tap("*"), player.observers.taps.tap("CameraImage")
    play_to(player, 1.5)
    assert player.observers.scene.poses is not None
    assert tap.latest["StateReport"].value.state == "approach"
    drawn = tap.latest["ball_finder/ball"]
    assert isinstance(drawn.value, Drawing)
    assert drawn.time_s == image.latest["CameraImage"].time_s
    assert [entry.sentence for entry in player.observers.journal.entries if entry.kind == "highlight"] == [
        "It sees the ball"
    ]
    play_to(player, 99.0)
    assert (player.phase, player.status.sentence) == (RunPhase.OVER, "The recording is over.")


@pytest.mark.parametrize("from_s", [0.0, 3.5])
def test_a_jump_shows_what_going_there_shows(
    player: RunPlayer, path: Path, tmp_path: Path, from_s: float
) -> None:
    play_to(player, from_s)
    player.pause()
    player.seek(2.0)
    assert (player.phase, player.status.time_s) == (RunPhase.PAUSED, 2.0)
    walked = made(tmp_path)
    walked.open(path)
    play_to(walked, 2.0)
    walked.step_to("spectator")  # the last that came at that moment
    there, jumped = seen(walked), seen(player)
    walked.end("Enough.")
    assert jumped.keys() == there.keys()
    assert all(jumped[key] == there[key] for key in there)


def test_lines_in_plots_reach_back_from_where_one_jumps_to(player: RunPlayer) -> None:
    line = player.observers.taps.series("Odometry", "forward_mps")
    player.seek(3.0)
    assert line.points[0][0] < 0.1
    assert 2.9 < line.points[-1][0] <= 3.0
    curve = list(line.points)
    line.close()
    player.seek(1.0)  # while nobody looks
    player.seek(3.0)
    assert list(player.observers.taps.series("Odometry", "forward_mps").points) == curve


def test_after_the_end_any_moment_can_be_seen_again(player: RunPlayer) -> None:
    play_to(player, 99.0)
    player.seek(1.0)
    assert (player.phase, player.status.time_s) == (RunPhase.PAUSED, 1.0)
    player.start()
    play_to(player, 1.2)
    assert player.status.time_s >= 1.2


def test_the_modules_are_run_again_from_where_it_is_and_then_shown_as_it_was(player: RunPlayer) -> None:
    play_to(player, 1.0)
    player.set_runs_again(True)
    assert player.phase is RunPhase.SEEKING
    while player.phase is RunPhase.SEEKING:
        player.advance()
    assert player.status.runs_again
    assert player.status.time_s == pytest.approx(1.0, abs=0.05)
    assert player.played is not None
    assert player.played.live.cyclers
    player.set_runs_again(False)
    assert isinstance(player.played.run, RecordedRun)
    assert player.status.time_s == pytest.approx(1.0, abs=0.05)


def test_moments_are_found_without_reading_everything(path: Path) -> None:
    with Recording.open(path) as recording:
        ((time_s, moment),) = highlights_of(recording)
    assert moment.words == "It sees the ball"
    assert 0.0 < time_s < 1.5


def test_a_recording_that_was_stopped_in_the_middle_of_a_run_is_whole(tmp_path: Path) -> None:
    player = made(tmp_path)
    player.record(True)
    player.start()
    path = player.status.recording
    assert path is not None
    while player.status.time_s < 1.0:
        player.advance()
    player.record(False)
    player.advance()
    with Recording.open(path) as recording:
        assert recording.warning is None
        assert recording.duration_s == pytest.approx(1.0, abs=0.05)
        shown = list(recording.shown("ball_finder/ball"))
        assert shown
        assert all(isinstance(drawing, Drawing) for _, drawing in shown)
    player.end("The test is over.")
