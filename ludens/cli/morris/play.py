"""`ludens morris play`: Nine Men's Morris against the computer, in the terminal."""

from pathlib import Path
from typing import Any

import click

from ludens.cli.morris.options import endings_option, opened_tables, tables_option
from ludens.cli.terminal_play import play_in_terminal, terminal_options
from ludens.core.runtime.clock import RealClock
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.terminal.game import MorrisComputer, MorrisTerminal


@click.command("play")
@terminal_options(
    "morris", levels="0 (child) to 10 (perfect), or adaptive: a match for you.  [default: adaptive]"
)
@tables_option
@endings_option
def command(tables: Path | None, endings: bool, **values: Any) -> None:
    """Play Nine Men's Morris against the computer.

    Type turns as d6 (place), d6-d5 (move), d6-d5xb4 (move and take), or 'help'. Every turn is kept at once:
    leave, or be interrupted, at any moment, and go on with --resume.
    """
    clock = RealClock()
    with opened_tables(tables, endings=endings, beside=values["games"].parent, clock=clock) as known:
        play_in_terminal(
            MORRIS_GAME,
            MorrisTerminal,
            lambda store: MorrisComputer(tables=known, clock=clock, store=store),
            values,
        )
