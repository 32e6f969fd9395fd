from dataclasses import dataclass

import pytest

from ludens.core.contract.debug import DebugHub
from ludens.core.contract.module import Module, NoParameters
from ludens.core.errors import LudensError
from ludens.core.runtime.game import Game, Launch
from tests.core.paper_robot import (
    Notebook,
    PaperParameters,
    PaperRobot,
    Picture,
    Reading,
    beats,
    description,
    setup_of,
)


@dataclass(frozen=True)
class Options:
    length: int = 3


class Dice(Module[NoParameters]):
    def cycle(self, reading: Reading) -> Picture:
        return Picture(time_s=reading.time_s, value=float(self.random.random()))


SETUP = setup_of(Dice, name="plain")
ROBOT = description(camera=())
MADE: list[tuple[str, int, int]] = []


def make_driver(setup, options, seed):
    MADE.append((setup.name, options.length, seed))
    return PaperRobot(beats(options.length), (ROBOT,))


GAME = Game(
    name="paper",
    title="Paper",
    summary="A game on paper.",
    setups={"plain": SETUP, "plain-truth": SETUP.named("plain-truth")},
    options=Options,
    make_driver=make_driver,
)


def launch(seed=1):
    return Launch(GAME, GAME.setup(), Options(), seed, PaperParameters(SETUP))


def outputs(launch, **options):
    notebook = Notebook()
    with launch.start(observers=[notebook], **options) as run:
        run.run_until(10.0)
    return notebook.outputs


def test_the_first_setup_is_the_default_and_others_are_found_by_name():
    assert GAME.setup().name == "plain"
    assert GAME.setup("plain-truth").name == "plain-truth"


def test_an_unknown_setup_is_refused_with_the_nearest():
    with pytest.raises(LudensError, match=r"Game 'paper' has no setup 'plane'; did you mean 'plain'\?"):
        GAME.setup("plane")


def test_a_launch_makes_the_driver_of_the_game_with_its_options_and_seed():
    MADE.clear()
    assert len(outputs(launch(seed=5))) == 3
    assert MADE == [("plain", 3, 5)]


def test_the_same_launch_gives_the_same_run_and_another_seed_another():
    assert outputs(launch()) == outputs(launch())
    assert outputs(launch().with_seed(2)) != outputs(launch())


def test_a_launch_can_start_on_another_driver_and_hub():
    MADE.clear()
    driver, hub = PaperRobot(beats(7), (ROBOT,)), DebugHub()
    run = launch().start(driver=driver, hub=hub)
    assert run.driver is driver
    assert run.hub is hub
    assert MADE == []
