"""What wishes do to a run, one after the other, without threads or waiting."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludens.core.errors import LudensError
from ludens.core.recording import Recording
from ludens.core.runtime.clock import SimulatedClock
from ludens.core.runtime.run import Run
from ludens.messages import BaseVelocityCommand, Odometry, StateReport
from ludens.studio.player import Player
from ludens.studio.recordings import RecordingShelf
from ludens.studio.replaying import OpenRecording
from ludens.studio.status import Phase
from tests.studio.toy import ToyDriver, ToyOptions, launch, open_toy_recording

STAGES: list[Player] = []


@pytest.fixture(autouse=True)
def _tidy_up() -> Iterator[None]:
    yield
    while STAGES:
        STAGES.pop().end("The test is over.")


def staged(
    folder: Path, *, open_recording: OpenRecording | None = open_toy_recording, seed: int = 1
) -> Player:
    stage = Player(
        launch(seed=seed),
        shelf=RecordingShelf(folder),
        open_recording=open_recording,
        clock=SimulatedClock(),
    )
    STAGES.append(stage)
    return stage


def phase_of(stage: Player) -> Phase:
    return stage.status.phase


def advance_to(stage: Player, time_s: float) -> None:
    while stage.phase is not Phase.OVER and stage.status.time_s < time_s:
        stage.advance()


def driver_of(stage: Player) -> ToyDriver:
    assert stage.take is not None
    assert isinstance(stage.take.run.driver, ToyDriver)
    return stage.take.run.driver


def positions(stage: Player, time_s: float) -> list[tuple[float, float]]:
    tap = stage.onlookers.board.tap(Odometry.__name__)
    seen = []
    while stage.status.time_s < time_s:
        stage.advance()
        sample = tap.newest()
        if sample is not None:
            pose = sample.value.odometry_from_robot
            seen.append((pose.x_m, pose.y_m))
    tap.close()
    return seen


def recorded(folder: Path, duration_s: float = 4.0) -> Path:
    stage = staged(folder)
    stage.record(True)
    stage.start()
    path = stage.status.recording
    assert path is not None
    advance_to(stage, duration_s)
    stage.end("Enough.")
    return path


def test_nothing_moves_before_the_start(tmp_path: Path) -> None:
    stage = staged(tmp_path)
    assert stage.phase is Phase.READY
    assert stage.patience_s() is None
    assert stage.take is None


def test_start_pause_and_start_again(tmp_path: Path) -> None:
    stage = staged(tmp_path)
    stage.start()
    advance_to(stage, 1.0)
    stage.pause()
    assert (stage.phase, stage.patience_s()) == (Phase.PAUSED, None)
    stage.start()
    assert stage.phase is Phase.RUNNING
    assert stage.status.time_s == pytest.approx(1.0)
    assert stage.status.take == 1


@pytest.mark.parametrize(("source", "period_s"), [("body", 0.02), ("camera", 0.1)])
def test_a_step_goes_to_the_next_delivery_of_its_source_and_pauses(
    tmp_path: Path, source: str, period_s: float
) -> None:
    stage = staged(tmp_path)
    for count in (1, 2, 3):
        stage.step_to(source)
        assert stage.status.time_s == pytest.approx(count * period_s)
        assert stage.phase is Phase.PAUSED


def test_a_step_to_a_source_that_never_comes_ends(tmp_path: Path) -> None:
    stage = staged(tmp_path)
    stage.step_to("nose")
    assert stage.phase is Phase.PAUSED
    assert 4.9 < stage.status.time_s < 5.1


def test_a_reset_gives_the_same_run_again_and_another_seed_another(tmp_path: Path) -> None:
    stage = staged(tmp_path)
    stage.start()
    first = positions(stage, 3.0)
    stage.reset()
    assert stage.phase is Phase.RUNNING
    assert positions(stage, 3.0) == first
    stage.reset(seed=2)
    assert stage.status.seed == 2
    assert positions(stage, 3.0) != first
    assert stage.status.take == 3


def test_a_reset_while_paused_shows_the_world_at_its_beginning(tmp_path: Path) -> None:
    stage = staged(tmp_path)
    stage.start()
    advance_to(stage, 1.0)
    stage.pause()
    stage.reset()
    assert (stage.phase, stage.status.time_s) == (Phase.PAUSED, 0.0)
    assert stage.onlookers.spectator.description is not None


def test_a_reset_can_change_the_world(tmp_path: Path) -> None:
    stage = staged(tmp_path)
    stage.reset(options=ToyOptions(ball_distance_m=4.0))
    assert (driver_of(stage).ball ** 2).sum() == pytest.approx(16.0)


def test_the_end_makes_robots_safe_and_start_begins_anew(tmp_path: Path) -> None:
    stage = staged(tmp_path)
    stage.start()
    advance_to(stage, 3.0)
    driver = driver_of(stage)
    stage.end("Stopped by you.")
    assert (stage.phase, stage.status.sentence) == (Phase.OVER, "Stopped by you.")
    assert driver.closed
    assert driver.safe >= 1
    assert driver.commanded.forward_mps == 0.0
    stage.start()
    assert (stage.phase, stage.status.time_s, stage.status.take) == (Phase.RUNNING, 0.0, 2)


def test_faults_of_modules_are_written_down_and_the_run_goes_on(tmp_path: Path) -> None:
    stage = staged(tmp_path)
    stage.start()
    stage.on.launch.configuration.edit("driver_skill.breaks", True)  # type: ignore[attr-defined]
    advance_to(stage, 0.5)
    assert stage.phase is Phase.RUNNING
    assert stage.status.faults >= 1
    entry = next(entry for entry in stage.onlookers.journal.entries if entry.kind == "fault")
    assert entry.where == "driver_skill"
    assert "told to break" in entry.sentence


def test_a_live_edit_holds_in_the_running_run_and_after_a_reset(tmp_path: Path) -> None:
    stage = staged(tmp_path)
    stage.start()
    advance_to(stage, 2.0)
    stage.on.launch.configuration.edit("driver_skill.forward_mps", 0.45)  # type: ignore[attr-defined]
    advance_to(stage, 2.5)
    assert driver_of(stage).commanded.forward_mps == 0.45
    stage.reset()
    advance_to(stage, 2.5)
    assert driver_of(stage).commanded.forward_mps == 0.45


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
    stage = staged(tmp_path)
    stage.start()
    advance_to(stage, 1.0)
    stage.record(True)
    assert (stage.status.take, stage.status.time_s, stage.phase) == (2, 0.0, Phase.RUNNING)
    assert stage.status.recording is not None


def test_the_end_of_a_recording_leaves_the_run_alone(tmp_path: Path) -> None:
    stage = staged(tmp_path)
    stage.record(True)
    stage.start()
    advance_to(stage, 1.0)
    path = stage.status.recording
    stage.record(False)
    advance_to(stage, 2.0)
    assert (stage.status.take, stage.status.recording, stage.phase) == (1, None, Phase.RUNNING)
    assert path is not None
    with Recording.open(path) as recording:
        assert recording.warning is None
        assert recording.duration_s == pytest.approx(1.0, abs=0.05)


def test_a_replay_computes_what_was_recorded(tmp_path: Path) -> None:
    live = staged(tmp_path)
    live.start()
    expected = positions(live, 3.0)
    stage = staged(tmp_path)
    stage.open(recorded(tmp_path))
    assert stage.status.duration_s == pytest.approx(4.0, abs=0.05)
    assert stage.status.replay is not None
    assert positions(stage, 3.0) == expected
    advance_to(stage, 10.0)
    assert stage.phase is Phase.OVER


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
    stage = staged(tmp_path)
    tap = stage.onlookers.board.tap(BaseVelocityCommand.__name__)
    stage.open(path)
    for target_s, forward_mps in ((2.5, 0.45), (1.9, 0.3), (2.5, 0.45)):
        stage.seek(target_s)
        while phase_of(stage) is Phase.SEEKING:
            stage.advance()
        sample = tap.newest()
        assert sample is not None
        assert sample.value.forward_mps == forward_mps


@pytest.mark.parametrize("target_s", [0.5, 2.5, 3.9])
def test_a_jump_lands_where_it_was_told_with_the_state_of_that_moment(
    tmp_path: Path, target_s: float
) -> None:
    path = recorded(tmp_path)
    stage = staged(tmp_path)
    tap = stage.onlookers.board.tap(StateReport.__name__)
    stage.open(path)
    stage.pause()
    straight = {}
    while phase_of(stage) is not Phase.OVER:
        stage.advance()
        sample = tap.newest()
        if sample is not None:
            straight[stage.status.time_s] = sample.value
    for detour_s in (3.0, 1.0, target_s):  # forwards and backwards
        stage.seek(detour_s)
        while phase_of(stage) is Phase.SEEKING:
            stage.advance()
    assert phase_of(stage) is Phase.PAUSED
    assert stage.status.time_s == pytest.approx(target_s, abs=0.03)
    sample = tap.newest()
    assert sample is not None
    assert sample.value == straight[stage.status.time_s]


def test_while_it_rushes_nothing_watched_is_computed_until_shortly_before(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    stage = staged(tmp_path)
    tap = stage.onlookers.board.tap("*forward_mps")
    stage.open(path)
    stage.seek(3.0)
    while stage.status.time_s < 2.0:
        stage.advance()
    assert tap.newest() is None
    while stage.phase is Phase.SEEKING:
        stage.advance()
    assert tap.newest() is not None
    assert stage.phase is Phase.RUNNING


def test_back_to_the_game_after_a_replay(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    stage = staged(tmp_path, seed=5)
    stage.open(path)
    advance_to(stage, 1.0)
    assert stage.status.seed == 1
    stage.leave_replay()
    assert (stage.phase, stage.status.replay, stage.status.seed) == (Phase.READY, None, 5)
    stage.start()
    assert isinstance(driver_of(stage), ToyDriver)


def test_a_file_that_is_no_recording_leaves_the_run_alone(tmp_path: Path) -> None:
    bad = tmp_path / "bad.mcap"
    bad.write_bytes(b"not a recording")
    stage = staged(tmp_path)
    stage.start()
    advance_to(stage, 1.0)
    stage.open(bad)
    assert stage.phase is Phase.RUNNING
    assert stage.onlookers.journal.entries[-1].kind == "failure"
    assert "not a recording" in stage.onlookers.journal.entries[-1].sentence


def test_without_a_way_to_open_recordings_it_says_so(tmp_path: Path) -> None:
    stage = staged(tmp_path, open_recording=None)
    stage.open(tmp_path / "any.mcap")
    assert "without a way" in stage.onlookers.journal.entries[-1].sentence


def test_a_button_of_the_game_works_on_the_run(tmp_path: Path) -> None:
    def push(run: Run) -> str:
        assert isinstance(run.driver, ToyDriver)
        run.driver.push_ball()
        return "Pushed."

    stage = staged(tmp_path)
    stage.do(push)
    assert "needs a game" in stage.onlookers.journal.entries[-1].sentence
    stage.start()
    before_m = driver_of(stage).ball[1]
    stage.do(push)
    assert driver_of(stage).ball[1] == pytest.approx(before_m + 0.8)
    assert stage.onlookers.journal.entries[-1].sentence == "Pushed."


def test_a_button_that_fails_does_not_end_the_run(tmp_path: Path) -> None:
    def fail(run: Run) -> str:
        raise LudensError("The ball is gone.")

    stage = staged(tmp_path)
    stage.start()
    stage.do(fail)
    assert stage.phase is Phase.RUNNING
    assert "The ball is gone." in stage.onlookers.journal.entries[-1].sentence
