"""Options that the commands about words share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

fen_option: Decorator = click.option(
    "--fen", default=chess.STARTING_FEN, metavar="FEN", help="The position; without it the start of a game."
)
language_option: Decorator = click.option(
    "--language",
    default="en",
    show_default=True,
    metavar="CODE|FILE",
    help="Language of the conversation, or a language file of one's own.",
)
recogniser_option: Decorator = click.option(
    "--recogniser",
    type=click.Choice(["auto", "vosk", "pocketsphinx"]),
    default="auto",
    show_default=True,
    help="Who listens; auto is Vosk where its model is installed.",
)
model_option: Decorator = click.option(
    "--model",
    "model_folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of a Vosk model; without it the installed one (ludens speech setup).",
)
