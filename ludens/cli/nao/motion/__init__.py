"""`ludens nao motion`: motion files: which there are, whether they are sound, how they look, new ones."""

import click

from ludens.cli.lazy import LazyCommand, LazyGroup

COMMANDS = {
    "list": LazyCommand("ludens.cli.nao.motion.looking:list_command", "List all motions."),
    "check": LazyCommand(
        "ludens.cli.nao.motion.looking:check_command", "Check files, and show their frames."
    ),
    "show": LazyCommand("ludens.cli.nao.motion.looking:show_command", "Draw the joints' curves of a motion."),
    "record": LazyCommand(
        "ludens.cli.nao.motion.record:command", "Write a file from postures a robot is put into."
    ),
}


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    name="motion",
    epilog="Each command explains itself: ludens nao motion COMMAND --help",
)
def command() -> None:
    """Motion files of the NAO: list, check, draw and record them."""
