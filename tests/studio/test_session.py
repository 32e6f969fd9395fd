"""A session in its own thread."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, get_ident
from typing import Any, ClassVar

import pytest

from ludens.core.contract.driver import Delivery
from ludens.core.errors import LudensError
from ludens.core.recording import Recording
from ludens.core.runtime.clock import RealClock, nanoseconds
from ludens.core.runtime.game import Launch
from ludens.core.runtime.run import Run
from ludens.studio.player import HALTED, LONGEST_STEP_S
from ludens.studio.recordings import RecordingFolder
from ludens.studio.session import Session
from ludens.studio.status import RunPhase
from tests.studio.toy import GAME, ToyDriver, ToyOptions, launch, open_toy_recording


class WatchedDriver(ToyDriver):
    """Remembers the threads that use it, and fails when told."""

    made: ClassVar["list[WatchedDriver]"] = []

    def __init__(self, options: ToyOptions, seed: int) -> None:
        super().__init__(options, seed)
        self.threads = {get_ident()}
        self.error: Exception | None = None
        WatchedDriver.made.append(self)

    def next_delivery(self) -> Delivery | None:
        self.threads.add(get_ident())
        if self.error is not None:
            raise self.error
        return super().next_delivery()

    def close(self) -> None:
        self.threads.add(get_ident())
        super().close()


def watched_launch() -> Launch:
    game = replace(GAME, make_driver=lambda setup, options, seed: WatchedDriver(options, seed))
    return replace(launch(), game=game)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    WatchedDriver.made.clear()
    with Session(
        watched_launch(), recordings=RecordingFolder(tmp_path), open_recording=open_toy_recording
    ) as session:
        session.set_speed(math.inf)
        yield session


def wait_until(condition: Callable[[], Any], timeout_s: float = 20.0) -> None:
    clock = RealClock()
    while not condition():
        assert clock.now_ns() < nanoseconds(timeout_s), "waited in vain"
        clock.sleep_until(clock.now_ns() + nanoseconds(0.005))


def test_one_thread_makes_uses_and_closes_every_world(session: Session) -> None:
    session.start()
    wait_until(lambda: session.status.time_s > 1.0)
    session.reset()
    session.settle()
    session.close()
    assert len(WatchedDriver.made) == 2
    threads = {thread for driver in WatchedDriver.made for thread in driver.threads}
    assert len(threads) == 1
    assert get_ident() not in threads
    assert all(driver.closed for driver in WatchedDriver.made)


def test_wishes_are_carried_out_in_order(session: Session) -> None:
    session.start()
    session.pause()
    session.step("camera")
    session.step("camera")
    assert session.settle()
    assert session.status.phase is RunPhase.PAUSED
    camera_period_s = 0.1
    assert (session.status.time_s / camera_period_s) % 1 == pytest.approx(0.0, abs=1e-6)


def test_a_run_is_held_to_wall_time(session: Session) -> None:
    session.set_speed(1.0)
    clock = RealClock()
    session.start()
    wait_until(lambda: session.status.time_s >= 0.5)
    assert clock.now_ns() >= nanoseconds(0.45)  # never faster than life, however fast the computer


def test_stop_works_while_the_session_is_busy_and_forgets_what_was_to_move_robots(session: Session) -> None:
    busy, released = Event(), Event()

    def work(run: Run) -> None:
        busy.set()
        assert released.wait(20.0)

    session.start()
    wait_until(lambda: session.status.time_s > 0.5)
    session.do(work)
    session.step("camera")
    session.reset(seed=7)
    session.start()
    assert busy.wait(20.0)
    session.halt()
    driver, played = WatchedDriver.made[-1], session.status.run_number
    released.set()
    assert session.settle()
    stopped = session.status
    assert (stopped.phase, stopped.sentence, stopped.run_number) == (RunPhase.PAUSED, HALTED, played)
    assert driver.safe >= 1
    assert driver.commanded.forward_mps == driver.commanded.turn_radps == 0.0
    assert session.journal.entries[-1].sentence == HALTED
    assert session.settle()
    assert session.status.time_s == stopped.time_s
    session.start()
    wait_until(lambda: session.status.time_s > stopped.time_s + 0.5)
    assert not driver.closed
    assert len(driver.threads) == 1


def test_stop_ends_a_step_that_waits_in_vain_for_its_source(session: Session) -> None:
    stepping = Event()

    def slow_delivery() -> Delivery | None:
        stepping.set()
        return following()

    session.start()
    session.pause()
    assert session.settle()
    driver = WatchedDriver.made[-1]
    following = driver.next_delivery
    driver.next_delivery = slow_delivery  # type: ignore[method-assign]
    before_s = session.status.time_s
    session.step("nowhere")
    assert stepping.wait(20.0)
    session.halt()
    assert session.settle()
    assert session.status.time_s < before_s + LONGEST_STEP_S
    assert session.status.phase is RunPhase.PAUSED


def test_stop_with_nothing_begun_or_after_the_end_changes_nothing(session: Session) -> None:
    session.halt()
    session.settle()
    assert session.status.phase is RunPhase.READY
    session.start()
    session.end()
    session.halt()
    session.settle()
    assert session.status.phase in (RunPhase.OVER, RunPhase.READY)


def test_an_error_of_the_driver_becomes_a_sentence_and_robots_are_made_safe(session: Session) -> None:
    session.start()
    wait_until(lambda: session.status.time_s > 0.5)
    driver = WatchedDriver.made[-1]
    driver.error = LudensError("The cable was pulled.")
    wait_until(lambda: session.status.phase is RunPhase.FAILED)
    assert session.status.sentence == "The cable was pulled."
    assert driver.closed
    assert session.journal.entries[-1].kind == "failure"


def test_an_unexpected_error_is_not_lost_and_the_session_lives_on(
    session: Session, caplog: pytest.LogCaptureFixture
) -> None:
    session.start()
    wait_until(lambda: session.status.time_s > 0.5)
    WatchedDriver.made[-1].error = ZeroDivisionError("by zero")
    wait_until(lambda: session.status.phase is RunPhase.FAILED)
    assert "ZeroDivisionError: by zero" in session.status.sentence
    assert "Traceback" in caplog.text
    session.start()
    wait_until(lambda: session.status.phase is RunPhase.RUNNING and session.status.time_s > 0.5)


def test_a_world_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    def refuse(setup: Any, options: Any, seed: int) -> ToyDriver:
        raise LudensError("There is no room for this world.")

    broken = replace(launch(), game=replace(GAME, make_driver=refuse))
    with Session(broken, recordings=RecordingFolder(tmp_path)) as session:
        session.start()
        session.settle()
        assert session.status.phase is RunPhase.FAILED
        assert session.status.sentence == "There is no room for this world."


def test_closing_in_mid_run_completes_the_recording(session: Session, tmp_path: Path) -> None:
    session.record(True)
    session.start()
    wait_until(lambda: session.status.time_s > 1.0)
    session.close()
    (file,) = RecordingFolder(tmp_path).files()
    with Recording.open(file.path) as recording:
        assert recording.warning is None
        assert recording.duration_s >= 1.0
    assert WatchedDriver.made[-1].closed
    session.close()


def test_times_and_pulses_can_be_read_while_it_runs(session: Session) -> None:
    assert session.timings() == []
    assert session.pulses() == []
    session.start()
    wait_until(lambda: session.status.time_s > 2.0)
    timings = session.timings()
    assert {timing.path for timing in timings} == {"driver_skill", "ball_finder"}
    assert timings == sorted(timings, key=lambda timing: timing.total_s, reverse=True)
    assert {pulse.source: pulse.condition for pulse in session.pulses()} == {
        "body": "alive",
        "camera": "alive",
    }


def test_a_replay_on_the_stage_and_back(session: Session, tmp_path: Path) -> None:
    session.record(True)
    session.start()
    wait_until(lambda: session.status.time_s > 3.0)
    session.end()
    session.settle()
    (file,) = session.recordings.files()
    session.pause()
    session.replay(file.path)
    session.pause()
    session.seek(2.0)
    wait_until(lambda: session.status.phase is RunPhase.PAUSED and session.status.time_s >= 2.0)
    assert session.status.time_s == pytest.approx(2.0, abs=0.03)
    session.leave_replay()
    session.settle()
    assert session.status.phase is RunPhase.READY


def test_a_held_session_rests_until_it_is_released(session: Session) -> None:
    session.start()
    wait_until(lambda: session.status.time_s > 0.5)
    go_on = session.hold()
    resting_s = session.status.time_s
    assert not session.settle(timeout_s=0.2)
    assert session.status.time_s == resting_s
    go_on()
    wait_until(lambda: session.status.time_s > resting_s)
