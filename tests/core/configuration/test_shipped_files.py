"""Every pair of files that we ship loads with every setup of every game, and each says something."""

from pathlib import Path

import pytest

from ludens.cli.games import GAMES, load_game
from ludens.cli.launching import known_sections
from ludens.core.configuration import Configuration

DIRECTORY = Path(__file__).parents[3] / "config"
LOCATIONS = [None, *sorted(file.stem for file in (DIRECTORY / "location").glob("*.toml"))]
ROBOTS = [None, *sorted(file.stem for file in (DIRECTORY / "robot").glob("*.toml"))]


@pytest.mark.parametrize("location", LOCATIONS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_every_pair_of_files_loads_with_every_setup(robot: str | None, location: str | None) -> None:
    differences = []
    for game in map(load_game, GAMES):
        for setup in game.setups.values():
            players = {plan.robot for plan in setup.cyclers}
            configuration = Configuration.load(
                setup.sections(),
                also_known=known_sections(),
                directory=DIRECTORY,
                location=location,
                robot_names=dict.fromkeys(players, robot) if robot is not None else None,
            )
            differences.append(configuration.difference())
    assert any(differences) == (location is not None or robot is not None)


@pytest.mark.parametrize(
    "path", sorted((DIRECTORY / "robot-at-location").glob("*.toml")), ids=lambda path: path.stem
)
def test_every_pair_is_of_a_robot_and_a_location_that_exist(path: Path) -> None:
    robot, _, location = path.stem.partition("@")
    assert robot in ROBOTS
    assert location in LOCATIONS
