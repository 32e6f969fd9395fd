"""Runs on threads. Modules wait for events of the test, never for a time."""

import logging
import signal
import threading
import time
from collections import Counter
from dataclasses import dataclass
from threading import Event
from typing import Any, ClassVar

import pytest

from ludens.core.contract.declaration import Since
from ludens.core.contract.module import CycleTime, Module, NoParameters
from ludens.core.contract.setup import Setup
from ludens.core.runtime.clock import SimulatedClock
from ludens.core.runtime.cycle_source import REMEMBERED_MESSAGES
from ludens.core.runtime.realtime import CyclerThread, Overruns, RealTimeRunner
from ludens.core.runtime.run import Run
from ludens.messages import BaseVelocityCommand, Message
from tests.core.live_robot import PATIENCE_S, LiveNotebook, LiveRobot
from tests.core.paper_robot import (
    PaperParameters,
    Picture,
    Reading,
    beats,
    body,
    camera,
    drive,
    every,
    paper_run,
    played,
    setup_of,
)


class Percept(Message):
    value: float
    readings: int


class Wheels(Module[NoParameters]):
    def cycle(self, reading: Reading) -> BaseVelocityCommand:
        return drive(reading.time_s, reading.value)


class Eye(Module[NoParameters]):
    def cycle(self, picture: Picture, readings: Since[Reading]) -> Percept:
        return Percept(time_s=picture.time_s, value=picture.value, readings=len(readings))


class SlowEye(Eye):
    """Sees nothing until the test lets it."""

    entered: ClassVar[Event]
    released: ClassVar[Event]

    def cycle(self, picture: Picture, readings: Since[Reading]) -> Percept:
        self.entered.set()
        assert self.released.wait(PATIENCE_S)
        return super().cycle(picture, readings)


@pytest.fixture
def slow_eye():
    class ThisEye(SlowEye):
        entered = Event()
        released = Event()

    yield ThisEye
    ThisEye.released.set()


class LiveRun:
    """A run in real time with all that belongs to it."""

    def __init__(self, setup: Setup, **options: Any) -> None:
        self.robot = LiveRobot()
        self.notebook = LiveNotebook()
        self.configuration = PaperParameters(setup)
        clock = options.pop("clock", None)
        self.run = Run(
            setup, self.robot, configuration=self.configuration, observers=[self.notebook], **options
        )
        self.runner = RealTimeRunner(self.run, clock=clock)

    def __enter__(self) -> "LiveRun":
        self.runner.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.runner.stop()

    def overruns(self, cycler: str) -> Overruns:
        return next(overruns for overruns in self.runner.overruns() if overruns.cycler == cycler)


def our_threads():
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("ludens")]


def living_threads():
    """Our threads that do not end. One that Ctrl-C caught in its very start cannot be waited for by the
    runner; it finds the run over and ends by itself a moment later.
    """
    for _ in range(200):
        if not our_threads():
            break
        time.sleep(0.01)
    return our_threads()


# ---------------------------------------------------------------- going on


def test_slow_perception_does_not_delay_fast_control(slow_eye):
    with LiveRun(setup_of(Wheels, camera=[slow_eye])) as live:
        live.robot.deliver(camera(0.01))
        assert slow_eye.entered.wait(PATIENCE_S)
        for count, delivery in enumerate(beats(20), start=1):
            live.robot.deliver(delivery)
            live.notebook.wait_for("BaseVelocityCommand", count)
        assert live.notebook.of("Percept") == []
        assert [command.forward_mps for command in live.robot.log] == [0.02 * (n + 1) for n in range(20)]
        assert live.overruns("body").dropped == 0
        slow_eye.released.set()
        live.notebook.wait_for("Percept", 1)


def test_the_newest_picture_wins_and_what_was_left_out_is_counted_and_shown(slow_eye):
    with LiveRun(setup_of(Wheels, camera=[slow_eye])) as live:
        shown = {}
        live.run.hub.watch("camera/*", lambda path, time_s, value: shown.update({path: value}))
        live.robot.deliver(camera(0.1))
        assert slow_eye.entered.wait(PATIENCE_S)
        live.robot.deliver(camera(0.2), camera(0.3), camera(0.4))
        assert shown == {"camera/late": 3, "camera/dropped": 2}
        slow_eye.released.set()
        live.notebook.wait_for("Percept", 2)
        assert [percept.value for percept in live.notebook.of("Percept")] == [0.1, 0.4]
        live.runner.stop()
        assert live.overruns("camera") == Overruns("camera", 2, 3, 2)


def test_overruns_are_known_as_streams_from_the_start():
    with LiveRun(setup_of(Wheels, camera=[Eye])) as live:
        assert {"body/late", "body/dropped", "camera/late", "camera/dropped"} <= set(live.run.hub.streams)


def test_a_dropped_cycle_loses_nothing_for_those_who_ask_for_all_values():
    entered, released = Event(), Event()

    class Brooder(Module[NoParameters]):
        def cycle(self, reading: Reading, readings: Since[Reading]) -> Percept:
            entered.set()
            assert released.wait(PATIENCE_S)
            return Percept(time_s=reading.time_s, value=reading.value, readings=len(readings))

    with LiveRun(setup_of(Brooder)) as live:
        first, *others = beats(5)
        live.robot.deliver(first)
        assert entered.wait(PATIENCE_S)
        live.robot.deliver(*others)
        released.set()
        live.notebook.wait_for("Percept", 2)
        assert [(percept.value, percept.readings) for percept in live.notebook.of("Percept")] == [
            (pytest.approx(0.02), 1),
            (pytest.approx(0.1), 4),
        ]


def test_messages_cross_from_one_cycler_to_another():
    with LiveRun(setup_of(Wheels, camera=[Eye])) as live:
        live.robot.deliver(*beats(1), camera(0.1))
        live.notebook.wait_for("Percept", 1)
        assert live.notebook.of("Percept") == [Percept(time_s=0.1, value=0.1, readings=1)]


def test_the_clock_drives_slow_thinkers():
    class Thinker(Module[NoParameters]):
        def cycle(self, now: CycleTime, readings: Since[Reading]) -> Percept:
            return Percept(time_s=now.time_s, value=0.0, readings=len(readings))

    setup = setup_of(Wheels)
    setup = Setup("paper", (*setup.cyclers, every(0.05, Thinker)))
    with LiveRun(setup) as live:
        live.robot.deliver(*beats(3))
        live.notebook.wait_for("Percept", 1)
        live.robot.deliver(body(0.1))
        live.notebook.wait_for("Percept", 2)
        assert [percept.time_s for percept in live.notebook.of("Percept")] == [0.05, 0.1]


def test_modules_cannot_tell_whether_time_is_real():
    setup = setup_of(Wheels, camera=[Eye])
    script = [*beats(4), camera(0.1), *beats(9)[4:]]
    simulated = played(setup, script)
    cycles = Counter[str]()
    with LiveRun(setup) as live:
        for delivery in script:
            live.robot.deliver(delivery)
            cycles[delivery.source] += 1
            live.notebook.wait_for_cycles(delivery.source, cycles[delivery.source])
    for key in ("BaseVelocityCommand", "Percept"):
        assert live.notebook.of(key) == simulated.of(key)


def test_a_live_edit_reaches_a_module_between_its_cycles():
    @dataclass(frozen=True)
    class Settings:
        gain: float = 1.0

    class Amplifier(Module[Settings]):
        def cycle(self, reading: Reading) -> Percept:
            return Percept(time_s=reading.time_s, value=self.parameters.gain, readings=0)

    with LiveRun(setup_of(Amplifier)) as live:
        first, second = beats(2)
        live.robot.deliver(first)
        live.notebook.wait_for("Percept", 1)
        live.configuration.edit("amplifier", Settings(5.0))
        live.robot.deliver(second)
        live.notebook.wait_for("Percept", 2)
        assert [percept.value for percept in live.notebook.of("Percept")] == [1.0, 5.0]


# ---------------------------------------------------------------- coming to an end


def test_stopping_ends_every_thread_and_closes_everything_once():
    with LiveRun(setup_of(Wheels, camera=[Eye])) as live:
        assert len(our_threads()) == 4
        live.robot.deliver(*beats(1))
        live.notebook.wait_for("BaseVelocityCommand", 1)
        live.runner.stop("Enough.")
        live.runner.stop("Really enough.")
    assert living_threads() == []
    assert live.run.stop_reason == "Enough."
    assert live.robot.log == [drive(0.02, 0.02), "safe", "closed"]
    assert live.notebook.closed == 1


def test_a_cycle_that_is_still_going_on_at_the_end_commands_nothing_any_more():
    entered, released = Event(), Event()

    class SlowWheels(Module[NoParameters]):
        def cycle(self, reading: Reading) -> BaseVelocityCommand:
            entered.set()
            assert released.wait(PATIENCE_S)
            return drive(reading.time_s)

    with LiveRun(setup_of(SlowWheels)) as live:
        live.robot.deliver(*beats(1))
        assert entered.wait(PATIENCE_S)
        live.run.stop("Enough.")
        released.set()
    assert live.robot.log == ["safe", "closed"]
    assert live.notebook.outputs == []


def test_a_halt_does_not_wait_for_a_cycle_that_thinks_and_nothing_is_commanded_until_it_goes_on():
    entered, released = Event(), Event()

    class SlowWheels(Module[NoParameters]):
        def cycle(self, reading: Reading) -> BaseVelocityCommand:
            entered.set()
            assert released.wait(PATIENCE_S)
            return drive(reading.time_s)

    with LiveRun(setup_of(SlowWheels)) as live:
        first, second = beats(2)
        live.robot.deliver(first)
        assert entered.wait(PATIENCE_S)
        live.runner.halt()
        assert live.robot.log == ["safe"]
        released.set()
        live.notebook.wait_for("BaseVelocityCommand", 1)
        assert live.robot.log == ["safe"]  # what it had thought of was not carried out
        live.run.open_exit()
        live.runner.resume()
        live.robot.deliver(second)
        live.notebook.wait_for("BaseVelocityCommand", 2)
    assert live.robot.log[1] == drive(0.04)


def test_when_the_driver_ends_what_it_delivered_is_worked_off(slow_eye):
    with LiveRun(setup_of(Wheels, camera=[slow_eye])) as live:
        live.robot.deliver(camera(0.1))
        assert slow_eye.entered.wait(PATIENCE_S)
        live.robot.deliver(camera(0.2))
        live.robot.send(None)
        slow_eye.released.set()
        live.runner.wait()
    assert [percept.value for percept in live.notebook.of("Percept")] == [0.1, 0.2]
    assert live.run.stop_reason == "The driver has nothing more to deliver."
    assert living_threads() == []


def send_before(live):
    live.robot.send(body(0.02))
    with live.runner:
        live.runner.wait()


def send_later(live):
    with live.runner:
        live.robot.send(body(0.02))
        live.runner.wait()


@pytest.mark.parametrize("play", [send_before, send_later])
def test_ctrl_c_at_any_time_stops_the_robot_and_ends_every_thread(play):
    class Interrupting(Module[NoParameters]):
        def cycle(self, reading: Reading) -> BaseVelocityCommand:
            main = threading.main_thread().ident
            assert main is not None
            signal.pthread_kill(main, signal.SIGINT)
            return drive(reading.time_s)

    live = LiveRun(setup_of(Interrupting))
    with pytest.raises(KeyboardInterrupt):
        play(live)
    assert live.run.stop_reason == "It was broken off: KeyboardInterrupt."
    assert live.robot.log[-2:] == ["safe", "closed"]
    assert live.notebook.closed == 1
    assert living_threads() == []


def test_a_thread_that_will_not_end_is_left_behind_and_that_is_said(slow_eye, caplog, monkeypatch):
    monkeypatch.setattr("ludens.core.runtime.realtime.JOIN_TIMEOUT_S", 0.01)
    with LiveRun(setup_of(camera=[slow_eye])) as live:
        live.robot.deliver(camera(0.1))
        assert slow_eye.entered.wait(PATIENCE_S)
        live.runner.stop()
        assert "ludens camera did not end within" in caplog.text
        assert live.robot.log == ["safe", "closed"]
        slow_eye.released.set()


# ---------------------------------------------------------------- faults


def test_a_module_that_raises_costs_its_cycle_and_no_more():
    class Moody(Module[NoParameters]):
        def cycle(self, reading: Reading) -> BaseVelocityCommand:
            if reading.value < 0.03:
                raise ValueError("not now")
            return drive(reading.time_s)

    with LiveRun(setup_of(Moody)) as live:
        first, second = beats(2)
        live.robot.deliver(first)
        live.notebook.wait_for_cycles("body", 1)
        live.robot.deliver(second)
        live.notebook.wait_for("BaseVelocityCommand", 1)
        assert live.robot.log == ["safe", drive(0.04)]
        assert [fault.where for fault in live.notebook.faults] == ["moody"]


def test_a_run_that_shall_stop_at_a_fault_ends_every_thread():
    class Broken(Module[NoParameters]):
        def cycle(self, reading: Reading) -> None:
            raise ValueError("no")

    with LiveRun(setup_of(Broken, camera=[Eye]), on_fault="stop") as live:
        live.robot.send(body(0.02))
        live.runner.wait()
    assert live.run.stop_reason == "broken: The module raised ValueError: no."
    assert live.robot.log == ["safe", "closed"]
    assert live.notebook.closed == 1
    assert living_threads() == []


def test_a_driver_that_dies_is_reported_and_the_robot_made_safe(caplog):
    with LiveRun(setup_of(Wheels)) as live:
        live.robot.send(OSError("the cable is out"))
        live.runner.wait()
    (fault,) = live.notebook.faults
    assert fault.where == "driver"
    assert fault.what == "The thread died: OSError: the cable is out."
    assert "the cable is out" in fault.traceback
    assert live.run.stop_reason == "driver: The thread died: OSError: the cable is out."
    assert live.robot.log == ["safe", "closed"]
    assert "The thread 'driver' died." in caplog.text


def test_an_observer_that_fails_ends_the_run_with_the_robot_safe(caplog):
    class FullDisk(LiveNotebook):
        def on_outputs(self, *told: Any) -> None:
            raise OSError("disk full")

        def close(self) -> None:
            super().close()
            raise OSError("disk still full")

    with LiveRun(setup_of(Wheels)) as live:
        live.run.observers.append(FullDisk())
        live.robot.send(body(0.02))
        live.runner.wait()
    assert live.run.stop_reason == "body: The thread died: OSError: disk full."
    assert live.robot.log == [drive(0.02, 0.02), "safe", "closed"]
    assert live.notebook.closed == 1
    assert living_threads() == []


def test_a_driver_from_which_nothing_comes_any_more_is_noticed_and_the_robots_stand():
    clock = SimulatedClock()
    with LiveRun(setup_of(Wheels), clock=clock) as live:
        clock.advance_to(5_000_000_000)  # nothing has come yet: it may still be starting
        live.robot.deliver(*beats(1))
        live.notebook.wait_for("BaseVelocityCommand", 1)
        assert live.notebook.faults == []
        clock.advance_to(7_000_000_000)
        live.notebook.wait_for_fault()
        (fault,) = live.notebook.faults
        assert (fault.where, fault.what) == ("driver", "Nothing arrives any more.")
        assert live.robot.log[1] == "safe"
        assert not live.run.is_over


def test_silence_ends_a_run_that_shall_stop_at_a_fault(caplog):
    clock = SimulatedClock()
    with LiveRun(setup_of(Wheels), clock=clock, on_fault="stop") as live:
        live.robot.deliver(*beats(1))
        live.notebook.wait_for("BaseVelocityCommand", 1)
        clock.advance_to(60_000_000_000)
        live.runner.wait()
    assert live.run.stop_reason == "driver: Nothing arrives any more."
    assert logging.getLogger("ludens.realtime").name not in {record.name for record in caplog.records}


class Reader(Module[NoParameters]):
    def cycle(self, picture: Picture, readings: Since[Reading]) -> None: ...


def reading(value):
    return ("Reading", Reading(time_s=0.0, value=value))


def picture(value):
    return ("Picture", Picture(time_s=0.0, value=value))


@pytest.fixture
def done():
    return []


@pytest.fixture
def lane(done):
    run, _, _ = paper_run(setup_of(Reader), [])
    return CyclerThread(
        run.cyclers[0], lambda cycler, time_ns, delivered: done.append((time_ns, list(delivered)))
    )


def worked_off(lane):
    lane.close()
    lane.work()


def test_a_job_is_done_with_what_was_delivered_for_it(lane, done):
    assert lane.offer(20, [picture(1.0)])
    worked_off(lane)
    assert done == [(20, [picture(1.0)])]
    assert lane.overruns() == Overruns("body", 1, 0, 0)


def test_the_newest_of_several_waiting_jobs_is_done(lane, done):
    assert lane.offer(20, [picture(1.0)])
    assert not lane.offer(40, [picture(2.0)])
    assert not lane.offer(60, [picture(3.0)])
    worked_off(lane)
    assert done == [(60, [picture(3.0)])]
    assert lane.overruns() == Overruns("body", 1, 2, 2)


def test_values_that_somebody_wants_all_of_survive_the_dropping_of_their_job(lane, done):
    lane.offer(20, [reading(1.0), picture(1.0)])
    lane.offer(40, [reading(2.0), picture(2.0)])
    lane.offer(60, [picture(3.0), reading(3.0)])
    worked_off(lane)
    assert done == [(60, [reading(1.0), reading(2.0), picture(3.0), reading(3.0)])]


def test_what_survives_is_bounded(lane, done):
    for number in range(REMEMBERED_MESSAGES + 100):
        lane.offer(number, [reading(float(number))])
    worked_off(lane)
    ((_, delivered),) = done
    assert len(delivered) == REMEMBERED_MESSAGES + 1
    assert delivered[-1] == reading(REMEMBERED_MESSAGES + 99.0)


def test_a_closed_lane_without_a_job_does_nothing(lane, done):
    worked_off(lane)
    assert done == []
