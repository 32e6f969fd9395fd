"""`ludens speech check`: what hearing and speaking have and lack on this machine."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from ludens.cli.exit_codes import EXIT_NO
from ludens.speech.checking import look_around


@click.command("check")
@click.option(
    "--model",
    "model_folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of a Vosk model; without it the installed one.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
def command(model_folder: Path | None, as_json: bool) -> None:
    """Say what is there for hearing and speaking, and how to get what is missing.

    The exit code is 1 if no recogniser can listen at all.
    """
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
