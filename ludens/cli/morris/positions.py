"""Positions from the command line."""

import click

from ludens.games.morris.rules import GameRecord, MorrisError, NotationError, new_game, parse_fen


def game_from_fen(text: str) -> GameRecord:
    """A game that begins at a position; what is wrong with the text becomes a sentence."""
    try:
        fen = parse_fen(text)
        if fen.removal_pending:
            raise NotationError("This position lies inside a turn: a man must still be removed (action 'r').")
        return new_game(start=fen.position, turns_without_mill=fen.turns_without_mill)
    except MorrisError as error:
        raise click.UsageError(f"The position cannot be read. {error}") from error
