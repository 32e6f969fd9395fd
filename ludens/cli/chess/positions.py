"""Positions from the command line."""

import chess
import click

from ludens.games.chess.rules.errors import ChessError
from ludens.games.chess.rules.notation import board_from_fen


def position_from(text: str) -> chess.Board:
    """A position; what is wrong with the text becomes a sentence."""
    try:
        return board_from_fen(text)
    except ChessError as error:
        raise click.UsageError(str(error)) from error
