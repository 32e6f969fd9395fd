"""`ludens chess`: chess in the terminal, and what can be done with the chess robot besides playing."""

import click

from ludens.cli.lazy import LazyCommand, LazyGroup

COMMANDS = {
    "play": LazyCommand("ludens.cli.chess.play:command", "Play against the computer in the terminal."),
    "analyse": LazyCommand("ludens.cli.chess.analyse:command", "The best moves of a position, and why."),
    "hear": LazyCommand("ludens.cli.chess.hear:command", "Sound in, the move that was said out."),
    "workspace": LazyCommand(
        "ludens.cli.chess.workspace:command", "What the arm reaches, and whether a board fits."
    ),
    "talk": LazyCommand("ludens.cli.chess.talk:command", "Talk about a position by keyboard or microphone."),
}


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    name="chess",
    epilog="Each command explains itself: ludens chess COMMAND --help",
)
def command() -> None:
    """Chess with an arm: play it in the terminal, look into a position, talk with it."""
