"""What the two calibrations of the chess table have in common: options, and where the result goes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ludens.cli.calibrate.robot_file import section_text, write_section
from ludens.cli.numbers import WholeNumber
from ludens.core.configuration.leaves import values_of
from ludens.games.chess.calibrate.stored import StoredCalibration
from ludens.geometry import FloatArray

SECTION = "table_calibrator"
Command = TypeVar("Command", bound=Callable[..., Any])


def chess_options(picture: str) -> Callable[[Command], Command]:
    """Add the options that both have; `picture` is the file in which the residuals are drawn."""

    def add(command: Command) -> Command:
        for option in reversed(
            (
                click.option(
                    "--robot",
                    "robot_name",
                    metavar="NAME",
                    help="Write the result into config/robot/NAME.toml.",
                ),
                click.option(
                    "--config",
                    type=click.Path(file_okay=False, path_type=Path),
                    default=Path("config"),
                    show_default=True,
                ),
                click.option(
                    "--picture",
                    type=click.Path(dir_okay=False, path_type=Path),
                    default=Path(picture),
                    show_default=True,
                    help="File of a picture: what is left after the calibration.",
                ),
                click.option(
                    "--seed",
                    type=WholeNumber(0),
                    default=1,
                    show_default=True,
                    help="Of the simulated laboratory.",
                ),
                click.option(
                    "--noise", default="default", show_default=True, metavar="off|default|harsh|FILE"
                ),
            )
        ):
            command = option(command)
        return command

    return add


def write_down(found: StoredCalibration, *, robot_name: str | None, config: Path) -> None:
    """Put the calibration into a robot's file, or show it."""
    made = values_of(StoredCalibration())
    values = {f"stored.{key}": value for key, value in values_of(found).items() if value != made[key]}
    if robot_name is None:
        click.echo(
            "\n" + section_text(SECTION, values) + "\nWith --robot NAME it is written to config/robot."
        )
        return
    path = config / "robot" / f"{robot_name}.toml"
    write_section(path, SECTION, values)
    click.echo(f"{path}: written. Setups load it with --robot {robot_name}.")


def say_errors(what: str, before_m: FloatArray, after_m: FloatArray) -> None:
    """Compare with the simulation's truth, which no calibration has seen."""
    click.echo(
        f"By the simulation's truth, {what} off by up to {1e3 * float(before_m.max()):.1f} mm before and "
        f"{1e3 * float(after_m.max()):.2f} mm after."
    )
