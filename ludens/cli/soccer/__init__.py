"""`ludens soccer`: what can be done with the soccer robot besides playing."""

import click

from ludens.cli.lazy import LazyCommand, LazyGroup

COMMANDS = {
    "see": LazyCommand("ludens.cli.soccer.see:command", "What the eyes make of anybody's pictures."),
    "referee": LazyCommand(
        "ludens.cli.soccer.referee:command", "The league's GameController without a window, for any robots."
    ),
    "train-ball": LazyCommand("ludens.cli.soccer.train_ball:command", "Train the net that knows a ball."),
}


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    name="soccer",
    epilog="Each command explains itself: ludens soccer COMMAND --help",
)
def command() -> None:
    """Soccer with a humanoid: try its eyes on pictures of your own, train them anew, be the referee."""
