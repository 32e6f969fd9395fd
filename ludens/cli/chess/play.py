"""`ludens chess play`: chess against the computer, in the terminal."""

from typing import Any

import click

from ludens.cli.terminal_play import play_in_terminal, terminal_options
from ludens.core.runtime.clock import RealClock
from ludens.games.chess.board_game import CHESS_GAME
from ludens.games.chess.terminal.game import ChessComputer, ChessTerminal


@click.command("play")
@terminal_options("chess", levels="0 (child) to 10 (strongest), or adaptive: a match for you.  [default: 5]")
def command(**values: Any) -> None:
    """Play chess against the computer.

    Type moves as e4, Nf3, exd5, O-O, e8=Q or g1f3, or 'help'. Every move is kept at once: leave, or be
    interrupted, at any moment, and go on with --resume.
    """
    play_in_terminal(
        CHESS_GAME, ChessTerminal, lambda store: ChessComputer(clock=RealClock(), store=store), values
    )
