"""`ludens morris analyse`: the best turns of a position."""

from pathlib import Path

import click

from ludens.cli.board_analysis import analysis_options, show_analysis
from ludens.cli.morris.options import tables_option
from ludens.core.runtime.clock import RealClock
from ludens.experiments.json_values import Json
from ludens.games.morris.board_game import MORRIS_GAME
from ludens.games.morris.decide.perfect import best_turns
from ludens.games.morris.decide.tables import open_tables
from ludens.games.morris.rules import fen_of, start_position
from ludens.games.morris.terminal.picture import board_text, turns_json, turns_table
from ludens.table.search import SearchBudget


@click.command("analyse")
@click.argument("fen", default=fen_of(start_position()), metavar="[FEN]")
@analysis_options(
    most=500, usual=8, found="turns", duration="How long to search where no table knows the answer."
)
@tables_option
def command(fen: str, best: int, duration_s: float, tables: Path | None, as_json: bool) -> None:
    """Show the best turns of a position, with their values.

    FEN is one argument in quotes; without it the empty board is meant. For example:

        ludens morris analyse "****O***/**@*****/******O* b p p 2 7 1 8"
    """
    record = MORRIS_GAME.position(fen)
    budget = SearchBudget(duration_s=duration_s, clock=RealClock())
    over = str(record.outcome or "")
    known = open_tables(str(tables or ""))
    candidates = () if over else best_turns(record, count=best, tables=known, budget=budget)
    told: dict[str, Json] = {
        "fen": fen_of(record.position),
        "over": over or None,
        "turns": turns_json(candidates),
    }
    title = f"The best turns of {record.side_to_move.value}:"
    shown = [board_text(record.position), *([over] if over else [title, turns_table(candidates)])]
    show_analysis(told, shown, as_json=as_json)
