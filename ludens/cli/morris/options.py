"""Options that several commands of morris share."""

from pathlib import Path

import click

tables_option = click.option(
    "--tables",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of the solution, as `ludens morris solve` makes it; without it a search plays.",
)
