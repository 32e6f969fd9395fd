"""`ludens doctor`: what is missing on this machine, and how to get it.

Imports click, packaging and the standard library only, so that it can still speak where the rest is missing.
"""

import importlib.metadata
import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

import ludens
from ludens.cli.exit_codes import EXIT_NO
from ludens.cli.findings import (
    Diagnosis,
    look_at_folder,
    look_at_mujoco_mix,
    look_at_packages,
    look_at_python,
    look_at_rendering,
    look_for_browser,
)
from ludens.experiments.cores import available_cores

EXTRAS = ("cluster", "gpu", "voice")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
def command(as_json: bool) -> None:
    """Say what is missing on this machine and how to get it.

    Renders one small picture off screen to see whether that really works. The exit code is 1 when something
    that playing needs is missing.
    """
    findings = examine_this_machine()
    healthy = all(finding.ok for finding in findings if finding.required)
    if as_json:
        found = [asdict(finding) | ({"advice": ""} if finding.ok else {}) for finding in findings]
        result = {"ludens": ludens.__version__, "healthy": healthy, "findings": found}
        click.echo(json.dumps(result, indent=2, ensure_ascii=False))
    else:
        show(findings, healthy=healthy)
    if not healthy:
        raise click.exceptions.Exit(EXIT_NO)


def examine_this_machine() -> list[Diagnosis]:
    """All findings about the machine and the environment this runs in."""
    package = importlib.metadata.metadata("ludens")
    requirements = importlib.metadata.requires("ludens") or []
    cores = available_cores()
    return [
        look_at_python(platform.python_version(), wanted=package["Requires-Python"]),
        *look_at_packages(requirements, extra="", installed=installed_version),
        look_at_mujoco_mix(installed_version),
        look_at_rendering(),
        look_at_folder(Path.cwd()),
        Diagnosis(
            subject="cores", ok=True, required=False, found=f"{cores}: experiments run {cores} at a time"
        ),
        look_for_browser(),
        *(
            finding
            for extra in EXTRAS
            for finding in look_at_packages(requirements, extra=extra, installed=installed_version)
        ),
    ]


def installed_version(name: str) -> str | None:
    """The version of a package in this environment."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def show(findings: Sequence[Diagnosis], *, healthy: bool) -> None:
    """One line per finding, what to do below those that are amiss, and a closing sentence."""
    width = max(len(finding.subject) for finding in findings)
    for finding in findings:
        click.echo(f"{_mark(finding)} {finding.subject:<{width}}  {finding.found}")
        if not finding.ok:
            click.echo(f"  {'':<{width}}  → {finding.advice}")
    click.echo("Ready to play." if healthy else "Something that playing needs is missing: see ✗ above.")


def _mark(finding: Diagnosis) -> str:
    if finding.ok:
        return click.style("✓", fg="green")
    return click.style("✗", fg="red", bold=True) if finding.required else click.style("–", fg="yellow")
