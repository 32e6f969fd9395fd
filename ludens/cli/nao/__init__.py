"""`ludens nao`: the humanoid, reached by other programs, its motions, and real robots."""

import click

from ludens.cli.lazy import LazyCommand, LazyGroup

COMMANDS = {
    "serve": LazyCommand(
        "ludens.cli.nao.serve:command", "Offer a simulated NAO V6 to other programs, by its own protocol."
    ),
    "motion": LazyCommand(
        "ludens.cli.nao.motion:command", "Motion files: list, check, draw and record them."
    ),
    "reach": LazyCommand("ludens.cli.nao.reach:command", "What the arms reach: draw it, ask about a point."),
    "deploy": LazyCommand("ludens.cli.nao.robot:deploy", "Copy Ludens to a real robot and set it up there."),
    "start": LazyCommand("ludens.cli.nao.robot:start", "Start Ludens on a real robot."),
    "stop": LazyCommand("ludens.cli.nao.robot:stop", "End Ludens on a real robot."),
    "logs": LazyCommand("ludens.cli.nao.robot:logs", "Fetch recordings and the log of a real robot."),
}


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    name="nao",
    epilog="Each command explains itself: ludens nao COMMAND --help",
)
def command() -> None:
    """The NAO V6, a humanoid: offer a simulated one to other programs, look after motions, ask its reach."""
