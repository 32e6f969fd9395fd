"""The frame of `ludens chess analyse` and `ludens morris analyse`: their options, and output."""

from collections.abc import Callable, Sequence

import click
from rich.console import Console, RenderableType

from ludens.cli.numbers import Number, WholeNumber
from ludens.experiments.json_values import Json, pretty


def analysis_options(
    *, most: int, usual: int, found: str, duration: str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """`--best`, `--time` and `--json`; `found` is what is listed, `duration` explains the time."""
    options = [
        click.option(
            "--best",
            type=WholeNumber(1, most),
            default=usual,
            show_default=True,
            help=f"How many {found}.",
        ),
        click.option(
            "--time",
            "duration_s",
            type=Number(0, 3600, min_open=True),
            default=1.0,
            show_default=True,
            metavar="S",
            help=duration,
        ),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table."),
    ]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def show_analysis(told: dict[str, Json], shown: Sequence[RenderableType], *, as_json: bool) -> None:
    """Print an answer for programs, or for people."""
    if as_json:
        click.echo(pretty(told))
        return
    console = Console(highlight=False)
    for part in shown:
        console.print(part)
