"""A robot with two cameras: each delivers under its own prefix, and modules are two instances."""

from pathlib import Path

import pytest

from ludens.core.contract.driver import Delivery, RobotDescription, Source
from ludens.core.contract.graph import GraphError
from ludens.core.contract.keys import delivered_key
from ludens.core.contract.module import Module, NoParameters
from ludens.core.contract.setup import CyclerPlan, Node, Setup
from ludens.core.recording import Recorder, Recording, RecordingMetadata
from ludens.drivers.replay import ReplayDriver
from tests.core.paper_robot import PICTURE, READING, Picture, Reading, paper_run

PERIOD_NS = 100_000_000


class Looker(Module[NoParameters]):
    """Says what its own camera showed."""

    def cycle(self, picture: Picture) -> Reading:
        return Reading(time_s=picture.time_s, value=picture.value)


def two_cameras(*names: str, robot: str = "") -> RobotDescription:
    body = Source("body", 0.02, (READING,))
    return RobotDescription(robot, "paper", (body, *(Source(name, 0.1, (PICTURE,)) for name in names)))


def setup(robot: str = "") -> Setup:
    return Setup(
        "looking",
        tuple(
            CyclerPlan(name, f"{name}/camera", (Node(Looker, under=name),), robot)
            for name in ("top", "bottom")
        ),
    )


def script(robot: str = "") -> list[Delivery]:
    deliveries = []
    for number in range(3):
        for offset, name in enumerate(("top", "bottom")):
            picture = Picture(time_s=0.1 * number, value=10.0 * number + offset)
            deliveries.append(Delivery(PERIOD_NS * number + offset, robot, f"{name}/camera", (picture,)))
    return deliveries


def test_a_source_with_a_prefix_delivers_under_it():
    assert delivered_key("alpha", "top/camera", Picture) == "alpha/top/Picture"
    assert delivered_key("", "top/camera", Picture) == "top/Picture"
    assert delivered_key("alpha", "camera", Picture) == "alpha/Picture"


@pytest.mark.parametrize("robot", ["", "alpha"])
def test_each_instance_sees_its_own_camera(robot):
    run, _, notebook = paper_run(
        setup(robot), script(robot), robots=(two_cameras("top/camera", "bottom/camera", robot=robot),)
    )
    run.run_until(1.0)
    prefix = f"{robot}/" if robot else ""
    assert [reading.value for reading in notebook.of(f"{prefix}top/Reading")] == [0.0, 10.0, 20.0]
    assert [reading.value for reading in notebook.of(f"{prefix}bottom/Reading")] == [1.0, 11.0, 21.0]
    assert notebook.faults == []


def test_two_cameras_without_prefixes_are_still_refused():
    with pytest.raises(GraphError, match=r"'Picture' is produced twice: .*one.*another"):
        paper_run(Setup("blind", ()), [], robots=(two_cameras("one", "another"),))


def test_a_recording_keeps_both_cameras_apart(tmp_path: Path):
    path = tmp_path / "two.mcap"
    robots = (two_cameras("top/camera", "bottom/camera"),)
    run, _, first = paper_run(setup(), script(), robots=robots)
    run.observers.append(Recorder(path, RecordingMetadata(robots=robots, setup="looking", seed=0)))
    run.run_until(1.0)
    run.stop("done")
    with Recording.open(path, types=(Picture, Reading)) as recording:
        driver = ReplayDriver(recording)
        again, _, second = paper_run(setup(), [], robots=driver.robots)
        while (delivery := driver.next_delivery()) is not None:
            again.take(delivery)
        assert second.of("top/Reading") == first.of("top/Reading")
        assert second.of("bottom/Reading") == first.of("bottom/Reading")
