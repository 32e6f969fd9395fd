"""Trials on a two-node Ray cluster on loopback: the same rows as here, also when a node is killed."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludens.core.errors import LudensError
from ludens.experiments import cluster as cluster_module
from ludens.experiments.cluster import ClusterExecutor
from ludens.experiments.json_values import decode_row
from ludens.experiments.local import LocalExecutor
from ludens.experiments.runner import ExperimentPlan
from ludens.experiments.trials import Task
from tests.experiments.fake_experiments import DICE, WAITING, DiceOptions, TroubleOptions, starts

MISSING = "Ray is not installed; pip install -e '.[cluster]'"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A head with one core, whose workers can import the trials of this test."""
    cluster_utils = pytest.importorskip("ray.cluster_utils", reason=MISSING)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", str(Path.cwd()))
        cluster = cluster_utils.Cluster(
            initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
        )
        yield cluster
        cluster.shutdown()


def by_trial(lines: list[bytes]) -> list[bytes]:
    return sorted(lines, key=lambda line: int(str(decode_row(line)["trial"])))


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_running(folder: Path, trials: list[int]) -> list[int]:
    """The processes that run the given trials, as soon as all have started."""
    while not all(starts(folder, trial) for trial in trials):
        time.sleep(0.02)
    return [starts(folder, trial)[0] for trial in trials]


def test_rows_of_a_cluster_that_loses_a_node_are_those_of_this_machine(
    cluster: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    second_node = cluster.add_node(num_cpus=1)
    options = TroubleOptions(folder=str(tmp_path), trial=3)
    plan = ExperimentPlan(experiment=WAITING, trials=8, seed=5, noise="default", options=options)
    tasks = [plan.task(index) for index in range(plan.trials)]

    lines = []
    for line in ClusterExecutor(cluster.address).rows(tasks):
        lines.append(line)
        if len(lines) == 3:
            processes = wait_until_running(tmp_path, [3, 4])
            cluster.remove_node(second_node, allow_graceful=False)
            while all(map(is_alive, processes)):
                time.sleep(0.02)
            (tmp_path / "go").touch()
    assert sorted(len(starts(tmp_path, index)) for index in range(plan.trials)) == [1] * 7 + [2]
    assert capfd.readouterr().out == ""
    assert by_trial(lines) == by_trial(list(LocalExecutor(workers=2).rows(tasks)))


def test_a_cluster_with_other_code_is_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "code_version", lambda: "9.9.9+other")
    with pytest.raises(
        LudensError, match=r"A machine of the cluster has ludens .* this one has 9\.9\.9\+other"
    ):
        list(ClusterExecutor(cluster.address).rows([dice_task()]))


def test_a_cluster_that_does_not_answer_is_named() -> None:
    pytest.importorskip("ray", reason=MISSING)
    with pytest.raises(LudensError, match=r"No Ray cluster answered at '127\.0\.0\.1:1'"):
        list(ClusterExecutor("127.0.0.1:1").rows([dice_task()]))


def test_without_ray_the_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LudensError, match=r"pip install -e '\.\[cluster\]'"):
        list(ClusterExecutor("local").rows([dice_task()]))


def dice_task() -> Task:
    return ExperimentPlan(experiment=DICE, trials=1, seed=1, noise="off", options=DiceOptions()).task(0)
