"""`ludens nao serve`: another program drives the simulated robot."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner

from ludens.cli.main import command
from tests.drivers.lola.independent import IndependentClient
from tests.drivers.lola.puppet import socket_path, wait_for


@pytest.fixture
def path() -> Iterator[Path]:
    with socket_path() as made:
        yield made


class Visitor(Thread):
    """A program that nods twenty times as soon as the robot is there, and then presses Ctrl-C."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.seen: list[dict[str, Any]] = []
        self.start()

    def run(self) -> None:
        wait_for(self.path.is_socket)
        client = IndependentClient(self.path)
        for _ in range(20):
            self.seen.append(client.sensors())
            client.answer({"Position": [0.0, 0.2, *self.seen[0]["Position"][2:]], "Stiffness": [1.0] * 25})
        self.seen.append(client.sensors())  # so the last answer was carried out
        client.close()
        os.kill(os.getpid(), signal.SIGINT)


def test_a_program_moves_the_robot(path: Path):
    visitor = Visitor(path)
    result = CliRunner().invoke(
        command, ["nao", "serve", "--socket", str(path), "--noise", "off", "--lockstep", "--seconds", "60"]
    )
    visitor.join(20.0)
    assert result.exit_code == 0, result.output
    assert f"A simulated NAO V6 listens at {path}" in result.output
    assert "Clients: 1;" in result.output
    assert "answers: 20;" in result.output
    assert not path.exists()
    pitches = [sensed["Position"][1] for sensed in visitor.seen]
    assert pitches[-1] == pytest.approx(0.2, abs=0.02)
    assert pitches[-1] - pitches[0] > 0.1


def test_a_place_that_is_taken_is_a_sentence(path: Path):
    path.write_text("precious")
    result = CliRunner().invoke(command, ["nao", "serve", "--socket", str(path)])
    assert result.exit_code == 1
    assert "choose another path with --socket" in str(result.exception)


def test_an_unknown_noise_is_a_sentence(path: Path):
    result = CliRunner().invoke(command, ["nao", "serve", "--socket", str(path), "--noise", "terrible"])
    assert "terrible" in str(result.exception)
    assert not path.exists()
