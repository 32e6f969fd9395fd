"""`ludens morris analyse`: the best turns of a position."""

from pathlib import Path

import click
from rich.console import Console

from ludens.cli.morris.options import tables_option
from ludens.core.runtime.clock import RealClock
from ludens.experiments.json_values import Json, pretty
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.decide.perfect import best_turns
from ludens.games.morris.decide.tables import open_tables
from ludens.games.morris.rules import fen_of, start_position
from ludens.games.morris.terminal.picture import board_text, turns_json, turns_table
from ludens.table.search import SearchBudget


@click.command("analyse")
@click.argument("fen", default=fen_of(start_position()), metavar="[FEN]")
@click.option("--best", type=click.IntRange(1, 500), default=8, show_default=True, help="How many turns.")
@click.option(
    "--time",
    "duration_s",
    type=click.FloatRange(0, 3600, min_open=True),
    default=1.0,
    show_default=True,
    metavar="S",
    help="How long to search where no table knows the answer.",
)
@tables_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
def command(fen: str, best: int, duration_s: float, tables: Path | None, as_json: bool) -> None:
    """Show the best turns of a position, with their values.

    FEN is one argument in quotes; without it the empty board is meant. For example:

        ludens morris analyse "****O***/**@*****/******O* b p p 2 7 1 8"
    """
    record = MORRIS_GAME.position(fen)
    budget = SearchBudget(duration_s=duration_s, clock=RealClock())
    over = record.outcome
    known = open_tables(str(tables or ""))
    candidates = () if over else best_turns(record, count=best, tables=known, budget=budget)
    if as_json:
        told: dict[str, Json] = {
            "fen": fen_of(record.position),
            "over": str(over) if over else None,
            "turns": turns_json(candidates),
        }
        click.echo(pretty(told))
        return
    console = Console(highlight=False)
    console.print(board_text(record.position))
    if over:
        console.print(str(over))
        return
    console.print(f"The best turns of {record.side_to_move.value}:")
    console.print(turns_table(candidates))
