"""Every pair of files that we ship loads with every setup of every game, and each says something."""

from pathlib import Path

import pytest

from ludens.cli.games import GAMES, load_game
from ludens.core.configuration import Configuration

DIRECTORY = Path(__file__).parents[3] / "config"
LOCATIONS = [None, *sorted(file.stem for file in (DIRECTORY / "location").glob("*.toml"))]
ROBOTS = [None, *sorted(file.stem for file in (DIRECTORY / "robot").glob("*.toml"))]


@pytest.mark.parametrize("location", LOCATIONS)
@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("name", GAMES)
def test_every_pair_of_files_loads_with_every_setup(
    name: str, robot: str | None, location: str | None
) -> None:
    game = load_game(name)
    sections = [section for setup in game.setups.values() for section in setup.sections()]
    for setup in game.setups.values():
        players = {plan.robot for plan in setup.cyclers}
        configuration = Configuration.load(
            setup.sections(),
            also_known=sections,
            directory=DIRECTORY,
            location=location,
            robot_names=dict.fromkeys(players, robot) if robot is not None else None,
        )
        differs = configuration.difference() != ""
        assert differs == (location is not None or robot is not None)


@pytest.mark.parametrize(
    "path", sorted((DIRECTORY / "robot-at-location").glob("*.toml")), ids=lambda path: path.stem
)
def test_every_pair_is_of_a_robot_and_a_location_that_exist(path: Path) -> None:
    robot, _, location = path.stem.partition("@")
    assert robot in ROBOTS
    assert location in LOCATIONS
