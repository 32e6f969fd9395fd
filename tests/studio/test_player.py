"""What wishes do to a run, one after the other, without threads or waiting."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.core.recording import Recording
from ludens.core.runtime.clock import SimulatedClock
from ludens.core.runtime.run import Run
from ludens.messages import BaseVelocityCommand, Odometry, StateReport
from ludens.studio.player import RunPlayer
from ludens.studio.recordings import OpenRecording, RecordingFolder
from ludens.studio.status import RunPhase
from tests.studio.toy import ToyDriver, ToyOptions, launch, open_toy_recording

STAGES: list[RunPlayer] = []


@pytest.fixture(autouse=True)
def _tidy_up() -> Iterator[None]:
    yield
    while STAGES:
        STAGES.pop().end("The test is over.")


def staged(
    folder: Path, *, open_recording: OpenRecording | None = open_toy_recording, seed: int = 1
) -> RunPlayer:
    player = RunPlayer(
        launch(seed=seed),
        recordings=RecordingFolder(folder),
        open_recording=open_recording,
        clock=SimulatedClock(),
    )
    STAGES.append(player)
    return player


def phase_of(player: RunPlayer) -> RunPhase:
    return player.status.phase


def advance_to(player: RunPlayer, time_s: float) -> None:
    while player.phase is not RunPhase.OVER and player.status.time_s < time_s:
        player.advance()


def driver_of(player: RunPlayer) -> ToyDriver:
    assert player.played is not None
    assert isinstance(player.played.live.driver, ToyDriver)
    return player.played.live.driver


def positions(player: RunPlayer, time_s: float) -> list[tuple[float, float]]:
    tap = player.observers.taps.tap(Odometry.__name__)
    seen = []
    while player.status.time_s < time_s:
        player.advance()
        sample = tap.newest()
        if sample is not None:
            pose = sample.value.odometry_from_robot
            seen.append((pose.x_m, pose.y_m))
    tap.close()
    return seen


def recorded(folder: Path, duration_s: float = 4.0) -> Path:
    player = staged(folder)
    player.record(True)
    player.start()
    path = player.status.recording
    assert path is not None
    advance_to(player, duration_s)
    player.end("Enough.")
    return path


def test_nothing_moves_before_the_start(tmp_path: Path) -> None:
    player = staged(tmp_path)
    assert player.phase is RunPhase.READY
    assert player.patience_s() is None
    assert player.played is None


def test_start_pause_and_start_again(tmp_path: Path) -> None:
    player = staged(tmp_path)
    player.start()
    advance_to(player, 1.0)
    player.pause()
    assert (player.phase, player.patience_s()) == (RunPhase.PAUSED, None)
    player.start()
    assert player.phase is RunPhase.RUNNING
    assert player.status.time_s == pytest.approx(1.0)
    assert player.status.run_number == 1


@pytest.mark.parametrize(("source", "period_s"), [("body", 0.02), ("camera", 0.1)])
def test_a_step_goes_to_the_next_delivery_of_its_source_and_pauses(
    tmp_path: Path, source: str, period_s: float
) -> None:
    player = staged(tmp_path)
    for count in (1, 2, 3):
        player.step_to(source)
        assert player.status.time_s == pytest.approx(count * period_s)
        assert player.phase is RunPhase.PAUSED


def test_a_step_to_a_source_that_never_comes_ends(tmp_path: Path) -> None:
    player = staged(tmp_path)
    player.step_to("nose")
    assert player.phase is RunPhase.PAUSED
    assert 4.9 < player.status.time_s < 5.1


def test_a_reset_gives_the_same_run_again_and_another_seed_another(tmp_path: Path) -> None:
    player = staged(tmp_path)
    player.start()
    first = positions(player, 3.0)
    player.reset()
    assert player.phase is RunPhase.RUNNING
    assert positions(player, 3.0) == first
    player.reset(seed=2)
    assert player.status.seed == 2
    assert positions(player, 3.0) != first
    assert player.status.run_number == 3


def test_a_reset_while_paused_shows_the_world_at_its_beginning(tmp_path: Path) -> None:
    player = staged(tmp_path)
    player.start()
    advance_to(player, 1.0)
    player.pause()
    player.reset()
    assert (player.phase, player.status.time_s) == (RunPhase.PAUSED, 0.0)
    assert player.observers.scene.description is not None


def test_a_reset_can_change_the_world(tmp_path: Path) -> None:
    player = staged(tmp_path)
    player.reset(options=ToyOptions(ball_distance_m=4.0))
    assert (driver_of(player).ball ** 2).sum() == pytest.approx(16.0)


def test_the_end_makes_robots_safe_and_start_begins_anew(tmp_path: Path) -> None:
    player = staged(tmp_path)
    player.start()
    advance_to(player, 3.0)
    driver = driver_of(player)
    player.end("Stopped by you.")
    assert (player.phase, player.status.sentence) == (RunPhase.OVER, "Stopped by you.")
    assert driver.closed
    assert driver.safe >= 1
    assert driver.commanded.forward_mps == 0.0
    player.start()
    assert (player.phase, player.status.time_s, player.status.run_number) == (RunPhase.RUNNING, 0.0, 2)


def test_faults_of_modules_are_written_down_and_the_run_goes_on(tmp_path: Path) -> None:
    player = staged(tmp_path)
    player.start()
    player.on.launch.configuration.edit("driver_skill.breaks", True)  # type: ignore[attr-defined]
    advance_to(player, 0.5)
    assert player.phase is RunPhase.RUNNING
    assert player.status.faults >= 1
    entry = next(entry for entry in player.observers.journal.entries if entry.kind == "fault")
    assert entry.where == "driver_skill"
    assert "told to break" in entry.sentence


def test_a_live_edit_holds_in_the_running_run_and_after_a_reset(tmp_path: Path) -> None:
    player = staged(tmp_path)
    player.start()
    advance_to(player, 2.0)
    player.on.launch.configuration.edit("driver_skill.forward_mps", 0.45)  # type: ignore[attr-defined]
    advance_to(player, 2.5)
    assert driver_of(player).commanded.forward_mps == 0.45
    player.reset()
    advance_to(player, 2.5)
    assert driver_of(player).commanded.forward_mps == 0.45


def test_recording_begins_with_the_run_when_asked_before(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    with Recording.open(path) as recording:
        assert recording.warning is None
        assert recording.start_ns == 0
        assert recording.duration_s == pytest.approx(4.0, abs=0.05)
        assert recording.metadata.game == "toy"
        assert recording.metadata.seed == 1
        assert recording.metadata.options["ball_distance_m"] == "2.0"


def test_recording_in_mid_run_begins_the_run_again(tmp_path: Path) -> None:
    player = staged(tmp_path)
    player.start()
    advance_to(player, 1.0)
    player.record(True)
    assert (player.status.run_number, player.status.time_s, player.phase) == (2, 0.0, RunPhase.RUNNING)
    assert player.status.recording is not None


def test_the_end_of_a_recording_leaves_the_run_alone(tmp_path: Path) -> None:
    player = staged(tmp_path)
    player.record(True)
    player.start()
    advance_to(player, 1.0)
    path = player.status.recording
    player.record(False)
    advance_to(player, 2.0)
    assert (player.status.run_number, player.status.recording, player.phase) == (1, None, RunPhase.RUNNING)
    assert path is not None
    with Recording.open(path) as recording:
        assert recording.warning is None
        assert recording.duration_s == pytest.approx(1.0, abs=0.05)


def test_a_replay_computes_what_was_recorded(tmp_path: Path) -> None:
    live = staged(tmp_path)
    live.start()
    expected = positions(live, 3.0)
    player = staged(tmp_path)
    player.open(recorded(tmp_path))
    assert player.status.duration_s == pytest.approx(4.0, abs=0.05)
    assert player.status.replay is not None
    assert positions(player, 3.0) == expected
    advance_to(player, 10.0)
    assert player.phase is RunPhase.OVER


def test_a_replay_makes_live_edits_again_also_after_a_jump_back(tmp_path: Path) -> None:
    live = staged(tmp_path)
    live.record(True)
    live.start()
    advance_to(live, 2.0)
    live.on.launch.configuration.edit("driver_skill.forward_mps", 0.45)  # type: ignore[attr-defined]
    advance_to(live, 3.0)
    path = live.status.recording
    live.end("Enough.")
    assert path is not None
    player = staged(tmp_path)
    tap = player.observers.taps.tap(BaseVelocityCommand.__name__)
    player.open(path)
    for target_s, forward_mps in ((2.5, 0.45), (1.9, 0.3), (2.5, 0.45)):
        player.seek(target_s)
        while phase_of(player) is RunPhase.SEEKING:
            player.advance()
        sample = tap.newest()
        assert sample is not None
        assert sample.value.forward_mps == forward_mps


@pytest.mark.parametrize("target_s", [0.5, 2.5, 3.9])
def test_a_jump_lands_where_it_was_told_with_the_state_of_that_moment(
    tmp_path: Path, target_s: float
) -> None:
    path = recorded(tmp_path)
    player = staged(tmp_path)
    tap = player.observers.taps.tap(StateReport.__name__)
    player.open(path)
    player.pause()
    straight = {}
    while phase_of(player) is not RunPhase.OVER:
        player.advance()
        sample = tap.newest()
        if sample is not None:
            straight[player.status.time_s] = sample.value
    for detour_s in (3.0, 1.0, target_s):  # forwards and backwards
        player.seek(detour_s)
        while phase_of(player) is RunPhase.SEEKING:
            player.advance()
    assert phase_of(player) is RunPhase.PAUSED
    assert player.status.time_s == pytest.approx(target_s, abs=0.03)
    sample = tap.newest()
    assert sample is not None
    assert sample.value == straight[player.status.time_s]


def test_while_it_rushes_nothing_watched_is_computed_until_shortly_before(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    player = staged(tmp_path)
    tap = player.observers.taps.tap("*forward_mps")
    player.open(path)
    player.seek(3.0)
    while player.status.time_s < 2.0:
        player.advance()
    assert tap.newest() is None
    while player.phase is RunPhase.SEEKING:
        player.advance()
    assert tap.newest() is not None
    assert player.phase is RunPhase.RUNNING


def test_back_to_the_game_after_a_replay(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    player = staged(tmp_path, seed=5)
    player.open(path)
    advance_to(player, 1.0)
    assert player.status.seed == 1
    player.leave_replay()
    assert (player.phase, player.status.replay, player.status.seed) == (RunPhase.READY, None, 5)
    player.start()
    assert isinstance(driver_of(player), ToyDriver)


def test_a_file_that_is_no_recording_leaves_the_run_alone(tmp_path: Path) -> None:
    bad = tmp_path / "bad.mcap"
    bad.write_bytes(b"not a recording")
    player = staged(tmp_path)
    player.start()
    advance_to(player, 1.0)
    player.open(bad)
    assert player.phase is RunPhase.RUNNING
    assert player.observers.journal.entries[-1].kind == "failure"
    assert "not a recording" in player.observers.journal.entries[-1].sentence


def test_without_a_way_to_open_recordings_it_says_so(tmp_path: Path) -> None:
    player = staged(tmp_path, open_recording=None)
    player.open(tmp_path / "any.mcap")
    assert "without a way" in player.observers.journal.entries[-1].sentence


def test_a_button_of_the_game_works_on_the_run(tmp_path: Path) -> None:
    def push(run: Run) -> str:
        assert isinstance(run.driver, ToyDriver)
        run.driver.push_ball()
        return "Pushed."

    player = staged(tmp_path)
    player.do(push)
    assert "needs a game" in player.observers.journal.entries[-1].sentence
    player.start()
    before_m = driver_of(player).ball[1]
    player.do(push)
    assert driver_of(player).ball[1] == pytest.approx(before_m + 0.8)
    assert player.observers.journal.entries[-1].sentence == "Pushed."


def test_a_button_that_fails_does_not_end_the_run(tmp_path: Path) -> None:
    def fail(run: Run) -> str:
        raise LudensError("The ball is gone.")

    player = staged(tmp_path)
    player.start()
    player.do(fail)
    assert player.phase is RunPhase.RUNNING
    assert "The ball is gone." in player.observers.journal.entries[-1].sentence
