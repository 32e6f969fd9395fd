"""`ludens morris`: Nine Men's Morris in the terminal, its analysis, its solution, and its engine."""

import click

from ludens.cli.lazy import LazyCommand, LazyGroup

COMMANDS = {
    "play": LazyCommand("ludens.cli.morris.play:command", "Play against the computer in the terminal."),
    "analyse": LazyCommand("ludens.cli.morris.analyse:command", "The best turns of a position, with values."),
    "uci": LazyCommand("ludens.cli.morris.uci:command", "Our engine for other programs, by text protocol."),
    "solve": LazyCommand("ludens.cli.morris.solve:command", "Compute the value of every position."),
    "verify": LazyCommand("ludens.cli.morris.verify:command", "Check the computed values, and count them."),
}


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    name="morris",
    epilog="Each command explains itself: ludens morris COMMAND --help",
)
def command() -> None:
    """Nine Men's Morris: play it, look into it, solve it."""
