"""The humanoid as a game: driven by hand, recorded, replayed, shoved."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludens.cli.games import load_page
from ludens.cli.launching import open_replay
from ludens.core.configuration import Configuration
from ludens.core.errors import LudensError
from ludens.core.recording import Comparison, Recorder, Recording, metadata_of
from ludens.core.runtime.game import Launch
from ludens.core.runtime.run import Run
from ludens.drivers.check import check_robot
from ludens.drivers.replay import ReplayDriver
from ludens.messages import JointCommand, RemoteCommand, StateReport
from ludens.studio.page import StickPosition
from ludens.workbench.controls import drive, kick, play_motion, shove
from ludens.workbench.play import DRIVEN, GAME
from ludens.workbench.world import NaoPlayOptions, world_behind

AHEAD = StickPosition(forward=1.0, left=0.0, turn=0.0, lasts_s=2.2)


def launch(seed: int = 903) -> Launch:
    return Launch(GAME, DRIVEN, NaoPlayOptions(), seed, Configuration(DRIVEN.sections()))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stands, is driven ahead, let go, shoved a little, and asked to squat."""
    path = tmp_path_factory.mktemp("nao") / "driven.mcap"
    begun = launch()
    driver = GAME.make_driver(begun.setup, begun.options, begun.seed)
    with begun.start(driver=driver, observers=[Recorder(path, metadata_of(begun, driver.robots))]) as run:
        run.run_until(1.0)
        drive(run, "", AHEAD)
        run.run_until(3.4)
        world = world_behind(run.driver)
        assert world is not None
        assert world.ground_from_torso().translation[0] > 0.1  # it has walked
        shove(run, "", side="left", impulse_ns=0.3)
        play_motion(run, "", "squat")
        run.run_until(4.6)
        assert run.faults.total == 0
    return path


def test_a_recorded_drive_replays_to_the_same_bytes(recorded: Path):
    with Recording.open(recorded) as recording:
        comparison = Comparison(recording)
        again = launch().start(driver=ReplayDriver(recording), observers=[comparison])
        while again.step() is not None:
            pass
        again.stop("It is over.")
        result = comparison.result()
        assert result.same, result.differences[:3]
        assert result.compared > 1000
        told = [
            message
            for delivery in recording.deliveries()
            for message in delivery.messages
            if isinstance(message, RemoteCommand)
        ]
    assert max(wish.forward_mps for wish in told) == pytest.approx(0.22)
    assert told[-1].motion == "squat"


def test_the_recording_passes_the_check_of_robots(recorded: Path):
    with Recording.open(recorded) as recording:
        check_robot(ReplayDriver(recording), seconds=3.0, move=False)


def test_the_simulated_robot_passes_the_check_of_robots():
    check_robot(GAME.make_driver(DRIVEN, NaoPlayOptions(), 904), seconds=1.1)


@pytest.fixture
def replayed(recorded: Path) -> Iterator[Run]:
    replay = open_replay(recorded)
    with replay.launch.start(driver=replay.driver) as run:
        yield run
    replay.close()


def test_a_recorded_robot_cannot_be_driven_or_shoved(replayed: Run):
    with pytest.raises(LudensError, match="no controls"):
        kick(replayed, "", kind="forward", with_left=True)
    with pytest.raises(LudensError, match="Only a simulated robot"):
        shove(replayed, "", side="left", impulse_ns=1.0)


def test_everything_that_the_page_names_exists(replayed: Run):
    while replayed.time_s < 0.5:
        replayed.step()
    page = load_page("nao")
    streams = set(replayed.hub.streams)
    assert page.joints is not None
    assert page.close_up is not None
    wanted = [page.joints.stream, page.close_up.stream, *(line.stream for line in page.plots)]
    wanted += [figure.stream for figure in page.figures]
    for pattern in wanted:
        assert any(path.endswith(pattern.lstrip("*")) for path in streams), pattern
    places = sorted(look.place for _, looks in page.joints.columns for look in looks)
    assert places == list(range(25))
    assert {f"body/{StateReport.__name__}", JointCommand.__name__} <= streams
