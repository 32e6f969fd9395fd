"""A recording behaves like a robot."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import Annotated

import pytest
from msgspec import Meta

from ludens.core.configuration import Configuration
from ludens.core.contract.declaration import Last
from ludens.core.contract.driver import Delivery, Driver
from ludens.core.contract.module import Module
from ludens.core.contract.observer import Observer
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.errors import LudensError
from ludens.core.recording import Comparison, Recorder, Recording
from ludens.core.runtime.run import Run
from ludens.drivers.check import check_robot
from ludens.drivers.replay import ReplayDriver
from ludens.messages import BaseVelocityCommand, CameraImage, MagnetCommand, Message, Odometry, ParameterEdit
from tests.core.recording.samples import METADATA, identical, play, record, short_run


class Brightness(Message):
    """How bright the picture was."""

    mean: float


@dataclass(frozen=True, slots=True)
class GaugeParameters:
    gain: Annotated[float, Meta(ge=0.0)] = 1.0


class Gauge(Module[GaugeParameters]):
    """Something that sees."""

    def cycle(self, image: CameraImage) -> Brightness:
        return Brightness(time_s=image.time_s, mean=self.parameters.gain * float(image.pixels_rgb.mean()))


class Pilot(Module[GaugeParameters]):
    """Something that remembers, throws dice and commands."""

    def start(self) -> None:
        self.forward_mps = 0.0

    def parameters_changed(self) -> None:
        if self.parameters.gain > 10.0:
            raise ValueError("too fast")

    def cycle(
        self, odometry: Odometry, seen: Brightness | None, last: Last[BaseVelocityCommand]
    ) -> BaseVelocityCommand:
        self.forward_mps += 0.01 * float(self.random.normal()) + (
            seen.mean * 1e-4 if seen is not None else 0.0
        )
        turn_radps = 0.5 * last.turn_radps if last is not None else odometry.turn_radps
        return BaseVelocityCommand(
            time_s=odometry.time_s, forward_mps=self.forward_mps * self.parameters.gain, turn_radps=turn_radps
        )


SETUP = Setup(
    "small",
    (
        CyclerPlan("camera", "camera", (Node(Gauge),)),
        CyclerPlan("body", "body", (Node(Pilot),)),
    ),
).for_robots("alpha")


def run_on(
    driver: Driver,
    *observers: Observer,
    overrides: tuple[str, ...] = (),
    edits: Sequence[ParameterEdit] = (),
) -> None:
    """Run the small setup until the driver has nothing more."""
    configuration = Configuration.load(SETUP.sections(), overrides=overrides)
    with Run(SETUP, driver, configuration=configuration, seed=5, observers=observers) as run:
        run.repeat_edits(edits)
        run.run_until(1000.0)


@pytest.fixture
def recording(tmp_path: Path) -> Iterator[Recording]:
    """A recording of sensors only."""
    recorder = Recorder(tmp_path / "sensors.mcap", METADATA)
    play((event for event in short_run() if isinstance(event, Delivery)), recorder)
    recorder.close()
    with Recording.open(tmp_path / "sensors.mcap") as opened:
        yield opened


def test_what_was_delivered_is_delivered_again(recording: Recording) -> None:
    driver: Driver = ReplayDriver(recording)
    expected = [event for event in short_run() if isinstance(event, Delivery)]
    assert identical(list(iter(driver.next_delivery, None)), expected)
    assert driver.next_delivery() is None


def test_the_judge_of_robots_accepts_it(recording: Recording) -> None:
    check_robot(ReplayDriver(recording), seconds=1.9, move=False)


def test_a_run_on_its_own_recording_shows_no_difference(recording: Recording, tmp_path: Path) -> None:
    first = Recorder(tmp_path / "first.mcap", METADATA)
    run_on(ReplayDriver(recording), first)
    with Recording.open(first.path) as recorded:
        comparison = Comparison(recorded)
        second = Recorder(tmp_path / "second.mcap", METADATA)
        run_on(ReplayDriver(recorded), comparison, second)
    result = comparison.result()
    assert result.same, result.differences
    counts = {topic.name: topic.same for topic in result.topics}
    assert (counts["/alpha/Brightness"], counts["/alpha/BaseVelocityCommand"]) == (20, 100)
    hashes = {hashlib.sha256(recorder.path.read_bytes()).hexdigest() for recorder in (first, second)}
    assert len(hashes) == 1


def test_a_run_with_other_parameters_shows_where_it_differs(recording: Recording, tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "run.mcap", METADATA)
    run_on(ReplayDriver(recording), recorder)
    with Recording.open(recorder.path) as recorded:
        comparison = Comparison(recorded)
        run_on(ReplayDriver(recorded), comparison, overrides=("gauge.gain=1.5",))
    result = comparison.result()
    assert not result.same
    assert "/alpha/Brightness, message 1 at 0.080 s: Brightness.mean was " in result.differences[0]


def record_with_edits(sensors: Recording, path: Path) -> None:
    """Somebody turns the gain up, too far, and takes it back."""
    configuration = Configuration(SETUP.sections())
    with Run(
        SETUP,
        ReplayDriver(sensors),
        configuration=configuration,
        seed=5,
        observers=[Recorder(path, METADATA)],
    ) as run:
        run.run_until(0.5)
        configuration.edit("pilot.gain", 2.0)
        configuration.edit("gauge.gain", 0.7)
        run.run_until(1.0)
        configuration.edit("pilot.gain", 99.0)  # the pilot refuses
        run.run_until(1.5)
        configuration.reset_live()
        run.run_until(1000.0)


def test_live_edits_are_recorded_and_made_again_at_the_same_cycle(
    recording: Recording, tmp_path: Path
) -> None:
    record_with_edits(recording, tmp_path / "edited.mcap")
    with Recording.open(tmp_path / "edited.mcap") as recorded:
        edits = list(recorded.edits())
        assert [(edit.section, round(edit.time_s, 3)) for edit in edits] == [
            ("alpha/pilot", 0.52),
            ("alpha/gauge", 0.58),
            ("alpha/pilot", 1.02),
            ("alpha/pilot", 1.52),
            ("alpha/gauge", 1.58),
        ]
        comparison = Comparison(recorded)
        run_on(ReplayDriver(recorded), comparison, edits=edits)
        without = Comparison(recorded)
        run_on(ReplayDriver(recorded), without)
    assert comparison.result().same, comparison.result().differences
    assert {"/Fault", "/alpha/pilot/ParameterEdit"} <= {topic.name for topic in comparison.result().topics}
    assert not without.result().same


def test_an_edit_of_a_module_that_a_replay_does_not_have_is_left_out(
    recording: Recording, tmp_path: Path
) -> None:
    record_with_edits(recording, tmp_path / "edited.mcap")
    blind = Setup("blind", SETUP.cyclers[1:])
    with Recording.open(tmp_path / "edited.mcap") as recorded:
        run = Run(blind, ReplayDriver(recorded), configuration=Configuration(blind.sections()), seed=5)
        run.repeat_edits(recorded.edits())
        run.run_until(1.2)
    assert run.cyclers[0].modules["alpha/pilot"].parameters == GaugeParameters(2.0)


def test_a_recording_without_edits_has_none(recording: Recording) -> None:
    assert list(recording.edits()) == []


def test_commands_are_kept_and_change_nothing(recording: Recording) -> None:
    driver = ReplayDriver(recording)
    driver.next_delivery()
    driver.next_delivery()
    forward = BaseVelocityCommand(time_s=0.0, forward_mps=1.0, turn_radps=0.0)
    driver.command("alpha", forward)
    driver.make_safe("alpha")
    (kept,) = driver.commands
    assert (kept.time_ns, kept.robot, kept.command) == (20_000_000, "alpha", forward)
    following = driver.next_delivery()
    assert following is not None
    assert following.time_ns == 40_000_000


def test_commands_that_the_robot_would_refuse_are_refused(recording: Recording) -> None:
    driver = ReplayDriver(recording)
    with pytest.raises(LudensError, match=r"no robot called 'alhpa' in .*; did you mean 'alpha'"):
        driver.command("alhpa", BaseVelocityCommand(time_s=0.0, forward_mps=1.0, turn_radps=0.0))
    with pytest.raises(LudensError, match="does not take a MagnetCommand; it takes BaseVelocityCommand"):
        driver.command("alpha", MagnetCommand(time_s=0.0, on=True))
    assert driver.commands == []


@pytest.mark.parametrize(
    ("time_s", "first_ns"), [(0.0, 0), (1.0, 1_000_000_000), (0.513, 520_000_000), (-3.0, 0)]
)
def test_seeking_goes_on_with_the_first_delivery_from_there(
    recording: Recording, time_s: float, first_ns: int
) -> None:
    driver = ReplayDriver(recording)
    for _ in range(30):
        driver.next_delivery()
    driver.seek(time_s)
    assert driver.position_s == max(time_s, 0.0)
    delivery = driver.next_delivery()
    assert delivery is not None
    assert delivery.time_ns == first_ns
    assert driver.position_s == pytest.approx(first_ns / 1e9)


def test_seeking_beyond_the_end_is_the_end(recording: Recording) -> None:
    driver = ReplayDriver(recording)
    driver.seek(99.0)
    assert driver.next_delivery() is None
    assert driver.duration_s == pytest.approx(1.98)
    driver.seek(1.9)
    assert driver.next_delivery() is not None


def test_a_loop_starts_again_and_its_time_goes_on(recording: Recording) -> None:
    once = list(iter(ReplayDriver(recording).next_delivery, None))
    driver = ReplayDriver(recording, loop=True)
    deliveries = list(islice(iter(driver.next_delivery, None), 3 * len(once)))
    assert all(before.time_ns <= after.time_ns for before, after in pairwise(deliveries))
    second = deliveries[len(once)]
    shift_ns = second.time_ns - once[0].time_ns
    assert shift_ns == recording.end_ns - recording.start_ns + 20_000_000
    for was, again in zip(once, deliveries[len(once) : 2 * len(once)], strict=True):
        assert (again.robot, again.source, again.time_ns) == (was.robot, was.source, was.time_ns + shift_ns)
        for old, new in zip(was.messages, again.messages, strict=True):
            assert new.time_s == pytest.approx(old.time_s + shift_ns / 1e9)
    assert deliveries[2 * len(once)].time_ns == once[0].time_ns + 2 * shift_ns
    assert driver.position_s == pytest.approx(1.98)


def test_a_loop_over_nothing_ends(tmp_path: Path) -> None:
    with Recording.open(record(tmp_path / "empty.mcap", 0.0)) as empty:
        assert ReplayDriver(empty, loop=True).next_delivery() is None


def test_a_closed_driver_delivers_nothing_and_leaves_the_recording_to_its_owner(recording: Recording) -> None:
    driver = ReplayDriver(recording)
    driver.close()
    driver.close()
    driver.seek(0.0)
    assert driver.next_delivery() is None
    assert next(recording.deliveries()).time_ns == 0
