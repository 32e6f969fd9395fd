"""`ludens config`: every parameter with its value, its origin and its meaning; differences ready to save."""

from dataclasses import asdict
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table

from ludens.cli.games import GameGroup
from ludens.cli.launching import configuration_options, load_configuration
from ludens.core.configuration import Configuration
from ludens.core.runtime.game import Game, find_setup

LAYERS = ("default", "location", "robot", "robot-at-location")


def config_options() -> list[click.Parameter]:
    """The options of `config`."""
    return [
        click.Option(["--setup"], help="Of which setup: one of the game's, or your own FILE.py:NAME."),
        *configuration_options(),
        click.Option(
            ["--difference"],
            type=click.Choice(LAYERS),
            help="Print what differs from the layers up to this one, as TOML ready to save.",
        ),
        click.Option(["--json", "as_json"], is_flag=True, help="All parameters as one JSON list."),
    ]


def config(game: Game, /, **values: Any) -> None:
    """Show the configuration as a run would get it."""
    setup = find_setup(game, values["setup"])
    configuration = load_configuration(
        game, setup, overrides=values["overrides"], location=values["location"], robots=values["robot_files"]
    )
    if values["difference"] is not None:
        click.echo(configuration.difference(values["difference"]), nl=False)
    elif values["as_json"]:
        described = [asdict(field) for field in configuration.fields()]
        click.echo(msgspec.json.encode(described, enc_hook=str).decode())
    else:
        Console().print(_table(configuration))


def _table(configuration: Configuration) -> Table:
    table = Table("parameter", "value", "from", "meaning", title="Set one with --set SECTION.KEY=VALUE")
    section = ""
    for field in configuration.fields():
        if field.section != section:
            section = field.section
            table.add_section()
            table.add_row(f"[bold]{section.replace('/', '.')}[/bold]")
        table.add_row(f"  {field.key}", str(field.value), field.layer, field.description)
    return table


command = GameGroup(
    name="config",
    action=config,
    options=config_options,
    help="Show every parameter of a game with its value, origin and meaning.",
)
