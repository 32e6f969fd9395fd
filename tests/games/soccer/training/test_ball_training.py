"""Training of the ball net: the same seed gives the same file; halls of the test are not trained on."""

import importlib.util

import numpy as np
import pytest
from click.testing import CliRunner

from ludens.cli.soccer.train_ball import command
from ludens.core.errors import LudensError
from ludens.games.soccer.training import ball_net
from ludens.games.soccer.training.ball_samples import BallSamples
from ludens.games.soccer.training.ball_training import TrainingData, score

HAS_JAX = all(importlib.util.find_spec(name) for name in ("jax", "onnx"))


def test_halls_of_training_and_test_and_of_two_seeds_never_meet():
    seen: set[int] = set()
    for seed in range(3):
        data = TrainingData(seed=seed, scenes=60, pictures=10)
        assert len(data.test_seeds) == 10
        for seeds in (data.train_seeds, data.test_seeds):
            assert not seen & set(seeds)
            seen |= set(seeds)


def test_precision_and_recall_count_samples():
    class Net:
        def scores(self, pixels):
            return np.array([0.9, 0.9, 0.1, 0.1], np.float32)

    samples = BallSamples(np.zeros((4, 16, 16, 3), np.uint8), np.array([True, False, True, False]))
    found = score(Net(), samples)  # type: ignore[arg-type]
    assert (found.balls, found.precision, found.recall) == (2, 0.5, 0.5)


def test_a_missing_library_is_told_before_anything_is_drawn(monkeypatch):
    monkeypatch.setattr(ball_net, "find_spec", lambda name: None)
    result = CliRunner().invoke(command, ["--scenes", "1"])
    assert isinstance(result.exception, LudensError)
    assert "ludens[training]" in str(result.exception)


@pytest.mark.skipif(not HAS_JAX, reason="needs the extra 'training': JAX and ONNX")
def test_the_same_seed_gives_the_same_file_and_another_seed_another(tmp_path):
    files = []
    for number, seed in enumerate((1, 1, 2)):
        out = tmp_path / f"{number}.onnx"
        options = [
            "--seed",
            str(seed),
            "--scenes",
            "1",
            "--pictures",
            "8",
            "--rounds",
            "2",
            "--out",
            str(out),
        ]
        result = CliRunner().invoke(command, options, catch_exceptions=False)
        assert result.exit_code == 0
        assert "precision" in result.output
        assert "recall" in result.output
        files.append(out.read_bytes())
    assert files[0] == files[1]
    assert files[0] != files[2]
