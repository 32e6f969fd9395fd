"""`section.key=value` on the command line."""

from typing import Any

import pytest

from ludens.core.configuration import Configuration, ConfigurationError
from tests.core.configuration.samples import BOTH, TWO_ROBOTS, Noise, Side


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("ball.tracker.gate=2", "gate", 2.0),
        (" ball.tracker.gate = 2.5 ", "gate", 2.5),
        ("ball.tracker.enabled=false", "enabled", False),
        ("ball.tracker.label=red", "label", "red"),
        ("ball.tracker.label='red ball'", "label", "red ball"),
        ("ball.tracker.label=3", "label", "3"),
        ("ball.tracker.label=", "label", ""),
        ("ball.tracker.label=a=b", "label", "a=b"),
        ("ball.tracker.side=right", "side", Side.RIGHT),
        ("ball.tracker.weights=[1, 2.5]", "weights", (1.0, 2.5)),
        ("ball.tracker.noise={bearing_rad=1, distance_m=2}", "noise", Noise(1.0, 2.0)),
    ],
)
def test_a_value_is_written_as_in_a_file_or_as_a_bare_word(text: str, attribute: str, value: Any) -> None:
    parameters = Configuration.load(BOTH, overrides=[text]).parameters("ball/tracker")
    assert getattr(parameters, attribute) == value


def test_the_last_word_wins_and_a_robot_can_be_named() -> None:
    overrides = ["alpha.ball.tracker.gate=1", "ball.tracker.count=2", "ball.tracker.count=3"]
    configuration = Configuration.load(TWO_ROBOTS, overrides=overrides)
    alpha, beta = (configuration.parameters(f"{robot}/ball/tracker") for robot in ("alpha", "beta"))
    assert (alpha.gate, beta.gate, alpha.count, beta.count) == (1.0, 3.0, 3, 3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ball.tracker.gate", "sets nothing; write section.key=value"),
        ("=3", "sets nothing"),
        ("ball.tracker.gate=wide", "command line: 'ball.tracker.gate' is 'wide', but must be a number"),
        ("ball.tracker.gate=-1", "command line: 'ball.tracker.gate' is -1, but must be a number above 0"),
        ("ball.tracker.gat=1", "did you mean 'gate'"),
        ("gate=1", "no section 'gate'"),
        ("ball..gate=1", "no section 'ball.'"),
    ],
)
def test_a_wrong_word_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ConfigurationError, match=sentence):
        Configuration.load(BOTH, overrides=[text])
