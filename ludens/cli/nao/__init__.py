"""`ludens nao`: the humanoid, reached by other programs, and its motions."""

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
}


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    name="nao",
    epilog="Each command explains itself: ludens nao COMMAND --help",
)
def command() -> None:
    """The NAO V6, a humanoid: offer a simulated one to other programs, look after motions, ask its reach."""
