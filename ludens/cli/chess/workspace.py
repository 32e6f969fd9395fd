"""`ludens chess workspace`: what the arm reaches, and whether a board fits there."""

from dataclasses import replace
from pathlib import Path

import chess
import click

from ludens.cli import EXIT_NO
from ludens.cli.numbers import Number
from ludens.games.chess.rules.places import PiecePlace
from ludens.games.chess.workcell.measures import PAPER
from ludens.games.chess.workspace import fit, largest_board_m


@click.command("workspace")
@click.option(
    "--board",
    "board_m",
    type=Number(0.05, 1.0),
    default=PAPER.board_m,
    show_default=True,
    help="Edge of all squares together, in m.",
)
@click.option(
    "--ahead",
    "ahead_m",
    type=Number(0.1, 1.5),
    default=PAPER.center_ahead_m,
    show_default=True,
    help="From the arm's base to the middle of the board, in m.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.png",
    help="Draw it there; without this nothing is drawn.",
)
def command(board_m: float, ahead_m: float, out: Path | None) -> None:
    """Say whether a board fits where the arm reaches, and draw what it reaches over the table.

    The exit code is 1 if a square is out of reach.
    """
    measures = replace(PAPER, board_m=board_m, center_ahead_m=ahead_m)
    result = fit(measures)
    squares = [place for place in result.unreached if place.square is not None]
    slots = [place for place in result.unreached if place.square is None]
    drawn = "(--out FILE.png draws it)" if out is None else f"drawn in {out}"
    if out is not None:
        from ludens.games.chess.workspace_picture import draw

        draw(result, out)
    click.echo(f"A board of {board_m:.3f} m, {ahead_m:.3f} m before the arm {drawn}.")
    if squares:
        click.echo(
            f"It does not fit: {len(squares)} squares are out of reach: {', '.join(map(str, squares))}."
        )
    else:
        tightest = PiecePlace(int(result.rooms[: len(chess.SQUARES)].argmin()))
        room = 100.0 * float(result.rooms[tightest.number])
        click.echo(
            f"It fits. On {tightest} the axis nearest to its limit has {room:.0f} % of its range left."
        )
    click.echo(f"The largest board that fits in this place has an edge of {largest_board_m(measures):.3f} m.")
    if slots:
        click.echo(f"{len(slots)} slots for taken pieces are out of reach: {', '.join(map(str, slots))}.")
    if squares:
        raise click.exceptions.Exit(EXIT_NO)
