"""Options made from dataclasses."""

import inspect
from dataclasses import dataclass
from typing import Annotated, Any

import click
import pytest
from click.testing import CliRunner
from msgspec import Meta

from ludens.cli.config import config
from ludens.cli.games import GameGroup, generated_options, read_options
from ludens.cli.play import play, play_options, studio_options
from ludens.cli.record import record
from tests.experiments.fake_experiments import DiceOptions


def run(*arguments: str, options_type: type[Any] = DiceOptions) -> tuple[Any, str]:
    """What the arguments were read as, and what was printed."""
    seen: list[Any] = []
    params: list[click.Parameter] = list(generated_options(options_type))
    command = click.Command("test", callback=lambda **values: seen.append(values), params=params)
    result = CliRunner().invoke(command, arguments)
    return (read_options(options_type, seen[0]) if seen else None), result.output


def test_without_arguments_the_defaults_hold() -> None:
    assert run()[0] == DiceOptions()


def test_every_kind_of_field_can_be_given() -> None:
    read, _ = run("--sides", "20", "--delay", "5.5", "--throw", "cup", "--loaded")
    assert read == DiceOptions(sides=20, delay_ms=5.5, throw="cup", loaded=True)


def test_help_shows_description_unit_range_and_default() -> None:
    shown = " ".join(run("--help")[1].split())
    assert "--delay MS How late the result is seen. [default: 100.0; x>=0]" in shown
    assert "--sides WHOLE NUMBER Sides of the die. [default: 6; 2<=x<=100]" in shown
    assert "--throw [hand|cup]" in shown
    assert "--loaded / --no-loaded" in shown


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--sides", "1"), "1 is not in the range 2<=x<=100"),
        (("--sides", "many"), "'many' is not a valid whole number"),
        (("--throw", "foot"), "'foot' is not one of 'hand', 'cup'"),
    ],
)
def test_wrong_values_are_refused(arguments: tuple[str, ...], complaint: str) -> None:
    read, shown = run(*arguments)
    assert read is None
    assert complaint in shown


@dataclass(frozen=True)
class Optional:
    """An option that may stay open."""

    obstacles: Annotated[int, Meta(ge=0, description="How many; by chance when left out.")] | None = None


def test_an_option_may_stay_open() -> None:
    assert run(options_type=Optional)[0] == Optional(None)
    assert run("--obstacles", "3", options_type=Optional)[0] == Optional(3)


@dataclass(frozen=True)
class Undescribed:
    """An option nobody explains."""

    sides: int = 6


def test_a_field_without_description_is_the_developers_mistake() -> None:
    with pytest.raises(TypeError, match="'sides' needs a default and a msgspec"):
        generated_options(Undescribed)


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ((), "home"),
        (("--port", "8081", "--open"), "home"),
        (("--headless",), "passing"),
        (("--noise", "harsh"), "passing"),
        (("chess", "--port", "8081"), "chess"),
    ],
)
def test_without_a_game_the_home_page_is_meant_unless_options_are_a_games_own(
    arguments: tuple[str, ...], meant: str
) -> None:
    begun: list[str] = []
    home = click.Command("home", callback=lambda **values: begun.append("home"), params=studio_options())
    group = GameGroup(
        name="play", action=lambda game, **values: begun.append(game.name), options=play_options, home=home
    )
    result = CliRunner().invoke(group, arguments)
    assert (result.output, begun) == ("", [meant])


@pytest.mark.parametrize("action", [play, record, config])
def test_an_option_of_a_game_may_be_called_game(action: Any) -> None:
    """Soccer has one: `--game 2011`."""
    (first, *_) = inspect.signature(action).parameters.values()
    assert first.kind is inspect.Parameter.POSITIONAL_ONLY
