"""`ludens morris uci`: our engine, spoken to in lines over standard input and output."""

import os
import sys
from io import TextIOWrapper
from pathlib import Path

import click

from ludens.cli.morris.options import endings_option, opened_tables, tables_option
from ludens.cli.numbers import WholeNumber
from ludens.core.runtime.clock import RealClock
from ludens.games.morris.decide.players import PERFECT
from ludens.games.morris.decide.uci_server import UciSession
from ludens.table.levels import STRONGEST


@click.command("uci")
@tables_option
@endings_option
@click.option(
    "--level",
    type=WholeNumber(0, STRONGEST),
    default=PERFECT,
    show_default=True,
    help="How well it plays at first; the option SkillLevel changes it.",
)
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, help="Of all dice.")
def command(tables: Path | None, endings: bool, level: int, seed: int) -> None:
    """Speak the text protocol of Nine Men's Morris engines (a dialect of UCI).

    Other programs start this and write lines such as `position startpos moves d6 f4` and `go movetime 500`;
    the answer is `bestmove b4`. `stop` ends a search early, `quit` all.
    """
    clock = RealClock()
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with opened_tables(tables, endings=endings, clock=clock) as known:
        session = UciSession(known, send=_send, clock=clock, level=level, seed=seed)
        for line in sys.stdin:
            session.hear(line)
            if session.is_over:
                break
        session.finish()
        if session.is_over and sys.stdin is sys.__stdin__:
            # Taking down compiled code and a half-built ending takes a second or more; tables on the disk
            # are whole at any time, and nobody waits for the rest.
            sys.stdout.flush()
            os._exit(0)


def _send(line: str) -> None:
    try:
        click.echo(line)
    except BrokenPipeError:
        # Whoever listened has gone; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
