"""Options that several commands of morris share, and what they open."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from ludens.cli.terminal_play import GAMES_FOLDER
from ludens.core.runtime.clock import Clock
from ludens.games.morris.decide.tables import PositionTables, open_tables, small_endings

ENDINGS = "morris-endings"

tables_option = click.option(
    "--tables",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of the solution, as `ludens morris solve` makes it; without it a search plays.",
)
endings_option = click.option(
    "--endings/--no-endings",
    default=True,
    show_default=True,
    help=f"Without tables: work out small endings meanwhile, and keep them in a folder {ENDINGS}.",
)


@contextmanager
def opened_tables(
    folder: Path | None, *, endings: bool, beside: Path = GAMES_FOLDER, clock: Clock
) -> Iterator[PositionTables]:
    """The solution in a folder; without one small endings, which grow as long as this is open."""
    if folder is not None or not endings:
        yield open_tables(str(folder or ""))
        return
    growing = small_endings(beside / ENDINGS, clock=clock)
    growing.start()
    try:
        yield growing
    finally:
        growing.stop()
