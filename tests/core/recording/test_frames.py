"""The frames of a recorded world, as viewers join them."""

import json
from pathlib import Path

import pytest
from mcap.reader import make_reader

from ludens.core.recording import Recorder, RecordingMetadata
from ludens.drivers.simulation import SimulationDriver
from ludens.games.passing.world import PassingWorldOptions, make_world


def recorded_parents(path: Path) -> dict[str, set[str]]:
    """All parents of every frame in a file."""
    parents: dict[str, set[str]] = {}
    with path.open("rb") as stream:
        for schema, _, message in make_reader(stream).iter_messages():
            if schema is not None and schema.name.startswith("foxglove.FrameTransform"):
                content = json.loads(message.data)
                for transform in content.get("transforms", [content]):
                    parents.setdefault(transform["child_frame_id"], set()).add(transform["parent_frame_id"])
    return parents


@pytest.mark.parametrize("robots", [1, 2])
def test_every_frame_has_one_parent_and_all_hang_on_the_ground(tmp_path: Path, robots: int) -> None:
    driver = SimulationDriver(make_world(PassingWorldOptions(robots=robots, render=False), 1))
    recorder = Recorder(
        tmp_path / "run.mcap", RecordingMetadata(robots=driver.robots, setup="passing", seed=1)
    )
    for _ in range(20):
        delivery = driver.next_delivery()
        assert delivery is not None
        recorder.on_delivery(delivery)
    recorder.close()
    driver.close()
    parents = recorded_parents(tmp_path / "run.mcap")
    odometry = {"odometry"} if robots == 1 else {"alpha/odometry", "beta/odometry"}
    assert odometry < set(parents)
    assert {frame for frame, found in parents.items() if len(found) != 1} == set()
    for frame in parents:
        above = frame
        while above in parents:
            (above,) = parents[above]
        assert above == "ground"
