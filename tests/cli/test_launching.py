"""From options of the command line to the configuration of every robot."""

import pytest

from ludens.cli.games import load_game
from ludens.cli.launching import load_configuration
from ludens.core.configuration import Configuration
from ludens.core.errors import LudensError


def configuration(setup: str, *robots: str) -> Configuration:
    game = load_game("passing")
    return load_configuration(game, game.setup(setup), overrides=(), location=None, robots=robots)


def origins(found: Configuration, robot: str) -> set[str]:
    return {field.layer for field in found.fields() if field.section.startswith(f"{robot}/")}


def test_a_plain_name_is_the_file_of_every_robot() -> None:
    found = configuration("passing-pair", "gentle")
    assert origins(found, "alpha") == origins(found, "beta") == {"default", "robot"}


def test_one_robot_of_a_team_can_have_a_file_of_its_own() -> None:
    found = configuration("passing-pair", "beta=gentle")
    assert origins(found, "alpha") == {"default"}
    assert origins(found, "beta") == {"default", "robot"}


def test_a_robot_that_is_not_there_is_refused_with_a_hint() -> None:
    with pytest.raises(LudensError, match="The setup 'passing-pair' has no robot 'bta'; did you mean 'beta'"):
        configuration("passing-pair", "bta=gentle")
    with pytest.raises(LudensError, match="its one robot has no name: --robot gentle"):
        configuration("passing", "alpha=gentle")
