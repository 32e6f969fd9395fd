"""`ludens speech`: what hearing and speaking need on this machine."""

import click

from ludens.cli.lazy import LazyCommand, LazyGroup

COMMANDS = {
    "setup": LazyCommand("ludens.cli.speech.setup:command", "Install and check the recogniser's model."),
    "check": LazyCommand("ludens.cli.speech.check:command", "Say what hearing and speaking lack here."),
}


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    name="speech",
    epilog="Each command explains itself: ludens speech COMMAND --help",
)
def command() -> None:
    """Hearing and speaking: get the model, and see what is missing."""
